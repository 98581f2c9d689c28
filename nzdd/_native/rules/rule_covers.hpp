// The rows that rules cover, or those that they leave where they are fewer, as lists: sums over them, and
// products of two of them.
#pragma once

#include <array>
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

    // Adds the rows where all literals hold, unless a rule has just these rows, and may have weights of the
    // same signs: the number of the rule.
    std::size_t add(const BinnedRows& rows, const std::uint32_t* literals, std::size_t order) {
        std::vector<std::uint32_t> key(literals, literals + order);
        if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
        const std::size_t before = size(), number = add_cover(rows, literals, order);
        if (number == before) {
            literals_.append(literals, order);
            first_literal_.push_back(literals_.size());
        }
        numbers_.emplace(std::move(key), number);
        return number;
    }

    // The literals by which rules were added.
    const Array<std::uint32_t>& literals() const { return literals_; }
    const Array<std::size_t>& first_literal() const { return first_literal_; }

    double total(const double* values) const { return std::accumulate(values, values + num_rows_, 0.0); }

    // The sums over the rows that each rule covers, rules by outputs, of values, rows by outputs. Lists
    // are read once for up to four outputs.
    void sums(const Array<std::uint32_t>& rules, const double* values, std::size_t outputs, double* sums,
              Pulse& pulse) const {
        for (std::size_t first = 0; first < outputs;) {
            const std::size_t left = outputs - first, width = left >= 4 ? 4 : left >= 2 ? 2 : 1;
            const auto some = width == 4   ? &RuleCovers::sums_of<4>
                              : width == 2 ? &RuleCovers::sums_of<2>
                                           : &RuleCovers::sums_of<1>;
            (this->*some)(rules, values, outputs, first, sums, pulse);
            first += width;
        }
    }

    // Adds a weight to each row that a rule covers: that of all rows is returned.
    double spread(std::size_t rule, double weight, double* values) const {
        const double listed = is_rest_[rule] ? -weight : weight;
        for (std::size_t e = start_[rule]; e < start_[rule + 1]; ++e) values[rows_[e]] += listed;
        return is_rest_[rule] ? weight : 0.0;
    }

    // products[j, k]: the sum of the values of the rows that both first[j] and second[k] cover; where
    // all of them are the same rules, each pair is added up once. Time O(listed rows
    // that pairs share).
    void products(const double* values, const Array<std::uint32_t>& first, const Array<std::uint32_t>& second,
                  double* products, std::size_t num_threads, Pulse& pulse) const {
        const bool same = std::equal(first.begin(), first.end(), second.begin(), second.end());
        const std::size_t width = second.size();
        const Array<std::uint32_t> one_output(width, 0);
        const RowLists lists =
            by_row(second, one_output, 1, [&](std::size_t row) { return values[row] != 0; });
        const double all = total(values);
        Array<double> listed;  // of the second rules
        for (const std::uint32_t rule : second) listed.push_back(listed_sum(rule, values));
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
            const double own = listed_sum(first[j], values);
            for (std::size_t k = least; k < width; ++k) {  // in the rows of the first, of the second
                if (is_rest_[second[k]]) sums[k] = own - sums[k];
                if (is_rest_[first[j]])
                    sums[k] = (is_rest_[second[k]] ? all - listed[k] : listed[k]) - sums[k];
            }
        });
        if (!same) return;
        for (std::size_t j = 0; j < width; ++j)
            for (std::size_t k = 0; k < j; ++k) products[j * width + k] = products[k * width + j];
    }

    // The second derivatives of a loss by weights of rules for outputs: those by each weight from
    // `first` on and by all weights, with the constants of all outputs behind them, row by row. By two
    // outputs j and k the loss has the derivative [j = k] diagonal[j] - outer[j] outer[k] in a row.
    // Time O(weights of rules that list a row, squared) for each row, as far as outputs go together
    // there; half of it if `first` is 0.
    void hessian(const double* diagonal, const double* outer, std::size_t num_outputs,
                 const Array<std::uint32_t>& rules, const Array<std::uint32_t>& outputs, std::size_t first,
                 double* products, std::size_t num_threads, Pulse& pulse) const {
        const std::size_t count = rules.size(), width = count + num_outputs;
        const RowLists lists = by_row(rules, outputs, num_outputs,
                                      [&](std::size_t at) { return diagonal[at] != 0 || outer[at] != 0; });
        Array<double> all(num_outputs * num_outputs, 0.0), listed(count * num_outputs, 0.0);
        const auto add = [&](std::size_t row, std::size_t j, double* sums) {  // by j and each output
            const double* own = outer + row * num_outputs;
            sums[j] += diagonal[row * num_outputs + j];
            for (std::size_t k = 0; k < num_outputs; ++k) sums[k] -= own[j] * own[k];
        };
        for (std::size_t row = 0; row < num_rows_; ++row)
            for (std::size_t j = 0; j < num_outputs; ++j) add(row, j, all.data() + j * num_outputs);
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t e = start_[rules[a]]; e < start_[rules[a] + 1]; ++e)
                add(rows_[e], outputs[a], listed.data() + a * num_outputs);
        parallel_for(count - first, num_threads, pulse, [&](std::size_t index, Worker&) {
            const std::size_t a = first + index, j = outputs[a];
            const bool rest = is_rest_[rules[a]];
            const double *own = listed.data() + a * num_outputs, *whole = all.data() + j * num_outputs;
            double* sums = products + index * width;
            std::fill_n(sums, count, 0.0);
            for (std::size_t e = start_[rules[a]]; e < start_[rules[a] + 1]; ++e) {
                const std::size_t row = rows_[e];
                const double* factors = outer + row * num_outputs;
                for (std::size_t k = 0; k < num_outputs; ++k) {
                    const double more = k == j ? diagonal[row * num_outputs + j] : 0.0;
                    const double value = more - factors[j] * factors[k];
                    if (value == 0) continue;
                    const std::uint32_t* at = lists.entries.data() + lists.start[row * num_outputs + k];
                    const std::uint32_t* end = lists.entries.data() + lists.start[row * num_outputs + k + 1];
                    for (; at != end && *at >= a; ++at) sums[*at] += value;
                    if (first == 0) continue;
                    // of two that are both from `first` on the first one has the sum
                    while (at != end && *at >= first) ++at;
                    for (; at != end; ++at) sums[*at] += value;
                }
            }
            for (std::size_t k = 0; k < count; ++k) {  // in the rows of the first, of the second
                const std::size_t other = outputs[k];
                if (is_rest_[rules[k]]) sums[k] = own[other] - sums[k];
                if (!rest) continue;
                const double second = listed[k * num_outputs + j];
                sums[k] = (is_rest_[rules[k]] ? whole[other] - second : second) - sums[k];
            }
            for (std::size_t k = 0; k < num_outputs; ++k) sums[count + k] = rest ? whole[k] - own[k] : own[k];
        });
        for (std::size_t a = first; a < count; ++a)
            for (std::size_t k = first; k < a; ++k)
                products[(a - first) * width + k] = products[(k - first) * width + a];
    }

