// The first edges: the distinct rows, each from root to leaf. Symbols that cost nothing are kept apart,
// as the tag of the row.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/distinct_rows.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/tags.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

// Free symbols get the first levels: so they stand first in each row, and rows with equal tags lie
// together once they are sorted.
class TaggedRows {
public:
    TaggedRows(const CsrRows& rows, const bool* free, const double* weights, Pulse& pulse)
        : num_symbols_(rows.num_symbols), tags_(pulse) {
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
        check_numbers(rows.num_symbols, sorted.symbols.size());
        const RowTable table = sorted.table();
        const DistinctRows distinct = distinct_rows(table, weights, pulse);
        for (std::size_t i = distinct.order.size(); i-- > 0;) {
            add(table, distinct.order[i], distinct.totals.empty() ? 1.0 : distinct.totals[i]);
            pulse(distinct.order.size() - i, distinct.order.size());
        }
        levels_ = std::move(sorted.symbols);
    }

    std::size_t size() const { return levels_.size(); }  // no fewer than the nonzeros

    // Hands the levels over.
    EdgePool edges(WorkBudget& work) {
        EdgePool pool(num_symbols_, std::move(levels_));
        for (const PoolEdge& edge : edges_) work.beat(pool.add(edge));
        edges_ = {};
        return pool;
    }

    void append_symbols(std::span<const Item> levels, Array<std::uint32_t>& out) const {
        for (std::uint32_t level : levels) out.push_back(symbol_.empty() ? level : symbol_[level]);
    }
    void append_tag(std::uint32_t tag, Array<std::uint32_t>& out) const { append_symbols(tags_[tag], out); }

private:
    void add(const RowTable& rows, std::uint32_t row, double weight) {
        const std::uint32_t *begin = rows.begin(row), *end = begin + rows.size(row);
        const std::uint32_t* paid = std::lower_bound(begin, end, num_free_);
        const auto size = static_cast<std::uint32_t>(end - paid);
        edges_.push_back({static_cast<std::size_t>(paid - rows.levels), size, tags_.number({begin, paid}),
                          kNoItem, kNoItem, weight});
    }

    std::size_t num_symbols_;
    std::uint32_t num_free_ = 0;
    Array<std::uint32_t> symbol_;  // of each level; empty: the same
    Array<std::uint32_t> levels_;
    Array<PoolEdge> edges_;
    Tags tags_;
};

}  // namespace nzdd
