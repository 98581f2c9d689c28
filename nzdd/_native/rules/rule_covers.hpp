// The rows that rules cover, as lists: sums over them, and products of two of them.
#pragma once

#include <map>
#include <numeric>
#include <vector>

#include "base/hash_slots.hpp"
#include "base/parallel.hpp"
#include "rules/binned_rows.hpp"

namespace nzdd {

class RuleCovers {
public:
    explicit RuleCovers(std::size_t num_rows) : num_rows_(num_rows) {}

    std::size_t size() const { return start_.size() - 1; }
    std::size_t num_rows() const { return num_rows_; }
    std::size_t num_covered(std::size_t rule) const { return start_[rule + 1] - start_[rule]; }

    // Adds the rows where all literals hold, unless a rule has just these rows: the number of the rule.
    std::size_t add(const BinnedRows& rows, const std::uint32_t* literals, std::size_t order) {
        std::vector<std::uint32_t> key(literals, literals + order);
        if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
        const std::size_t number = add_cover(rows, literals, order);
        numbers_.emplace(std::move(key), number);
        return number;
    }

    // The sum of the values of the rows that a rule covers.
    double sum(std::size_t rule, const double* values) const {
        double total = 0;
        for (std::size_t e = start_[rule]; e < start_[rule + 1]; ++e) total += values[rows_[e]];
        return total;
    }

    // Adds a weight to each row that a rule covers.
    void spread(std::size_t rule, double weight, double* values) const {
        for (std::size_t e = start_[rule]; e < start_[rule + 1]; ++e) values[rows_[e]] += weight;
    }

    // products[j, k]: the sum of the values of the rows that both first[j] and second[k] cover; where
    // all of them are the same rules, each pair is added up once. Time O(rows that pairs share).
    void products(const double* values, const Array<std::uint32_t>& first, const Array<std::uint32_t>& second,
                  double* products, std::size_t num_threads, Pulse& pulse) const {
        const bool same = std::equal(first.begin(), first.end(), second.begin(), second.end());
        const RowLists lists = by_row(second);
        const std::size_t width = second.size();
        parallel_for(first.size(), num_threads, pulse, [&](std::size_t j, Worker&) {
            double* sums = products + j * width;
            std::fill_n(sums, width, 0.0);
            const std::size_t least = same ? j : 0;
            for (std::size_t e = start_[first[j]]; e < start_[first[j] + 1]; ++e) {
                const std::uint32_t row = rows_[e];
                const double value = values[row];
                if (value == 0) continue;
                for (std::size_t at = lists.start[row]; at < lists.start[row + 1]; ++at) {
                    const std::uint32_t k = lists.entries[at];
                    if (k < least) break;
                    sums[k] += value;
                }
            }
        });
        if (!same) return;
        for (std::size_t j = 0; j < width; ++j)
            for (std::size_t k = 0; k < j; ++k) products[j * width + k] = products[k * width + j];
    }

private:
    // For each row the positions of the rules that cover it, descending.
    struct RowLists {
        Array<std::size_t> start;
        Array<std::uint32_t> entries;
    };

    RowLists by_row(const Array<std::uint32_t>& rules) const {
        RowLists lists{Array<std::size_t>(num_rows_ + 1, 0), {}};
        const auto each = [&](const auto& visit) {
            for (std::size_t k = rules.size(); k-- > 0;)
                for (std::size_t e = start_[rules[k]]; e < start_[rules[k] + 1]; ++e) visit(rows_[e], k);
        };
        std::size_t* start = lists.start.data();
        each([&](std::uint32_t row, std::size_t) { ++start[row]; });
        std::size_t end = 0;
        for (std::size_t row = 0; row <= num_rows_; ++row) end += std::exchange(start[row], end);
        lists.entries.resize(end);
        each([&](std::uint32_t row, std::size_t k) {
            lists.entries[start[row]++] = static_cast<std::uint32_t>(k);
        });
        for (std::size_t row = num_rows_; row > 0; --row) start[row] = start[row - 1];
        start[0] = 0;
        return lists;
    }

    std::size_t add_cover(const BinnedRows& rows, const std::uint32_t* literals, std::size_t order) {
        covered_.resize(num_rows_);
        std::iota(covered_.begin(), covered_.end(), 0u);
        std::size_t count = num_rows_;
        for (std::size_t k = 0; k < order; ++k) {
            const Literal literal = Literal::of(literals[k]);
            const BinColumn& column = rows.column(literal.column);
            const std::uint8_t* codes = rows.codes(literal.column);
            std::uint8_t holds[256];
            for (std::uint32_t code = 0; code < 256; ++code) holds[code] = column.holds(literal, code);
            std::size_t kept = 0;
            for (std::size_t e = 0; e < count; ++e) {
                const std::uint32_t row = covered_[e];
                covered_[kept] = row;
                kept += holds[codes[row]];
            }
            count = kept;
        }
        covered_.resize(count);
        std::uint64_t hash = covered_.size();
        for (const std::uint32_t row : covered_) hash += scramble(row);
        for (std::size_t rule = 0; rule < size(); ++rule)
            if (hash_[rule] == hash && num_covered(rule) == covered_.size() &&
                std::equal(covered_.begin(), covered_.end(), rows_.begin() + start_[rule]))
                return rule;
        rows_.append(covered_.data(), covered_.size());
        start_.push_back(rows_.size());
        hash_.push_back(hash);
        return size() - 1;
    }

    std::size_t num_rows_;
    Array<std::size_t> start_{0};
    Array<std::uint32_t> rows_, covered_;
    Array<std::uint64_t> hash_;
    std::map<std::vector<std::uint32_t>, std::size_t> numbers_;  // by literals
};

}  // namespace nzdd
