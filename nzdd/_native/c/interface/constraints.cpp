// Linear constraints for the rows of a family: oracles, bounds that they imply, the extended formulation.
#include "c/interface/handles.hpp"
#include "c/linear/edge_rows.hpp"
#include "c/linear/encode.hpp"
#include "c/linear/potential_bounds.hpp"
#include "diagram/build/build.hpp"

using namespace nzdd;

namespace {

Sense sense_of(const nzdd_sense& sense) {
    check_choice(sense, NZDD_EQUAL, "sense", "NZDD_AT_LEAST, NZDD_AT_MOST or NZDD_EQUAL");
    return sense == NZDD_AT_LEAST ? Sense::kAtLeast : sense == NZDD_AT_MOST ? Sense::kAtMost : Sense::kEqual;
}

// With what all rows have in common, if anything, as one more symbol on top.
nzdd_constraint constraint(const ZddView& zdd, Array<std::uint32_t> symbols, Terms terms,
                           const double* nominal, double side, Sense sense, Pulse& pulse) {
    const auto number = static_cast<std::uint32_t>(symbols.size());
    bool common = side != 0;
    for (std::size_t j = 0; nominal && j < terms.num_columns(); ++j) {
        if (nominal[j] == 0) continue;
        terms.add(static_cast<std::int32_t>(j), nominal[j]);
        common = true;
    }
    if (!common) return nzdd_constraint(copy_of(zdd), std::move(symbols), std::move(terms), sense, pulse);
    terms.end_symbol(-side);
    Array<std::uint32_t> with_common{number};
    with_common.append(symbols.data(), symbols.size());
    return nzdd_constraint(with_top(zdd), std::move(with_common), std::move(terms), sense, pulse);
}

// The bounds that a caller gives.
Box box_of(const FamilyRows& rows, const double* lower, const double* upper,
           const std::uint8_t* integrality) {
    const std::size_t size = rows.terms().num_columns();
    check_numbers(need(lower, size, "lower"), size, "lower");
    check_numbers(need(upper, size, "upper"), size, "upper");
    for (std::size_t j = 0; j < size; ++j)
        if (lower[j] > upper[j])
            throw std::invalid_argument("the lower bound of column " + std::to_string(j) + ", " +
                                        text_of(lower[j]) + ", is above the upper one, " + text_of(upper[j]));
    return {lower, upper, integrality};
}

const double* point_of(const FamilyRows& rows, const double* x) {
    const std::size_t size = rows.terms().num_columns();
    check_finite(need(x, size, "x"), size, "x");
    return x;
}

}  // namespace

