// Bounds that all rows of a diagram imply: those of row by row propagation, as if each were listed.
//
// With the greatest length of every symbol within the bounds, two sweeps give for each symbol the least
// greatest length of the other symbols in a row with it, and so the bound that the strictest row implies for
// each of its columns. A column in a symbol and in the symbol that every row has counts once, with the sum of
// both coefficients. A column in several other symbols of one row counts as several columns, which gives
// valid bounds, but perhaps weaker ones. (formulations/propagation/diagram_rows.py and fixpoint.py.)
#pragma once

#include <functional>

#include "c/linear/implied_bounds.hpp"

namespace nzdd {

class Propagation {
public:
    explicit Propagation(const FamilyRows& rows)
        : rows_(rows), terms_(rows.terms()), integers_(whole(terms_.constant)) {
        const SparseRows& of_symbol = terms_.of_symbol;
        std::int64_t widest = 0;
        column_.append(of_symbol.columns.data(), of_symbol.columns.size());
        value_.append(of_symbol.values.data(), of_symbol.values.size());
        integers_ = integers_ && whole(value_);
        for (std::size_t s = 0; s < terms_.num_symbols(); ++s) {
            const std::int64_t size = of_symbol.offsets[s + 1] - of_symbol.offsets[s];
            widest = std::max(widest, size);
            for (std::int64_t k = 0; k < size; ++k) symbol_.push_back(static_cast<std::uint32_t>(s));
        }
        Pulse pulse;
        const Array<double> ones(terms_.num_symbols(), -1.0);
        const double longest = -rows.search().least(ones.data(), pulse);
        longest_ = std::isfinite(longest) ? static_cast<std::size_t>(longest) : 0;
        additions_ = static_cast<double>(longest_) + static_cast<double>(widest);
        find_common();
    }

    // Tightens bounds in place; a row that no point within them satisfies, or none.
    ListedRows tighten(double* lower, double* upper, const std::uint8_t* integrality, int max_rounds) const {
        const Box box{lower, upper, integrality};
        const std::size_t size = terms_.num_columns();
        for (int round = 0; round < max_rounds; ++round) {
            Array<double> low(size, -kInfinity), high(size, kInfinity);
            bool suspect = false;
            imply(box, suspect, [&](std::size_t term, double coefficient, double bound, const Lengths&) {
                const std::int32_t j = column_[term];
                if (coefficient > 0)
                    low[j] = std::max(low[j], bound);
                else
                    high[j] = std::min(high[j], bound);
            });
            if (suspect) {
                ListedRows row = broken(box);
                if (row.matrix.size() > 0) return row;
            }
            bool changed = false;
            for (std::size_t j = 0; j < size; ++j)
                changed |= merge(lower[j], upper[j], low[j], high[j], box, j);
            if (!changed) break;
        }
        return rows_.listed({});
    }

    // The row that implies the tightest lower or upper bound of a column, or none. One where the column is in
    // several symbols may imply less than was found, as its own bounds play a part there: then none, too.
    ListedRows reason(const Box& box, std::int32_t column, bool upper_bound) const {
        double tightest = upper_bound ? kInfinity : -kInfinity, sign = 1;
        std::uint32_t through = 0;
        Array<double> lengths;
        bool suspect = false;
        imply(box, suspect, [&](std::size_t term, double coefficient, double bound, const Lengths& of) {
            if (column_[term] != column || (coefficient < 0) != upper_bound) return;
            if (upper_bound ? bound >= tightest : bound <= tightest) return;
            tightest = bound;
            through = symbol_[term];
            sign = of.sign;
            lengths.clear();
            lengths.append(of.symbol.data(), of.symbol.size());
            if (!std::isfinite(lengths[through])) lengths[through] = of.own[through];
        });
        if (lengths.empty()) return rows_.listed({});
        // So far below all others that the shortest row has it.
        double total = 1;
        for (const double length : lengths) total += std::isfinite(length) ? std::abs(length) : 0;
        lengths[through] -= std::exp2(std::ceil(std::log2(total)) + 2);
        Pulse pulse;
        ListedRows row = rows_.listed(rows_.search().shortest(lengths.data(), 1, kInfinity, pulse));
        if (row.matrix.size() == 0) return row;
        const double bound = implied_bound(row, box, column, upper_bound);
        const double slack = kTolerance * std::max(1.0, std::abs(tightest));
        const bool follows = upper_bound ? bound <= tightest + slack : bound >= tightest - slack;
        return follows ? std::move(row) : rows_.listed({});
    }

