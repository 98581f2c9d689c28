// Rows as users give them, prepared for the builders: CSR rows of strictly increasing levels.
// Rows over at most 64 symbols become words instead (row_words.hpp). `rank` gives the level of each symbol,
// or is null where they are the same. Bad input throws std::invalid_argument, naming the row.
#pragma once

#include <stdexcept>
#include <string>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/row_list.hpp"

namespace nzdd {

inline constexpr std::size_t kWordLevels = 64;

struct CsrRows {
    const std::int64_t* offsets;
    const std::uint32_t* symbols;
    std::size_t num_rows;
    std::size_t num_symbols;

    // Whoever made the arrays may have written to them since they were first looked at.
    void check_offsets(std::size_t num_given) const {
        bool rising = offsets[0] == 0 && offsets[num_rows] == static_cast<std::int64_t>(num_given);
        for (std::size_t i = 0; i < num_rows; ++i) rising &= offsets[i] <= offsets[i + 1];
        if (!rising) throw std::invalid_argument("offsets do not rise from 0 to the number of symbols");
    }
    void check(std::size_t row, std::int64_t at) const {
        if (symbols[at] < num_symbols) return;
        throw std::invalid_argument("row " + std::to_string(row) + " holds symbol " +
                                    std::to_string(symbols[at]) + ", but there are only " +
                                    std::to_string(num_symbols) + " symbols");
    }
};

inline void check_words(const std::uint64_t* words, std::size_t num_rows, std::size_t num_symbols) {
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < num_rows; ++i) seen |= words[i];
    if (num_symbols > kWordLevels || (num_symbols < kWordLevels && seen >> num_symbols))
        throw std::invalid_argument("a word has bits above the " + std::to_string(num_symbols) + " symbols");
}

// Whether every row is strictly increasing already, so that it can be used as it stands.
inline bool increasing(const CsrRows& rows) {
    for (std::size_t i = 0; i < rows.num_rows; ++i) {
        for (std::int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
            rows.check(i, k);
            if (k > rows.offsets[i] && rows.symbols[k - 1] >= rows.symbols[k]) return false;
        }
    }
    return true;
}

// Levels for symbols, each row sorted, repeated symbols dropped.
inline RowList sort_levels(const CsrRows& rows, const std::uint32_t* rank, Pulse& pulse) {
    RowList out;
    pulse.stage("order rows");
    out.offsets.reserve(rows.num_rows + 1);
    out.symbols.resize(static_cast<std::size_t>(rows.offsets[rows.num_rows] - rows.offsets[0]));
    std::uint32_t* end = out.symbols.data();
    for (std::size_t i = 0; i < rows.num_rows; ++i) {
        std::uint32_t* begin = end;
        bool sorted = true;
        for (std::int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
            rows.check(i, k);
            *end = rank ? rank[rows.symbols[k]] : rows.symbols[k];
            sorted = sorted && (end == begin || end[-1] < *end);
            ++end;
        }
        if (!sorted) {
            std::sort(begin, end);
            end = std::unique(begin, end);
        }
        out.offsets.push_back(end - out.symbols.data());
        pulse(i, rows.num_rows);
    }
    out.symbols.resize(static_cast<std::size_t>(end - out.symbols.data()));
    return out;
}

}  // namespace nzdd
