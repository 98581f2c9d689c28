// An acyclic graph whose paths from the root, node 0, to the leaf, node num_nodes - 1, stand for members:
// nodes numbered topologically, edges sorted by source. Unlike in an NZDD, several paths may be one member.
#pragma once

#include <limits>

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

struct PathGraph {
    std::size_t num_nodes, num_edges;
    const std::uint32_t *source, *target;
};

struct PathList {
    Array<std::int64_t> offsets{0};
    Array<std::uint32_t> edges;

    void end() { offsets.push_back(static_cast<std::int64_t>(edges.size())); }
};

inline constexpr std::uint32_t kNoEdge = 0xffffffff;

// The length of a path that is not there; sums with any length of an edge do not overflow.
template <class T>
constexpr T unreachable() {
    if constexpr (std::numeric_limits<T>::has_infinity) return std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::max() / 2;
}

// Shortest distances from the root to every node, and the last edge on the way. Time O(E).
template <class T>
Array<T> from_root(const PathGraph& graph, const T* length, std::uint32_t* last, Pulse& pulse) {
    Array<T> distance(graph.num_nodes, unreachable<T>());
    distance[0] = 0;
    for (std::size_t e = 0; e < graph.num_edges; ++e) {
        pulse.within(e);
        const T before = distance[graph.source[e]];
        if (before == unreachable<T>() || !(before + length[e] < distance[graph.target[e]])) continue;
        distance[graph.target[e]] = before + length[e];
        if (last) last[graph.target[e]] = static_cast<std::uint32_t>(e);
    }
    return distance;
}

// Shortest distances from every node to the leaf, and the first edge on the way. Time O(E).
template <class T>
Array<T> to_leaf(const PathGraph& graph, const T* length, std::uint32_t* first, Pulse& pulse) {
    Array<T> distance(graph.num_nodes, unreachable<T>());
    distance[graph.num_nodes - 1] = 0;
    for (std::size_t e = graph.num_edges; e-- > 0;) {
        pulse.within(e);
        const T after = distance[graph.target[e]];
        if (after == unreachable<T>() || !(length[e] + after < distance[graph.source[e]])) continue;
        distance[graph.source[e]] = length[e] + after;
        if (first) first[graph.source[e]] = static_cast<std::uint32_t>(e);
    }
    return distance;
}

// The length of a shortest path through each edge. Time O(E).
template <class T>
Array<T> through_edges(const PathGraph& graph, const T* length, Pulse& pulse) {
    const Array<T> before = from_root(graph, length, nullptr, pulse);
    const Array<T> after = to_leaf(graph, length, nullptr, pulse);
    Array<T> through(graph.num_edges, unreachable<T>());
    for (std::size_t e = 0; e < graph.num_edges; ++e) {
        const T head = before[graph.source[e]], tail = after[graph.target[e]];
        if (head != unreachable<T>() && tail != unreachable<T>()) through[e] = head + length[e] + tail;
    }
    return through;
}

}  // namespace nzdd
