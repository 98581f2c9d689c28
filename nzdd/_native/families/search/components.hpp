// The components of a partial graph, as far as they reach the frontier: each slot holds the least
// slot of its component, or kNone. So equal partitions are equal bytes. Each operation O(slots).
#pragma once

#include <cstdint>
#include <limits>

namespace nzdd {

// `Code`: an unsigned integer that holds a slot, and one value more.
template <class Code>
struct Components {
    static constexpr Code kNone = std::numeric_limits<Code>::max();

    Code* label;
    std::uint32_t num_slots;

    void add(std::uint32_t slot) { label[slot] = static_cast<Code>(slot); }

    void join(std::uint32_t a, std::uint32_t b) {
        const Code first = label[a], second = label[b];
        if (first != second) replace(first < second ? second : first, first < second ? first : second);
    }

    // The label of the component then, kNone where it has no other slots.
    Code leave(std::uint32_t slot) {
        const Code old = label[slot];
        label[slot] = kNone;
        if (old != slot) return old;
        for (std::uint32_t k = slot + 1; k < num_slots; ++k)
            if (label[k] == old) {
                replace(old, static_cast<Code>(k));
                return static_cast<Code>(k);
            }
        return kNone;
    }

    std::uint32_t count() const {
        std::uint32_t number = 0;
        for (std::uint32_t k = 0; k < num_slots; ++k) number += label[k] == k;
        return number;
    }

    void replace(Code old, Code now) {
        for (std::uint32_t k = 0; k < num_slots; ++k)
            if (label[k] == old) label[k] = now;
    }
};

}  // namespace nzdd
