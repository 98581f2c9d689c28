// The diagram of a family of edge sets: edges that are in none of them are left out, an order of the
// others is given or found, and the frontier search runs on it.
//
// The size of the diagram depends on the order more than on anything else, and no cheap figure predicts
// which of several orders is best. So all of them are tried, with a limit on states that grows until one
// of them suffices.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/edge_order.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"
#include "families/search/incidence.hpp"
#include "families/search/rims.hpp"

namespace nzdd {

struct EdgeFamily {
    Zdd zdd;
    Array<std::uint32_t> order;  // the edge of each level
};

struct EdgeTask {
    const std::uint32_t* ends;  // two vertices an edge
    std::size_t num_edges, num_vertices;
    const std::uint32_t* order;  // the edge of each level, or null to choose
    std::uint64_t max_states;
};

inline void check_slots(std::uint32_t slots, std::uint32_t most) {
    if (slots > most)
        throw std::invalid_argument("the order of the edges leaves " + std::to_string(slots) +
                                    " vertices on the frontier; at most " + std::to_string(most) +
                                    " are supported: choose another order");
}

using EdgeSequence = Array<std::uint32_t>;

// The order the edges come in, and greedy ones from the fixed vertices and from both rims.
inline std::vector<EdgeSequence> sequences_to_try(const Incidence& graph, const Fixed& fixed, bool given,
                                                  Pulse& pulse) {
    std::vector<EdgeSequence> sequences(1), starts;
    for (std::uint32_t edge = 0; edge < graph.num_edges; ++edge) sequences[0].push_back(edge);
    if (given) return sequences;
    const auto add = [&](EdgeSequence from) {
        for (const EdgeSequence& known : starts)
            if (std::equal(known.begin(), known.end(), from.begin(), from.end())) return;
        sequences.push_back(EdgeOrder::from(graph, from, pulse));
        starts.push_back(std::move(from));
    };
    for (const std::uint32_t v : fixed.vertices) add({v});
    Rims rims(graph, fixed.vertices, pulse);
    add(std::move(rims.near));
    add(std::move(rims.far));
    return sequences;
}

// The diagram of the sequence with the fewest states, and which that is. Sequences with too many
// vertices on the frontier for the rule stay out. Time at most a small multiple of that of the best.
// `make(steps)`: the rule.
template <class Make>
std::pair<Zdd, std::size_t> best_search(const std::vector<EdgeSteps>& sequences, const Make& make,
                                        std::uint64_t max_states, Pulse& pulse) {
    using Rule = decltype(make(sequences[0]));
    constexpr std::uint64_t kFirstBudget = 1 << 16;
    std::uint64_t budget = sequences.size() > 1 ? std::min(kFirstBudget, max_states) : max_states;
    for (;; budget = budget < max_states / 4 ? 4 * budget : max_states) {
        std::optional<FrontierSearch<Rule>> best;
        std::size_t winner = 0;
        for (std::size_t i = 0; i < sequences.size(); ++i) {
            if (sequences[i].num_slots > Rule::kMostSlots) continue;
            FrontierSearch<Rule> search{make(sequences[i])};
            if (!search.expand(best ? best->num_states() - 1 : budget, pulse)) continue;
            best = std::move(search);
            winner = i;
        }
        if (best) return {best->reduce(pulse), winner};
        if (budget == max_states) throw TooManyStates(max_states);
    }
}

// `make.template operator()<Code>(steps)`: the rule with slots held by a `Code`, the smallest that does.
template <class Make>
std::pair<Zdd, std::size_t> best_code(const std::vector<EdgeSteps>& sequences, const Make& make,
                                      std::uint64_t max_states, Pulse& pulse) {
    const auto narrow = [&](const EdgeSteps& steps) { return make.template operator()<std::uint8_t>(steps); };
    const auto wide = [&](const EdgeSteps& steps) { return make.template operator()<std::uint16_t>(steps); };
    const std::uint32_t slots = std::min_element(sequences.begin(), sequences.end(), [](auto& a, auto& b) {
                                    return a.num_slots < b.num_slots;
                                })->num_slots;
    if (slots <= decltype(narrow(sequences[0]))::kMostSlots)
        return best_search(sequences, narrow, max_states, pulse);
    constexpr std::uint32_t most = decltype(wide(sequences[0]))::kMostSlots;
    check_slots(slots, most);
    return best_search(sequences, wide, max_states, pulse);
}

// `without_edges`: the family, a terminal, where no edge is useful.
template <class Make>
EdgeFamily edge_search(const EdgeTask& task, const Array<bool>& useful, const Fixed& fixed,
                       std::uint32_t without_edges, const Make& make, Pulse& pulse) {
    Array<std::uint32_t> levels, kept, kept_ends;  // of the useful edges, in their order
    for (std::uint32_t i = 0; i < task.num_edges; ++i) {
        const std::uint32_t edge = task.order ? task.order[i] : i;
        if (!useful[edge]) continue;
        levels.push_back(i);
        kept.push_back(edge);
        kept_ends.append(task.ends + 2 * edge, 2);
    }
    EdgeFamily family;
    family.zdd.root = without_edges;
    if (!kept.empty()) {
        const Incidence graph(kept_ends.data(), kept.size(), task.num_vertices);
        const auto sequences = sequences_to_try(graph, fixed, task.order != nullptr, pulse);
        std::vector<EdgeSteps> steps;
        for (const EdgeSequence& sequence : sequences)
            steps.emplace_back(kept_ends.data(), task.num_vertices, fixed, sequence);
        auto [zdd, winner] = best_code(steps, make, task.max_states, pulse);
        family.zdd = std::move(zdd);
        if (!task.order)
            for (const std::uint32_t i : sequences[winner]) family.order.push_back(kept[i]);
    }
    if (task.order) {
        family.order.append(task.order, task.num_edges);
        for (std::size_t v = 2; v < family.zdd.level.size(); ++v)
            family.zdd.level[v] = levels[family.zdd.level[v]];
    } else {
        for (std::uint32_t edge = 0; edge < task.num_edges; ++edge)
            if (!useful[edge]) family.order.push_back(edge);
    }
    return family;
}

}  // namespace nzdd
