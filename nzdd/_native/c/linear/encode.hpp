// Rows of a matrix with sides as sets of symbols: each (column, coefficient) pair that occurs is one, each
// side other than zero another; a side that all rows share needs none. (formulations/rows/symbols.py.)
#pragma once

#include <vector>

#include "c/linear/terms.hpp"
#include "diagram/row_list.hpp"

namespace nzdd {

struct EncodedRows {
    explicit EncodedRows(std::size_t num_columns) : terms(num_columns) {}

    Terms terms;
    RowList family;     // the symbols of a row rise
    double common = 0;  // the side of all rows, else 0
};

inline EncodedRows encode(const SparseRows& rows, const double* sides) {
    using Pair = std::pair<std::int32_t, double>;
    const std::size_t num_rows = rows.size();
    check_finite(sides, num_rows, "sides");
    const double first = num_rows > 0 ? sides[0] : 0;
    const bool same = std::all_of(sides, sides + num_rows, [&](double side) { return side == first; });
    std::vector<Pair> pairs(rows.columns.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = {rows.columns[k], rows.values[k]};
    std::vector<double> constants;
    for (std::size_t i = 0; i < num_rows && !same; ++i)
        if (sides[i] != 0) constants.push_back(-sides[i]);
    const auto only_once = [](auto& values) {
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    };
    only_once(pairs);
    only_once(constants);
    const auto number = [](const auto& values, const auto& value) {
        return static_cast<std::uint32_t>(std::lower_bound(values.begin(), values.end(), value) -
                                          values.begin());
    };
    EncodedRows out(rows.num_columns);
    if (same) out.common = first;
    for (const auto& [column, value] : pairs) {
        out.terms.add(column, value);
        out.terms.end_symbol(0);
    }
    for (const double constant : constants) out.terms.end_symbol(constant);
    for (std::size_t i = 0; i < num_rows; ++i) {
        for (std::int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k)
            out.family.symbols.push_back(number(pairs, Pair{rows.columns[k], rows.values[k]}));
        if (!same && sides[i] != 0)
            out.family.symbols.push_back(static_cast<std::uint32_t>(pairs.size()) +
                                         number(constants, -sides[i]));
        out.family.end_row();
    }
    return out;
}

}  // namespace nzdd
