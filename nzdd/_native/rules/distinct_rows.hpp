// Equal rows of bytes.
#pragma once

#include <cstring>

#include "base/hash_slots.hpp"
#include "base/pulse.hpp"

namespace nzdd {

struct DistinctRows {
    Array<std::int64_t> first;    // where each distinct row occurs first, ascending
    Array<std::uint32_t> number;  // of the distinct row of each row
};

// Time and memory O(bytes).
inline DistinctRows distinct_rows(const std::uint8_t* bytes, std::size_t num_rows, std::size_t width,
                                  Pulse& pulse) {
    DistinctRows found;
    found.number.reserve(num_rows);
    Array<std::uint64_t> hashes;
    HashSlots<HashedNumber> slots(pulse);
    for (std::size_t i = 0; i < num_rows; ++i) {
        pulse(i, num_rows);
        const std::uint8_t* row = bytes + i * width;
        std::uint64_t hash = width;
        std::size_t at = 0;
        for (; at + 8 <= width; at += 8) {
            std::uint64_t word;
            std::memcpy(&word, row + at, 8);
            hash = mix(hash + word);
        }
        std::uint64_t word = 0;
        if (at < width) std::memcpy(&word, row + at, width - at);
        hash = scramble(hash + word);
        HashedNumber& slot = slots.find(hash, [&](const HashedNumber& given) {
            return given.agrees(hash) &&
                   std::memcmp(bytes + found.first[given.number - 1] * width, row, width) == 0;
        });
        if (is_free(slot)) {
            found.first.push_back(static_cast<std::int64_t>(i));
            slot = HashedNumber::of(hash, static_cast<std::uint32_t>(found.first.size()));
            found.number.push_back(slot.number - 1);
            slots.filled([](const HashedNumber& given) { return given.hash(); });
        } else {
            found.number.push_back(slot.number - 1);
        }
    }
    return found;
}

}  // namespace nzdd
