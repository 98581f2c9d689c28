// All sets of edges of a graph that keep some conditions at once.
#include <numeric>

#include "c/interface/condition_makers.hpp"
#include "c/interface/graph.hpp"

using namespace nzdd;

namespace {

template <class Change>
nzdd_status changed(nzdd_conditions* conditions, const Change& change) noexcept {
    return guarded([&] { change(need(conditions, "conditions")); });
}

std::vector<NumberRange> degrees_of(std::size_t num_vertices, const std::uint32_t* least,
                                    const std::uint32_t* most) {
    need(least, num_vertices, "least");
    need(most, num_vertices, "most");
    std::vector<NumberRange> degrees;
    for (std::size_t v = 0; v < num_vertices; ++v) {
        check_range(least[v], most[v], "degree of vertex " + std::to_string(v));
        degrees.push_back({least[v], most[v]});
    }
    return degrees;
}

}  // namespace

extern "C" {

void nzdd_conditions_free(nzdd_conditions* conditions) { delete conditions; }

nzdd_status nzdd_conditions_new(nzdd_conditions** out) {
    return made(out, [] { return nzdd_conditions(); });
}

nzdd_status nzdd_conditions_degrees(nzdd_conditions* conditions, size_t num_vertices, const uint32_t* least,
                                    const uint32_t* most) {
    return changed(conditions,
                   [&](nzdd_conditions& all) { all.degrees = degrees_of(num_vertices, least, most); });
}

nzdd_status nzdd_conditions_out_degrees(nzdd_conditions* conditions, size_t num_vertices,
                                        const uint32_t* least, const uint32_t* most) {
    return changed(conditions,
                   [&](nzdd_conditions& all) { all.out_degrees = degrees_of(num_vertices, least, most); });
}

nzdd_status nzdd_conditions_in_degrees(nzdd_conditions* conditions, size_t num_vertices,
                                       const uint32_t* least, const uint32_t* most) {
    return changed(conditions,
                   [&](nzdd_conditions& all) { all.in_degrees = degrees_of(num_vertices, least, most); });
}

nzdd_status nzdd_conditions_degree_count(nzdd_conditions* conditions, uint32_t degree, uint32_t least,
                                         uint32_t most) {
    return changed(conditions, [&](nzdd_conditions& all) {
        check_range(least, most, "number of vertices of degree " + std::to_string(degree));
        all.degree_counts[degree] = {least, most};
    });
}

nzdd_status nzdd_conditions_num_edges(nzdd_conditions* conditions, uint32_t least, uint32_t most) {
    return changed(conditions, [&](nzdd_conditions& all) {
        check_range(least, most, "number of edges");
        all.num_edges = {least, most};
    });
}

nzdd_status nzdd_conditions_components(nzdd_conditions* conditions, uint32_t least, uint32_t most,
                                       int spanning) {
    return changed(conditions, [&](nzdd_conditions& all) {
        check_range(least, most, "number of components");
        all.components = {least, most};
        all.spanning = spanning != 0;
    });
}

nzdd_status nzdd_conditions_acyclic(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.acyclic = true; });
}

nzdd_status nzdd_conditions_bipartite(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.bipartite = true; });
}

nzdd_status nzdd_conditions_induced(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.induced = true; });
}

nzdd_status nzdd_conditions_partition(nzdd_conditions* conditions) {
    return changed(conditions, [](nzdd_conditions& all) { all.partition = true; });
}

nzdd_status nzdd_conditions_component_weights(nzdd_conditions* conditions, size_t num_vertices,
                                              const uint32_t* weights, uint32_t low, uint32_t high,
                                              int spanning) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(weights, num_vertices, "weights");
        check_range(low, high, "weight of a component");
        const std::uint64_t total = std::accumulate(weights, weights + num_vertices, std::uint64_t{0});
        if (total >= UINT32_MAX)
            throw std::invalid_argument("weights add up to " + std::to_string(total) +
                                        "; their sum must be below 2^32 - 1");
        all.weights.assign(weights, weights + num_vertices);
        all.component_weights = {low, high};
        all.spanning = spanning != 0;
    });
}

nzdd_status nzdd_conditions_sum(nzdd_conditions* conditions, size_t num_edges, const int64_t* coefficients,
                                int64_t low, int64_t high) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(coefficients, num_edges, "coefficients");
        all.sums.emplace_back(num_edges, [&](std::size_t i) { return coefficients[i]; }, low, high);
    });
}

nzdd_status nzdd_conditions_groups(nzdd_conditions* conditions, size_t num_vertices, const uint32_t* group,
                                   int only) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(group, num_vertices, "group");
        for (std::size_t v = 0; v < num_vertices; ++v)
            if (group[v] != UINT32_MAX && group[v] >= num_vertices)
                throw std::invalid_argument(entry("group", v) + " is " + std::to_string(group[v]) +
                                            "; number the groups from 0 on, below the number of vertices");
        all.group.assign(group, group + num_vertices);
        all.grouped = only != 0;
    });
}

nzdd_status nzdd_conditions_fixed(nzdd_conditions* conditions, size_t num_edges, const int8_t* fixed) {
    return changed(conditions, [&](nzdd_conditions& all) {
        need(fixed, num_edges, "fixed");
        for (std::size_t i = 0; i < num_edges; ++i)
            if (fixed[i] < -1 || fixed[i] > 1)
                throw std::invalid_argument(entry("fixed", i) + " is " + std::to_string(fixed[i]) +
                                            "; -1, 0 and 1 are allowed");
        all.fixed.assign(fixed, fixed + num_edges);
    });
}

nzdd_status nzdd_conditions_within(nzdd_conditions* conditions, const nzdd_zdd* family) {
    return changed(conditions, [&](nzdd_conditions& all) {
        const nzdd_zdd& given = need(family, "family");
        all.within = nzdd_zdd{copy_of(given.zdd.view()), given.order.copy()};
    });
}

nzdd_status nzdd_graphs(size_t num_vertices, size_t num_edges, const uint32_t* ends,
                        const nzdd_conditions* conditions, const uint32_t* order, uint64_t max_states,
                        const nzdd_watch* watch, nzdd_zdd** out) {
    return made(out, [&] {
        const nzdd_conditions& given = need(conditions, "conditions");
        Pulse pulse = listen(watch);
        if (!given.within)
            return edge_family(
                num_vertices, num_edges, ends, order, max_states, pulse,
                [&](const EdgeTask& task) { return ConditionMakers(given, nullptr, task).search(pulse); });
        if (given.within->order.num_symbols != num_edges)
            throw std::invalid_argument(
                "the conditions name a family over " + std::to_string(given.within->order.num_symbols) +
                " symbols, but the graph has " + std::to_string(num_edges) + " edges");
        std::optional<nzdd_zdd> moved;
        if (order) moved = reordered(*given.within, order_of(order, num_edges), limit_of(0), pulse);
        const nzdd_zdd& family = moved ? *moved : *given.within;
        const Array<std::uint32_t> symbols = family.order.all();
        const ZddView within = family.zdd.view();
        return edge_family(
            num_vertices, num_edges, ends, symbols.data(), max_states, pulse,
            [&](const EdgeTask& task) { return ConditionMakers(given, &within, task).search(pulse); });
    });
}

}  // extern "C"
