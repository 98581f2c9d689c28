// From rows to a diagram: by a bit table for few variables, by sorted words for at most 64 of them, by sorted
// sequences otherwise. The diagram is the same.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/bit_table.hpp"
#include "diagram/build/branching_chains.hpp"
#include "diagram/build/chains.hpp"
#include "diagram/build/distinct_rows.hpp"
#include "diagram/build/expand.hpp"
#include "diagram/build/multikey_quicksort.hpp"
#include "diagram/build/radix_sort.hpp"
#include "diagram/build/row_words.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/reduction/reduce.hpp"
#include "diagram/reduction/reduce_masks.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// The two kinds of diagrams, from either form that rows are brought into.
struct ToZdd {
    const std::uint32_t* symbols;  // not used: a ZDD has levels
    Zdd operator()(Zdd zdd, Pulse&) const { return zdd; }
    template <class Rows>
    Zdd operator()(const Chains<Rows>& chains, bool weighted, Pulse& pulse) const {
        return Expansion<Rows>::run(chains, weighted, pulse);
    }
};

struct ToNzdd {
    const std::uint32_t* symbols;  // of each level; null: the same
    Nzdd operator()(Zdd zdd, Pulse& pulse) const {
        return MaskReduction::run(std::move(zdd), symbols, pulse);
    }
    template <class Rows>
    Nzdd operator()(const Chains<Rows>& chains, bool, Pulse& pulse) const {
        return reduce_edges(BranchingChains<Rows>(chains), symbols, pulse);
    }
};

// The table costs a few steps for each of its 64-bit words, a sorted row about eight times that.
inline bool table_pays(std::size_t num_rows, std::size_t num_levels) {
    return num_levels <= kMaxTableBits && (std::size_t{1} << num_levels) / 64 <= 8 * num_rows;
}

// All words of a source (row_words.hpp).
template <class Source>
Array<std::uint64_t> pack(const Source& rows, Pulse& pulse) {
    pulse.stage("pack rows");
    Array<std::uint64_t> words(rows.num_rows);
    for (std::size_t i = 0; i < rows.num_rows; ++i) {
        words[i] = rows.word(i);
        pulse(i, rows.num_rows);
    }
    return words;
}

// The distinct words of a source, ascending, with their total weights (none where
// every row counts one), by sorting. `weights` may be null.
template <class Source>
void sort_words(const Source& rows, std::size_t num_levels, const double* weights,
                Array<std::uint64_t>& words, Array<double>& totals, Pulse& pulse) {
    words = pack(rows, pulse);
    if (weights) totals.append(weights, rows.num_rows);
    radix_sort(words, totals, static_cast<int>(num_levels), pulse);
    merge_equal(
        words, totals, weights != nullptr, [](std::uint64_t a, std::uint64_t b) { return a == b; },
        [&totals](std::size_t i) { return totals[i]; }, pulse);
}

// The same by the faster method.
template <class Source>
void distinct_words(const Source& rows, std::size_t num_levels, const double* weights,
                    Array<std::uint64_t>& words, Array<double>& totals, Pulse& pulse) {
    if (table_pays(rows.num_rows, num_levels))
        BitTable(rows, static_cast<int>(num_levels), pulse).sorted(rows, weights, words, totals, pulse);
    else
        sort_words(rows, num_levels, weights, words, totals, pulse);
}

// `weights` may be null. `rows`: a source of row words (row_words.hpp).
template <class Source, class Finish>
auto build_from_words(const Source& rows, std::size_t num_levels, const double* weights, const Finish& finish,
                      Pulse& pulse) {
    Array<std::uint64_t> words;
    Array<double> totals;
    if (table_pays(rows.num_rows, num_levels)) {
        BitTable table(rows, static_cast<int>(num_levels), pulse);
        if (!weights && table.num_distinct() == rows.num_rows)
            return finish(std::move(table).zdd(pulse), pulse);
        table.sorted(rows, weights, words, totals, pulse);
    } else {
        sort_words(rows, num_levels, weights, words, totals, pulse);
    }
    const WordRows sorted{words.data(), words.size(), static_cast<int>(num_levels)};
    const auto chains =
        ChainBuilder<WordRows>::build(sorted, totals.empty() ? nullptr : totals.data(), pulse);
    return finish(chains, !totals.empty(), pulse);
}

template <class Finish>
auto build_from_table(const RowTable& rows, const double* weights, const Finish& finish, Pulse& pulse) {
    const DistinctRows distinct = distinct_rows(rows, weights, pulse);
    const Array<double>& totals = distinct.totals;
    const SliceRows sorted{&rows, distinct.order.data(), distinct.order.size()};
    const auto chains =
        ChainBuilder<SliceRows>::build(sorted, totals.empty() ? nullptr : totals.data(), pulse);
    return finish(chains, !totals.empty(), pulse);
}

// By the method for that many symbols. `rank`: the level of each symbol, or null where they are the same.
template <class Finish>
auto build_from_csr(const CsrRows& rows, const std::uint32_t* rank, const double* weights,
                    const Finish& finish, Pulse& pulse) {
    if (rows.num_symbols <= kWordLevels)
        return build_from_words(CsrWords(rows, rank), rows.num_symbols, weights, finish, pulse);
    if (!rank && increasing(rows))
        return build_from_table({rows.offsets, rows.symbols, rows.num_rows}, weights, finish, pulse);
    return build_from_table(sort_levels(rows, rank, pulse).table(), weights, finish, pulse);
}

}  // namespace nzdd
