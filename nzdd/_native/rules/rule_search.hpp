// Branch and bound for the rules over which a vector sums to the most, relative to a penalty of their
// order.
//
// A rule's literals are sorted by column. The last two columns are not branched on: the rows of one
// bin of a column, added up by the bins of all columns behind it, give the sums over all pairs of
// literals of two columns at once. For two dense columns their rounded sum tells whether it is worth
// adding up. A branch ends where neither the positive nor the negative part of its
// sum could reach the reward that is asked for.
#pragma once

#include <cmath>
#include <initializer_list>

#include "rules/best_rules.hpp"
#include "rules/rule_node.hpp"

namespace nzdd {

// `penalty[k]` of the rules with k literals, k from 1 to `max_order`.
class RuleSearch {
public:
    RuleSearch(const BinnedRows& rows, const DenseBits& bits, const ItemLists& lists, const double* values,
               const double* penalty, std::size_t max_order, std::size_t count, double above)
        : rows_(rows),
          bits_(bits),
          lists_(lists),
          values_(values),
          penalty_(penalty),
          max_order_(max_order),
          count_(count),
          above_(above),
          shared_(rows, bits, values, max_order < 2 ? 0 : above * penalty[2]) {
        least_penalty_.assign(penalty, penalty + max_order + 1);
        for (std::size_t k = max_order; k-- > 1;)
            least_penalty_[k] = std::min(least_penalty_[k], least_penalty_[k + 1]);
    }

    std::vector<RatedRule> run(std::size_t num_threads, Pulse& pulse) {
        std::vector<Thread> threads;
        for (std::size_t t = 0; t < num_threads; ++t) threads.emplace_back(BestRules(count_, above_));
        const RuleNode all(shared_, lists_, max_order_, num_threads, pulse);
        parallel_for(rows_.num_columns(), num_threads, pulse, [&](std::size_t column, Worker& worker) {
            Thread& thread = threads[worker.number()];
            thread.worker = &worker;
            expand(all, column, max_order_, thread);
        });
        BestRules best(count_, above_);
        for (Thread& thread : threads) best.merge(std::move(thread.best));
        return std::move(best).sorted();
    }

private:
    static constexpr double kRounding = 1 + 1e-9;  // of the sums that bound a branch

    struct Thread {
        explicit Thread(BestRules rules) : best(std::move(rules)) {}

        BestRules best;
        std::vector<std::uint32_t> chosen;
        Signs signs = kAnySign;  // that the chosen literals allow
        Worker* worker = nullptr;
        Array<double> table, basis, bounds;  // scratch
    };

    // All rules of the chosen literals, one or two of `column`, and others behind it.
    void expand(const RuleNode& node, std::size_t column, std::size_t orders_left, Thread& thread) const {
        offer_single(node, column, orders_left, thread);
        if (orders_left >= 2) offer_pairs(node, column, thread);
        if (orders_left >= 3) branch(node, column, orders_left, thread);
    }

    // The best literal of a column, and its best interval.
    void offer_single(const RuleNode& node, std::size_t c, std::size_t orders_left, Thread& thread) const {
        const BinColumn& column = rows_.column(c);
        double* basis = basis_of(column, node.sums.data() + column.first_item, thread.basis);
        const std::size_t order = thread.chosen.size() + 1;
        const Found found = scan(column, basis, thread.signs);
        if (found.value >= 0) offer(found.value / penalty_[order], {found.literal(column, c)}, thread);
        if (orders_left < 2 || !column.ordered || column.known < 3 || column.direction != 0) return;
        // between two of the sums up to a bin: the largest and the least one before each
        std::size_t low = 0, high = 0, first = 0, last = 0;
        double most = 0;
        for (std::size_t k = 1; k + 1 < column.known; ++k) {
            for (const std::size_t from : {low, high})
                if (const double sum = worth(basis[k] - basis[from], thread.signs); sum > most)
                    most = sum, first = from, last = k;
            if (basis[k] < basis[low]) low = k;
            if (basis[k] > basis[high]) high = k;
        }
        offer(most / penalty_[order + 1],
              {column.literal(static_cast<std::uint32_t>(c), first, true).packed(),
               column.literal(static_cast<std::uint32_t>(c), last, false).packed()},
              thread);
    }

