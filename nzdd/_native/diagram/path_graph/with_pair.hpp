// The graph with a further symbol, on each path that has two symbols: on the edge that has the second of
// them for the first time. A node is split by which of the two its paths have, as far as that matters below.
#pragma once

#include "diagram/path_graph/path_graph.hpp"

namespace nzdd {

struct PairGraph {
    std::size_t num_nodes = 0;
    Array<std::uint32_t> source, target, origin;  // origin: the edge that it was
    Array<std::uint8_t> completes;                // whether it carries the further symbol
};

// `marks` says of each edge whether it has the one (1), the other (2). Time and memory O(E), at most four
// times the edges.
inline PairGraph with_pair(const PathGraph& graph, const std::uint8_t* marks, Pulse& pulse) {
    constexpr std::uint8_t kBoth = 3;
    const auto after = [&](std::uint8_t state, std::size_t e) -> std::uint8_t { return state | marks[e]; };
    Array<std::uint8_t> below(graph.num_nodes, 0);  // which of the two are on paths from a node
    for (std::size_t e = graph.num_edges; e-- > 0;) {
        pulse.within(e);
        below[graph.source[e]] |= marks[e] | below[graph.target[e]];
    }
    // What a path has matters where the other symbol may come, and that it has both where both may.
    const auto kept = [&](std::uint8_t state, std::uint32_t node) -> std::uint8_t {
        if (below[node] == kBoth) return state;
        return state != 0 && state != kBoth && (state | below[node]) == kBoth ? state : 0;
    };
    Array<std::uint8_t> states(graph.num_nodes, 0);  // a bit for each state of a node
    states[0] = 1;
    std::size_t count = 0;
    for (std::size_t e = 0; e < graph.num_edges; ++e) {
        pulse.within(e);
        for (std::uint8_t state = 0; state <= kBoth; ++state) {
            if (!(states[graph.source[e]] >> state & 1)) continue;
            states[graph.target[e]] |= std::uint8_t(1) << kept(after(state, e), graph.target[e]);
            ++count;
        }
    }
    Array<std::uint32_t> first(graph.num_nodes, 0);
    PairGraph pair;
    for (std::size_t v = 0; v < graph.num_nodes; ++v) {
        first[v] = static_cast<std::uint32_t>(pair.num_nodes);
        pair.num_nodes += static_cast<std::size_t>(std::popcount(states[v]));
    }
    const auto number = [&](std::uint32_t node, std::uint8_t state) {
        return first[node] +
               static_cast<std::uint32_t>(std::popcount(std::uint8_t(states[node] & ((1u << state) - 1))));
    };
    for (auto* part : {&pair.source, &pair.target, &pair.origin}) part->reserve(count);
    pair.completes.reserve(count);
    for (std::size_t e = 0, end = 0; e < graph.num_edges; e = end) {
        while (end < graph.num_edges && graph.source[end] == graph.source[e]) ++end;
        pulse.within(e);
        const std::uint32_t node = graph.source[e];
        for (std::uint8_t state = 0; state <= kBoth; ++state) {
            if (!(states[node] >> state & 1)) continue;
            for (std::size_t at = e; at < end; ++at) {
                const std::uint8_t next = after(state, at);
                pair.source.push_back(number(node, state));
                pair.target.push_back(number(graph.target[at], kept(next, graph.target[at])));
                pair.origin.push_back(static_cast<std::uint32_t>(at));
                pair.completes.push_back(state != kBoth && next == kBoth);
            }
        }
    }
    return pair;
}

}  // namespace nzdd
