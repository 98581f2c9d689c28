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
    const auto product = static_cast<unsigned __int128>(a) * b;
    return add_mod(static_cast<std::uint64_t>(product & kMersenne),
                   static_cast<std::uint64_t>(product >> 61));
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
