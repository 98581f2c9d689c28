// What a condition on sets of edges is to a Conjunction: a machine that reads the edges one after the
// other, as taken or not, and whose state is a fixed number of bytes. Situations that the same further
// edges complete should be equal bytes: so the bytes of what is no longer on the frontier are 0xff.
//
// The state of a condition may rest on the components of the edges taken, which the conjunction keeps for
// all: the label of each slot, kNone for a vertex that belongs to none. What a condition knows of a
// component it keeps at the slot that is the component's label.
//
// A condition overrides the events it listens to, and is told of no others. Events that return false end
// the partial decision.
#pragma once

#include <stdexcept>

#include "families/search/components.hpp"
#include "families/search/edge_steps.hpp"

namespace nzdd {

// Thrown where a condition has more to number than its codes can.
class CodesTooNarrow : public std::length_error {
public:
    CodesTooNarrow() : std::length_error("the degrees or groups have too many states") {}
};

template <class Code>
class Condition {
public:
    using Parts = Components<Code>;
    static constexpr Code kNone = Parts::kNone;
    // Whether the condition rests on components, and whether it asks for those of full vertices too.
    static constexpr bool kComponents = false, kFullVertices = false;
    // Whether an edge that is not taken can break the condition.
    static constexpr bool kEveryEdge = false;

    virtual ~Condition() = default;

    virtual std::size_t bytes() const { return 0; }

    // Before the first vertex enters; the state comes filled with 0xff.
    virtual void start(unsigned char*) const {}
    virtual bool enter(unsigned char*, std::uint32_t /*slot*/, std::uint32_t /*vertex*/) const {
        return true;
    }
    // Before the components change.
    virtual bool decide(unsigned char*, std::size_t /*step*/, bool /*take*/, const Parts&) const {
        return true;
    }
    // Two components become one, `kept`, the lower of the two labels.
    virtual bool join(unsigned char*, Code /*kept*/, Code /*gone*/, const EdgeSteps::Step&,
                      const Parts&) const {
        return true;
    }
    // A vertex that can have no further edge has left a component, whose label is now `to`: kNone where
    // the component is complete. `now`: the number of steps begun.
    virtual bool drop(unsigned char*, std::uint32_t /*slot*/, Code /*from*/, Code /*to*/, std::size_t /*now*/,
                      const Parts&) const {
        return true;
    }
    // All edges of the vertex are decided.
    virtual bool leave(unsigned char*, std::uint32_t /*slot*/, std::uint32_t /*vertex*/) const {
        return true;
    }

    // After `now` steps: false where the condition cannot hold any more.
    virtual bool settle(unsigned char*, std::size_t /*now*/, const Parts&) const { return true; }
    // Whether no further edge can be taken.
    virtual bool done(const unsigned char*, std::size_t /*now*/) const { return false; }
    // Whether the condition holds where no further edge is taken.
    virtual bool accepts(const unsigned char*, std::size_t /*now*/, const Parts&) const { return true; }
    // Whether the condition holds whatever follows.
    virtual bool free(const unsigned char*, std::size_t /*now*/) const { return false; }
    // The edges that one of a step's ends cannot have any more after the step, as bits: 1 as its first end, 2
    // as its second.
    virtual unsigned full(const unsigned char*, std::uint32_t /*slot*/, std::size_t /*step*/) const {
        return 0;
    }
};

}  // namespace nzdd
