// A node of the search for rules: the rows where the literals chosen so far hold, and the sums over them.
#pragma once

#include <bit>
#include <memory>
#include <numeric>
#include <optional>

#include "rules/pair_sums.hpp"

namespace nzdd {

// What all nodes share.
struct SearchedRows {
    const BinnedRows& rows;
    const DenseBits& bits;
    const double* values;
    RoundedValues rounded;

    // Sums that are smaller than `least` do not matter.
    SearchedRows(const BinnedRows& binned, const DenseBits& dense, const double* all_values, double least)
        : rows(binned),
          bits(dense),
          values(all_values),
          rounded(dense, all_values, binned.num_rows(), least > 0 ? least * kError : HUGE_VAL) {}

private:
    static constexpr double kError = 0.1;
};

class RuleNode {
public:
    Array<double> sums, positive;  // of every item; `positive` where there are branches

    // All rows, whose lists deal with dense columns apart.
    RuleNode(const SearchedRows& shared, const ItemLists& lists, std::size_t orders_left,
             std::size_t num_threads, Pulse& pulse)
        : shared_(shared), rows_(shared.rows.num_rows()), lists_(&lists) {
        std::iota(rows_.begin(), rows_.end(), 0u);
        add_up(0, orders_left);
        if (orders_left < 2 || shared.bits.size() < 2) return;
        pairs_.emplace(shared.bits, 0);
        for (const RoundedValues::Layer& layer : shared.rounded.layers())
            pairs_->add(layer, num_threads, pulse);
    }

    // Some rows, for literals from column `first` on.
    RuleNode(const SearchedRows& shared, Array<std::uint32_t> rows, std::size_t first,
             std::size_t orders_left, Worker& worker)
        : shared_(shared), rows_(std::move(rows)) {
        const BinnedRows& binned = shared.rows;
        const bool apart = orders_left >= 2 && rows_.size() * kFew >= binned.num_rows() &&
                           shared.bits.number(first) + 2 <= shared.bits.size();
        own_ = std::make_unique<ItemLists>(binned, rows_, binned.column(first).first_item, apart);
        lists_ = own_.get();
        add_up(first, orders_left);
        if (!apart) return;
        pairs_.emplace(shared.bits, shared.bits.number(first));
        for (const RoundedValues::Layer& layer : shared.rounded.layers()) {
            RoundedValues::Layer own{layer.step, Array<std::int8_t>(layer.values.size(), 0)};
            for (const std::uint32_t row : rows_) own.values[row] = layer.values[row];
            pairs_->add(own, worker);
        }
    }

    const Array<std::uint32_t>& rows() const { return rows_; }

    // The places of the rows that list an item.
    const ItemLists::Entry* begin(std::size_t item) const {
        return lists_->entries.data() + lists_->start[item];
    }
    const ItemLists::Entry* end(std::size_t item) const {
        return lists_->entries.data() + lists_->start[item + 1];
    }

    // Whether lists leave out the pairs of two columns, since both of them are dense.
    bool apart(std::size_t u, std::size_t v) const {
        return pairs_ && shared_.rows.is_dense(u) && shared_.rows.is_dense(v);
    }

    bool apart_from_all_behind(std::size_t u) const {
        const std::size_t behind = shared_.rows.num_columns() - u - 1;
        return apart(u, u) && shared_.bits.size() - shared_.bits.number(u) == behind + 1;
    }

    // For a dense column and each dense one behind it at least the largest absolute sum of two literals,
    // and little more; their number.
    std::size_t bound_pairs(std::size_t u, Array<double>& bounds) const {
        const std::size_t first = shared_.bits.number(u), count = shared_.bits.size() - first - 1;
        if (bounds.size() < count) bounds.resize(count);
        const double own = sums[rare(u)], rest = sums[frequent(u)], error = shared_.rounded.error(first);
        const double* pairs = pairs_->behind(first);
        const double* others = rare_.data() + first + 1;
        const double* errors = shared_.rounded.errors() + first + 1;
        double* found = bounds.data();
        for (std::size_t k = 0; k < count; ++k) {
            const double both = pairs[k], other = others[k] - both;
            const double with = std::max(std::abs(both), std::abs(own - both));
            const double without = std::max(std::abs(other), std::abs(rest - other));
            found[k] = std::max(with, without) + std::min(error, errors[k]);
        }
        return count;
    }

    // For such a pair the sum over the rows with the rarer bin of both.
    double rare_sum(std::size_t u, std::size_t v) const {
        const std::int8_t* mask = shared_.bits.mask(shared_.bits.number(v));
        double sum = 0;
        for (const ItemLists::Entry* e = begin(rare(u)); e != end(rare(u)); ++e)
            sum += masked(shared_.values[e->row], mask[e->row]);
        return sum;
    }

private:
    static constexpr std::size_t kFew = 8;  // lists are better for fewer than one row in so many

    // Without a branch, which no processor could foretell.
    static double masked(double value, std::int8_t mask) {
        return std::bit_cast<double>(std::bit_cast<std::int64_t>(value) & mask);
    }

    std::size_t frequent(std::size_t c) const {
        return shared_.rows.column(c).first_item + shared_.rows.frequent(c);
    }
    std::size_t rare(std::size_t c) const {  // of two bins
        return shared_.rows.column(c).first_item + 1 - shared_.rows.frequent(c);
    }

    // The sums over all items from a column on.
    void add_up(std::size_t first_column, std::size_t orders_left) {
        sums.assign(shared_.rows.num_items(), 0.0);
        fill(sums, first_column, [](double value) { return value; });
        for (std::size_t bit = 0; bit < shared_.bits.size(); ++bit)
            rare_.push_back(sums[rare(shared_.bits.column(bit))]);
        if (orders_left < 3) return;
        positive.assign(shared_.rows.num_items(), 0.0);
        fill(positive, first_column, [](double value) { return std::max(value, 0.0); });
    }

    template <class Part>
    void fill(Array<double>& of_items, std::size_t first_column, const Part& part) const {
        double total = 0;
        for (const std::uint32_t row : rows_) total += part(shared_.values[row]);
        for (std::size_t c = first_column; c < shared_.rows.num_columns(); ++c) {
            const BinColumn& column = shared_.rows.column(c);
            double rest = total;
            for (std::size_t bin = 0; bin < column.num_bins(); ++bin) {
                if (bin == shared_.rows.frequent(c)) continue;
                const std::size_t item = column.first_item + bin;
                double sum = 0;
                for (const ItemLists::Entry* e = begin(item); e != end(item); ++e)
                    sum += part(shared_.values[e->row]);
                of_items[item] = sum;
                rest -= sum;
            }
            of_items[frequent(c)] = rest;
        }
    }

    const SearchedRows& shared_;
    Array<std::uint32_t> rows_;
    std::unique_ptr<ItemLists> own_;
    const ItemLists* lists_ = nullptr;
    Array<double> rare_;  // the sums of the dense bits
    std::optional<PairSums> pairs_;
};

}  // namespace nzdd
