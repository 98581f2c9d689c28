// The rule of the simple cycles of a directed multigraph, and of the simple paths between two of its
// vertices: as in SimplePaths, but a fragment is entered at its first vertex and left at its last. A
// slot holds twice its mate, plus one at the first vertex of a fragment; a vertex without an arc is
// first and last, and holds twice itself.
//
// For paths, source and target are fixed, and begin as one fragment from target to source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "diagram/zdd.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

// `Code`: an unsigned integer that holds twice a slot, and two values more.
template <class Code>
class DirectedPaths {
public:
    static constexpr std::uint32_t kMostSlots = std::numeric_limits<Code>::max() / 2;

    explicit DirectedPaths(const EdgeSteps& steps) : steps_(&steps) {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const { return (steps_->num_slots * sizeof(Code) + 7) / 8 * 8; }

    void start(unsigned char* state) const {
        Code* code = reinterpret_cast<Code*>(state);
        std::fill_n(code, state_bytes() / sizeof(Code), kInner);
        if (steps_->finish.empty()) return;
        code[1] = first(0);
        code[0] = last(1);
    }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = steps_->steps[index];
        Code* code = reinterpret_cast<Code*>(state);
        if (step.enter_a) code[step.a] = last(step.a);
        if (step.enter_b) code[step.b] = last(step.b);
        if (take) {
            const Code at_a = code[step.a], at_b = code[step.b];
            const std::uint32_t mate_a = at_a / 2, mate_b = at_b / 2;
            if (at_a == kInner || at_b == kInner) return kEmptyFamily;
            if (at_a != last(mate_a)) return kEmptyFamily;                       // has an arc out
            if (at_b != first(mate_b) && mate_b != step.b) return kEmptyFamily;  // has an arc in
            if (mate_a == step.b) return only_fragment(code, step) ? kUnitFamily : kEmptyFamily;
            code[step.a] = code[step.b] = kInner;
            code[mate_a] = first(mate_b);
            code[mate_b] = last(mate_a);
        }
        if (step.leave_a && !leave(code, step.a)) return kEmptyFamily;
        if (step.leave_b && !leave(code, step.b)) return kEmptyFamily;
        return index + 1 == num_steps() ? kEmptyFamily : kOpen;
    }

private:
    static constexpr Code kInner = std::numeric_limits<Code>::max();

    // The first and the last vertex of a fragment, by the other one of the two.
    static Code first(std::uint32_t mate) { return static_cast<Code>(2 * mate + 1); }
    static Code last(std::uint32_t mate) { return static_cast<Code>(2 * mate); }

    static bool fragment(const Code* code, std::uint32_t slot) {
        return code[slot] != kInner && code[slot] != last(slot);
    }

    static bool leave(Code* code, std::uint32_t slot) {
        if (fragment(code, slot)) return false;
        code[slot] = kInner;
        return true;
    }

    bool only_fragment(const Code* code, const EdgeSteps::Step& step) const {
        for (std::uint32_t slot = 0; slot < steps_->num_slots; ++slot)
            if (fragment(code, slot) && slot != step.a && slot != step.b) return false;
        return true;
    }

    const EdgeSteps* steps_;
};

}  // namespace nzdd
