// The diagram of a family of vertex sets.
#pragma once

#include <stdexcept>

#include "families/sweep/level_sweep.hpp"
#include "families/vertices/neighbours.hpp"
#include "families/vertices/vertex_sets.hpp"
#include "families/vertices/vertex_steps.hpp"

namespace nzdd {

template <class Code>
Zdd vertex_family(const VertexSteps& plan, const VertexConditions& conditions,
                  const Array<std::uint32_t>& order, Measure* measure, std::uint64_t max_states,
                  Pulse& pulse) {
    return searched(VertexSets<Code>(plan, conditions), order, measure, max_states, pulse);
}

// `order`: all vertices, at least one.
inline Zdd vertex_sets(const Neighbours& graph, const Array<std::uint32_t>& order,
                       const VertexConditions& conditions, Measure* measure, std::uint64_t max_states,
                       Pulse& pulse) {
    const VertexSteps plan(graph, order);
    constexpr std::uint32_t kNarrow = Components<std::uint8_t>::kNone,
                            kWide = Components<std::uint16_t>::kNone;
    if (plan.num_places <= kNarrow || !conditions.connected())
        return vertex_family<std::uint8_t>(plan, conditions, order, measure, max_states, pulse);
    if (plan.num_places <= kWide)
        return vertex_family<std::uint16_t>(plan, conditions, order, measure, max_states, pulse);
    throw std::invalid_argument("the order of the vertices leaves " + std::to_string(plan.num_places) +
                                " of them next to undecided ones; at most " + std::to_string(kWide) +
                                " are supported: choose another order");
}

}  // namespace nzdd
