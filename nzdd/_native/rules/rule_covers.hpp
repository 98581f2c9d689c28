// The rows that rules cover, as lists: sums over them, and products of two of them.
#pragma once

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
        covered_.clear();
        for (std::size_t k = 0; k < order; ++k) {
            const Literal literal = Literal::of(literals[k]);
            const BinColumn& column = rows.column(literal.column);
            const std::uint8_t* codes = rows.codes(literal.column);
            bool holds[256];
            for (std::uint32_t code = 0; code < 256; ++code) holds[code] = column.holds(literal, code);
            if (k == 0) {
                for (std::size_t i = 0; i < num_rows_; ++i)
                    if (holds[codes[i]]) covered_.push_back(static_cast<std::uint32_t>(i));
                continue;
            }
            std::size_t kept = 0;
            for (const std::uint32_t row : covered_)
                if (holds[codes[row]]) covered_[kept++] = row;
            covered_.resize(kept);
        }
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
    // all of them are the same rules, each pair is added up once.
    void products(const double* values, const Array<std::uint32_t>& first, const Array<std::uint32_t>& second,
                  double* products, std::size_t num_threads, Pulse& pulse) const {
        const bool same = std::equal(first.begin(), first.end(), second.begin(), second.end());
        std::vector<Array<double>> scratch(num_threads);
        parallel_for(first.size(), num_threads, pulse, [&](std::size_t j, Worker& worker) {
            Array<double>& marked = scratch[worker.number()];
            if (marked.empty()) marked.assign(num_rows_, 0.0);
            const std::size_t rule = first[j];
            for (std::size_t e = start_[rule]; e < start_[rule + 1]; ++e) marked[rows_[e]] = values[rows_[e]];
            for (std::size_t k = same ? j : 0; k < second.size(); ++k)
                products[j * second.size() + k] = sum(second[k], marked.data());
            for (std::size_t e = start_[rule]; e < start_[rule + 1]; ++e) marked[rows_[e]] = 0;
        });
        if (!same) return;
        for (std::size_t j = 0; j < first.size(); ++j)
            for (std::size_t k = 0; k < j; ++k)
                products[j * first.size() + k] = products[k * first.size() + j];
    }

private:
    std::size_t num_rows_;
    Array<std::size_t> start_{0};
    Array<std::uint32_t> rows_, covered_;
    Array<std::uint64_t> hash_;
};

}  // namespace nzdd
