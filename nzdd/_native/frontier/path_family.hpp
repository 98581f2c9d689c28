// The diagram of all simple paths between two vertices: the edges on no such path are put aside, an
// order of the others is given or found, and the frontier search runs on it.
//
// How small the diagram is depends on the order more than on anything else, and no cheap figure
// tells which of several orders is best. So all of them are tried, with a number of states that
// grows until one of them suffices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "array.hpp"
#include "diagram/zdd.hpp"
#include "frontier/edge_order.hpp"
#include "frontier/frontier_search.hpp"
#include "frontier/incidence.hpp"
#include "frontier/path_steps.hpp"
#include "frontier/simple_paths.hpp"
#include "frontier/useful_edges.hpp"
#include "pulse.hpp"

namespace nzdd {

struct PathFamily {
    Zdd zdd;
    Array<std::uint32_t> order;  // the edge of each level
};

using EdgeSequence = Array<std::uint32_t>;

// The order the edges come in, and greedy ones from the source, the target and two vertices at the
// rim of the graph.
inline std::vector<EdgeSequence> sequences_to_try(const Incidence& graph, std::uint32_t source,
                                                  std::uint32_t target, bool given, Pulse& pulse) {
    std::vector<EdgeSequence> sequences(1);
    for (std::uint32_t edge = 0; edge < graph.num_edges; ++edge) sequences[0].push_back(edge);
    if (given) return sequences;
    const std::uint32_t rim = farthest(graph, source), other_rim = farthest(graph, rim);
    Array<std::uint32_t> starts;
    for (const std::uint32_t start : {source, target, rim, other_rim}) {
        if (std::find(starts.begin(), starts.end(), start) != starts.end()) continue;
        starts.push_back(start);
        sequences.push_back(EdgeOrder::from(graph, start, pulse));
    }
    return sequences;
}

// The diagram of the sequence with the fewest states, and which that is. Sequences with too many
// vertices on the frontier for `Code` stay out. Time at most a small multiple of that of the best.
template <class Code>
std::pair<Zdd, std::size_t> best_search(const std::vector<PathSteps>& sequences, std::uint64_t max_states,
                                        Pulse& pulse) {
    using Search = FrontierSearch<SimplePaths<Code>>;
    constexpr std::uint64_t kFirstBudget = 1 << 16;
    std::uint64_t budget = sequences.size() > 1 ? std::min(kFirstBudget, max_states) : max_states;
    for (;; budget = budget < max_states / 4 ? 4 * budget : max_states) {
        std::optional<Search> best;
        std::size_t winner = 0;
        for (std::size_t i = 0; i < sequences.size(); ++i) {
            if (sequences[i].num_slots > SimplePaths<Code>::kMostSlots) continue;
            Search search{SimplePaths<Code>(sequences[i])};
            if (!search.expand(best ? best->num_states() - 1 : budget, pulse)) continue;
            best = std::move(search);
            winner = i;
        }
        if (best) return {best->reduce(pulse), winner};
        if (budget == max_states) throw TooManyStates(max_states);
    }
}

inline std::pair<Zdd, std::size_t> best_search(const std::vector<PathSteps>& sequences,
                                               std::uint64_t max_states, Pulse& pulse) {
    const std::uint32_t slots = std::min_element(sequences.begin(), sequences.end(), [](auto& a, auto& b) {
                                    return a.num_slots < b.num_slots;
                                })->num_slots;
    if (slots <= SimplePaths<std::uint8_t>::kMostSlots)
        return best_search<std::uint8_t>(sequences, max_states, pulse);
    if (slots <= SimplePaths<std::uint16_t>::kMostSlots)
        return best_search<std::uint16_t>(sequences, max_states, pulse);
    throw std::invalid_argument("the order of the edges leaves " + std::to_string(slots) +
                                " vertices on the frontier; with more than 65535 there is no hope of a "
                                "diagram, so take another order");
}

// `ends`: two vertices an edge; source and target differ. `order`: the edge of each level, or null
// to choose.
inline PathFamily path_family(const std::uint32_t* ends, std::size_t num_edges, std::size_t num_vertices,
                              std::uint32_t source, std::uint32_t target, const std::uint32_t* order,
                              std::uint64_t max_states, Pulse& pulse) {
    pulse.stage("order edges");
    const Incidence graph(ends, num_edges, num_vertices);
    const Array<bool> useful = UsefulEdges::find(graph, source, target, pulse);
    Array<std::uint32_t> levels, kept, kept_ends;  // of the useful edges, in their order
    for (std::uint32_t i = 0; i < num_edges; ++i) {
        const std::uint32_t edge = order ? order[i] : i;
        if (!useful[edge]) continue;
        levels.push_back(i);
        kept.push_back(edge);
        kept_ends.append(ends + 2 * edge, 2);
    }
    PathFamily family;
    if (!kept.empty()) {
        const Incidence kept_graph(kept_ends.data(), kept.size(), num_vertices);
        const auto sequences = sequences_to_try(kept_graph, source, target, order != nullptr, pulse);
        std::vector<PathSteps> steps;
        for (const EdgeSequence& sequence : sequences)
            steps.emplace_back(kept_ends.data(), num_vertices, source, target, sequence);
        auto [zdd, winner] = best_search(steps, max_states, pulse);
        family.zdd = std::move(zdd);
        if (!order)
            for (const std::uint32_t i : sequences[winner]) family.order.push_back(kept[i]);
    }
    if (order) {
        family.order.append(order, num_edges);
        for (std::size_t v = 2; v < family.zdd.level.size(); ++v)
            family.zdd.level[v] = levels[family.zdd.level[v]];
    } else {
        for (std::uint32_t edge = 0; edge < num_edges; ++edge)
            if (!useful[edge]) family.order.push_back(edge);
    }
    return family;
}

}  // namespace nzdd
