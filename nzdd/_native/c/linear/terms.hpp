// What each symbol of a family adds to the slack of a row: some terms of columns, and a constant. (Kurokawa
// et al. 2022, sections 4 and 5; the numbers of formulations/rows/symbols.py.)
#pragma once

#include "c/linear/sparse_rows.hpp"

namespace nzdd {

// A fixed random number for each symbol (the finaliser of splitmix64); that of a set is the sum.
inline std::uint64_t symbol_hash(std::uint64_t symbol) {
    std::uint64_t key = symbol + 1;
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
    key += 0x9e3779b97f4a7c15;
    key = (key ^ key >> 27) * 0x94d049bb133111eb;
    return key ^ key >> 31;
}

struct Terms {
    explicit Terms(std::size_t num_columns) : of_symbol(num_columns) {}

    SparseRows of_symbol;
    Array<double> constant;

    std::size_t num_symbols() const { return constant.size(); }
    std::size_t num_columns() const { return of_symbol.num_columns; }

    void add(std::int32_t column, double value) { of_symbol.add(column, value); }
    void end_symbol(double own_constant) {
        of_symbol.end_row();
        constant.push_back(own_constant);
    }

    void negate() {
        for (double& value : of_symbol.values) value = -value;
        for (double& value : constant) value = -value;
    }

    // The length of each symbol at a point, so that the length of a row is its slack.
    Array<double> lengths(const double* x) const {
        Array<double> lengths(num_symbols());
        for (std::size_t s = 0; s < num_symbols(); ++s) {
            double sum = 0;
            for (std::int64_t k = of_symbol.offsets[s]; k < of_symbol.offsets[s + 1]; ++k)
                sum += of_symbol.values[k] * x[of_symbol.columns[k]];
            lengths[s] = sum + constant[s];
            if (!std::isfinite(lengths[s]))
                throw std::invalid_argument("the terms of symbol " + std::to_string(s) +
                                            " are beyond the range of a double at x; scale the model");
        }
        return lengths;
    }

    // Adds those of a set of symbols to the row that is open; returns their constant.
    double gather(const std::uint32_t* begin, const std::uint32_t* end, SparseRows& rows) const {
        double sum = 0;
        for (; begin != end; ++begin) {
            for (std::int64_t k = of_symbol.offsets[*begin]; k < of_symbol.offsets[*begin + 1]; ++k)
                rows.add(of_symbol.columns[k], of_symbol.values[k]);
            sum += constant[*begin];
        }
        return sum;
    }
};

}  // namespace nzdd