private:
    // Over the rows in the list of a rule, of `kWidth` values a row.
    template <std::size_t kWidth>
    std::array<double, kWidth> listed(std::size_t rule, const double* values) const {
        // several sums at a time: each addition to one of them waits for the addition before
        constexpr std::size_t kParts = kWidth == 4 ? 2 : 4;
        double parts[kParts][kWidth] = {};
        std::size_t e = start_[rule];
        for (const std::size_t end = start_[rule + 1]; e + kParts <= end; e += kParts)
            for (std::size_t part = 0; part < kParts; ++part)
                for (std::size_t k = 0; k < kWidth; ++k)
                    parts[part][k] += values[rows_[e + part] * kWidth + k];
        for (; e < start_[rule + 1]; ++e)
            for (std::size_t k = 0; k < kWidth; ++k) parts[0][k] += values[rows_[e] * kWidth + k];
        std::array<double, kWidth> sums{};
        for (std::size_t part = 0; part < kParts; ++part)
            for (std::size_t k = 0; k < kWidth; ++k) sums[k] += parts[part][k];
        return sums;
    }

    double listed_sum(std::size_t rule, const double* values) const { return listed<1>(rule, values)[0]; }

    // The columns of `sums` from `first` on.
    template <std::size_t kWidth>
    void sums_of(const Array<std::uint32_t>& rules, const double* values, std::size_t outputs,
                 std::size_t first, double* sums, Pulse& pulse) const {
        Array<double> packed;
        const double* own = values;
        if (outputs > kWidth) {
            packed.resize(num_rows_ * kWidth);
            for (std::size_t row = 0; row < num_rows_; ++row)
                std::copy_n(values + row * outputs + first, kWidth, packed.data() + row * kWidth);
            own = packed.data();
        }
        std::array<double, kWidth> total{};
        for (std::size_t row = 0; row < num_rows_; ++row)
            for (std::size_t k = 0; k < kWidth; ++k) total[k] += own[row * kWidth + k];
        for (std::size_t r = 0; r < rules.size(); ++r) {
            pulse.beat(r, rules.size());
            const std::array<double, kWidth> sum = listed<kWidth>(rules[r], own);
            for (std::size_t k = 0; k < kWidth; ++k)
                sums[r * outputs + first + k] = is_rest_[rules[r]] ? total[k] - sum[k] : sum[k];
        }
    }

    // For each row, and each output of it, the positions of the rules that list it, descending; only
    // where they are wanted.
    struct RowLists {
        Array<std::size_t> start;
        Array<std::uint32_t> entries;
    };

    template <typename Wanted>
    RowLists by_row(const Array<std::uint32_t>& rules, const Array<std::uint32_t>& outputs,
                    std::size_t num_outputs, Wanted&& wanted) const {
        const std::size_t count = num_rows_ * num_outputs;
        RowLists lists{Array<std::size_t>(count + 1, 0), {}};
        const auto each = [&](const auto& visit) {
            for (std::size_t k = rules.size(); k-- > 0;)
                for (std::size_t e = start_[rules[k]]; e < start_[rules[k] + 1]; ++e) {
                    const std::size_t at = rows_[e] * num_outputs + outputs[k];
                    if (wanted(at)) visit(at, k);
                }
        };
        std::size_t* start = lists.start.data();
        each([&](std::size_t at, std::size_t) { ++start[at]; });
        std::size_t end = 0;
        for (std::size_t at = 0; at <= count; ++at) end += std::exchange(start[at], end);
        lists.entries.resize(end);
        each([&](std::size_t at, std::size_t k) {
            lists.entries[start[at]++] = static_cast<std::uint32_t>(k);
        });
        for (std::size_t at = count; at > 0; --at) start[at] = start[at - 1];
        start[0] = 0;
        return lists;
    }

    std::size_t add_cover(const BinnedRows& rows, const std::uint32_t* literals, std::size_t order) {
        covered_.resize(num_rows_);
        std::iota(covered_.begin(), covered_.end(), 0u);
        std::size_t count = num_rows_;
        Signs signs = kAnySign;
        for (std::size_t k = 0; k < order; ++k) {
            const Literal literal = Literal::of(literals[k]);
            const BinColumn& column = rows.column(literal.column);
            signs &= column.signs(literal);
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
        const bool is_rest = 2 * count > num_rows_;
        if (is_rest) leave_rest();
        std::uint64_t hash = covered_.size() + is_rest;
        for (const std::uint32_t row : covered_) hash += scramble(row);
        for (std::size_t rule = 0; rule < size(); ++rule)
            if (hash_[rule] == hash && is_rest_[rule] == is_rest && signs_[rule] == signs &&
                std::equal(covered_.begin(), covered_.end(), rows_.begin() + start_[rule],
                           rows_.begin() + start_[rule + 1]))
                return rule;
        rows_.append(covered_.data(), covered_.size());
        start_.push_back(rows_.size());
        signs_.push_back(static_cast<std::uint8_t>(signs));
        hash_.push_back(hash);
        is_rest_.push_back(is_rest);
        return size() - 1;
    }

    // The rows that are not covered take the place of those that are.
    void leave_rest() {
        Array<std::uint32_t> rest;
        std::size_t e = 0;
        for (std::size_t row = 0; row < num_rows_; ++row)
            if (e < covered_.size() && covered_[e] == row)
                ++e;
            else
                rest.push_back(static_cast<std::uint32_t>(row));
        covered_.swap(rest);
    }

    std::size_t num_rows_;
    Array<std::size_t> start_{0}, first_literal_{0};
    Array<std::uint32_t> literals_;
    Array<std::uint32_t> rows_, covered_;
    Array<std::uint64_t> hash_;
    Array<std::uint8_t> is_rest_, signs_;  // whether the rows of a rule are those that it does not list
    std::map<std::vector<std::uint32_t>, std::size_t> numbers_;  // by literals
};

}  // namespace nzdd