    // The best pair of literals of this column and each one behind it.
    void offer_pairs(const RuleNode& node, std::size_t u, Thread& thread) const {
        if (u + 1 == rows_.num_columns()) return;
        const BinColumn& first = rows_.column(u);
        const std::size_t offset = first.first_item + first.num_bins();  // of the items behind it
        const std::size_t width = rows_.num_items() - offset;
        double* table = room(thread.table, first.basis_size() * width);
        thread.worker->beat(u, rows_.num_columns());
        const auto place = [&](std::size_t v) { return table + rows_.column(v).first_item - offset; };
        if (node.apart(u, u)) {
            const double penalty = penalty_[thread.chosen.size() + 2];
            const std::size_t count = node.bound_pairs(u, thread.bounds);
            for (std::size_t k = 0; k < count; ++k) {
                if (thread.bounds[k] * kRounding < thread.best.threshold() * penalty) continue;
                const std::size_t v = bits_.column(bits_.number(u) + 1 + k);
                add_dense_pair(node, u, v, width, place(v));
                offer_pair(u, v, place(v), width, thread);
            }
            if (node.apart_from_all_behind(u)) return;
        }
        add_pairs(node, u, offset, width, table);
        for (std::size_t v = u + 1; v < rows_.num_columns(); ++v)
            if (!node.apart(u, v)) offer_pair(u, v, place(v), width, thread);
    }

    // Of literals of two columns, whose sums stand in a table.
    void offer_pair(std::size_t u, std::size_t v, const double* table, std::size_t width,
                    Thread& thread) const {
        const BinColumn &first = rows_.column(u), &second = rows_.column(v);
        const std::size_t order = thread.chosen.size() + 2, size = second.basis_size();
        double* basis = room(thread.basis, (first.basis_size() + 1) * size);
        for (std::size_t i = 0; i < first.basis_size(); ++i) {
            std::copy_n(table + i * width, second.num_bins(), basis + i * size);
            second.to_basis(basis + i * size);
        }
        const double* known = basis + first.known_entry() * size;
        double* rest = basis + first.basis_size() * size;
        Found best;
        Literal with{};
        const bool free = first.direction == 0;
        const auto look = [&](const double* sums, const auto& literal) {
            const Signs signs = free ? thread.signs : thread.signs & first.signs(literal());
            if (signs == 0) return;
            const double most = largest(second, sums, signs);
            if (most > best.value && most / penalty_[order] >= thread.best.threshold()) {
                best = scan(second, sums, signs);
                with = literal();
            }
        };
        const auto column = static_cast<std::uint32_t>(u);
        for (std::size_t i = 0; i < first.num_primary(); ++i) {
            look(basis + i * size, [&] { return first.literal(column, i, false); });
            for (std::size_t j = 0; j < size; ++j) rest[j] = known[j] - basis[i * size + j];
            look(rest, [&] { return first.literal(column, i, true); });
        }
        if (first.missing) {
            look(basis + first.missing_entry() * size, [&] { return Literal{column, Kind::kMissing, 0}; });
            look(known, [&] { return Literal{column, Kind::kKnown, 0}; });
        }
        if (best.value >= 0)
            offer(best.value / penalty_[order], {with.packed(), best.literal(second, v)}, thread);
    }

    // The sums for two dense columns, in a table as `add_pairs` makes it.
    void add_dense_pair(const RuleNode& node, std::size_t u, std::size_t v, std::size_t width,
                        double* table) const {
        const BinColumn &first = rows_.column(u), &second = rows_.column(v);
        const std::size_t often = rows_.frequent(u), other = rows_.frequent(v);
        const double* own = node.sums.data() + first.first_item;
        double sums[2][3];  // for each bin of the second column a basis of the first one
        sums[1 - other][1 - often] = node.rare_sum(u, v);
        sums[other][1 - often] = own[1 - often] - sums[1 - other][1 - often];
        for (std::size_t bin = 0; bin < 2; ++bin) {
            sums[bin][often] = node.sums[second.first_item + bin] - sums[bin][1 - often];
            first.to_basis(sums[bin]);
            for (std::size_t i = 0; i < first.basis_size(); ++i) table[i * width + bin] = sums[bin][i];
        }
    }

