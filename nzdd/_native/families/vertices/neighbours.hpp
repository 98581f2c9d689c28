// An undirected multigraph as its vertices see it: the neighbours of each, once each, and whether parallel
// edges or a self-loop are behind them. Time O(edges log edges), memory O(vertices + edges).
#pragma once

#include "base/array.hpp"

namespace nzdd {

struct Neighbours {
    struct Neighbour {
        std::uint32_t vertex;
        bool parallel;  // joined by more than one edge
    };

    std::size_t num_vertices;
    Array<std::size_t> begin;  // vertex v: list[begin[v]] .. list[begin[v + 1]], rising
    Array<Neighbour> list;
    Array<bool> loop;  // whether each vertex has a self-loop; it is not in its own list

    // The caller has seen to it that each of the ends is below `vertices`.
    Neighbours(const std::uint32_t* ends, std::size_t num_edges, std::size_t vertices)
        : num_vertices(vertices), begin(vertices + 1, 0), loop(vertices, false) {
        Array<std::uint64_t> pairs;  // both directions of each edge
        pairs.reserve(2 * num_edges);
        for (std::size_t i = 0; i < num_edges; ++i) {
            const std::uint64_t a = ends[2 * i], b = ends[2 * i + 1];
            if (a == b) {
                loop[a] = true;
                continue;
            }
            pairs.push_back(a << 32 | b);
            pairs.push_back(b << 32 | a);
        }
        std::sort(pairs.begin(), pairs.end());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (i > 0 && pairs[i] == pairs[i - 1]) {
                list.back().parallel = true;
                continue;
            }
            ++begin[(pairs[i] >> 32) + 1];
            list.push_back({static_cast<std::uint32_t>(pairs[i]), false});
        }
        for (std::size_t v = 0; v < vertices; ++v) begin[v + 1] += begin[v];
    }

    std::size_t degree(std::size_t v) const { return begin[v + 1] - begin[v]; }
};

}  // namespace nzdd
