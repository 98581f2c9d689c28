// What all families of a graph ask of its arrays.
#pragma once

#include "c/interface/handles.hpp"
#include "families/search/edge_search.hpp"
#include "families/search/graph_order.hpp"

namespace nzdd {

inline void check_vertex(std::size_t vertex, std::size_t num_vertices, const char* name) {
    if (vertex >= num_vertices)
        throw std::invalid_argument(std::string(name) + " is vertex " + std::to_string(vertex) +
                                    ", but there are " + std::to_string(num_vertices) + " vertices");
}

inline void check_graph(std::size_t num_vertices, std::size_t num_edges, const std::uint32_t* ends) {
    check_num_symbols(num_vertices);
    check_num_symbols(num_edges);
    check_room(num_vertices, 24, "vertices");
    need(ends, num_edges, "ends");
    for (std::size_t i = 0; i < 2 * num_edges; ++i)
        if (ends[i] >= num_vertices)
            throw std::invalid_argument("edge " + std::to_string(i / 2) + " has the vertex " +
                                        std::to_string(ends[i]) + ", but there are " +
                                        std::to_string(num_vertices) + " vertices");
}

// The given order of the edges, or one that suits all families of the graph.
inline SymbolOrder edge_order(std::size_t num_vertices, std::size_t num_edges, const std::uint32_t* ends,
                              const std::uint32_t* order, Pulse& pulse) {
    check_graph(num_vertices, num_edges, ends);
    SymbolOrder chosen = order_of(order, num_edges);
    pulse.stage("order edges");
    if (!order) chosen.symbols = GraphOrder::best(Incidence(ends, num_edges, num_vertices), pulse);
    return chosen;
}

// `search(task)` finds the family.
template <class Search>
nzdd_zdd edge_family(std::size_t num_vertices, std::size_t num_edges, const std::uint32_t* ends,
                     const std::uint32_t* order, std::uint64_t max_states, Pulse& pulse,
                     const Search& search) {
    SymbolOrder chosen = edge_order(num_vertices, num_edges, ends, order, pulse);
    const EdgeTask task{ends, num_edges, num_vertices, chosen.symbols.data(), limit_of(max_states)};
    Zdd zdd = search(task);
    return {std::move(zdd), std::move(chosen)};
}

}  // namespace nzdd