    // Row k of the table: the sums over all items behind column u of entry k of its basis.
    void add_pairs(const RuleNode& node, std::size_t u, std::size_t offset, std::size_t width,
                   double* table) const {
        const BinColumn& first = rows_.column(u);
        std::fill_n(table, first.basis_size() * width, 0.0);
        const std::uint32_t* items = rows_.items();
        const std::size_t frequent = rows_.frequent(u);
        double* rest = table + frequent * width;
        std::copy_n(node.sums.data() + offset, width, rest);
        for (std::size_t bin = 0; bin < first.num_bins(); ++bin) {
            if (bin == frequent) continue;
            double* sums = table + bin * width - offset;
            const std::size_t item = first.first_item + bin;
            for (const ItemLists::Entry* e = node.begin(item); e != node.end(item); ++e) {
                const double value = values_[e->row];
                for (const std::uint32_t* at = items + e->position + 1; *at != BinnedRows::kEnd; ++at)
                    sums[*at] += value;
            }
            // what the lists leave out
            for (std::size_t v = u + 1; v < rows_.num_columns(); ++v) {
                if (node.apart(u, v)) continue;
                const BinColumn& second = rows_.column(v);
                double left = node.sums[item];
                for (std::size_t b = 0; b < second.num_bins(); ++b)
                    if (b != rows_.frequent(v)) left -= sums[second.first_item + b];
                sums[second.first_item + rows_.frequent(v)] = left;
            }
            for (std::size_t j = 0; j < width; ++j) rest[j] -= table[bin * width + j];
        }
        if (first.ordered) {
            for (std::size_t k = 1; k < first.known; ++k)
                for (std::size_t j = 0; j < width; ++j) table[k * width + j] += table[(k - 1) * width + j];
            return;
        }
        if (first.missing) std::copy_n(table + first.known * width, width, table + (first.known + 1) * width);
        double* total = table + first.known * width;
        std::fill_n(total, width, 0.0);
        for (std::size_t k = 0; k < first.known; ++k)
            for (std::size_t j = 0; j < width; ++j) total[j] += table[k * width + j];
    }

    // Literals of a column, and intervals, to which two more columns may come.
    void branch(const RuleNode& node, std::size_t c, std::size_t orders_left, Thread& thread) const {
        if (c + 1 == rows_.num_columns()) return;
        const BinColumn& column = rows_.column(c);
        Array<double> scratch, more;
        const double* sums = basis_of(column, node.sums.data() + column.first_item, scratch);
        const double* positive = basis_of(column, node.positive.data() + column.first_item, more);
        const auto number = static_cast<std::uint32_t>(c);
        const auto visit = [&](double sum, double raised, std::initializer_list<Literal> literals) {
            const std::size_t order = thread.chosen.size() + literals.size() + 1;
            Signs signs = thread.signs;
            for (const Literal& literal : literals) signs &= column.signs(literal);
            const double most =
                std::max(signs & kPositive ? raised : 0, signs & kNegative ? raised - sum : 0);
            if (signs == 0) return;
            if (most * kRounding < thread.best.threshold() * least_penalty_[order]) return;
            Array<std::uint32_t> kept;
            const std::uint8_t* codes = rows_.codes(c);
            for (const std::uint32_t row : node.rows()) {
                bool all = true;
                for (const Literal& literal : literals) all &= column.holds(literal, codes[row]);
                if (all) kept.push_back(row);
            }
            if (kept.empty() || kept.size() == node.rows().size()) return;
            const RuleNode child(shared_, std::move(kept), c + 1, orders_left - literals.size(),
                                 *thread.worker);
            for (const Literal& literal : literals) thread.chosen.push_back(literal.packed());
            std::swap(thread.signs, signs);
            for (std::size_t next = c + 1; next < rows_.num_columns(); ++next)
                expand(child, next, orders_left - literals.size(), thread);
            thread.signs = signs;
            thread.chosen.resize(thread.chosen.size() - literals.size());
            thread.worker->beat(c, rows_.num_columns());
        };
        const std::size_t known = column.known_entry(), missing = column.missing_entry();
        for (std::size_t i = 0; i < column.num_primary(); ++i) {
            visit(sums[i], positive[i], {column.literal(number, i, false)});
            visit(sums[known] - sums[i], positive[known] - positive[i], {column.literal(number, i, true)});
        }
        if (column.missing) {
            visit(sums[missing], positive[missing], {Literal{number, Kind::kMissing, 0}});
            visit(sums[known], positive[known], {Literal{number, Kind::kKnown, 0}});
        }
        if (!column.ordered) return;
        for (std::size_t i = 0; i + 2 < column.known; ++i)
            for (std::size_t k = i + 1; k + 1 < column.known; ++k)
                visit(sums[k] - sums[i], positive[k] - positive[i],
                      {column.literal(number, i, true), column.literal(number, k, false)});
    }

