// The rows of a diagram in order of exact length, as many at a time as are asked for: k_shortest.hpp with
// integers, whose kind is known at run time.
#pragma once

#include <cstring>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "base/wide_integer.hpp"
#include "diagram/row_list.hpp"
#include "diagram/shortest_rows/k_shortest.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"

namespace nzdd {

class OrderedRows {
public:
    struct Part {
        Array<std::int64_t> lengths;  // the words of each row's, one row after the other
        RowList rows;
    };

    virtual ~OrderedRows() = default;
    // Finds `count` (< 2^62) more rows, or all that are left, and returns how many are found by now.
    virtual std::size_t extend(std::uint64_t count, Pulse& pulse) = 0;
    // A copy of the rows from `begin` to `end`, or the rows themselves, all of them.
    virtual Part part(std::size_t begin, std::size_t end) = 0;
    virtual Part take() = 0;
};

template <class Integer>
class ExactRows final : public OrderedRows {
    static constexpr std::size_t kWords = sizeof(Integer) / sizeof(std::int64_t);

public:
    // `lengths`: the words of each symbol's length. Rows are shorter than `below`.
    ExactRows(LevelZdd zdd, std::size_t num_symbols, const std::int64_t* lengths, const std::int64_t* below,
              bool sort_symbols, Pulse& pulse)
        : zdd_(std::move(zdd)),
          lengths_(num_symbols),
          distance_(zdd_.num_nodes()),
          sort_symbols_(sort_symbols),
          search_({zdd_, lengths_.data(), distance_.data()}, integer_at<Integer>(below, 0)) {
        for (std::size_t i = 0; i < num_symbols; ++i) lengths_[i] = integer_at<Integer>(lengths, i);
        zdd_.distances(lengths_.data(), distance_.data(), pulse);
    }

    std::size_t extend(std::uint64_t count, Pulse& pulse) override {
        search_.extend(count, pulse);
        return search_.rows().size();
    }

    Part part(std::size_t begin, std::size_t end) override {
        return finished(begin, end, search_.rows().part(begin, end));
    }
    Part take() override {
        const std::size_t all = search_.rows().size();
        return finished(0, all, std::move(search_.rows()));
    }

private:
    Part finished(std::size_t begin, std::size_t end, RowList rows) const {
        Part part{Array<std::int64_t>(kWords * (end - begin)), std::move(rows)};
        for (std::size_t i = begin; i < end; ++i)
            std::memcpy(part.lengths.data() + kWords * (i - begin), &search_.length(i), sizeof(Integer));
        for (std::size_t i = 0; sort_symbols_ && i < part.rows.size(); ++i)
            std::sort(part.rows.symbols.begin() + part.rows.offsets[i],
                      part.rows.symbols.begin() + part.rows.offsets[i + 1]);
        return part;
    }

    LevelZdd zdd_;
    Array<Integer> lengths_, distance_;
    bool sort_symbols_;
    KShortest<Integer> search_;
};

}  // namespace nzdd
