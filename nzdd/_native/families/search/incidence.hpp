// An undirected multigraph: the two ends of each edge, and the edges at each vertex (a self-loop
// twice). Time and memory O(vertices + edges).
#pragma once

#include "base/array.hpp"

namespace nzdd {

struct Incidence {
    const std::uint32_t* ends;  // two an edge
    std::size_t num_edges, num_vertices;
    Array<std::size_t> begin;  // vertex v: edges[begin[v]] .. edges[begin[v + 1]]
    Array<std::uint32_t> edges;

    // The caller has seen to it that each of the ends is below `vertices`.
    Incidence(const std::uint32_t* edge_ends, std::size_t count, std::size_t vertices)
        : ends(edge_ends), num_edges(count), num_vertices(vertices), begin(vertices + 2, 0) {
        for (std::size_t i = 0; i < 2 * num_edges; ++i) ++begin[ends[i] + 2];
        for (std::size_t v = 2; v < begin.size(); ++v) begin[v] += begin[v - 1];
        edges.resize(2 * num_edges);
        for (std::size_t i = 0; i < 2 * num_edges; ++i)
            edges[begin[ends[i] + 1]++] = static_cast<std::uint32_t>(i / 2);
    }

    std::uint32_t other(std::uint32_t edge, std::uint32_t vertex) const {
        return ends[2 * edge] ^ ends[2 * edge + 1] ^ vertex;
    }
};

}  // namespace nzdd