    // The literal of a column with the largest absolute sum.
    struct Found {
        double value = -1;
        std::size_t entry = 0;
        bool complement = false;

        std::uint32_t literal(const BinColumn& column, std::size_t c) const {
            const auto number = static_cast<std::uint32_t>(c);
            if (entry < column.num_primary()) return column.literal(number, entry, complement).packed();
            return Literal{number, complement ? Kind::kKnown : Kind::kMissing, 0}.packed();
        }
    };

    static double largest(const BinColumn& column, const double* basis, Signs signs) {
        if (signs != kAnySign || column.direction != 0) return scan(column, basis, signs).value;
        const double known = basis[column.known_entry()];
        double most = 0;
        for (std::size_t i = 0; i < column.num_primary(); ++i)
            most = std::max(most, std::max(std::abs(basis[i]), std::abs(known - basis[i])));
        if (column.missing)
            most = std::max(most, std::max(std::abs(known), std::abs(basis[column.missing_entry()])));
        return most;
    }

    static Found scan(const BinColumn& column, const double* basis, Signs signs) {
        const double known = basis[column.known_entry()];
        const Signs above = signs & column.signs({0, Kind::kAbove, 0});
        const Signs at_most = signs & column.signs({0, Kind::kAtMost, 0});
        Found best;
        const auto look = [&](double sum, Signs allowed, std::size_t entry, bool complement) {
            if (const double value = worth(sum, allowed); value > best.value)
                best = {value, entry, complement};
        };
        for (std::size_t i = 0; i < column.num_primary(); ++i) {
            look(basis[i], at_most, i, false);
            look(known - basis[i], above, i, true);
        }
        if (column.missing) {
            look(basis[column.missing_entry()], signs, column.missing_entry(), false);
            look(known, signs, column.missing_entry(), true);
        }
        return best;
    }

    static double* room(Array<double>& scratch, std::size_t size) {
        if (scratch.size() < size) scratch.resize(size);
        return scratch.data();
    }

    static double* basis_of(const BinColumn& column, const double* sums, Array<double>& scratch) {
        double* basis = room(scratch, column.basis_size());
        std::copy_n(sums, column.num_bins(), basis);
        column.to_basis(basis);
        return basis;
    }

    static void offer(double reward, std::initializer_list<std::uint32_t> literals, Thread& thread) {
        if (!(reward >= thread.best.threshold())) return;
        RatedRule rule{reward, thread.chosen};
        rule.literals.insert(rule.literals.end(), literals);
        thread.best.offer(std::move(rule));
    }

    const BinnedRows& rows_;
    const DenseBits& bits_;
    const ItemLists& lists_;
    const double* values_;
    const double* penalty_;
    std::size_t max_order_, count_;
    double above_;
    std::vector<double> least_penalty_;
    const SearchedRows shared_;
};

}  // namespace nzdd
