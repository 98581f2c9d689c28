// A number that equal families have in common, in whatever order of the symbols and with whatever
// numbers of nodes: the sum over all rows of the product of one pseudo-random number a symbol, modulo
// the prime 2^61 - 1. Two different families over n symbols agree with a chance of about n / 2^61.
// (J. T. Schwartz, Fast probabilistic algorithms for verification of polynomial identities, 1980.)
#pragma once

#include <cstdint>

#include "base/array.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

inline constexpr std::uint64_t kMersenne = (std::uint64_t{1} << 61) - 1;

// a, b < 2^61
inline std::uint64_t multiply_mod(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    const std::uint64_t sum =
        static_cast<std::uint64_t>(product & kMersenne) + static_cast<std::uint64_t>(product >> 61);
    return sum >= kMersenne ? sum - kMersenne : sum;
}

// (G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators, 2014.)
inline std::uint64_t number_of_symbol(std::uint64_t symbol) {
    std::uint64_t z = (symbol + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) % kMersenne;
}

// `symbols` lists the symbol of each level, or is null where levels are symbols. Time O(nodes).
inline std::uint64_t fingerprint(const ZddView& zdd, const std::uint32_t* symbols) {
    const auto at_node = [&](std::size_t v, std::uint64_t low, std::uint64_t high) {
        const std::uint32_t symbol = symbols ? symbols[zdd.level[v]] : zdd.level[v];
        const std::uint64_t sum = low + multiply_mod(number_of_symbol(symbol), high);
        return sum >= kMersenne ? sum - kMersenne : sum;
    };
    return sweep<std::uint64_t>(zdd, 0, 1, at_node)[zdd.root];
}

}  // namespace nzdd
