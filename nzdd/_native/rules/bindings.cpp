// Rules over columns of bins: literal.hpp says what a literal is, binned_rows.hpp holds the rows, which
// distinct_rows.hpp merges; rule_search.hpp finds the rules that best_rules.hpp keeps, rule_node.hpp has
// the sums for it, of dense_bits.hpp by pair_sums.hpp; rule_covers.hpp knows the rows of rules, lasso.hpp
// weighs them.
#include "bindings.hpp"

#include <numeric>

#include "rules/distinct_rows.hpp"
#include "rules/lasso.hpp"
#include "rules/rule_covers.hpp"
#include "rules/rule_search.hpp"

namespace nzdd {
namespace {

using U8 = In<std::uint8_t>;
using RuleParts =
    std::tuple<Out<double>, Out<std::int64_t>, Out<std::uint32_t>>;  // rewards, offsets, literals

Array<BinColumn> columns_of(const U32& known, const U8& missing, const U8& ordered, const U8& directions) {
    if (known.size() != missing.size() || known.size() != ordered.size() || known.size() != directions.size())
        throw std::invalid_argument("the facts about columns differ in number");
    if (known.size() >= Literal::kMaxColumns)
        throw std::invalid_argument(std::to_string(known.size()) + " columns; at most " +
                                    std::to_string(Literal::kMaxColumns - 1) + " are possible");
    Array<BinColumn> columns;
    for (std::size_t c = 0; c < known.size(); ++c) {
        const std::uint32_t bins = known.data()[c];
        if (bins < 1 || bins + (missing.data()[c] != 0) > 256)
            throw std::invalid_argument("column " + std::to_string(c) + " has " + std::to_string(bins) +
                                        " bins; give 1 to 255");
        const bool is_ordered = ordered.data()[c] != 0;
        const int direction = is_ordered ? directions.data()[c] : 0;
        if (direction > 2) throw std::invalid_argument("a direction is none of 0, 1 and 2");
        columns.push_back({bins, missing.data()[c] != 0, is_ordered, direction == 2 ? -1 : direction, 0});
    }
    return columns;
}

void check_size(const char* what, std::size_t size, std::size_t wanted) {
    if (size != wanted)
        throw std::invalid_argument(std::to_string(size) + " " + what + " instead of " +
                                    std::to_string(wanted));
}

class BinnedSearch {
public:
    BinnedSearch(const U8& codes, std::size_t num_rows, const U32& known, const U8& missing,
                 const U8& ordered, const U8& directions)
        : rows_(checked(codes, num_rows * known.size()), num_rows,
                columns_of(known, missing, ordered, directions)),
          bits_(rows_),
          lists_(rows_, everyone(num_rows), 0, true),
          covers_(num_rows) {}

    // `directions`: by column 0, or 1 or 2 where votes may only rise or fall.
    // The `count` rules with the largest absolute sum of values by penalty, as far as it is above `above`.
    RuleParts best(const F64& values, const F64& penalty, std::uint64_t count, double above,
                   std::size_t threads, const nb::object& progress) const {
        check_size("values", values.size(), rows_.num_rows());
        if (penalty.size() < 2)
            throw std::invalid_argument("penalty needs one number for each order from 0 up");
        std::vector<RatedRule> found;
        unlocked(progress, [&](Pulse& pulse) {
            pulse.stage("rules");
            RuleSearch search(rows_, bits_, lists_, values.data(), penalty.data(), penalty.size() - 1, count,
                              above);
            found = search.run(std::max<std::size_t>(1, threads), pulse);
        });
        Array<double> rewards;
        Array<std::int64_t> offsets{0};
        Array<std::uint32_t> literals;
        for (const RatedRule& rule : found) {
            rewards.push_back(rule.reward);
            literals.append(rule.literals.data(), rule.literals.size());
            offsets.push_back(static_cast<std::int64_t>(literals.size()));
        }
        return {give(std::move(rewards)), give(std::move(offsets)), give(std::move(literals))};
    }

