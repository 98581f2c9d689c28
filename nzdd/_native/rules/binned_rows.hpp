// Rows of bins, one a column, kept twice: column by column, and row by row as lists of items, a bin of
// a column each. The lists leave out the most frequent bin of every column, whose sums follow from the
// others: sparse rows have short lists. A second list of a row leaves out the dense columns as well.
#pragma once

#include <stdexcept>

#include "rules/literal.hpp"

namespace nzdd {

class BinnedRows {
public:
    static constexpr std::uint32_t kEnd = ~std::uint32_t{0};  // of the list of a row

    // `codes` row by row.
    BinnedRows(const std::uint8_t* codes, std::size_t num_rows, Array<BinColumn> columns)
        : num_rows_(num_rows), columns_(std::move(columns)) {
        const std::size_t n = columns_.size();
        for (BinColumn& column : columns_) {
            column.first_item = num_items_;
            num_items_ += column.num_bins();
        }
        codes_.resize(num_rows * n);
        Array<std::size_t> count(num_items_, 0);
        for (std::size_t i = 0; i < num_rows; ++i)
            for (std::size_t c = 0; c < n; ++c) {
                const std::uint8_t code = codes[i * n + c];
                if (code >= columns_[c].num_bins()) throw std::invalid_argument("a bin is out of range");
                codes_[c * num_rows + i] = code;
                ++count[columns_[c].first_item + code];
            }
        for (const BinColumn& column : columns_) {
            const std::size_t* first = count.data() + column.first_item;
            const std::size_t* most = std::max_element(first, first + column.num_bins());
            frequent_.push_back(static_cast<std::uint8_t>(most - first));
            const bool is_dense = column.num_bins() == 2 && (num_rows - *most) * kRare >= num_rows &&
                                  num_dense_ < kMostDense && num_rows < kMostRows;
            dense_.push_back(is_dense);
            num_dense_ += is_dense;
        }
        row_start_.reserve(2 * num_rows);
        for (std::size_t i = 0; i < num_rows; ++i)
            for (const bool all : {true, false}) {
                row_start_.push_back(items_.size());
                if (!all && num_dense_ == 0) continue;
                for (std::size_t c = 0; c < n; ++c)
                    if (codes[i * n + c] != frequent_[c] && (all || !dense_[c]))
                        items_.push_back(
                            static_cast<std::uint32_t>(columns_[c].first_item + codes[i * n + c]));
                items_.push_back(kEnd);
            }
        if (items_.size() >= kEnd) throw std::length_error("more than 2^32 bins in all rows");
    }

    std::size_t num_rows() const { return num_rows_; }
    std::size_t num_columns() const { return columns_.size(); }
    std::size_t num_items() const { return num_items_; }
    const BinColumn& column(std::size_t c) const { return columns_[c]; }
    std::size_t frequent(std::size_t c) const { return frequent_[c]; }
    const std::uint8_t* codes(std::size_t c) const { return codes_.data() + c * num_rows_; }
    const std::uint32_t* items() const { return items_.data(); }
    std::size_t row_start(std::size_t row) const { return row_start_[2 * row]; }
    std::size_t sparse_start(std::size_t row) const { return row_start_[2 * row + 1]; }

    // Dense are columns of two bins, both of them frequent.
    bool is_dense(std::size_t c) const { return dense_[c]; }
    std::size_t num_dense() const { return num_dense_; }

private:
    static constexpr std::size_t kRare = 6;            // one row in so many has the rarer bin
    static constexpr std::size_t kMostDense = 4096;    // for sums over all pairs
    static constexpr std::size_t kMostRows = 1 << 24;  // for sums of integers

    std::size_t num_rows_, num_items_ = 0, num_dense_ = 0;
    Array<BinColumn> columns_;
    Array<std::uint8_t> codes_, frequent_, dense_;
    Array<std::size_t> row_start_;
    Array<std::uint32_t> items_;
};

// For each item the rows that list it.
struct ItemLists {
    struct Entry {
        std::uint32_t position, row;  // right before the items to be added up for pairs
    };
    Array<std::size_t> start;
    Array<Entry> entries;

    // Of some rows, for the items from `first_item` on; others have empty lists. Where dense columns are
    // dealt with `apart`, their items are not followed by those of other dense columns.
    template <class Rows>
    ItemLists(const BinnedRows& binned, const Rows& rows, std::size_t first_item, bool apart) {
        start.assign(binned.num_items() + 1, 0);
        Array<std::uint8_t> is_dense(binned.num_items(), 0);
        for (std::size_t c = 0; apart && c < binned.num_columns(); ++c)
            std::fill_n(is_dense.begin() + binned.column(c).first_item, binned.column(c).num_bins(),
                        binned.is_dense(c));
        const std::uint32_t* items = binned.items();
        const auto each = [&](const auto& visit) {
            for (const std::uint32_t row : rows) {
                std::size_t sparse = binned.sparse_start(row);
                for (std::size_t at = binned.row_start(row); items[at] != BinnedRows::kEnd; ++at) {
                    if (items[at] < first_item) continue;
                    if (!is_dense[items[at]]) {
                        visit(items[at], at, row);
                        continue;
                    }
                    while (items[sparse] < items[at]) ++sparse;
                    visit(items[at], sparse - 1, row);
                }
            }
        };
        each([&](std::uint32_t item, std::size_t, std::uint32_t) { ++start[item + 1]; });
        for (std::size_t k = 1; k < start.size(); ++k) start[k] += start[k - 1];
        entries.resize(start.back());
        Array<std::size_t> next;
        next.append(start.data(), start.size());
        each([&](std::uint32_t item, std::size_t at, std::uint32_t row) {
            entries[next[item]++] = {static_cast<std::uint32_t>(at), row};
        });
    }
};

}  // namespace nzdd
