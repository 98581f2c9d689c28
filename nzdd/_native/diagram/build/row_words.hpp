// Rows over at most 64 symbols as machine words, one at a time: level l of n at bit n - 1 - l. A source
// computes word i from the user's row i on demand, so that a method which needs each word once stores
// none of them. Bad input throws std::invalid_argument, naming the row.
#pragma once

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/array.hpp"
#include "diagram/csr_rows.hpp"

namespace nzdd {

struct GivenWords {
    const std::uint64_t* words;
    std::size_t num_rows;

    std::uint64_t word(std::size_t row) const { return words[row]; }
};

class CsrWords {
public:
    CsrWords(const CsrRows& rows, const std::uint32_t* rank) : num_rows(rows.num_rows), rows_(rows) {
        for (std::size_t s = 0; s < rows.num_symbols; ++s)
            bit_[s] = std::uint64_t{1} << (rows.num_symbols - 1 - (rank ? rank[s] : s));
    }

    std::uint64_t word(std::size_t row) const {
        std::uint64_t word = 0;
        std::uint32_t largest = 0;  // checked once a row: most rows are valid
        const std::uint32_t* const end = rows_.symbols + rows_.offsets[row + 1];
        for (const std::uint32_t* symbol = rows_.symbols + rows_.offsets[row]; symbol != end; ++symbol) {
            largest = std::max(largest, *symbol);
            word |= bit_[*symbol % kWordLevels];
        }
        if (largest >= rows_.num_symbols)
            for (std::int64_t k = rows_.offsets[row]; k < rows_.offsets[row + 1]; ++k) rows_.check(row, k);
        return word;
    }

    const std::size_t num_rows;

private:
    const CsrRows rows_;
    std::array<std::uint64_t, kWordLevels> bit_{};
};

// A matrix of num_rows x num_symbols bytes, each 0 or 1.
class DenseWords {
public:
    DenseWords(const std::uint8_t* matrix, std::size_t rows, std::size_t num_symbols)
        : num_rows(rows), matrix_(matrix), num_symbols_(num_symbols), bits_((num_symbols + 7) / 8) {
        for (std::size_t b = 0; b < bits_.size(); ++b) {
            for (std::size_t x = 0; x < 256; ++x) {
                bits_[b][x] = 0;
                for (std::size_t s = 8 * b; s < std::min(num_symbols, 8 * b + 8); ++s)
                    if (x >> (s % 8) & 1) bits_[b][x] |= std::uint64_t{1} << (num_symbols - 1 - s);
            }
        }
    }

    std::uint64_t word(std::size_t i) const {
        const std::uint8_t* row = matrix_ + i * num_symbols_;
        std::uint64_t word = 0, seen = 0;
        for (std::size_t b = 0; b < bits_.size(); ++b) {
            std::uint64_t bytes = 0;
            if (8 * b + 8 <= num_symbols_) {
                std::memcpy(&bytes, row + 8 * b, 8);
            } else if (num_symbols_ >= 8) {  // the last eight bytes of the row, those seen before shifted out
                std::memcpy(&bytes, row + num_symbols_ - 8, 8);
                bytes >>= 8 * (8 * b + 8 - num_symbols_);
            } else {
                std::memcpy(&bytes, row, num_symbols_);
            }
            seen |= bytes;
            word |= bits_[b][bytes * 0x0102040810204080u >> 56];  // byte 0 to bit 0, byte 1 to bit 1, ...
        }
        if (seen & 0xfefefefefefefefeu) {
            const auto column =
                std::find_if(row, row + num_symbols_, [](std::uint8_t x) { return x > 1; }) - row;
            throw std::invalid_argument("entry (" + std::to_string(i) + ", " + std::to_string(column) +
                                        ") is neither 0 nor 1; rows of a family hold only 0 and 1");
        }
        return word;
    }

    const std::size_t num_rows;

private:
    const std::uint8_t* matrix_;
    std::size_t num_symbols_;
    // [b][x]: the row bits of eight columns 8 b .. 8 b + 7 whose bytes have been gathered in x
    Array<std::array<std::uint64_t, 256>> bits_;
};

}  // namespace nzdd