    // The numbers of rules; one that covers the same rows as an earlier one shares its number.
    Out<std::uint32_t> add(const I64& offsets, const U32& literals, const nb::object& progress) {
        for (std::size_t k = 0; k < literals.size(); ++k)
            if (Literal::of(literals.data()[k]).column >= rows_.num_columns())
                throw std::invalid_argument("a literal is of no column");
        csr(offsets, literals, std::size_t{1} << 32);
        Array<std::uint32_t> numbers;
        unlocked(progress, [&](Pulse& pulse) {
            for (std::size_t r = 0; r + 1 < offsets.size(); ++r) {
                const std::size_t first = offsets.data()[r], order = offsets.data()[r + 1] - first;
                pulse.beat(r, offsets.size());
                if (order == 0) throw std::invalid_argument("a rule has no literals");
                numbers.push_back(
                    static_cast<std::uint32_t>(covers_.add(rows_, literals.data() + first, order)));
            }
        });
        return give(std::move(numbers));
    }

    // From rule `first` on, offsets and the literals by which rules were added: also those of an `add`
    // that was stopped.
    std::tuple<Out<std::int64_t>, Out<std::uint32_t>> literals(std::size_t first) const {
        if (first > covers_.size()) throw std::out_of_range("there are fewer rules");
        const Array<std::size_t>& start = covers_.first_literal();
        Array<std::int64_t> offsets;
        for (std::size_t rule = first; rule <= covers_.size(); ++rule)
            offsets.push_back(static_cast<std::int64_t>(start[rule] - start[first]));
        Array<std::uint32_t> literals;
        literals.append(covers_.literals().begin() + start[first], covers_.literals().size() - start[first]);
        return {give(std::move(offsets)), give(std::move(literals))};
    }

    // Row by row, of `outputs` values a row for each rule as many sums.
    Out<double> sums(const U32& rules, const F64& values, std::size_t outputs,
                     const nb::object& progress) const {
        check_rules(rules);
        if (outputs == 0) throw std::invalid_argument("0 outputs; give 1 or more");
        check_size("values", values.size(), rows_.num_rows() * outputs);
        Array<double> totals(rules.size() * outputs);
        unlocked(progress, [&](Pulse& pulse) {
            covers_.sums(copy(rules), values.data(), outputs, totals.data(), pulse);
        });
        return give(std::move(totals));
    }

    // The sum of the weights of the rules that cover each row.
    Out<double> votes(const U32& rules, const F64& weights, const nb::object& progress) const {
        check_rules(rules);
        check_size("weights", weights.size(), rules.size());
        Array<double> values(rows_.num_rows(), 0.0);
        unlocked(progress, [&](Pulse& pulse) {
            double everywhere = 0;
            for (std::size_t r = 0; r < rules.size(); ++r) {
                pulse.beat(r, rules.size());
                everywhere += covers_.spread(rules.data()[r], weights.data()[r], values.data());
            }
            for (double& value : values) value += everywhere;
        });
        return give(std::move(values));
    }

    // Row by row, a product of each of the first with each of the second.
    Out<double> products(const F64& values, const U32& first, const U32& second, std::size_t threads,
                         const nb::object& progress) const {
        check_rules(first);
        check_rules(second);
        check_size("values", values.size(), rows_.num_rows());
        Array<double> sums(first.size() * second.size());
        unlocked(progress, [&](Pulse& pulse) {
            covers_.products(values.data(), copy(first), copy(second), sums.data(),
                             std::max<std::size_t>(1, threads), pulse);
        });
        return give(std::move(sums));
    }