    // Whether every point within the bounds satisfies all rows.
    bool hold(const Box& box) const {
        Pulse pulse;
        for (const double sign : signs()) {
            Lengths of = lengths(-sign, box);
            for (double& length : of.symbol) length = -length;
            if (!(rows_.search().least(of.symbol.data(), pulse) >= error(of, box))) return false;
        }
        return true;
    }

private:
    // The greatest lengths of symbols within bounds, and what they are made of: `symbol` is infinite where a
    // term is unbounded; `own` is the sum of the finite terms and the constant, `unbounded` the number of the
    // others. Of each term, `coefficient` is that of its column in a row with the symbol, `value` the
    // greatest of what the symbol adds, `common` the greatest of what every row has of this column.
    struct Lengths {
        double sign;
        Array<double> symbol, own;
        Array<std::uint32_t> unbounded;
        Array<double> coefficient, value, common;
    };

    static bool whole(const Array<double>& values) {
        return std::all_of(values.begin(), values.end(),
                           [](double value) { return !std::isfinite(value) || value == std::rint(value); });
    }

    std::size_t num_terms() const { return column_.size(); }

    Array<double> signs() const { return rows_.is_equality() ? Array<double>{1, -1} : Array<double>{1}; }

    // The symbol that every row has, at the root, and the columns it shares.
    void find_common() {
        const std::int64_t common = rows_.common_symbol();
        const std::size_t size = terms_.num_columns();
        Array<double> everywhere(size, 0.0);
        Array<std::uint32_t> owners(size, 0);
        Array<std::int64_t> opponent(size, -1);
        for (std::size_t t = 0; t < num_terms(); ++t) {
            if (symbol_[t] == common)
                everywhere[column_[t]] += value_[t];
            else
                ++owners[column_[t]];
        }
        everywhere_.assign(num_terms(), 0.0);
        opponent_.assign(num_terms(), -1);
        for (std::size_t t = 0; t < num_terms(); ++t) {
            const std::int32_t j = column_[t];
            if (symbol_[t] == common || everywhere[j] == 0 || owners[j] != 1) continue;
            everywhere_[t] = everywhere[j];
            if (everywhere[j] * value_[t] < 0) opponent[j] = symbol_[t];  // both work against each other
        }
        for (std::size_t t = 0; t < num_terms(); ++t)
            if (symbol_[t] == common) opponent_[t] = opponent[column_[t]];
    }

    Lengths lengths(double sign, const Box& box) const {
        const std::size_t size = terms_.num_symbols();
        Lengths of{sign, Array<double>(size), Array<double>(size, 0.0), Array<std::uint32_t>(size, 0), {}, {},
                   {}};
        for (std::size_t t = 0; t < num_terms(); ++t) {
            const double everywhere = sign * everywhere_[t];
            const double common = box.greatest(everywhere, column_[t]);
            const bool counted = std::isfinite(common);
            const double coefficient = sign * value_[t] + (counted ? everywhere : 0);
            const double value = box.greatest(coefficient, column_[t]) - (counted ? common : 0);
            of.coefficient.push_back(coefficient);
            of.common.push_back(counted ? common : 0);
            of.value.push_back(value);
            if (std::isfinite(value))
                of.own[symbol_[t]] += value;
            else
                ++of.unbounded[symbol_[t]];
        }
        for (std::size_t s = 0; s < size; ++s) {
            of.own[s] += sign * terms_.constant[s];
            of.symbol[s] = of.unbounded[s] > 0 ? kInfinity : of.own[s];
        }
        return of;
    }

    // Calls `visit(term, coefficient, bound, lengths)` for each bound that is worth a look.
    template <class Visit>
    void imply(const Box& box, bool& suspect, const Visit& visit) const {
        Pulse pulse;
        for (const double sign : signs()) {
            const Lengths of = lengths(sign, box);
            const auto [least, beside] = rows_.search().least_beside(of.symbol.data(), pulse);
            suspect |= least < -kTolerance;
            const double off = error(of, box);
            for (std::size_t t = 0; t < num_terms(); ++t) {
                const std::uint32_t s = symbol_[t];
                const double width = box.upper[column_[t]] - box.lower[column_[t]];
                const bool finite = std::isfinite(of.value[t]);
                // Else the row holds at either bound.
                if (!(beside[s] + of.symbol[s] < std::abs(of.coefficient[t]) * width) &&
                    (finite || !std::isfinite(beside[s])))
                    continue;
                double rest = beside[s] + of.own[s] - of.common[t] - (finite ? of.value[t] : 0);
                if (of.unbounded[s] > (finite ? 0u : 1u)) rest = kInfinity;
                // A row with the opponent has another coefficient. Only where these are longer than the
                // shortest rows, the shortest are without it.
                const std::int64_t opponent = opponent_[t];
                if (opponent >= 0 && !(beside[opponent] + of.symbol[opponent] > least + 2 * off))
                    rest = kInfinity;
                double bound;
                if (implied(of.coefficient[t], rest, off, box.integrality[column_[t]] != 0, bound))
                    visit(t, of.coefficient[t], bound, of);
            }
        }
    }

