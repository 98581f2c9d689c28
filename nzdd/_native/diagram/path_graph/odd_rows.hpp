// Zero-half cuts: sets of up to three rows, halved and rounded, that a point violates.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

// Rows over columns of which only parities matter: column c has odd coefficients in
// rows[offsets[c] ... offsets[c + 1]), and the value x[c].
struct OddColumns {
    std::size_t num_rows, num_columns;
    const std::int64_t* offsets;
    const std::uint32_t* rows;
    const double* x;
};

struct OddRows {
    Array<std::uint32_t> triples;  // three rows each; num_rows in place of a missing one
    Array<double> weights;
};

// All sets of one to three rows whose sides have an odd sum, and whose slacks plus the values of the columns
// that are odd in their sum weigh less than `below`. Time O(rows^3 + sum over columns of (odd rows)^3).
inline OddRows odd_rows(const OddColumns& columns, const double* slack, const std::uint8_t* odd, double below,
                        Pulse& pulse) {
    const std::size_t m = columns.num_rows, width = m + 1;
    Array<double> weight(width, 0.0), both(width * width, 0.0), all(width, 0.0);
    Array<std::int64_t> first(width + 1, 0);
    for (std::size_t i = 0; i < m; ++i) weight[i] = slack[i];
    const auto each = [&](std::size_t c, auto&& visit) {
        for (std::int64_t k = columns.offsets[c]; k < columns.offsets[c + 1]; ++k) visit(columns.rows[k]);
    };
    for (std::size_t c = 0; c < columns.num_columns; ++c)
        each(c, [&](std::uint32_t i) {
            ++first[i + 1];
            weight[i] += columns.x[c];
            each(c, [&](std::uint32_t j) { both[i * width + j] += columns.x[c]; });
        });
    for (std::size_t i = 0; i < width; ++i) first[i + 1] += first[i];
    Array<std::uint32_t> of_row(static_cast<std::size_t>(first[width]));
    Array<std::int64_t> end(width, 0);
    std::copy(first.begin(), first.begin() + width, end.begin());
    for (std::size_t c = 0; c < columns.num_columns; ++c)
        each(c, [&](std::uint32_t i) {
            of_row[static_cast<std::size_t>(end[i]++)] = static_cast<std::uint32_t>(c);
        });
    OddRows found;
    const auto take = [&](std::size_t i, std::size_t j, std::size_t k, double value) {
        for (const std::size_t row : {i, j, k}) found.triples.push_back(static_cast<std::uint32_t>(row));
        found.weights.push_back(value);
    };
    const auto is_odd = [&](std::size_t i) { return i < m && odd[i]; };
    Array<std::uint8_t> here(columns.num_columns, 0);
    for (std::size_t i = 0; i < m; ++i) {
        if (odd[i] && weight[i] < below) take(i, m, m, weight[i]);
        for (std::int64_t c = first[i]; c < first[i + 1]; ++c) here[of_row[static_cast<std::size_t>(c)]] = 1;
        for (std::size_t j = i + 1; j < m; ++j) {
            pulse.within(j);
            std::fill(all.begin(), all.end(), 0.0);
            for (std::int64_t at = first[j]; at < first[j + 1]; ++at) {
                const std::uint32_t c = of_row[static_cast<std::size_t>(at)];
                if (here[c]) each(c, [&](std::uint32_t k) { all[k] += columns.x[c]; });
            }
            const double* of_i = both.data() + i * width;
            const double* of_j = both.data() + j * width;
            const double pair = weight[i] + weight[j] - 2 * of_i[j];
            const bool parity = is_odd(i) != is_odd(j);
            for (std::size_t k = j + 1; k <= m; ++k) {
                const double value = pair + weight[k] - 2 * (of_i[k] + of_j[k]) + 4 * all[k];
                if (value < below && parity != is_odd(k)) take(i, j, k, value);
            }
        }
        for (std::int64_t c = first[i]; c < first[i + 1]; ++c) here[of_row[static_cast<std::size_t>(c)]] = 0;
    }
    return found;
}

}  // namespace nzdd
