// All paths that are short enough.
#pragma once

#include "diagram/path_graph/path_graph.hpp"

namespace nzdd {

// The paths of at most a length; one more than `most` where there are more. Each step of the search is on the
// way to a path. Time O(E + sum over the paths of the edges of their nodes).
template <class T>
PathList paths_within(const PathGraph& graph, const T* length, T longest, std::size_t most, Pulse& pulse) {
    const Array<T> after = to_leaf(graph, length, nullptr, pulse);
    Array<std::uint32_t> first(graph.num_nodes + 1, 0);  // edge of each node
    for (std::size_t e = 0; e < graph.num_edges; ++e) ++first[graph.source[e] + 1];
    for (std::size_t v = 0; v < graph.num_nodes; ++v) first[v + 1] += first[v];
    PathList paths;
    struct Step {
        std::uint32_t edge;  // the next one to try
        T before;            // the length of the path so far
    };
    Array<Step> way{{first[0], 0}};
    std::size_t steps = 0;
    while (!way.empty() && paths.offsets.size() <= most + 1) {
        pulse.within(steps++);
        Step& step = way.back();
        const std::size_t e = step.edge++;
        const std::uint32_t node = way.size() == 1 ? 0 : graph.target[way[way.size() - 2].edge - 1];
        if (e == first[node + 1]) {
            way.pop_back();
            continue;
        }
        const std::uint32_t next = graph.target[e];
        const T before = step.before + length[e];
        if (after[next] == unreachable<T>() || before + after[next] > longest) continue;
        if (next + 1 < graph.num_nodes) {
            way.push_back({first[next], before});
            continue;
        }
        for (const Step& each : way) paths.edges.push_back(each.edge - 1);
        paths.end();
    }
    return paths;
}

}  // namespace nzdd
