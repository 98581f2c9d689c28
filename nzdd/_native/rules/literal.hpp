// Columns of bins, and literals over them.
//
// The known bins of a column are numbered from 0; the bin of missing values, if there is one, comes
// behind them. A literal is a set of bins of one column. All but the last two kinds are about known
// values: neither "x > t" nor "x <= t" holds where x is missing.
#pragma once

#include "base/array.hpp"

namespace nzdd {

enum class Kind : std::uint32_t { kAbove, kAtMost, kEqual, kOther, kMissing, kKnown };

// Of the weight of a rule, one bit each.
using Signs = unsigned;
inline constexpr Signs kPositive = 1, kNegative = 2, kAnySign = 3;

// How much a sum is worth to a weight of one of the signs; below 0 where none is of use.
inline double worth(double sum, Signs signs) {
    return std::max(signs & kPositive ? sum : -1.0, signs & kNegative ? -sum : -1.0);
}

struct Literal {
    std::uint32_t column;
    Kind kind;
    std::uint32_t bin;

    static constexpr std::uint32_t kMaxColumns = 1u << 21;

    std::uint32_t packed() const { return column << 11 | static_cast<std::uint32_t>(kind) << 8 | bin; }
    static Literal of(std::uint32_t packed) {
        return {packed >> 11, static_cast<Kind>(packed >> 8 & 7), packed & 255};
    }
};

// Sums over the bins of a column are turned into a basis from which every literal takes one entry, or
// the sum of all known bins less one entry: first the primary entries (sums up to a bin where bins are
// ordered, otherwise the bins), then the sum of all known bins, then the missing ones.
struct BinColumn {
    std::uint32_t known, missing, ordered;  // bins, 0 or 1, 0 or 1
    int direction = 0;                      // of votes: 1 where they may only rise with the bin, -1 fall
    std::size_t first_item = 0;

    std::size_t num_bins() const { return known + missing; }
    // Of two categories the second is what the first is not.
    std::size_t num_primary() const { return ordered || known == 2 ? known - 1 : known; }
    std::size_t known_entry() const { return ordered ? known - 1 : known; }
    std::size_t missing_entry() const { return known_entry() + 1; }
    std::size_t basis_size() const { return known_entry() + 1 + missing; }

    // The literal of primary entry `i`, or of what it leaves of the known bins.
    Literal literal(std::uint32_t column, std::size_t i, bool complement) const {
        const auto bin = static_cast<std::uint32_t>(i);
        if (ordered) return {column, complement ? Kind::kAbove : Kind::kAtMost, bin};
        if (!complement) return {column, Kind::kEqual, bin};
        if (known == 2) return {column, Kind::kEqual, 1};
        return {column, Kind::kOther, bin};
    }

    // The signs that a rule with this literal may have.
    Signs signs(const Literal& literal) const {
        if (direction == 0 || (literal.kind != Kind::kAbove && literal.kind != Kind::kAtMost))
            return kAnySign;
        return (literal.kind == Kind::kAbove) == (direction > 0) ? kPositive : kNegative;
    }

    bool holds(const Literal& literal, std::uint32_t code) const {
        switch (literal.kind) {
            case Kind::kAbove:
                return code > literal.bin && code < known;
            case Kind::kAtMost:
                return code <= literal.bin;
            case Kind::kEqual:
                return code == literal.bin;
            case Kind::kOther:
                return code != literal.bin && code < known;
            case Kind::kMissing:
                return code == known;
            default:
                return code < known;
        }
    }

    // In place, on `num_bins()` sums with room for `basis_size()`.
    void to_basis(double* sums) const {
        if (ordered) {
            for (std::size_t k = 1; k < known; ++k) sums[k] += sums[k - 1];
            return;
        }
        if (missing) sums[known + 1] = sums[known];
        double total = 0;
        for (std::size_t k = 0; k < known; ++k) total += sums[k];
        sums[known] = total;
    }
};

}  // namespace nzdd
