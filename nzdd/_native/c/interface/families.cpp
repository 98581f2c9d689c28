// Families given by a rule on their symbols, or on the vertices of a graph.
#include <cstring>
#include <iterator>

#include "c/interface/graph.hpp"
#include "families/symbol_sets/linear_sums.hpp"
#include "families/symbol_sets/subsets.hpp"
#include "families/vertices/vertex_order.hpp"
#include "families/vertices/vertex_search.hpp"

using namespace nzdd;

namespace {

void put(Array<std::int64_t>& words, Integer128 value) {
    std::int64_t parts[sizeof(value) / sizeof(std::int64_t)];
    std::memcpy(parts, &value, sizeof(value));
    words.append(parts, std::size(parts));
}

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
        Array<std::int64_t> words, bounds;
        Integer128 least = 0, most = 0;
        for (const std::uint32_t symbol : given.order.all()) {
            const Integer128 each = coefficients[symbol];
            put(words, each);
            (each < 0 ? least : most) += each;
        }
        // At most one beyond the least and the greatest sum.
        put(bounds, std::clamp<Integer128>(low, least, most + 1));
        put(bounds, std::clamp<Integer128>(high, least - 1, most));
        SymbolOrder order = given.order.copy();
        if (low > high) return {Zdd(), std::move(order)};
        Pulse pulse = listen(watch);
        return {LinearSums<Integer128>::diagram(given.zdd.view(), {words.data(), bounds.data()},
                                                limit_of(max_states), pulse),
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

}  // extern "C"
