// Work on the symbols of rows that are machine words, a byte at a time. Symbol s of n stands at bit
// n - 1 - s.
#pragma once

#include <array>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/row_words.hpp"

namespace nzdd {

// The words in another order: the symbol of level l goes to bit n - 1 - l. Time O(rows).
inline Array<std::uint64_t> reorder_words(const GivenWords& given, const std::uint32_t* symbols,
                                          std::size_t num_symbols, Pulse& pulse) {
    const auto [words, num_rows] = given;
    std::array<std::uint64_t, 64> moved{};  // where each bit goes
    for (std::size_t level = 0; level < num_symbols; ++level)
        moved[num_symbols - 1 - symbols[level]] = std::uint64_t{1} << (num_symbols - 1 - level);
    const std::size_t num_bytes = (num_symbols + 7) / 8;
    std::array<std::array<std::uint64_t, 256>, 8> bits{};  // of each value of each byte
    for (std::size_t b = 0; b < num_bytes; ++b)
        for (std::size_t value = 0; value < 256; ++value)
            for (std::size_t i = 0; i < 8; ++i)
                if (value >> i & 1) bits[b][value] |= moved[8 * b + i];
    pulse.stage("order rows");
    Array<std::uint64_t> out(num_rows);
    for (std::size_t row = 0; row < num_rows; ++row) {
        std::uint64_t word = 0;
        for (std::size_t b = 0; b < num_bytes; ++b) word |= bits[b][words[row] >> (8 * b) & 0xff];
        out[row] = word;
        pulse(row, num_rows);
    }
    return out;
}

// In how many rows each symbol stands. Time O(rows).
inline Array<std::int64_t> word_frequency(const GivenWords& given, std::size_t num_symbols, Pulse& pulse) {
    const auto [words, num_rows] = given;
    const std::size_t num_bytes = (num_symbols + 7) / 8;
    std::array<std::array<std::int64_t, 256>, 8> count{};  // of each value of each byte
    for (std::size_t row = 0; row < num_rows; ++row) {
        for (std::size_t b = 0; b < num_bytes; ++b) ++count[b][words[row] >> (8 * b) & 0xff];
        pulse.within(row);
    }
    Array<std::int64_t> frequency(num_symbols, 0);
    for (std::size_t symbol = 0; symbol < num_symbols; ++symbol) {
        const std::size_t bit = num_symbols - 1 - symbol;
        for (std::size_t value = 0; value < 256; ++value)
            if (value >> (bit % 8) & 1) frequency[symbol] += count[bit / 8][value];
    }
    return frequency;
}

}  // namespace nzdd
