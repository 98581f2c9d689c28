// The diagram of a family of edge sets: the edges that are in none of them are left out, and the frontier
// search decides the others in the given order.
#pragma once

#include <stdexcept>
#include <string>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/edge_steps.hpp"
#include "families/sweep/level_sweep.hpp"

namespace nzdd {

struct EdgeTask {
    const std::uint32_t* ends;  // two vertices an edge
    std::size_t num_edges, num_vertices;
    const std::uint32_t* order;  // the edge of each level
    std::uint64_t max_states;
    Measure* measure = nullptr;  // what is added up instead of a diagram
};

inline void check_slots(std::uint32_t slots, std::uint32_t most) {
    if (slots > most)
        throw std::invalid_argument("the order of the edges leaves " + std::to_string(slots) +
                                    " vertices on the frontier; at most " + std::to_string(most) +
                                    " are supported: choose another order");
}

// The edges that may be taken, and their levels.
struct UsefulSequence {
    Array<std::uint32_t> edges, levels;

    UsefulSequence(const EdgeTask& task, const bool* useful) {
        for (std::uint32_t i = 0; i < task.num_edges; ++i) {
            if (!useful[task.order[i]]) continue;
            edges.push_back(task.order[i]);
            levels.push_back(i);
        }
    }

    // Of a diagram over the steps, one over all levels.
    Zdd spread(Zdd zdd) const {
        for (std::size_t v = 2; v < zdd.level.size(); ++v) zdd.level[v] = levels[zdd.level[v]];
        return zdd;
    }
};

// `make.template operator()<Code>(steps)`: the rule with slots held by a `Code`, the smallest that does.
// `without_edges`: the family, a terminal, where no edge is useful.
template <class Make>
Zdd edge_search(const EdgeTask& task, const Array<bool>& useful, const Fixed& fixed,
                std::uint32_t without_edges, const Make& make, Pulse& pulse) {
    const UsefulSequence sequence(task, useful.data());
    if (sequence.edges.empty()) return settled(without_edges, task.measure);
    const EdgeSteps steps(task.ends, task.num_vertices, fixed, sequence.edges);
    const auto found = [&](auto rule) {
        return sequence.spread(
            searched(std::move(rule), sequence.edges, task.measure, task.max_states, pulse));
    };
    using Narrow = decltype(make.template operator()<std::uint8_t>(steps));
    if (steps.num_slots <= Narrow::kMostSlots) return found(make.template operator()<std::uint8_t>(steps));
    check_slots(steps.num_slots, decltype(make.template operator()<std::uint16_t>(steps))::kMostSlots);
    return found(make.template operator()<std::uint16_t>(steps));
}

}  // namespace nzdd