extern "C" {

void nzdd_constraint_free(nzdd_constraint* constraint) { delete constraint; }
void nzdd_matrix_free(nzdd_matrix* matrix) { delete matrix; }

nzdd_status nzdd_constraint_for_all(const nzdd_zdd* family, nzdd_sense sense, double side, size_t num_columns,
                                    const int64_t* offsets, const int32_t* columns,
                                    const double* coefficients, const double* constants,
                                    const double* nominal, const nzdd_watch* watch, nzdd_constraint** out) {
    return made(out, [&] {
        const nzdd_zdd& given = need(family, "family");
        const std::size_t number = given.order.num_symbols;
        check_num_symbols(number + 1);
        const Sense checked = sense_of(sense);
        check_room(number, 24, "symbols");
        if (!std::isfinite(side))
            throw std::invalid_argument("side is " + text_of(side) + "; it must be finite");
        if (constants) check_finite(constants, number, "constants");
        check_num_columns(num_columns);
        if (nominal) check_finite(nominal, num_columns, "nominal");
        Terms terms(num_columns);
        terms.of_symbol = given_rows(number, num_columns, offsets, columns, coefficients, "symbol");
        for (std::size_t s = 0; s < number; ++s) terms.constant.push_back(constants ? constants[s] : 0);
        Pulse pulse = listen(watch);
        return constraint(given.zdd.view(), given.order.all(), std::move(terms), nominal, side, checked,
                          pulse);
    });
}

nzdd_status nzdd_constraint_from_matrix(size_t num_rows, size_t num_columns, const int64_t* offsets,
                                        const int32_t* columns, const double* coefficients,
                                        const double* sides, nzdd_sense sense, uint64_t sift_steps,
                                        const nzdd_watch* watch, nzdd_constraint** out) {
    return made(out, [&] {
        static constexpr std::int64_t kNoRow = 0;
        static constexpr std::int32_t kNoColumn = 0;
        const Sense checked = sense_of(sense);
        if (num_rows > 0) need(offsets, "offsets");
        const bool none = num_rows == 0 || offsets[num_rows] == 0;
        EncodedRows rows =
            encode(given_rows(num_rows, num_columns, num_rows > 0 ? offsets : &kNoRow,
                              none ? &kNoColumn : &need(columns, "columns"), coefficients, "row"),
                   need(sides, num_rows, "sides"));
        const std::size_t number = rows.terms.num_symbols();
        check_num_symbols(number + 1);
        Pulse pulse = listen(watch);
        const RowTable table = rows.family.table();
        nzdd_zdd family{build_from_csr({table.offsets, table.levels, table.num_rows, number}, nullptr,
                                       nullptr, ToZdd{nullptr}, pulse),
                        {number, {}, {}}};
        if (sift_steps > 0) family = sifted(family, sift_steps, pulse);
        return constraint(family.zdd.view(), family.order.all(), std::move(rows.terms), nullptr, rows.common,
                          checked, pulse);
    });
}

void nzdd_matrix_show(const nzdd_matrix* matrix, nzdd_matrix_view* view) {
    if (!view) return;
    *view = {};
    if (!matrix) return;
    const ListedRows& rows = matrix->rows;
    *view = {rows.matrix.size(),         rows.matrix.num_columns,   rows.matrix.offsets.data(),
             rows.matrix.columns.data(), rows.matrix.values.data(), rows.lower.data(),
             rows.upper.data(),          rows.slack.data(),         rows.key.data()};
}

size_t nzdd_constraint_num_symbols(const nzdd_constraint* constraint) {
    return !constraint ? 0 : constraint->rows.terms().num_symbols();
}

nzdd_status nzdd_constraint_lengths(const nzdd_constraint* constraint, const double* x, double* lengths) {
    return guarded([&] {
        const FamilyRows& rows = need(constraint, "constraint").rows;
        const Array<double> found = rows.terms().lengths(point_of(rows, x));
        std::copy(found.begin(), found.end(), need(lengths, found.size(), "lengths"));
    });
}

nzdd_status nzdd_constraint_min_slack(const nzdd_constraint* constraint, const double* x, double* slack) {
    return guarded([&] {
        const FamilyRows& rows = need(constraint, "constraint").rows;
        need(slack, "slack") = rows.min_slack(point_of(rows, x));
    });
}

nzdd_status nzdd_constraint_separate(const nzdd_constraint* constraint, const double* x, uint64_t max_rows,
                                     double tolerance, int flags, const nzdd_watch* watch,
                                     nzdd_matrix** out) {
    return made(out, [&]() -> nzdd_matrix {
        const FamilyRows& rows = need(constraint, "constraint").rows;
        check_flags(flags, NZDD_DIVERSE | NZDD_RAY, "NZDD_DIVERSE, NZDD_RAY or both");
        if (!(tolerance > 0))
            throw std::invalid_argument("tolerance is " + text_of(tolerance) + "; it must be above 0");
        Pulse pulse = listen(watch);
        return {rows.separate(point_of(rows, x), std::min(max_rows, std::uint64_t{1} << 61), tolerance,
                              flags & NZDD_DIVERSE, flags & NZDD_RAY, pulse)};
    });
}

nzdd_status nzdd_constraint_locks(const nzdd_constraint* constraint, uint8_t* down, uint8_t* up) {
    return guarded([&] {
        const FamilyRows& rows = need(constraint, "constraint").rows;
        const SparseRows& terms = rows.terms().of_symbol;
        std::fill_n(need(down, terms.num_columns, "down"), terms.num_columns, std::uint8_t{0});
        std::fill_n(need(up, terms.num_columns, "up"), terms.num_columns, std::uint8_t{0});
        for (std::size_t k = 0; k < terms.columns.size(); ++k) {
            if (rows.is_equality() || terms.values[k] > 0) down[terms.columns[k]] = 1;
            if (rows.is_equality() || terms.values[k] < 0) up[terms.columns[k]] = 1;
        }
    });
}

nzdd_status nzdd_constraint_tighten(const nzdd_constraint* constraint, const uint8_t* integrality,
                                    double* lower, double* upper, int max_rounds, nzdd_matrix** broken) {
    return made(broken, "broken", [&]() -> nzdd_matrix {
        const nzdd_constraint& given = need(constraint, "constraint");
        const std::size_t size = given.rows.terms().num_columns();
        check_bits(need(integrality, size, "integrality"), size, "integrality");
        if (max_rounds < 0)
            throw std::invalid_argument("max_rounds is " + std::to_string(max_rounds) +
                                        "; it must be at least 0");
        box_of(given.rows, lower, upper, integrality);
        return {given.propagation.tighten(lower, upper, integrality, max_rounds)};
    });
}

nzdd_status nzdd_constraint_reason(const nzdd_constraint* constraint, const double* lower,
                                   const double* upper, int32_t column, int upper_bound, nzdd_matrix** out) {
    return made(out, [&]() -> nzdd_matrix {
        const nzdd_constraint& given = need(constraint, "constraint");
        const std::size_t size = given.rows.terms().num_columns();
        if (column < 0 || static_cast<std::size_t>(column) >= size)
            throw std::invalid_argument("column is " + std::to_string(column) + "; there are " +
                                        std::to_string(size) + " columns");
        const Array<std::uint8_t> continuous(size, 0);
        return {given.propagation.reason(box_of(given.rows, lower, upper, continuous.data()), column,
                                         upper_bound != 0)};
    });
}

nzdd_status nzdd_constraint_holds(const nzdd_constraint* constraint, const double* lower, const double* upper,
                                  int* holds) {
    return guarded([&] {
        const nzdd_constraint& given = need(constraint, "constraint");
        need(holds, "holds") = given.propagation.hold(box_of(given.rows, lower, upper, nullptr));
    });
}

nzdd_status nzdd_constraint_extended(const nzdd_constraint* constraint, nzdd_minimize minimize,
                                     const nzdd_watch* watch, nzdd_nzdd** diagram, nzdd_matrix** rows) {
    if (diagram) *diagram = nullptr;
    std::unique_ptr<nzdd_nzdd> found;
    const nzdd_status status = made(rows, "rows", [&]() -> nzdd_matrix {
        const FamilyRows& given = need(constraint, "constraint").rows;
        const Terms& terms = given.terms();
        Array<std::uint8_t> free;
        for (std::size_t s = 0; s < terms.num_symbols(); ++s)
            free.push_back(terms.of_symbol.offsets[s] == terms.of_symbol.offsets[s + 1]);
        SymbolOrder order{terms.num_symbols(), {}, {}};
        order.symbols.append(given.symbols().data(), given.symbols().size());
        const nzdd_zdd family{copy_of(given.zdd()), std::move(order)};
        Pulse pulse = listen(watch);
        found = std::make_unique<nzdd_nzdd>();
        found->order = family.order.copy();
        found->nzdd = reduced(family, minimize, free.data(), pulse);
        Array<double> lower, upper;
        SparseRows matrix = edge_rows(found->view(), terms, lower);
        for (const double side : lower) upper.push_back(given.is_equality() ? side : kInfinity);
        return {ListedRows{std::move(matrix), std::move(lower), std::move(upper), {}, {}}};
    });
    if (status == NZDD_OK && diagram) *diagram = found.release();
    return status;
}

nzdd_status nzdd_constraint_potential_bounds(const nzdd_constraint* constraint, const nzdd_nzdd* diagram,
                                             const double* lower, const double* upper,
                                             double* potential_lower, double* potential_upper) {
    return guarded([&] {
        const FamilyRows& rows = need(constraint, "constraint").rows;
        const nzdd_nzdd& given = need(diagram, "diagram");
        if (given.order.num_symbols != rows.terms().num_symbols())
            throw std::invalid_argument("diagram has " + std::to_string(given.order.num_symbols) +
                                        " symbols, but the constraint has " +
                                        std::to_string(rows.terms().num_symbols()) +
                                        "; take the one of nzdd_constraint_extended");
        box_of(rows, lower, upper, nullptr);
        const std::size_t number = given.nzdd.num_nodes - 2;
        PotentialBounds(given.view(), rows.terms(), lower, upper)
            .write(need(potential_lower, number, "potential_lower"),
                   need(potential_upper, number, "potential_upper"));
    });
}

}  // extern "C"
