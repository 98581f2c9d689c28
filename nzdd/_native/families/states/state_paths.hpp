// The diagram of the paths through states that a caller lists: all states, each before those that follow it,
// and the transitions between them. States from which no final one is reached are left out, and those that
// can be completed alike are one node.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/search/state_table.hpp"
#include "families/states/path_nodes.hpp"

namespace nzdd {

// The different ones of states, rows of 64-bit integers, numbered as they come.
struct DistinctStates {
    Array<std::uint32_t> number;  // of each row
    Array<std::int64_t> first;    // the first row of each number

    DistinctStates(const std::int64_t* rows, std::size_t count, std::size_t width, Pulse& pulse)
        : number(count) {
        pulse.stage("states");
        StateTable table(8 * width, pulse);
        for (std::size_t i = 0; i < count; ++i) {
            pulse(i, count);
            number[i] = table.number(reinterpret_cast<const unsigned char*>(rows + i * width));
            if (number[i] == first.size()) first.push_back(static_cast<std::int64_t>(i));
        }
    }
};

// State 0 leads to all others, and each transition to a state of a greater number.
struct Transitions {
    std::size_t num_states, count;
    const std::uint32_t *source, *target, *symbol;
    const double* cost;    // null where nothing costs
    const bool* is_final;  // of each state
};

inline CostedNzdd state_paths(const Transitions& given, Pulse& pulse) {
    pulse.stage("merge");
    Array<std::uint32_t> begin(given.num_states + 1, 0), leaving(given.count);
    for (std::size_t e = 0; e < given.count; ++e) ++begin[given.source[e]];
    for (std::size_t v = 0; v < given.num_states; ++v) begin[v + 1] += begin[v];
    for (std::size_t e = given.count; e-- > 0;)
        leaving[--begin[given.source[e]]] = static_cast<std::uint32_t>(e);
    PathNodes nodes(pulse);
    Array<std::uint32_t> node(given.num_states);
    for (std::size_t v = given.num_states; v-- > 0;) {
        pulse(given.num_states - v, given.num_states);
        for (std::size_t i = begin[v]; i < begin[v + 1]; ++i) {
            const std::uint32_t e = leaving[i], target = node[given.target[e]];
            if (target != PathNodes::kNowhere)
                nodes.edge(given.symbol[e], target, given.cost ? given.cost[e] : 0);
        }
        if (given.is_final[v]) nodes.edge(kNoSymbol, PathNodes::kLeaf, 0);
        node[v] = nodes.make();
    }
    return nodes.diagram(node[0], pulse);
}

}  // namespace nzdd
