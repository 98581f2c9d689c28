// The rule of the matchings of an undirected multigraph, or of its perfect ones. A state has
// one bit a slot: whether the vertex on the frontier is matched.
#pragma once

#include <limits>

#include "diagram/zdd.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

class Matchings {
public:
    static constexpr std::uint32_t kMostSlots = std::numeric_limits<std::uint32_t>::max();

    // No edge is a self-loop. A perfect matching covers the vertices with edges.
    Matchings(const EdgeSteps& steps, bool perfect) : steps_(&steps), perfect_(perfect) {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const { return (std::size_t{steps_->num_slots} + 63) / 64 * 8; }
    void start(unsigned char* state) const { std::fill_n(state, state_bytes(), 0); }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = steps_->steps[index];
        if (take) {
            if (covered(state, step.a) || covered(state, step.b)) return kEmptyFamily;
            flip(state, step.a);
            flip(state, step.b);
        }
        if (step.leave_a && !leave(state, step.a)) return kEmptyFamily;
        if (step.leave_b && !leave(state, step.b)) return kEmptyFamily;
        return index + 1 == num_steps() ? kUnitFamily : kOpen;
    }

private:
    static bool covered(const unsigned char* state, std::uint32_t slot) {
        return state[slot / 8] >> slot % 8 & 1;
    }
    static void flip(unsigned char* state, std::uint32_t slot) {
        state[slot / 8] ^= static_cast<unsigned char>(1 << slot % 8);
    }

    bool leave(unsigned char* state, std::uint32_t slot) const {
        if (covered(state, slot))
            flip(state, slot);
        else if (perfect_)
            return false;
        return true;
    }

    const EdgeSteps* steps_;
    bool perfect_;
};

}  // namespace nzdd
