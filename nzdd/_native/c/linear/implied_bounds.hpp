// Terms of rows within bounds of the columns: their greatest values, and the rounding errors of sums.
// (formulations/propagation/implied_bounds.py.)
#pragma once

#include "c/linear/family_rows.hpp"

namespace nzdd {

// By which a row may be violated, and an integer column be off an integer.
inline constexpr double kTolerance = 1e-6;
inline constexpr double kExactIntegers = 0x1p53;  // sums of integers up to this are exact
inline constexpr double kFarOut = 0x1p960;        // sums of up to 2^63 smaller terms do not overflow

// The bounds of the columns, and which of these are integer.
struct Box {
    const double *lower, *upper;
    const std::uint8_t* integrality;  // null where it plays no part

    // The greatest value of a term; infinite without a bound, or with one so large that sums might overflow.
    double greatest(double coefficient, std::int32_t column) const {
        const double value = coefficient == 0 ? 0 : coefficient * (coefficient > 0 ? upper : lower)[column];
        return std::abs(value) < kFarOut ? value : kInfinity;
    }
};

// A sum of k rounded products is off by at most k + 1 units in the last place of the sum of their sizes
// (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2). A sum of integers is exact
// below 2^53.
inline double rounding_error(double additions, double size, bool exact) {
    if (exact && size <= kExactIntegers) return 0;
    return 2 * (additions + 8) * std::numeric_limits<double>::epsilon() * size;
}

// Whether no point within the bounds satisfies a row, not even up to the tolerance.
inline bool is_broken(const ListedRows& rows, std::size_t row, const Box& box) {
    double sum[2] = {0, 0},
           size[2] = {0, 0};  // of minus the least and of the greatest value of the left side
    const std::int64_t begin = rows.matrix.offsets[row], end = rows.matrix.offsets[row + 1];
    for (std::int64_t k = begin; k < end; ++k) {
        for (int greatest : {0, 1}) {
            const double value = rows.matrix.values[k];
            const double term = box.greatest(greatest ? value : -value, rows.matrix.columns[k]);
            sum[greatest] += term;
            size[greatest] += std::abs(term);
        }
    }
    const auto error = [&](int side) {
        return rounding_error(static_cast<double>(end - begin), size[side], false);
    };
    const auto tolerance = [](double side) { return kTolerance * std::max(1.0, std::abs(side)); };
    const double lower = rows.lower[row], upper = rows.upper[row];
    return sum[1] < lower - tolerance(lower) - error(1) || -sum[0] > upper + tolerance(upper) + error(0);
}

// The bound of a column that a single row implies where the others are within their bounds; infinite without.
inline double implied_bound(const ListedRows& row, const Box& box, std::int32_t column, bool upper_bound) {
    double bound = upper_bound ? kInfinity : -kInfinity;
    for (const double sign : {1.0, -1.0}) {  // both sides as sign * values @ x >= side
        double rest = sign > 0 ? -row.lower[0] : row.upper[0], own = 0;
        for (std::int64_t k = 0; k < row.matrix.offsets[1]; ++k) {
            const double value = sign * row.matrix.values[k];
            if (row.matrix.columns[k] == column)
                own = value;
            else
                rest += box.greatest(value, row.matrix.columns[k]);
        }
        if (own > 0 && !upper_bound) bound = std::max(bound, -rest / own);
        if (own < 0 && upper_bound) bound = std::min(bound, -rest / own);
    }
    return bound;
}

}  // namespace nzdd
