// Rows of bins, one a column, kept twice: column by column, and row by row as lists of items, a bin of
// a column each. The lists leave out the most frequent bin of every column, whose sums follow from the
// others: sparse rows have short lists.
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
            frequent_.push_back(
                static_cast<std::uint8_t>(std::max_element(first, first + column.num_bins()) - first));
        }
        row_start_.reserve(num_rows + 1);
        for (std::size_t i = 0; i < num_rows; ++i) {
            row_start_.push_back(items_.size());
            for (std::size_t c = 0; c < n; ++c)
                if (codes[i * n + c] != frequent_[c])
                    items_.push_back(static_cast<std::uint32_t>(columns_[c].first_item + codes[i * n + c]));
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
    std::size_t row_start(std::size_t row) const { return row_start_[row]; }

private:
    std::size_t num_rows_, num_items_ = 0;
    Array<BinColumn> columns_;
    Array<std::uint8_t> codes_, frequent_;
    Array<std::size_t> row_start_;
    Array<std::uint32_t> items_;
};

// For each item the rows that list it.
struct ItemLists {
    struct Entry {
        std::uint32_t position, row;  // where the row lists the item
    };
    Array<std::size_t> start;
    Array<Entry> entries;

    // Of some rows, for the items from `first_item` on; others have empty lists.
    template <class Rows>
    ItemLists(const BinnedRows& binned, const Rows& rows, std::size_t first_item) {
        start.assign(binned.num_items() + 1, 0);
        const std::uint32_t* items = binned.items();
        const auto each = [&](const auto& visit) {
            for (const std::uint32_t row : rows)
                for (std::size_t at = binned.row_start(row); items[at] != BinnedRows::kEnd; ++at)
                    if (items[at] >= first_item) visit(items[at], static_cast<std::uint32_t>(at), row);
        };
        each([&](std::uint32_t item, std::uint32_t, std::uint32_t) { ++start[item + 1]; });
        for (std::size_t k = 1; k < start.size(); ++k) start[k] += start[k - 1];
        entries.resize(start.back());
        Array<std::size_t> next;
        next.append(start.data(), start.size());
        each([&](std::uint32_t item, std::uint32_t at, std::uint32_t row) {
            entries[next[item]++] = {at, row};
        });
    }
};

}  // namespace nzdd
