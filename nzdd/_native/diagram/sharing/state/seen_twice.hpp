// Which hashes have been met twice: a small table of two bits a place, which most hashes have for themselves.
#pragma once

#include "base/array.hpp"
#include "base/hash_slots.hpp"

namespace nzdd {

class SeenTwice {
public:
    // Room for this many hashes.
    void start(std::size_t expected) { words_.assign(expected * kPlaces / kPerWord + 1, 0); }

    void add(std::uint64_t hash) {
        const Place place = place_of(hash);
        if (times(place) < 2) words_[place.word] += std::uint64_t{1} << place.shift;
    }

    // Never false for a hash that was added twice; seldom true for another.
    bool operator()(std::uint64_t hash) const { return times(place_of(hash)) == 2; }

private:
    static constexpr std::size_t kPlaces = 16, kPerWord = 32;  // places a hash, and in a word

    struct Place {
        std::size_t word;
        int shift;
    };
    Place place_of(std::uint64_t hash) const {
        const std::uint64_t spread = scramble(hash);
        return {static_cast<std::size_t>((spread >> 32) * words_.size() >> 32),
                static_cast<int>(spread % kPerWord * 2)};
    }
    std::uint64_t times(const Place& place) const { return words_[place.word] >> place.shift & 3; }

    Array<std::uint64_t> words_;
};

}  // namespace nzdd
