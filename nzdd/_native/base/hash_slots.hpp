// The slots of a hash table: open addressing, at most half of them filled, nothing is taken out. What a
// slot holds, and what it stands for, is up to its user, who fills it. Slot{} is free: `is_free(slot)`.
#pragma once

#include <bit>

#include "base/array.hpp"
#include "base/prefetch.hpp"
#include "base/pulse.hpp"

namespace nzdd {

inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;  // 2^64 over the golden ratio

inline std::uint64_t mix(std::uint64_t key) {
    key *= kGolden;
    return key ^ (key >> 29);
}

// A pseudo-random number for each key, such that sums of them tell sets apart (the step of splitmix64:
// G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators, 2014).
inline std::uint64_t scramble(std::uint64_t key) {
    key += kGolden;
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9u;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebu;
    return key ^ (key >> 31);
}

inline std::uint64_t hash_node(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
    return mix(mix(std::uint64_t{low} << 32 | high) + level);
}

// A slot that is just a number from one up, whose meaning only the user knows.
inline bool is_free(std::uint32_t number) { return number == 0; }

// A number from one up, and the upper half of the hash of what it stands for: where that is long,
// hardly any but the right one is compared, and a table grows without touching it.
struct HashedNumber {
    std::uint32_t half = 0, number = 0;

    static HashedNumber of(std::uint64_t hash, std::uint32_t number) {
        return {static_cast<std::uint32_t>(hash >> 32), number};
    }
    bool agrees(std::uint64_t hash) const { return half == hash >> 32; }
    std::uint64_t hash() const { return std::uint64_t{half} << 32; }
};
inline bool is_free(const HashedNumber& slot) { return slot.number == 0; }

// `kGrowth`: 4 moves slots less often than 2, for up to twice the memory.
template <class Slot, int kGrowth = 2>
class HashSlots {
public:
    explicit HashSlots(Pulse& pulse, std::size_t expected = 32) : pulse_(pulse) { clear(expected); }

    // Of the slots to which a hash leads the one that `is_it`, or the free one behind them. The upper
    // bits of the hash choose where to begin.
    template <class IsIt>
    Slot& find(std::uint64_t hash, const IsIt& is_it) {
        return slots_[place(hash, is_it)];
    }
    template <class IsIt>
    const Slot& find(std::uint64_t hash, const IsIt& is_it) const {
        return slots_[place(hash, is_it)];
    }

    // A free slot has been filled. Slots found before may have moved.
    template <class HashOf>
    void filled(const HashOf& hash_of) {
        if (2 * ++size_ > slots_.size()) grow(kGrowth * slots_.size(), hash_of);
    }

    // Makes room for this many filled slots in all.
    template <class HashOf>
    void reserve(std::size_t expected, const HashOf& hash_of) {
        if (2 * expected > slots_.size()) grow(std::bit_ceil(2 * expected), hash_of);
    }

    void clear(std::size_t expected = 32) {
        size_ = 0;
        reset(std::bit_ceil(std::max<std::size_t>(64, 2 * expected)));
    }

    // Empties it, with the capacity it had before it grew last.
    void restart() {
        clear(slots_.size() / kGrowth / 2);
        slots_.shrink_to_fit();
    }

    std::size_t size() const { return size_; }
    std::size_t num_bytes() const { return slots_.num_bytes(); }

    void swap(HashSlots& other) noexcept {
        slots_.swap(other.slots_);
        std::swap(size_, other.size_);
        std::swap(mask_, other.mask_);
        std::swap(shift_, other.shift_);
    }

    // Hides the latency of a later `find`.
    void prefetch(std::uint64_t hash) const { prefetch_memory(&slots_[hash >> shift_]); }

private:
    template <class IsIt>
    std::size_t place(std::uint64_t hash, const IsIt& is_it) const {
        std::size_t place = hash >> shift_;
        while (!is_free(slots_[place]) && !is_it(slots_[place])) place = (place + 1) & mask_;
        return place;
    }

    void reset(std::size_t capacity) {
        slots_.resize(capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            slots_[i] = Slot{};
            pulse_.within(i);
        }
        mask_ = capacity - 1;
        shift_ = 64 - std::countr_zero(capacity);
    }

    // Where memory does not suffice, or the pulse throws, nothing has changed.
    template <class HashOf>
    [[gnu::noinline]] void grow(std::size_t capacity, const HashOf& hash_of) {
        HashSlots larger(pulse_, capacity / 2);
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            pulse_.within(i);
            if (!is_free(slots_[i]))
                larger.find(hash_of(slots_[i]), [](const Slot&) { return false; }) = slots_[i];
        }
        larger.size_ = size_;
        swap(larger);
    }

    Pulse& pulse_;
    Array<Slot> slots_;
    std::size_t size_ = 0, mask_ = 0;
    int shift_ = 0;
};

}  // namespace nzdd
