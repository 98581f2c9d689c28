// Families given by a rule on their symbols, or on the vertices or the edges of a graph.
#include "c/interface/given_sum.hpp"
#include "c/interface/graph.hpp"
#include "families/edge_families.hpp"
#include "families/symbol_sets/linear_sums.hpp"
#include "families/symbol_sets/subsets.hpp"
#include "families/vertices/vertex_order.hpp"
#include "families/vertices/vertex_search.hpp"

using namespace nzdd;

namespace {

// Of the sets of some sizes, a lower bound: one for each symbol, and on each level one for each number of
// symbols still missing or still allowed; at most 2^62 of them.
std::uint64_t least_nodes(std::uint64_t num_symbols, std::uint64_t least, std::uint64_t most) {
    if (most == 0 || least > num_symbols) return 0;
    return std::max({num_symbols, least * (num_symbols - least), most * (num_symbols - most)});
}

}  // namespace

extern "C" {

nzdd_status nzdd_sets_of_size(size_t num_symbols, uint32_t least, uint32_t most, const nzdd_watch* watch,
                              nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        SymbolOrder order = order_of(nullptr, num_symbols);
        check_range(least, most, "size");
        const std::uint64_t nodes =
            least_nodes(num_symbols, least, std::min<std::uint64_t>(most, num_symbols));
        if (nodes >= kNoLevel)
            throw Failure(NZDD_LIMIT, "the sets have at least " + std::to_string(nodes) +
                                          " nodes; a diagram holds at most 2^32 - 1");
        check_room(nodes, 24, "nodes");
        Pulse pulse = listen(watch);
        return {subsets(static_cast<std::uint32_t>(num_symbols), least, most, pulse), std::move(order)};
    });
}

nzdd_status nzdd_zdd_with_sum(const nzdd_zdd* zdd, const int64_t* coefficients, int64_t low, int64_t high,
                              uint64_t max_states, const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        const nzdd_zdd& given = need(zdd, "zdd");
        const std::size_t number = given.order.num_symbols;
        need(coefficients, number, "coefficients");
        const Array<std::uint32_t> symbols = given.order.all();
        const GivenSum sum(
            number, [&](std::size_t level) { return coefficients[symbols[level]]; }, low, high);
        SymbolOrder order = given.order.copy();
        if (low > high) return {Zdd(), std::move(order)};
        Pulse pulse = listen(watch);
        return {LinearSums<Integer128>::diagram(given.zdd.view(), sum.bounds(), limit_of(max_states), pulse),
                std::move(order)};
    });
}

nzdd_status nzdd_vertex_sets(size_t num_vertices, size_t num_edges, const uint32_t* ends, uint64_t sigma,
                             uint64_t rho, uint32_t least, uint32_t most, const uint32_t* order,
                             uint64_t max_states, const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&]() -> nzdd_zdd {
        check_graph(num_vertices, num_edges, ends);
        check_range(least, most, "number of components");
        SymbolOrder chosen = order_of(order, num_vertices);
        if (num_vertices == 0) {
            Zdd zdd;
            zdd.root = least == 0 ? kUnitFamily : kEmptyFamily;
            return {std::move(zdd), std::move(chosen)};
        }
        Pulse pulse = listen(watch);
        const Neighbours graph(ends, num_edges, num_vertices);
        if (!order) chosen.symbols = VertexOrder::best(graph, pulse);
        const Array<bool> none(num_vertices, false);
        const VertexConditions conditions{{sigma, rho}, false,       false,       false, least,
                                          most,         none.data(), none.data(), {},    nullptr};
        Zdd zdd = vertex_sets(graph, chosen.symbols, conditions, nullptr, limit_of(max_states), pulse);
        return {std::move(zdd), std::move(chosen)};
    });
}

nzdd_status nzdd_paths(size_t num_vertices, size_t num_edges, const uint32_t* ends, uint32_t source,
                       uint32_t target, int directed, const uint32_t* order, uint64_t max_states,
                       const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        check_vertex(source, num_vertices, "source");
        check_vertex(target, num_vertices, "target");
        Pulse pulse = listen(watch);
        return edge_family(
            num_vertices, num_edges, ends, order, max_states, pulse,
            [&](const EdgeTask& task) { return simple_paths(task, source, target, directed != 0, pulse); });
    });
}

nzdd_status nzdd_cycles(size_t num_vertices, size_t num_edges, const uint32_t* ends, int directed,
                        const uint32_t* order, uint64_t max_states, const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        Pulse pulse = listen(watch);
        return edge_family(num_vertices, num_edges, ends, order, max_states, pulse,
                           [&](const EdgeTask& task) { return simple_cycles(task, directed != 0, pulse); });
    });
}

nzdd_status nzdd_minimal_cuts(size_t num_vertices, size_t num_edges, const uint32_t* ends, uint32_t source,
                              uint32_t target, const uint32_t* order, uint64_t max_states,
                              const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        check_vertex(source, num_vertices, "source");
        check_vertex(target, num_vertices, "target");
        Pulse pulse = listen(watch);
        return edge_family(num_vertices, num_edges, ends, order, max_states, pulse,
                           [&](const EdgeTask& task) { return minimal_cuts(task, source, target, pulse); });
    });
}

}  // extern "C"
