// The distinct states of one step of a frontier search, numbered from zero as they come. A state is
// a fixed number of bytes, a multiple of eight. Open addressing; a slot keeps half of the hash, so that
// hardly any state but the right one is compared.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "array.hpp"
#include "diagram/id_map.hpp"
#include "diagram/zdd.hpp"
#include "pulse.hpp"

namespace nzdd {

class StateTable {
public:
    StateTable(std::size_t bytes, Pulse& pulse) : bytes_(bytes), pulse_(pulse) { clear(0); }

    std::size_t size() const { return size_; }
    const unsigned char* operator[](std::size_t i) const { return states_.data() + i * bytes_; }

    // The number of the state, which is copied if it is new.
    std::uint32_t number(const unsigned char* state) {
        std::uint64_t full = 0;
        for (std::size_t k = 0; k < bytes_; k += 8) full = mix(full ^ word(state + k));
        const auto hash = static_cast<std::uint32_t>(full >> 32);
        std::size_t place = hash & mask_;
        for (; slots_[place].number; place = (place + 1) & mask_)
            if (slots_[place].hash == hash && equal(slots_[place].number - 1, state))
                return slots_[place].number - 1;
        if (size_ >= kNoLevel - 2) throw std::length_error("a step of the search has over 2^32 - 3 states");
        states_.append(state, bytes_);
        slots_[place] = {hash, static_cast<std::uint32_t>(++size_)};
        if (2 * size_ > slots_.size()) grow();
        return static_cast<std::uint32_t>(size_ - 1);
    }

    void clear(std::size_t expected) {
        size_ = 0;
        states_.clear();
        reset(std::bit_ceil(std::max<std::size_t>(64, 2 * expected)));
    }

    void swap(StateTable& other) noexcept {
        std::swap(size_, other.size_);
        std::swap(mask_, other.mask_);
        states_.swap(other.states_);
        slots_.swap(other.slots_);
    }

private:
    struct Slot {
        std::uint32_t hash, number;  // the number plus one; zero: free
    };

    static std::uint64_t word(const unsigned char* bytes) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        return word;
    }

    bool equal(std::size_t i, const unsigned char* state) const {
        const unsigned char* known = (*this)[i];
        for (std::size_t k = 0; k < bytes_; k += 8)
            if (word(known + k) != word(state + k)) return false;
        return true;
    }

    void reset(std::size_t capacity) {
        slots_.resize(capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            slots_[i] = {0, 0};
            pulse_.within(i);
        }
        mask_ = capacity - 1;
    }

    void grow() {
        Array<Slot> old;
        old.swap(slots_);
        reset(4 * old.size());
        for (std::size_t i = 0; i < old.size(); ++i) {
            pulse_.within(i);
            if (!old[i].number) continue;
            std::size_t place = old[i].hash & mask_;
            while (slots_[place].number) place = (place + 1) & mask_;
            slots_[place] = old[i];
        }
    }

    std::size_t bytes_;
    Pulse& pulse_;
    Array<unsigned char> states_;
    Array<Slot> slots_;
    std::size_t size_ = 0, mask_ = 0;
};

}  // namespace nzdd
