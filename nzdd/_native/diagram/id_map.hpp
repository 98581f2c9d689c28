// An open-addressing hash map from non-zero 64-bit keys to node numbers; the unique table of
// every builder that meets its nodes level by level.
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
    explicit IdMap(Pulse& pulse) : pulse_(pulse) { clear(); }

    // The place of `key`: either it holds the key, or it is free (key 0) and may be filled by
    // writing both members and calling `filled`, before any other call.
    struct Slot {
        std::uint64_t key;
        std::uint32_t id;
    };

    Slot& operator[](std::uint64_t key) {
        std::size_t place = mix(key) >> shift_;
        while (slots_[place].key != key && slots_[place].key != 0) place = (place + 1) & mask_;
        return slots_[place];
    }

    void filled() {
        if (2 * ++size_ > slots_.size()) grow();
    }

    void clear() {
        size_ = 0;
        reset(64);
    }

private:
    void reset(std::size_t capacity) {
        slots_.resize(capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            slots_[i] = {0, 0};
            pulse_.within(i);
        }
        mask_ = capacity - 1;
        shift_ = 64 - std::countr_zero(capacity);
    }

    void grow() {
        Array<Slot> old;
        old.swap(slots_);
        reset(4 * old.size());
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (old[i].key) (*this)[old[i].key] = old[i];
            pulse_.within(i);
        }
    }

    Pulse& pulse_;
    Array<Slot> slots_;
    std::size_t size_ = 0, mask_ = 0;
    int shift_ = 0;
};

}  // namespace nzdd
