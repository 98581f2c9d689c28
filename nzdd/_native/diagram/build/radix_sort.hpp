// Least-significant-digit radix sort of row words with an optional weight each. Stable, so the
// weights of equal rows stay in input order and their sum does not depend on anything else.
#pragma once

#include <array>

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

// Sorts ascending by the lowest `num_bits` bits. `weights` is empty or parallel to `words`.
inline void radix_sort(Array<std::uint64_t>& words, Array<double>& weights, int num_bits, Pulse& pulse) {
    constexpr int kDigit = 11;
    constexpr std::size_t kBuckets = std::size_t{1} << kDigit;
    pulse.stage("sort rows");
    if (std::is_sorted(words.begin(), words.end())) return;
    Array<std::uint64_t> other_words(words.size());
    Array<double> other_weights(weights.size());
    for (int shift = 0; shift < num_bits; shift += kDigit) {
        std::array<std::size_t, kBuckets> place{};
        for (std::uint64_t word : words) ++place[(word >> shift) & (kBuckets - 1)];
        std::size_t begin = 0;
        for (std::size_t& count : place) begin += std::exchange(count, begin);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::size_t to = place[(words[i] >> shift) & (kBuckets - 1)]++;
            other_words[to] = words[i];
            if (!weights.empty()) other_weights[to] = weights[i];
            pulse(i, words.size());
        }
        words.swap(other_words);
        weights.swap(other_weights);
    }
}

}  // namespace nzdd
