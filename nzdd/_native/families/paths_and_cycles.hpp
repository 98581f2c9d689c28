// The rule of the simple cycles of a multigraph, and of the simple paths between two of its vertices
// (Simpath: D. E. Knuth, TAOCP 4A, 7.1.4, exercise 225). The edges taken so far form fragments of paths.
// Each vertex on the frontier has a slot of the state, which holds the slot of its mate: the other end of
// its fragment, itself if it has no edge yet, kInner if it has two. An unused slot holds kInner too, so
// equal situations are equal bytes.
//
// A directed fragment is entered at its first vertex and left at its last: a slot holds twice its mate,
// plus one at the first vertex of a fragment; a vertex without an arc is first and last, and holds twice
// itself.
//
// For paths, source and target are fixed, and begin as the ends of one fragment (from target to source, if
// directed). The search is then for the cycle that closes this fragment, and neither of the two needs a
// rule of its own.
#pragma once

#include <limits>

#include "diagram/zdd.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

// `Code`: an unsigned integer that holds a slot and one value more, or twice a slot and two values more if
// directed.
template <class Code, bool kDirected>
class SimplePaths {
public:
    static constexpr std::uint32_t kMostSlots = std::numeric_limits<Code>::max() / (kDirected ? 2 : 1);

    explicit SimplePaths(const EdgeSteps& steps) : steps_(&steps) {}

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
            const std::uint32_t mate_a = mate(at_a), mate_b = mate(at_b);
            if (at_a == kInner || at_b == kInner) return kEmptyFamily;
            if (at_a != last(mate_a)) return kEmptyFamily;                       // has an arc out
            if (at_b != first(mate_b) && mate_b != step.b) return kEmptyFamily;  // has an arc in
            if (mate_a == step.b) return only_fragment(code, step) ? kUnitFamily : kEmptyFamily;
            if (step.a == step.b) return kEmptyFamily;
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

    // What the first and the last vertex of a fragment hold, given the other one of the two.
    static Code first(std::uint32_t mate) { return static_cast<Code>(kDirected ? 2 * mate + 1 : mate); }
    static Code last(std::uint32_t mate) { return static_cast<Code>(kDirected ? 2 * mate : mate); }
    static std::uint32_t mate(Code code) { return kDirected ? code / 2 : code; }

    static bool fragment(const Code* code, std::uint32_t slot) {
        return code[slot] != kInner && code[slot] != last(slot);
    }

    // A vertex that leaves as the end of a fragment would stay one.
    static bool leave(Code* code, std::uint32_t slot) {
        if (fragment(code, slot)) return false;
        code[slot] = kInner;
        return true;
    }

    // For paths it is then that of source and target, which only the closing edge removes.
    bool only_fragment(const Code* code, const EdgeSteps::Step& step) const {
        for (std::uint32_t slot = 0; slot < steps_->num_slots; ++slot)
            if (fragment(code, slot) && slot != step.a && slot != step.b) return false;
        return true;
    }

    const EdgeSteps* steps_;
};

}  // namespace nzdd
