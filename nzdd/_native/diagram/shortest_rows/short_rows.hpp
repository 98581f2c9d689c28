// Rows that a search found, with their lengths.
#pragma once

#include "base/array.hpp"
#include "diagram/row_list.hpp"

namespace nzdd {

struct ShortRows : RowList {
    Array<double> lengths;

    // Gives the rows their lengths and puts the shortest first. A search knows lengths as prefix
    // plus distance; here each is added up from the leaf, as in the sweep, so that no rounding
    // makes a row shorter than the least. The rows that rounding had taken below the limit leave.
    void finish(const double* symbol_lengths, double below, bool sort_symbols) {
        Array<double> length(size());
        for (std::size_t i = 0; i < size(); ++i) {
            length[i] = 0;
            for (std::int64_t s = offsets[i + 1]; s-- > offsets[i];)
                length[i] = symbol_lengths[symbols[s]] + length[i];
            if (sort_symbols) std::sort(symbols.begin() + offsets[i], symbols.begin() + offsets[i + 1]);
        }
        Array<std::size_t> order;
        order.reserve(size());
        for (std::size_t i = 0; i < size(); ++i)
            if (length[i] < below) order.push_back(i);
        const auto shorter = [&](std::size_t a, std::size_t b) {
            return length[a] != length[b] ? length[a] < length[b] : a < b;
        };
        const bool sorted = std::is_sorted(order.begin(), order.end(), shorter);
        if (sorted && order.size() == size()) return length.swap(lengths);
        if (!sorted) std::sort(order.begin(), order.end(), shorter);
        ShortRows rows;
        for (std::size_t i : order) {
            rows.lengths.push_back(length[i]);
            rows.symbols.append(symbols.data() + offsets[i],
                                static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
            rows.end_row();
        }
        *this = std::move(rows);
    }
};

}  // namespace nzdd
