// States in an order in which each comes before those that follow it (A. B. Kahn, Topological sorting of
// large networks, 1962). States on cycles, and those behind them, are not in it. Time and memory O(states +
// transitions).
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

inline Array<std::uint32_t> topological_order(std::size_t num_states, const std::uint32_t* source,
                                              const std::uint32_t* target, std::size_t count, Pulse& pulse) {
    Array<std::size_t> begin(num_states + 1, 0);
    Array<std::uint32_t> leaving(count), entries(num_states, 0), order;
    for (std::size_t e = 0; e < count; ++e) {
        ++begin[source[e]];
        ++entries[target[e]];
    }
    for (std::size_t v = 0; v < num_states; ++v) begin[v + 1] += begin[v];
    for (std::size_t e = count; e-- > 0;) leaving[--begin[source[e]]] = target[e];
    order.reserve(num_states);
    for (std::size_t v = 0; v < num_states; ++v)
        if (entries[v] == 0) order.push_back(static_cast<std::uint32_t>(v));
    for (std::size_t at = 0; at < order.size(); ++at) {
        pulse.within(at);
        const std::uint32_t v = order[at];
        for (std::size_t i = begin[v]; i < begin[v + 1]; ++i)
            if (--entries[leaving[i]] == 0) order.push_back(leaving[i]);
    }
    return order;
}

}  // namespace nzdd
