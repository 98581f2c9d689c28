// Short paths that differ: each is the shortest one through an edge that no path before it takes.
#pragma once

#include "diagram/path_graph/path_graph.hpp"

namespace nzdd {

// At most `count` paths shorter than `below`, the shortest first. Time O(E log E).
inline PathList diverse_paths(const PathGraph& graph, const double* length, std::size_t count, double below,
                              Pulse& pulse) {
    Array<std::uint32_t> last(graph.num_nodes, kNoEdge), first(graph.num_nodes, kNoEdge);
    const Array<double> before = from_root(graph, length, last.data(), pulse);
    const Array<double> after = to_leaf(graph, length, first.data(), pulse);
    struct Through {
        double length;
        std::uint32_t edge;
        bool operator<(const Through& other) const {
            return length < other.length || (length == other.length && edge < other.edge);
        }
    };
    Array<Through> open;
    for (std::size_t e = 0; e < graph.num_edges; ++e) {
        const double through = before[graph.source[e]] + length[e] + after[graph.target[e]];
        if (through < below) open.push_back({through, static_cast<std::uint32_t>(e)});
    }
    PathList paths;
    Array<bool> taken(graph.num_edges, false);
    // The next few are sorted only when all before them are done: most calls need few.
    std::size_t sorted = 0;
    for (std::size_t at = 0; at < open.size() && paths.offsets.size() <= count; ++at) {
        pulse.within(at);
        if (at == sorted) {
            sorted = std::min(open.size(), 2 * sorted + 1024);
            std::nth_element(open.begin() + at, open.begin() + (sorted - 1), open.end());
            std::sort(open.begin() + at, open.begin() + sorted);
        }
        const std::uint32_t through = open[at].edge;
        if (taken[through]) continue;
        const std::size_t begin = paths.edges.size();
        for (std::uint32_t v = graph.source[through]; v != 0; v = graph.source[last[v]])
            paths.edges.push_back(last[v]);
        std::reverse(paths.edges.begin() + begin, paths.edges.end());
        paths.edges.push_back(through);
        for (std::uint32_t v = graph.target[through]; v != graph.num_nodes - 1; v = graph.target[first[v]])
            paths.edges.push_back(first[v]);
        for (std::size_t k = begin; k < paths.edges.size(); ++k) taken[paths.edges[k]] = true;
        paths.end();
    }
    return paths;
}

}  // namespace nzdd
