// A number that equal families have in common, in whatever order of the symbols and with whatever
// numbers of nodes: the sum over all rows of the product of one pseudo-random number a symbol, modulo
// the prime 2^61 - 1. Two different families over n symbols agree with a chance of about n / 2^61.
// (J. T. Schwartz, Fast probabilistic algorithms for verification of polynomial identities, 1980.)
#pragma once

#include "base/hash_slots.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

inline constexpr std::uint64_t kMersenne = (std::uint64_t{1} << 61) - 1;

// a, b < 2^61
inline std::uint64_t add_mod(std::uint64_t a, std::uint64_t b) {
    return a + b >= kMersenne ? a + b - kMersenne : a + b;
}

inline std::uint64_t multiply_mod(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    const auto product = static_cast<unsigned __int128>(a) * b;
    return add_mod(static_cast<std::uint64_t>(product & kMersenne),
                   static_cast<std::uint64_t>(product >> 61));
#else
    // by halves of 32 bits, where 2^61 = 1: the upper product counts 2^64 = 8, the middle ones 2^32
    constexpr std::uint64_t kHalf = 0xffffffff, kLow29 = (std::uint64_t{1} << 29) - 1;
    const std::uint64_t low = (a & kHalf) * (b & kHalf), high = (a >> 32) * (b >> 32);
    const std::uint64_t middle = (a >> 32) * (b & kHalf) + (a & kHalf) * (b >> 32);
    const std::uint64_t sum =
        8 * high + (middle >> 29) + ((middle & kLow29) << 32) + (low & kMersenne) + (low >> 61);
    return add_mod(sum & kMersenne, sum >> 61);
#endif
}

// `symbols` lists the symbol of each level, or is null where levels are symbols. Time O(nodes).
inline std::uint64_t fingerprint(const ZddView& zdd, const std::uint32_t* symbols) {
    const auto at_node = [&](std::size_t v, std::uint64_t low, std::uint64_t high) {
        const std::uint64_t symbol = symbols ? symbols[zdd.level[v]] : zdd.level[v];
        return add_mod(low, multiply_mod(scramble(symbol * kGolden) % kMersenne, high));
    };
    return sweep<std::uint64_t>(zdd, 0, 1, at_node)[zdd.root];
}

}  // namespace nzdd
