// Integers of a fixed number of 64-bit words, for sums that must be exact: of one or two words they are those
// of the compiler (where it has some of two), which hold the sums of most floats; kMostWords hold those of
// any floats.
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace nzdd {

template <std::size_t kWords>
struct WideInteger {
    std::uint64_t words[kWords];  // two's complement, least significant first

    WideInteger() = default;
    constexpr WideInteger(std::int64_t value) : words{} {
        for (std::uint64_t& word : words) word = value < 0 ? ~std::uint64_t{0} : 0;
        words[0] = static_cast<std::uint64_t>(value);
    }

    friend constexpr WideInteger operator+(WideInteger a, const WideInteger& b) { return a.add(b, 0, 0); }
    friend constexpr WideInteger operator-(WideInteger a, const WideInteger& b) {
        return a.add(b, ~std::uint64_t{0}, 1);  // the complement, and one
    }
    constexpr WideInteger& operator+=(const WideInteger& other) { return add(other, 0, 0); }

    friend constexpr bool operator==(const WideInteger&, const WideInteger&) = default;
    friend constexpr std::strong_ordering operator<=>(const WideInteger& a, const WideInteger& b) {
        constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
        std::size_t i = kWords - 1;
        if (a.words[i] != b.words[i]) return (a.words[i] ^ kSign) <=> (b.words[i] ^ kSign);
        while (i > 0 && a.words[i] == b.words[i]) --i;
        return a.words[i] <=> b.words[i];
    }

    // Rounded to nearest: the upper 64 bits of the magnitude decide, and whether there is more below.
    explicit operator double() const
        requires(kWords == 2)
    {
        const bool negative = words[1] >> 63;
        const WideInteger size = negative ? WideInteger{0} - *this : *this;
        const int shift = 64 - std::countl_zero(size.words[1]);
        std::uint64_t upper = size.words[shift == 64];
        std::uint64_t below = shift == 64 ? size.words[0] : 0;
        if (shift > 0 && shift < 64) {
            upper = size.words[1] << (64 - shift) | upper >> shift;
            below = size.words[0] << (64 - shift);
        }
        const double value = std::ldexp(static_cast<double>(upper | (below != 0)), shift);
        return negative ? -value : value;
    }

private:
    constexpr WideInteger& add(const WideInteger& other, std::uint64_t flipped, std::uint64_t carry) {
        for (std::size_t i = 0; i < kWords; ++i) {
            const std::uint64_t sum = words[i] + (other.words[i] ^ flipped);
            const bool over = sum < words[i];
            words[i] = sum + carry;
            carry = over | (words[i] < sum);
        }
        return *this;
    }
};

// As many words as the sum of the largest floats in units of the least one needs.
inline constexpr std::size_t kMostWords = 36;

#ifdef __SIZEOF_INT128__
using Integer128 = __int128;
#else
using Integer128 = WideInteger<2>;
#endif

// The i-th of several integers that are given as words.
template <class Integer>
Integer integer_at(const std::int64_t* words, std::size_t i) {
    words += i * (sizeof(Integer) / sizeof(*words));
    if constexpr (sizeof(Integer) == sizeof(*words)) return *words;
#ifdef __SIZEOF_INT128__
    if constexpr (std::is_same_v<Integer, Integer128>)
        return static_cast<Integer>(words[1]) << 64 | static_cast<std::uint64_t>(words[0]);
#endif
    Integer value;
    std::memcpy(&value, words, sizeof(value));
    return value;
}

// Runs `work.template operator()<Integer>()` with the integers of so many words.
template <class Work>
auto with_integers(std::size_t num_words, const Work& work) {
    switch (num_words) {
        case 1:
            return work.template operator()<std::int64_t>();
        case 2:
            return work.template operator()<Integer128>();
        case kMostWords:
            return work.template operator()<WideInteger<kMostWords>>();
    }
    throw std::invalid_argument("no integers have " + std::to_string(num_words) + " words");
}

}  // namespace nzdd

template <std::size_t kWords>
struct std::numeric_limits<nzdd::WideInteger<kWords>> {
    using Integer = nzdd::WideInteger<kWords>;
    static constexpr bool is_specialized = true;

    static constexpr Integer min() {
        Integer least{0};
        least.words[kWords - 1] = std::uint64_t{1} << 63;
        return least;
    }
    static constexpr Integer max() { return Integer{-1} - min(); }
};
