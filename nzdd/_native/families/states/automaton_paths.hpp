// The words of a given length that a finite automaton accepts. Only states that its start reaches are
// followed, position by position; from the last position back they become nodes.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/states/path_nodes.hpp"

namespace nzdd {

// Tables by position, state and letter; of one position only where it is the same for all.
struct AutomatonTables {
    std::size_t length, num_states, num_letters;
    const std::int64_t* next;  // negative: none
    bool next_varies;
    const double* cost;  // null where nothing costs; infinite: not allowed
    bool cost_varies;
    const bool* is_final;   // of each state
    const bool* is_silent;  // of each letter: whether it is no symbol
    std::uint32_t start;

    std::size_t at(bool varies, std::size_t position, std::size_t state) const {
        return ((varies ? position * num_states : 0) + state) * num_letters;
    }
};

inline CostedNzdd automaton_paths(const AutomatonTables& given, Pulse& pulse) {
    pulse.stage("states");
    const std::size_t size = given.num_states;
    Array<bool> reached((given.length + 1) * size, false);
    reached[given.start] = true;
    const auto each_letter = [&](std::size_t position, std::size_t state, const auto& visit) {
        const std::int64_t* next = given.next + given.at(given.next_varies, position, state);
        const double* cost = given.cost ? given.cost + given.at(given.cost_varies, position, state) : nullptr;
        for (std::size_t letter = 0; letter < given.num_letters; ++letter)
            if (next[letter] >= 0 && !(cost && cost[letter] == std::numeric_limits<double>::infinity()))
                visit(letter, static_cast<std::size_t>(next[letter]), cost ? cost[letter] : 0.0);
    };
    for (std::size_t step = 0; step < given.length * size; ++step) {
        pulse(step, given.length * size);
        bool* const after = reached.data() + (step / size + 1) * size;
        if (reached[step])
            each_letter(step / size, step % size,
                        [&](std::size_t, std::size_t to, double) { after[to] = true; });
    }
    pulse.stage("merge");
    PathNodes nodes(pulse);
    Array<std::uint32_t> here(size, PathNodes::kNowhere), below(size, PathNodes::kNowhere);
    for (std::size_t state = 0; state < size; ++state)
        if (given.is_final[state]) here[state] = PathNodes::kLeaf;
    for (std::size_t position = given.length; position-- > 0;) {
        here.swap(below);
        for (std::size_t state = 0; state < size; ++state) {
            pulse((given.length - 1 - position) * size + state, given.length * size);
            here[state] = PathNodes::kNowhere;
            if (!reached[position * size + state]) continue;
            each_letter(position, state, [&](std::size_t letter, std::size_t to, double cost) {
                const auto symbol = static_cast<std::uint32_t>(position * given.num_letters + letter);
                if (below[to] != PathNodes::kNowhere)
                    nodes.edge(given.is_silent[letter] ? kNoSymbol : symbol, below[to], cost);
            });
            here[state] = nodes.make();
        }
    }
    return nodes.diagram(here[given.start], pulse);
}

}  // namespace nzdd
