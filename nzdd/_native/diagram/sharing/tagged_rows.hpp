// The first edges: the distinct rows, each from root to leaf. Symbols that cost nothing are kept apart,
// as the tag of the row.
#pragma once

#include <limits>
#include <stdexcept>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/distinct_rows.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/sharing/edge_pool.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

// Free symbols get the first levels: so they stand first in each row, and rows with equal tags lie
// together once they are sorted.
class TaggedRows {
public:
    TaggedRows(const CsrRows& rows, const bool* free, const double* weights, Pulse& pulse)
        : num_symbols_(rows.num_symbols) {
        Array<std::uint32_t> rank;
        if (free) {
            for (const bool first : {true, false})
                for (std::uint32_t s = 0; s < rows.num_symbols; ++s)
                    if (free[s] == first) symbol_.push_back(s);
            rank.resize(rows.num_symbols);
            for (std::uint32_t level = 0; level < symbol_.size(); ++level) {
                rank[symbol_[level]] = level;
                num_free_ += free[symbol_[level]];
            }
        }
        RowList sorted = sort_levels(rows, free ? rank.data() : nullptr, pulse);
        if (rows.num_symbols + 2 * sorted.symbols.size() > std::numeric_limits<std::uint32_t>::max() / 2)
            throw std::invalid_argument(
                "there are too many symbols to share parts of the rows: num_symbols plus twice the "
                "nonzeros must stay below 2^31");
        const RowTable table = sorted.table();
        const DistinctRows distinct = distinct_rows(table, weights, pulse);
        for (std::size_t i = distinct.order.size(); i-- > 0;) {
            add(table, distinct.order[i], distinct.totals.empty() ? 1.0 : distinct.totals[i]);
            pulse(distinct.order.size() - i, distinct.order.size());
        }
        levels_ = std::move(sorted.symbols);
    }

    std::size_t num_levels() const { return levels_.size(); }

    // Hands the levels over.
    EdgePool edges(WorkBudget& work) {
        EdgePool pool(num_symbols_, std::move(levels_));
        for (const PoolEdge& edge : edges_) work.beat(pool.add(edge));
        edges_ = {};
        return pool;
    }

    template <class Levels>
    void append_symbols(const Levels& levels, Array<std::uint32_t>& out) const {
        for (std::uint32_t level : levels) out.push_back(symbol_.empty() ? level : symbol_[level]);
    }
    void append_tag(std::uint32_t tag, Array<std::uint32_t>& out) const {
        for (std::size_t k = tag_begin_[tag]; k < tag_begin_[tag + 1]; ++k)
            out.push_back(symbol_[tag_levels_[k]]);
    }

private:
    void add(const RowTable& rows, std::uint32_t row, double weight) {
        const std::uint32_t *begin = rows.begin(row), *end = begin + rows.size(row);
        const std::uint32_t* paid = std::lower_bound(begin, end, num_free_);
        const std::size_t last = tag_begin_[tag_begin_.size() - 2];
        if (begin != paid && !std::equal(begin, paid, tag_levels_.begin() + last, tag_levels_.end())) {
            tag_levels_.append(begin, static_cast<std::size_t>(paid - begin));
            tag_begin_.push_back(tag_levels_.size());
        }
        const auto tag = static_cast<std::uint32_t>(begin == paid ? 0 : tag_begin_.size() - 2);
        const auto size = static_cast<std::uint32_t>(end - paid);
        edges_.push_back(
            {static_cast<std::size_t>(paid - rows.levels), size, tag, kNoItem, kNoItem, weight, 0});
    }

    std::size_t num_symbols_;
    std::uint32_t num_free_ = 0;
    Array<std::uint32_t> symbol_;  // of each level; empty: the same
    Array<std::uint32_t> levels_;
    Array<PoolEdge> edges_;
    Array<std::size_t> tag_begin_{0, 0};  // tag 0 is empty
    Array<std::uint32_t> tag_levels_;
};

}  // namespace nzdd
