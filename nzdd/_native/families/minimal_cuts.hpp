// The rule of the minimal cuts between two vertices of an undirected multigraph, source and target
// (the fixed vertices, which stay). Such a cut leaves two components, and its edges join the two.
// A state says which vertices on the frontier the edges not taken connect, and which are known to
// lie on the same side or on different sides: classes of vertices, each with a side relative to the
// class's least slot. Where the edges sweep from the source on, there is one class only.
#pragma once

#include <limits>

#include "diagram/zdd.hpp"
#include "families/search/components.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

// `Code`: an unsigned integer that holds twice a slot, and two values more.
template <class Code>
class MinimalCuts {
public:
    static constexpr std::uint32_t kMostSlots = std::numeric_limits<Code>::max() / 2;

    // Every edge lies on a simple path from source to target.
    explicit MinimalCuts(const EdgeSteps& steps) : steps_(&steps) {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const { return (2 * steps_->num_slots * sizeof(Code) + 7) / 8 * 8; }

    void start(unsigned char* state) const {
        std::fill_n(state, state_bytes(), 0xff);
        Components<Code> parts = components(state);
        Code* side = sides(state);
        for (const std::uint32_t slot : {0, 1}) {
            parts.add(slot);
            side[slot] = static_cast<Code>(slot);  // target: the other side of the source
        }
    }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = steps_->steps[index];
        Components<Code> parts = components(state);
        Code* side = sides(state);
        for (const auto& [slot, enters] : {std::pair(step.a, step.enter_a), {step.b, step.enter_b}})
            if (enters) {
                parts.add(slot);
                side[slot] = static_cast<Code>(2 * slot);
            }
        if (!relate(side, step.a, step.b, take)) return kEmptyFamily;
        if (!take) parts.join(step.a, step.b);
        for (const auto& [slot, leaves] : {std::pair(step.a, step.leave_a), {step.b, step.leave_b}})
            if (leaves) {
                if (parts.leave(slot) == parts.kNone) return kEmptyFamily;
                leave(side, slot);
            }
        if (cut_off(parts, side, 0, index) || cut_off(parts, side, 1, index)) return kEmptyFamily;
        return index + 1 == num_steps() ? kUnitFamily : kOpen;
    }

private:
    static constexpr Code kNone = std::numeric_limits<Code>::max();

    Components<Code> components(unsigned char* state) const {
        return {reinterpret_cast<Code*>(state), steps_->num_slots};
    }
    Code* sides(unsigned char* state) const { return reinterpret_cast<Code*>(state) + steps_->num_slots; }

    // False where the opposite is known.
    bool relate(Code* side, std::uint32_t a, std::uint32_t b, bool differ) const {
        const Code first = side[a] / 2, second = side[b] / 2;
        const bool flip = (side[a] ^ side[b] ^ differ) & 1;
        if (first == second) return !flip;
        rename(side, std::max(first, second), std::min(first, second), flip);
        return true;
    }

    void leave(Code* side, std::uint32_t slot) const {
        const Code old = side[slot] / 2;
        side[slot] = kNone;
        if (old != slot) return;
        for (std::uint32_t k = slot + 1; k < steps_->num_slots; ++k)
            if (side[k] != kNone && side[k] / 2 == old)
                return rename(side, old, static_cast<Code>(k), side[k] & 1);
    }

    void rename(Code* side, Code old, Code now, bool flip) const {
        for (std::uint32_t k = 0; k < steps_->num_slots; ++k)
            if (side[k] != kNone && side[k] / 2 == old)
                side[k] = static_cast<Code>(2 * now + ((side[k] & 1) ^ flip));
    }

    // Whether the component of source or target is complete, and another is known to be on its side.
    bool cut_off(const Components<Code>& parts, const Code* side, std::uint32_t fixed,
                 std::size_t index) const {
        if (index < steps_->finish[fixed]) return false;
        bool apart = false;
        for (std::uint32_t k = 2; k < steps_->num_slots; ++k) {
            if (parts.label[k] == fixed) return false;
            apart |= side[k] == side[fixed];
        }
        return apart;
    }

    const EdgeSteps* steps_;
};

}  // namespace nzdd
