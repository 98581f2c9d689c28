// Rows of a matrix in compressed form, canonical: columns rise, none twice, and no value is zero.
#pragma once

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/array.hpp"

namespace nzdd {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

class SparseRows {
public:
    explicit SparseRows(std::size_t width) : num_columns(width) {}

    std::size_t num_columns;
    Array<std::int64_t> offsets{0};
    Array<std::int32_t> columns;
    Array<double> values;

    std::size_t size() const { return offsets.size() - 1; }

    // One term of the row that `end_row` will end.
    void add(std::int32_t column, double value) { open_.push_back({column, value}); }

    void end_row() {
        const auto lower = [](const Term& a, const Term& b) { return a.column < b.column; };
        if (!std::is_sorted(open_.begin(), open_.end(), lower))
            std::stable_sort(open_.begin(), open_.end(), lower);
        for (std::size_t k = 0; k < open_.size();) {
            const std::int32_t column = open_[k].column;
            double sum = 0;
            for (; k < open_.size() && open_[k].column == column; ++k) sum += open_[k].value;
            if (sum == 0) continue;
            if (!std::isfinite(sum))
                throw std::invalid_argument(
                    "the terms of column " + std::to_string(column) +
                    " in one row add up beyond the range of a double; scale the model");
            columns.push_back(column);
            values.push_back(sum);
        }
        offsets.push_back(static_cast<std::int64_t>(columns.size()));
        open_.clear();
    }

private:
    struct Term {
        std::int32_t column;
        double value;
    };
    Array<Term> open_;
};

inline std::string text_of(double value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.17g", value);
    return std::isnan(value) ? "nan" : text;  // which may have a sign
}

inline void check_finite(const double* values, std::size_t count, const char* name) {
    for (std::size_t i = 0; i < count; ++i)
        if (!std::isfinite(values[i]))
            throw std::invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is " +
                                        text_of(values[i]) + "; it must be finite");
}

inline void check_numbers(const double* values, std::size_t count, const char* name) {
    for (std::size_t i = 0; i < count; ++i)
        if (std::isnan(values[i]))
            throw std::invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is not a number");
}

inline void check_num_columns(std::size_t num_columns) {
    if (num_columns > 0x7fffffff)
        throw std::invalid_argument("there are " + std::to_string(num_columns) +
                                    " columns; at most 2^31 - 1 are possible");
}

// Offsets of compressed rows: all of them, before one is followed.
inline void check_offsets(const std::int64_t* offsets, std::size_t num_rows) {
    if (offsets[0] != 0)
        throw std::invalid_argument("offsets[0] is " + std::to_string(offsets[0]) + "; it must be 0");
    for (std::size_t i = 0; i < num_rows; ++i)
        if (offsets[i + 1] < offsets[i])
            throw std::invalid_argument("offsets[" + std::to_string(i + 1) + "] is " +
                                        std::to_string(offsets[i + 1]) + ", below the one before, " +
                                        std::to_string(offsets[i]) + "; offsets rise");
}

// The rows that a caller gives and knows by `name`. `columns` null: row j is column j; `values` null:
// ones.
inline SparseRows given_rows(std::size_t num_rows, std::size_t num_columns, const std::int64_t* offsets,
                             const std::int32_t* columns, const double* values, const std::string& name) {
    check_num_columns(num_columns);
    SparseRows rows(num_columns);
    if (!offsets != !columns) throw std::invalid_argument("give both offsets and columns, or neither");
    if (offsets) check_offsets(offsets, num_rows);
    for (std::size_t i = 0; i < num_rows; ++i) {
        const auto begin = offsets ? offsets[i] : static_cast<std::int64_t>(i);
        const auto end = offsets ? offsets[i + 1] : begin + 1;
        for (std::int64_t k = begin; k < end; ++k) {
            const std::int64_t column = columns ? columns[k] : k;
            const double value = values ? values[k] : 1;
            if (column < 0 || column >= static_cast<std::int64_t>(num_columns))
                throw std::invalid_argument(name + " " + std::to_string(i) + " has a term of column " +
                                            std::to_string(column) + "; there are " +
                                            std::to_string(num_columns) + " columns");
            if (!std::isfinite(value))
                throw std::invalid_argument(name + " " + std::to_string(i) + " has the coefficient " +
                                            text_of(value) + "; it must be finite");
            rows.add(static_cast<std::int32_t>(column), value);
        }
        rows.end_row();
    }
    return rows;
}

}  // namespace nzdd
