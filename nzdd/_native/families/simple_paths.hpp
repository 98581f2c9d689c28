// The rule of the simple cycles of an undirected multigraph, and of the simple paths between two of
// its vertices (Simpath: D. E. Knuth, TAOCP 4A, 7.1.4, exercise 225). The edges taken so far form
// fragments of paths. Each vertex on the frontier has a slot of the state, which holds the slot of
// its mate: the other end of its fragment, itself where it has no edge yet, kInner where it has two.
// A slot not in use holds kInner too, so equal situations are equal bytes.
//
// For paths, source and target are fixed, and begin as the ends of one fragment. Then what is looked
// for is the cycle that closes this fragment, and neither of the two needs a rule of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "diagram/zdd.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

// `Code`: an unsigned integer that holds a slot, and one value more.
template <class Code>
class SimplePaths {
public:
    static constexpr std::uint32_t kMostSlots = std::numeric_limits<Code>::max();

    explicit SimplePaths(const EdgeSteps& steps) : steps_(&steps) {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const { return (steps_->num_slots * sizeof(Code) + 7) / 8 * 8; }

    void start(unsigned char* state) const {
        Code* mate = reinterpret_cast<Code*>(state);
        std::fill_n(mate, state_bytes() / sizeof(Code), kInner);
        if (steps_->finish.empty()) return;
        mate[0] = 1;
        mate[1] = 0;
    }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = steps_->steps[index];
        const auto a = static_cast<Code>(step.a), b = static_cast<Code>(step.b);
        Code* mate = reinterpret_cast<Code*>(state);
        if (step.enter_a) mate[a] = a;
        if (step.enter_b) mate[b] = b;
        if (take) {
            const Code mate_a = mate[a], mate_b = mate[b];
            if (mate_a == kInner || mate_b == kInner) return kEmptyFamily;
            if (mate_a == b) return only_fragment(mate, a, b) ? kUnitFamily : kEmptyFamily;
            if (a == b) return kEmptyFamily;
            mate[a] = mate[b] = kInner;
            mate[mate_a] = mate_b;
            mate[mate_b] = mate_a;
        }
        if (step.leave_a && !leave(mate, a)) return kEmptyFamily;
        if (step.leave_b && !leave(mate, b)) return kEmptyFamily;
        return index + 1 == num_steps() ? kEmptyFamily : kOpen;
    }

private:
    static constexpr Code kInner = std::numeric_limits<Code>::max();

    // A vertex that leaves as the end of a fragment would stay one.
    static bool leave(Code* mate, Code slot) {
        if (mate[slot] != slot && mate[slot] != kInner) return false;
        mate[slot] = kInner;
        return true;
    }

    // For paths it is then that of source and target, which only the closing edge removes.
    bool only_fragment(const Code* mate, Code a, Code b) const {
        for (std::uint32_t slot = 0; slot < steps_->num_slots; ++slot)
            if (mate[slot] != slot && mate[slot] != kInner && slot != a && slot != b) return false;
        return true;
    }

    const EdgeSteps* steps_;
};

}  // namespace nzdd
