// A hash map from 64-bit keys to numbers from one up; the unique table of every builder that meets
// its nodes level by level. It holds the numbers only, 4 bytes a slot, and asks its user for their
// keys, which the diagram holds anyway: tables stay in the cache and little memory is touched.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "array.hpp"
#include "pulse.hpp"

namespace nzdd {

inline std::uint64_t mix(std::uint64_t key) {
    key *= 0x9e3779b97f4a7c15u;
    return key ^ (key >> 29);
}

class IdMap {
public:
    explicit IdMap(Pulse& pulse, std::size_t expected = 32) : pulse_(pulse) { clear(expected); }

    // The number of `key`; for a new key what `make()` returns. `make` must not touch the map.
    template <class KeyOf, class Make>
    std::uint32_t find(std::uint64_t key, const KeyOf& key_of, const Make& make) {
        std::size_t place = mix(key) >> shift_;
        for (; slots_[place]; place = (place + 1) & mask_)
            if (key_of(slots_[place]) == key) return slots_[place];
        const std::uint32_t id = slots_[place] = make();
        if (2 * ++size_ > slots_.size()) grow(key_of);
        return id;
    }

    // Hides the latency of a later `find`.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[mix(key) >> shift_]); }

    void clear(std::size_t expected = 32) {
        size_ = 0;
        reset(std::bit_ceil(std::max<std::size_t>(64, 2 * expected)));
    }

private:
    void reset(std::size_t capacity) {
        slots_.resize(capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            slots_[i] = 0;
            pulse_.within(i);
        }
        mask_ = capacity - 1;
        shift_ = 64 - std::countr_zero(capacity);
    }

    template <class KeyOf>
    void grow(const KeyOf& key_of) {
        Array<std::uint32_t> old;
        old.swap(slots_);
        reset(2 * old.size());
        for (std::size_t i = 0; i < old.size(); ++i) {
            pulse_.within(i);
            if (!old[i]) continue;
            std::size_t place = mix(key_of(old[i])) >> shift_;
            while (slots_[place]) place = (place + 1) & mask_;
            slots_[place] = old[i];
        }
    }

    Pulse& pulse_;
    Array<std::uint32_t> slots_;
    std::size_t size_ = 0, mask_ = 0;
    int shift_ = 0;
};

}  // namespace nzdd
