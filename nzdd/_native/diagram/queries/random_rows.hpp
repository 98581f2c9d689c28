// Random rows of a family: each row as likely as any other, or by the product of weights of its
// symbols. (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 25.)
#pragma once

#include <bit>
#include <cmath>
#include <random>
#include <stdexcept>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/queries/row_counts.hpp"
#include "diagram/row_list.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

using RandomBits = std::mt19937_64;  // what it gives for a seed is a matter of the C++ standard

// A uniform integer in [0, bound), exactly; 0 < bound. Two draws at most are expected.
inline void draw_below(Limbs bound, RandomBits& bits, Array<std::uint64_t>& number) {
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound.back());
    do {
        number.clear();
        for (std::size_t k = 0; k < bound.size(); ++k) number.push_back(bits());
        number.back() &= mask;
        trim(number);
    } while (!less({number.data(), number.size()}, bound));
}

// Independent rows, all equally likely: the row of a random rank. Time O(depth x limbs) a row, at
// most, and seldom more than O(depth).
inline RowList uniform_rows(const RowCounts& counts, std::uint64_t count, RandomBits& bits, Pulse& pulse) {
    pulse.stage("random rows");
    if (count > 0 && counts.total().empty())
        throw std::invalid_argument("the family is empty: there is no row to draw");
    RowList rows;
    Array<std::uint64_t> rank;
    for (std::uint64_t i = 0; i < count; ++i) {
        pulse.within(rows.symbols.size());
        draw_below(counts.total(), bits, rank);
        counts.unrank(rank, rows.symbols);
        rows.end_row();
    }
    return rows;
}

// The share of the high branch in the weight of the rows below each node, where a row weighs the
// product of `weights[level]` over its symbols. Weights are numbers in [0.5, 1) times powers of two,
// so that none overflows or vanishes. Time and memory O(nodes).
inline Array<double> high_shares(const ZddView& zdd, const double* weights) {
    Array<double> share(zdd.num_nodes), part(zdd.num_nodes);
    Array<std::int64_t> power(zdd.num_nodes);
    for (std::uint32_t terminal : {kEmptyFamily, kUnitFamily}) {
        part[terminal] = terminal;
        power[terminal] = 0;
    }
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
        const double low = part[zdd.low[v]];
        const std::int64_t low_power = power[zdd.low[v]];
        int exponent;
        const double high = std::frexp(weights[zdd.level[v]], &exponent) * part[zdd.high[v]];
        const std::int64_t high_power = power[zdd.high[v]] + exponent;
        const std::int64_t top = low == 0    ? high_power
                                 : high == 0 ? low_power
                                             : std::max(low_power, high_power);
        const auto scaled = [top](double value, std::int64_t at) {
            return value == 0 ? 0.0
                              : std::ldexp(value, static_cast<int>(std::max<std::int64_t>(at - top, -9999)));
        };
        const double with = scaled(high, high_power), sum = scaled(low, low_power) + with;
        share[v] = sum == 0 ? 0.0 : with / sum;
        part[v] = std::frexp(sum, &exponent);
        power[v] = top + exponent;
    }
    if (part[zdd.root] == 0) throw std::invalid_argument("every row of the family weighs zero");
    return share;
}

// Independent rows, each as likely as its weight says (see `high_shares`) up to the rounding of the
// shares. Time O(nodes), and O(depth) a row.
inline RowList weighted_rows(const ZddView& zdd, const double* weights, std::uint64_t count, RandomBits& bits,
                             Pulse& pulse) {
    pulse.stage("random rows");
    RowList rows;
    if (count == 0) return rows;
    if (zdd.root == kEmptyFamily) throw std::invalid_argument("the family is empty: there is no row to draw");
    const Array<double> share = high_shares(zdd, weights);
    std::uint64_t steps = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        for (std::uint32_t v = zdd.root; v >= 2;) {
            pulse.within(steps++);
            const bool high = static_cast<double>(bits() >> 11) * 0x1p-53 < share[v];
            if (high) rows.symbols.push_back(zdd.level[v]);
            v = high ? zdd.high[v] : zdd.low[v];
        }
        rows.end_row();
    }
    return rows;
}

}  // namespace nzdd
