// The rule of the simple paths between two vertices of an undirected multigraph (Simpath: D. E.
// Knuth, TAOCP 4A, 7.1.4, exercise 225). The edges taken so far form fragments of paths. The
// vertices with both decided and undecided edges are the frontier; each has a slot of the state,
// which holds the slot of its mate: the other end of its fragment, itself where it has no edge yet,
// kInner where it has two. A slot not in use holds kInner too, so equal situations are equal bytes.
//
// Source and target begin as the ends of one fragment. Then what is looked for is the cycle that
// closes this fragment, and neither of the two needs a rule of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "diagram/zdd.hpp"
#include "frontier/frontier_search.hpp"
#include "frontier/path_steps.hpp"

namespace nzdd {

// `Code`: an unsigned integer that holds a slot, and one value more.
template <class Code>
class SimplePaths {
public:
    static constexpr std::uint32_t kMostSlots = std::numeric_limits<Code>::max();

    explicit SimplePaths(const PathSteps& steps) : steps_(&steps) {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const { return (steps_->num_slots * sizeof(Code) + 7) / 8 * 8; }

    void start(unsigned char* state) const {
        Code* mate = reinterpret_cast<Code*>(state);
        std::fill_n(mate, state_bytes() / sizeof(Code), kInner);
        mate[PathSteps::kSource] = PathSteps::kTarget;
        mate[PathSteps::kTarget] = PathSteps::kSource;
    }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const PathSteps::Step& step = steps_->steps[index];
        const auto a = static_cast<Code>(step.a), b = static_cast<Code>(step.b);
        Code* mate = reinterpret_cast<Code*>(state);
        if (step.enter_a) mate[a] = a;
        if (step.enter_b) mate[b] = b;
        if (take) {
            const Code mate_a = mate[a], mate_b = mate[b];
            if (mate_a == kInner || mate_b == kInner) return kEmptyFamily;
            if (mate_a == b) return only_fragment(mate, a, b) ? kUnitFamily : kEmptyFamily;
            mate[a] = mate[b] = kInner;
            mate[mate_a] = mate_b;
            mate[mate_b] = mate_a;
        }
        if (step.leave_a && !leave(mate, a)) return kEmptyFamily;
        if (step.leave_b && !leave(mate, b)) return kEmptyFamily;
        return kOpen;
    }

private:
    static constexpr Code kInner = std::numeric_limits<Code>::max();

    // A vertex that leaves as the end of a fragment would stay one.
    static bool leave(Code* mate, Code slot) {
        if (mate[slot] != slot && mate[slot] != kInner) return false;
        mate[slot] = kInner;
        return true;
    }

    // If so, it is that of source and target, which only the closing edge removes.
    bool only_fragment(const Code* mate, Code a, Code b) const {
        for (std::uint32_t slot = 0; slot < steps_->num_slots; ++slot)
            if (mate[slot] != slot && mate[slot] != kInner && slot != a && slot != b) return false;
        return true;
    }

    const PathSteps* steps_;
};

}  // namespace nzdd
