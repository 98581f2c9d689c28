// Rows with whole weights that grow: store.hpp holds the nodes, from_rows.hpp makes a multiset, sum.hpp
// adds two, support.hpp gives the ZDD and row_list.hpp the rows; merge_runs.hpp adds rows that are words, and
// slice_blocks.hpp builds diagrams of other rows in blocks. In parts/ processes build diagrams together.
#include "bindings.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "diagram/build/build.hpp"
#include "diagram/csr_rows.hpp"
#include "multiset/from_rows.hpp"
#include "multiset/merge_runs.hpp"
#include "multiset/row_list.hpp"
#include "multiset/slice_blocks.hpp"
#include "multiset/sum.hpp"
#include "multiset/support.hpp"

namespace nzdd {
namespace {

using NodesIn = nb::ndarray<const std::uint32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using NodesOut = nb::ndarray<nb::numpy, std::uint32_t, nb::shape<-1, 3>>;

static_assert(sizeof(MultisetNode) == 3 * sizeof(std::uint32_t));

MultisetView view(const NodesIn& nodes) {
    if (nodes.shape(0) == 0) throw std::invalid_argument("a multiset needs at least one node");
    return {reinterpret_cast<const MultisetNode*>(nodes.data()), nodes.shape(0)};
}

Array<MultisetNode> from_words(const U64& words, std::size_t num_levels, const double* weights,
                               Pulse& pulse) {
    Array<std::uint64_t> sorted;
    Array<double> totals;
    sort_words(words_of(words, num_levels), num_levels, weights, sorted, totals, pulse);
    const WordRows rows{sorted.data(), sorted.size(), static_cast<int>(num_levels)};
    return MultisetBuilder<WordRows>::build(rows, totals.data(), pulse);
}

Array<MultisetNode> from_csr(const CsrRows& given, const std::uint32_t* rank, const double* weights,
                             Pulse& pulse) {
    const RowList sorted = sort_levels(given, rank, pulse);
    const RowTable table = sorted.table();
    const DistinctRows distinct = distinct_rows(table, weights, pulse);
    const SliceRows rows{&table, distinct.order.data(), distinct.order.size()};
    return MultisetBuilder<SliceRows>::build(rows, distinct.totals.data(), pulse);
}

template <class Finish>
void bind_blocks(nb::module_& module, const char* name) {
    module.def(
        name,
        [](const nb::object& next, std::size_t num_levels, const std::optional<U32>& symbols,
           std::size_t bound, const nb::object& progress) {
            std::optional<std::tuple<I64, U32, F64>> held;
            const auto block = [&]() -> SliceBlock {
                const nb::gil_scoped_acquire lock;
                held = nb::cast<std::optional<std::tuple<I64, U32, F64>>>(next());
                if (!held) return {};
                const auto& [offsets, levels, weights] = *held;
                const CsrRows rows = csr(offsets, levels, num_levels);
                return {{rows.offsets, rows.symbols, rows.num_rows}, weights_of(weights, rows.num_rows)};
            };
            return give(unlocked(progress, [&](Pulse& pulse) {
                SliceBlocks rows(block, num_levels, bound);
                const BlockChains found = SliceBlockBuilder::build(rows, pulse);
                return Finish{data_or_null(symbols)}(found.chains, true, pulse);
            }));
        },
        "next"_a, "num_levels"_a, "symbols"_a.none(), "bound"_a, "progress"_a.none(),
        "`next`: gives offsets, rising levels and weights of rows that ascend, block after block, then "
        "None.");
}

}  // namespace

void bind_multiset(nb::module_& module) {
    module.def(
        "multiset_from_words",
        [](const U64& words, std::size_t num_levels, const F64& weights, const nb::object& progress) {
            return handed_over<NodesOut>(unlocked(progress, [&](Pulse& pulse) {
                return from_words(words, num_levels, weights_of(weights, words.size()), pulse);
            }));
        },
        "words"_a, "num_levels"_a, "weights"_a, "progress"_a.none());
    module.def(
        "multiset_from_csr",
        [](const I64& offsets, const U32& symbols, std::size_t num_symbols, const std::optional<U32>& rank,
           const F64& weights, const nb::object& progress) {
            return handed_over<NodesOut>(unlocked(progress, [&](Pulse& pulse) {
                const CsrRows rows = csr(offsets, symbols, num_symbols);
                return from_csr(rows, data_or_null(rank), weights_of(weights, rows.num_rows), pulse);
            }));
        },
        "offsets"_a, "symbols"_a, "num_symbols"_a, "rank"_a.none(), "weights"_a, "progress"_a.none());
    module.def(
        "multiset_sum",
        [](const NodesIn& f, const NodesIn& g, const nb::object& progress) {
            return handed_over<NodesOut>(
                unlocked(progress, [&](Pulse& pulse) { return MultisetSum::run(view(f), view(g), pulse); }));
        },
        "f"_a, "g"_a, "progress"_a.none());
    module.def(
        "merge_runs",
        [](const std::vector<std::pair<U64, F64>>& given, const nb::object& progress) {
            std::vector<WordRun> runs;
            for (const auto& [words, weights] : given) {
                const double* weight = weights_of(weights, words.size());
                runs.push_back({words.data(), words.data() + words.size(), weight});
            }
            MergedRuns merged = unlocked(progress, [&](Pulse& pulse) { return RunMerge::run(runs, pulse); });
            return std::tuple(give(std::move(merged.words)), give(std::move(merged.weights)));
        },
        "runs"_a, "progress"_a.none());
    bind_blocks<ToZdd>(module, "zdd_from_row_blocks");
    bind_blocks<ToNzdd>(module, "nzdd_from_row_blocks");
    module.def(
        "multiset_support",
        [](const NodesIn& nodes, bool weighted, const nb::object& progress) {
            return give(unlocked(
                progress, [&](Pulse& pulse) { return MultisetSupport::run(view(nodes), weighted, pulse); }));
        },
        "nodes"_a, "weighted"_a, "progress"_a.none());
    module.def(
        "multiset_count",
        [](const NodesIn& nodes) {
            const RowTotals found =
                unlocked(nb::none(), [&](Pulse& pulse) { return count_rows(view(nodes), pulse); });
            return std::tuple(found.rows, found.symbols);
        },
        "nodes"_a);
    module.def(
        "multiset_rows",
        [](const NodesIn& nodes, const nb::object& progress) {
            WeightedRowList list =
                unlocked(progress, [&](Pulse& pulse) { return list_rows(view(nodes), pulse); });
            return std::tuple(give(std::move(list.offsets)), give(std::move(list.symbols)),
                              give(std::move(list.weights)));
        },
        "nodes"_a, "progress"_a.none());
}

}  // namespace nzdd
