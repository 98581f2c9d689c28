// Colours for the vertices of a graph, the most constrained vertex first (D. Brélaz, New methods to color the
// vertices of a graph, 1979).
#pragma once

#include <set>
#include <tuple>

#include "base/pulse.hpp"
#include "families/vertices/neighbours.hpp"

namespace nzdd {

// The vertex with the most colours around it is next, of equals the one with the most neighbours, and it gets
// the first colour that is free. Time O((edges + vertices) log vertices), memory O(edges).
inline Array<std::uint32_t> greedy_colouring(const Neighbours& graph, Pulse& pulse) {
    constexpr std::uint32_t kNone = 0xffffffff;
    const std::size_t n = graph.num_vertices;
    // A vertex has at most as many colours around it as neighbours: one flag for each.
    Array<bool> around(graph.list.size() + n, false);
    const auto flag = [&](std::size_t v, std::size_t c) -> bool& { return around[graph.begin[v] + v + c]; };
    Array<std::uint32_t> colour(n, kNone), colours_around(n, 0);
    using Rank = std::tuple<std::uint32_t, std::size_t, std::size_t>;  // colours around it, degree, vertex
    const auto rank = [&](std::size_t v) { return Rank{colours_around[v], graph.degree(v), n - v}; };
    std::set<Rank> open;
    for (std::size_t v = 0; v < n; ++v) {
        pulse.within(v);
        open.insert(rank(v));
    }
    std::uint64_t steps = 0;
    while (!open.empty()) {
        pulse(n - open.size(), n);
        const std::size_t v = n - std::get<2>(*open.rbegin());
        open.erase(std::prev(open.end()));
        std::uint32_t first = 0;
        while (first < graph.degree(v) && flag(v, first)) ++first;
        colour[v] = first;
        for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
            pulse.within(++steps);
            const std::size_t u = graph.list[k].vertex;
            // Of colours above its degree a vertex need not know: it never comes to them.
            if (colour[u] != kNone || first > graph.degree(u) || flag(u, first)) continue;
            open.erase(rank(u));
            flag(u, first) = true;
            ++colours_around[u];
            open.insert(rank(u));
        }
    }
    return colour;
}

}  // namespace nzdd
