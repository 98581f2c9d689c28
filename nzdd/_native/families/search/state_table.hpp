// The distinct states of one step of a frontier search, numbered from zero as they come. A state is
// a fixed number of bytes, a multiple of eight.
#pragma once

#include <cstring>
#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

class StateTable {
public:
    StateTable(std::size_t bytes, Pulse& pulse) : bytes_(bytes), slots_(pulse) {}

    std::size_t size() const { return size_; }
    const unsigned char* operator[](std::size_t i) const { return states_.data() + i * bytes_; }

    // The number of the state, which is copied if it is new.
    std::uint32_t number(const unsigned char* state) {
        std::uint64_t hash = 0;
        for (std::size_t k = 0; k < bytes_; k += 8) hash = mix(hash ^ word(state + k));
        HashedNumber& slot = slots_.find(hash, [&](const HashedNumber& known) {
            return known.agrees(hash) && equal(known.number - 1, state);
        });
        if (!is_free(slot)) return slot.number - 1;
        if (size_ >= kNoLevel - 2)
            throw std::length_error("a step of the search has more than 2^32 - 3 states");
        states_.append(state, bytes_);
        slot = HashedNumber::of(hash, static_cast<std::uint32_t>(++size_));
        slots_.filled([](const HashedNumber& known) { return known.hash(); });
        return static_cast<std::uint32_t>(size_ - 1);
    }

    void clear(std::size_t expected) {
        size_ = 0;
        states_.clear();
        slots_.clear(expected);
    }

    void swap(StateTable& other) noexcept {
        std::swap(size_, other.size_);
        states_.swap(other.states_);
        slots_.swap(other.slots_);
    }

private:
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

    std::size_t bytes_;
    Array<unsigned char> states_;
    HashSlots<HashedNumber, 4> slots_;  // numbers plus one
    std::size_t size_ = 0;
};

}  // namespace nzdd
