// What a sweep over the states of a frontier search adds up instead of nodes: a value of each state of two
// levels, and a total over the complete sets.
#pragma once

#include <cstdint>
#include <vector>

#include "base/array.hpp"

namespace nzdd {

class Measure {
public:
    virtual ~Measure() = default;

    // Before the first decision, of one state. `things`: the edge or vertex that each step decides.
    virtual void begin(const Array<std::uint32_t>& things) = 0;
    // Before a step, when no state of the next one is known.
    virtual void step(std::size_t index) = 0;
    // A decision makes state `from` state `to` of the next step; new states come in their order.
    virtual void carry(std::size_t from, std::size_t to, bool take) = 0;
    // A decision completes a set of which nothing else is taken.
    virtual void complete(std::size_t from, bool take) = 0;
    // The empty set, where there is nothing to decide.
    virtual void complete_empty() = 0;
    virtual void end_step() = 0;

    // The total over all sweeps, as words.
    virtual std::vector<std::uint64_t> total() const = 0;
};

}  // namespace nzdd