    // Row by row, by each of the weights from `first` on: derivatives by all weights, and by constants.
    Out<double> hessian(const F64& diagonal, const F64& outer, const U32& rules, const U32& outputs,
                        std::size_t num_outputs, std::size_t first, std::size_t threads,
                        const nb::object& progress) const {
        check_rules(rules);
        check_size("outputs", outputs.size(), rules.size());
        check_size("diagonal entries", diagonal.size(), rows_.num_rows() * num_outputs);
        check_size("outer entries", outer.size(), rows_.num_rows() * num_outputs);
        for (std::size_t k = 0; k < outputs.size(); ++k)
            if (outputs.data()[k] >= num_outputs) throw std::invalid_argument("no output has such a number");
        if (first > rules.size()) throw std::invalid_argument("the first weight is behind the last one");
        Array<double> products((rules.size() - first) * (rules.size() + num_outputs));
        unlocked(progress, [&](Pulse& pulse) {
            covers_.hessian(diagonal.data(), outer.data(), num_outputs, copy(rules), copy(outputs), first,
                            products.data(), std::max<std::size_t>(1, threads), pulse);
        });
        return give(std::move(products));
    }

private:
    static const std::uint8_t* checked(const U8& codes, std::size_t wanted) {
        check_size("bins", codes.size(), wanted);
        return codes.data();
    }

    static Array<std::uint32_t> everyone(std::size_t count) {
        Array<std::uint32_t> rows(count);
        std::iota(rows.begin(), rows.end(), 0u);
        return rows;
    }

    void check_rules(const U32& rules) const {
        for (std::size_t r = 0; r < rules.size(); ++r)
            if (rules.data()[r] >= covers_.size()) throw std::invalid_argument("a rule has no such number");
    }

    BinnedRows rows_;
    DenseBits bits_;
    ItemLists lists_;
    RuleCovers covers_;
};

Out<double> lasso(const F64& hessian, const F64& linear, const F64& weights, const F64& penalty,
                  const U8& signs, double tolerance, std::size_t max_passes, const nb::object& progress) {
    const std::size_t size = linear.size();
    check_size("entries", hessian.size(), size * size);
    check_size("weights", weights.size(), size);
    check_size("penalties", penalty.size(), size);
    check_size("signs", signs.size(), size);
    return give(unlocked(progress, [&](Pulse& pulse) {
        return Lasso(hessian.data(), linear.data(), weights.data(), penalty.data(), signs.data(), size)
            .run(tolerance, max_passes, pulse);
    }));
}

std::tuple<Out<std::int64_t>, Out<std::uint32_t>> merged_rows(const U8& codes, std::size_t num_rows,
                                                              const nb::object& progress) {
    if (num_rows == 0 || codes.size() % num_rows) throw std::invalid_argument("rows differ in length");
    if (num_rows >= ~std::uint32_t{0}) throw std::length_error("2^32 rows or more");
    DistinctRows found = unlocked(progress, [&](Pulse& pulse) {
        return distinct_rows(codes.data(), num_rows, codes.size() / num_rows, pulse);
    });
    return {give(std::move(found.first)), give(std::move(found.number))};
}

}  // namespace

void bind_rules(nb::module_& module) {
    nb::class_<BinnedSearch>(module, "BinnedSearch")
        .def(nb::init<const U8&, std::size_t, const U32&, const U8&, const U8&, const U8&>(), "codes"_a,
             "num_rows"_a, "known"_a, "missing"_a, "ordered"_a, "directions"_a)
        .def("best", &BinnedSearch::best, "values"_a, "penalty"_a, "count"_a, "above"_a, "threads"_a,
             "progress"_a.none())
        .def("add", &BinnedSearch::add, "offsets"_a, "literals"_a, "progress"_a.none())
        .def("literals", &BinnedSearch::literals, "first"_a)
        .def("sums", &BinnedSearch::sums, "rules"_a, "values"_a, "outputs"_a, "progress"_a.none())
        .def("votes", &BinnedSearch::votes, "rules"_a, "weights"_a, "progress"_a.none())
        .def("products", &BinnedSearch::products, "values"_a, "first"_a, "second"_a, "threads"_a,
             "progress"_a.none())
        .def("hessian", &BinnedSearch::hessian, "diagonal"_a, "outer"_a, "rules"_a, "outputs"_a,
             "num_outputs"_a, "first"_a, "threads"_a, "progress"_a.none());
    module.def("lasso", &lasso, "hessian"_a, "linear"_a, "weights"_a, "penalty"_a, "signs"_a, "tolerance"_a,
               "max_passes"_a, "progress"_a.none());
    module.def("distinct_codes", &merged_rows, "codes"_a, "num_rows"_a, "progress"_a.none());
}

}  // namespace nzdd
