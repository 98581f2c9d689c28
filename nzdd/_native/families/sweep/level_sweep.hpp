// A frontier search that keeps the states of two levels, each with a value, and no diagram. `Rule` is that of
// frontier_search.hpp. Time O(states), memory O(states of two levels).
#pragma once

#include <bit>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/frontier_search.hpp"
#include "families/search/state_table.hpp"
#include "families/sweep/measure.hpp"

namespace nzdd {

// `things`: the edge or vertex that each step decides.
template <class Rule>
void level_sweep(const Rule& rule, const Array<std::uint32_t>& things, Measure& measure,
                 std::uint64_t max_states, Pulse& pulse) {
    pulse.stage("search");
    const std::size_t bytes = rule.state_bytes();
    StateTable here(bytes, pulse), next(bytes, pulse);
    Array<unsigned char> state(bytes);
    rule.start(state.data());
    here.number(state.data());
    measure.begin(things);
    std::uint64_t num_states = 0;
    for (std::size_t step = 0; step < rule.num_steps(); ++step) {
        pulse.beat(step, rule.num_steps());
        if ((num_states += here.size()) > max_states) throw TooManyStates(max_states);
        next.clear(here.size());
        measure.step(step);
        for (std::size_t i = 0; i < here.size(); ++i) {
            pulse.within(i << std::bit_width(bytes / 8));  // a long state takes long
            for (const bool take : {false, true}) {
                std::copy_n(here[i], bytes, state.data());
                const std::uint32_t kind = rule.next(step, take, state.data());
                if (kind == kUnitFamily)
                    measure.complete(i, take);
                else if (kind == kOpen)
                    measure.carry(i, next.number(state.data()), take);
            }
        }
        here.swap(next);
        measure.end_step();
    }
}

// What a search gives where nothing is to decide: a family, or its measure.
inline Zdd settled(std::uint32_t family, Measure* measure) {
    Zdd zdd;
    if (!measure)
        zdd.root = family;
    else if (family == kUnitFamily)
        measure->complete_empty();
    return zdd;
}

// The diagram of a rule; with a measure that, and the empty family.
template <class Rule>
Zdd searched(Rule rule, const Array<std::uint32_t>& things, Measure* measure, std::uint64_t max_states,
             Pulse& pulse) {
    if (measure) {
        level_sweep(rule, things, *measure, max_states, pulse);
        return {};
    }
    FrontierSearch<Rule> search(std::move(rule));
    if (!search.expand(max_states, pulse)) throw TooManyStates(max_states);
    return search.reduce(pulse);
}

}  // namespace nzdd
