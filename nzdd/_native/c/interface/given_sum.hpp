// Coefficients of a caller and the bounds of their sum, as the words that a search takes.
#pragma once

#include <cstring>

#include "base/array.hpp"
#include "families/search/bounded_sum.hpp"

namespace nzdd {

class GivenSum {
public:
    // `coefficient(i)`: the i-th of so many.
    template <class Coefficient>
    GivenSum(std::size_t size, const Coefficient& coefficient, std::int64_t low, std::int64_t high) {
        Integer128 least = 0, most = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Integer128 each = coefficient(i);
            put(words_, each);
            (each < 0 ? least : most) += each;
        }
        // at most one beyond the least and the greatest sum
        put(bounds_, std::clamp<Integer128>(low, least, most + 1));
        put(bounds_, std::clamp<Integer128>(high, least - 1, most));
    }

    std::size_t size() const { return words_.size() / kWords; }
    SumBounds bounds() const { return {words_.data(), bounds_.data()}; }

private:
    static constexpr std::size_t kWords = sizeof(Integer128) / sizeof(std::int64_t);

    static void put(Array<std::int64_t>& words, Integer128 value) {
        std::int64_t parts[kWords];
        std::memcpy(parts, &value, sizeof(value));
        words.append(parts, kWords);
    }

    Array<std::int64_t> words_, bounds_;
};

}  // namespace nzdd
