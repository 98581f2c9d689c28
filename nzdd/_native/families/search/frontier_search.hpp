// A ZDD from the top down, for a family given by a rule instead of its rows. The levels are decided one
// after the other; what a partial decision means for the later ones is its state, and partial decisions
// of equal state share a node. A sweep upwards then removes what leads nowhere and
// merges equal nodes, as in BitTable. Time and memory O(states).
//
// (J. Kawahara, T. Inoue, H. Iwashita and S. Minato 2017, frontier-based search, after D. E. Knuth,
// TAOCP 4A, 7.1.4; the split into a rule and a builder is that of H. Iwashita's TdZdd.)
//
// A `Rule` has
//   num_steps()               how many levels there are to decide, at least one
//   state_bytes()             the size of a state, a multiple of eight
//   start(state)              writes the state before the first decision
//   next(step, take, state)   alters a state by a decision, and says what follows: a terminal of the
//                             diagram, or further decisions (kOpen), never after the last step
#pragma once

#include <bit>
#include <limits>
#include <new>
#include <string>

#include "base/array.hpp"
#include "base/id_map.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/state_table.hpp"

namespace nzdd {

inline constexpr std::uint32_t kOpen = 2;
inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Reaches Python as a MemoryError.
class TooManyStates : public std::bad_alloc {
public:
    explicit TooManyStates(std::uint64_t limit)
        : text_("the search has met more than max_states = " + std::to_string(limit) + " states") {}
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

template <class Rule>
class FrontierSearch {
public:
    explicit FrontierSearch(Rule rule) : rule_(std::move(rule)) {}

    std::uint64_t num_states() const { return children_.size(); }

    // Meets all states; false, and not to be reduced, where there are more than `max_states`.
    bool expand(std::uint64_t max_states, Pulse& pulse) {
        pulse.stage("search");
        const std::size_t bytes = rule_.state_bytes();
        StateTable here(bytes, pulse), next(bytes, pulse);
        Array<unsigned char> state(bytes);
        rule_.start(state.data());
        here.number(state.data());
        for (std::size_t step = 0; step < rule_.num_steps(); ++step) {
            pulse.beat(step, rule_.num_steps());
            if (children_.size() + here.size() > max_states) return false;
            begin_.push_back(children_.size());
            next.clear(here.size());
            const auto child = [&](std::size_t i, bool take) {
                std::copy_n(here[i], bytes, state.data());
                const std::uint32_t kind = rule_.next(step, take, state.data());
                return kind == kOpen ? next.number(state.data()) + kOpen : kind;
            };
            for (std::size_t i = 0; i < here.size(); ++i) {
                pulse.within(i << std::bit_width(bytes / 8));  // a long state takes long
                const std::uint32_t low = child(i, false);
                children_.push_back({low, child(i, true)});
            }
            here.swap(next);
        }
        return true;
    }

    // Once, after `expand`. A node's level is its step.
    Zdd reduce(Pulse& pulse) {
        pulse.stage("reduce");
        Zdd zdd;
        IdMap known(pulse);
        Array<std::uint32_t> below{kEmptyFamily, kUnitFamily}, ids;  // the nodes of what children name
        for (std::size_t step = rule_.num_steps(); step-- > 0;) {
            pulse.beat(rule_.num_steps() - step, rule_.num_steps());
            const std::size_t first = begin_[step], size = children_.size() - first;
            known.clear(size / 2);
            ids.resize(size + kOpen);
            ids[kEmptyFamily] = kEmptyFamily;
            ids[kUnitFamily] = kUnitFamily;
            for (std::size_t i = 0; i < size; ++i) {
                pulse.within(i);
                const std::uint32_t low = below[children_[first + i].low],
                                    high = below[children_[first + i].high];
                ids[kOpen + i] = high == kEmptyFamily
                                     ? low
                                     : node(zdd, known, static_cast<std::uint32_t>(step), low, high);
            }
            children_.resize(first);
            below.swap(ids);
        }
        zdd.root = below[kOpen];
        return zdd;
    }

private:
    // Each a terminal, or the number of a state of the next step plus kOpen.
    struct Children {
        std::uint32_t low, high;
    };

    static std::uint32_t node(Zdd& zdd, IdMap& known, std::uint32_t level, std::uint32_t low,
                              std::uint32_t high) {
        return known.find(
            std::uint64_t{low} << 32 | high,
            [&zdd](std::uint32_t id) { return std::uint64_t{zdd.low[id]} << 32 | zdd.high[id]; },
            [&] { return zdd.add(level, low, high); });
    }

    Rule rule_;
    Array<Children> children_;  // of all states, step by step
    Array<std::size_t> begin_;  // the first state of each step
};

}  // namespace nzdd