    // The bound of `coefficient * x >= -rest`, if one follows. Those of continuous columns are rounded
    // outwards, those of integer columns inwards, after the row and the column were given their tolerance.
    static bool implied(double coefficient, double rest, double off, bool whole, double& bound) {
        constexpr double kHuge = 1e9;  // at greater values rows would hold to no tolerance
        const double size = std::abs(coefficient);
        double value = -rest / coefficient, slack = off / size;
        if (whole) slack += kTolerance * std::max(1.0, 1 / size);
        if (!(size > 0 && std::abs(value) < kHuge && slack < kHuge)) return false;
        const bool exact = off == 0 && value == std::rint(value) && value * coefficient == -rest;
        if (coefficient > 0)
            bound = whole   ? std::ceil(value - slack)
                    : exact ? value
                            : std::nextafter(value - slack, -kInfinity);
        else
            bound = whole   ? std::floor(value + slack)
                    : exact ? value
                            : std::nextafter(value + slack, kInfinity);
        return true;
    }

    // The tighter of two bounds where that is worth a change; they never cross.
    static bool merge(double& lower, double& upper, double low, double high, const Box& box, std::size_t j) {
        constexpr double kStep = 0.05, kSmall = 1e-3;
        if (!(lower < upper)) return false;
        const double width = upper - lower, old_lower = lower, old_upper = upper;
        const auto step = [&](double bound) {
            if (box.integrality[j] || std::isinf(bound)) return 0.0;
            return kStep * std::max(std::min(width, std::abs(bound)), kSmall);
        };
        const bool up = low > lower + step(lower), down = high < upper - step(upper);
        if (up) lower = std::min(low, old_upper);
        if (down) upper = std::max(high, old_lower);
        if (upper < lower) upper = old_upper;  // no point is left; the row behind the other bound is broken
        return lower != old_lower || upper != old_upper;
    }

    ListedRows broken(const Box& box) const {
        Pulse pulse;
        for (const double sign : signs()) {
            const Lengths of = lengths(sign, box);
            ListedRows row = rows_.listed(rows_.search().shortest(of.symbol.data(), 1, -kTolerance, pulse));
            if (row.matrix.size() > 0 && is_broken(row, 0, box)) return row;
        }
        return rows_.listed({});
    }

    // The rounding error of the length of a row: at most that of a row of the longest symbols.
    double error(const Lengths& of, const Box& box) const {
        Array<double> sizes(terms_.num_symbols());
        bool exact = integers_;
        for (std::size_t s = 0; s < sizes.size(); ++s) sizes[s] = std::abs(terms_.constant[s]);
        for (std::size_t t = 0; t < num_terms(); ++t) {
            const double value = std::isfinite(of.value[t]) ? std::abs(of.value[t]) : 0;
            sizes[symbol_[t]] += value + 2 * std::abs(of.common[t]);
            for (const double bound : {box.lower[column_[t]], box.upper[column_[t]]})
                exact = exact && (!std::isfinite(bound) || bound == std::rint(bound));
        }
        const std::size_t count = std::min(longest_, sizes.size());
        if (count > 0)
            std::nth_element(sizes.begin(), sizes.begin() + (count - 1), sizes.end(), std::greater<>());
        double most = 0;
        for (std::size_t i = 0; i < count; ++i) most += sizes[i];
        return rounding_error(additions_, most, exact);
    }

    const FamilyRows& rows_;
    const Terms& terms_;
    bool integers_;
    Array<std::uint32_t> symbol_;  // of each term
    Array<std::int32_t> column_;
    Array<double> value_, everywhere_;  // the coefficient, and what every row has of the column
    Array<std::int64_t> opponent_;      // of a common term, the symbol with its column that works against it
    std::size_t longest_ = 0;           // the greatest number of symbols of a row
    double additions_ = 0;
};

}  // namespace nzdd
