// An integral flow as paths, each with its amount.
#pragma once

#include "diagram/path_graph/path_graph.hpp"

namespace nzdd {

struct FlowPaths {
    PathList paths;
    Array<std::int64_t> amounts;
};

// `flow` is conserved at each inner node and not negative. Every path empties an edge, so there are at most
// E. Time O(their edges).
inline FlowPaths flow_paths(const PathGraph& graph, const std::int64_t* flow, Pulse& pulse) {
    Array<std::int64_t> left;
    left.append(flow, graph.num_edges);
    Array<std::size_t> next(graph.num_nodes + 1, 0);  // the first edge of each node that may be left
    for (std::size_t e = 0; e < graph.num_edges; ++e) ++next[graph.source[e] + 1];
    for (std::size_t v = 0; v < graph.num_nodes; ++v) next[v + 1] += next[v];
    FlowPaths found;
    for (std::size_t steps = 0;; ++steps) {
        pulse.within(steps << 6);
        const std::size_t begin = found.paths.edges.size();
        std::int64_t amount = std::numeric_limits<std::int64_t>::max();
        std::uint32_t v = 0;
        while (v != graph.num_nodes - 1) {
            std::size_t& e = next[v];
            while (e < graph.num_edges && graph.source[e] == v && left[e] == 0) ++e;
            if (e == graph.num_edges || graph.source[e] != v) break;
            amount = std::min(amount, left[e]);
            found.paths.edges.push_back(static_cast<std::uint32_t>(e));
            v = graph.target[e];
        }
        if (v != graph.num_nodes - 1) {
            found.paths.edges.resize(begin);
            return found;
        }
        for (std::size_t k = begin; k < found.paths.edges.size(); ++k) left[found.paths.edges[k]] -= amount;
        found.paths.end();
        found.amounts.push_back(amount);
    }
}

}  // namespace nzdd
