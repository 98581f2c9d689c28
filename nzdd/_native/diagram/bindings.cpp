#include "bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "diagram/build.hpp"
#include "diagram/contract.hpp"
#include "diagram/family.hpp"
#include "diagram/flow.hpp"
#include "diagram/nzdd_sweeps.hpp"
#include "diagram/rows.hpp"
#include "diagram/unreduced.hpp"
#include "diagram/zdd_sweeps.hpp"

namespace nzdd {
namespace {

using U8Matrix = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using MaybeRank = std::optional<In<std::uint32_t>>;
using MaybeWeights = std::optional<In<double>>;

nb::tuple give_zdd(Zdd zdd) {
    return nb::make_tuple(give(std::move(zdd.level)), give(std::move(zdd.low)), give(std::move(zdd.high)), zdd.root,
                          give_or_none(std::move(zdd.low_weight)), give_or_none(std::move(zdd.high_weight)));
}

CsrRows csr(const In<std::int64_t>& offsets, const In<std::uint32_t>& symbols, std::size_t num_symbols) {
    if (offsets.size() == 0) throw std::invalid_argument("there are no offsets");
    const CsrRows rows{offsets.data(), symbols.data(), offsets.size() - 1, num_symbols};
    rows.check_offsets(symbols.size());
    return rows;
}

const double* weights_of(const MaybeWeights& weights, std::size_t num_rows) {
    if (weights && weights->size() != num_rows) throw std::invalid_argument("there are not as many weights as rows");
    return data_or_null(weights);
}

template <class Finish>
auto from_words(const In<std::uint64_t>& words, std::size_t num_symbols, const double* weights, const Finish& finish, Pulse& pulse) {
    check_words(words.data(), words.size(), num_symbols);
    return build_from_words(words.data(), words.size(), num_symbols, weights, {}, finish, pulse);
}

template <class Finish>
auto from_dense(const U8Matrix& matrix, const std::uint32_t* rank, const double* weights, const Finish& finish, Pulse& pulse) {
    if (matrix.shape(1) > kWordLevels) throw std::invalid_argument("a dense matrix of rows has at most 64 columns");
    auto words = pack_dense(matrix.data(), matrix.shape(0), matrix.shape(1), rank, pulse);
    const std::uint64_t* rows = words.data();
    return build_from_words(rows, matrix.shape(0), matrix.shape(1), weights, std::move(words), finish, pulse);
}

template <class Finish>
auto from_csr(const CsrRows& rows, const std::uint32_t* rank, const double* weights, const Finish& finish, Pulse& pulse) {
    if (rows.num_symbols <= kWordLevels) {
        auto words = pack_csr(rows, rank, pulse);
        const std::uint64_t* packed = words.data();
        return build_from_words(packed, rows.num_rows, rows.num_symbols, weights, std::move(words), finish, pulse);
    }
    if (!rank && increasing(rows)) return build_from_table({rows.offsets, rows.symbols, rows.num_rows}, weights, finish, pulse);
    const LevelRows sorted = sort_levels(rows, rank, pulse);
    return build_from_table({sorted.offsets.data(), sorted.levels.data(), rows.num_rows}, weights, finish, pulse);
}

ZddView view(const In<std::uint32_t>& level, const In<std::uint32_t>& low, const In<std::uint32_t>& high, std::uint32_t root,
             const MaybeWeights& low_weight = {}, const MaybeWeights& high_weight = {}) {
    return {level.data(), low.data(), high.data(), level.size(), root, data_or_null(low_weight), data_or_null(high_weight)};
}

NzddView view(std::uint64_t num_nodes, const In<std::uint32_t>& source, const In<std::uint32_t>& target,
              const In<std::int64_t>& label_offsets, const In<std::uint32_t>& labels) {
    return {num_nodes, source.size(), source.data(), target.data(), label_offsets.data(), labels.data()};
}

nb::tuple give_rows(RowList rows) { return nb::make_tuple(give(std::move(rows.offsets)), give(std::move(rows.symbols))); }

void bind_builders(nb::module_& m) {
    using namespace nb::literals;
    m.def("zdd_from_words", [](In<std::uint64_t> words, std::size_t n, MaybeWeights weights, nb::object progress) {
        return give_zdd(unlocked(progress, [&](Pulse& pulse) {
            return from_words(words, n, weights_of(weights, words.size()), ToZdd{}, pulse);
        }));
    }, "words"_a, "num_levels"_a, "weights"_a.none(), "progress"_a.none());
    m.def("nzdd_from_words", [](In<std::uint64_t> words, std::size_t n, MaybeRank symbols, MaybeWeights weights, nb::object progress) {
        return give_nzdd(unlocked(progress, [&](Pulse& pulse) {
            return from_words(words, n, weights_of(weights, words.size()), ToNzdd{data_or_null(symbols)}, pulse);
        }));
    }, "words"_a, "num_levels"_a, "symbols"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def("zdd_from_dense", [](U8Matrix matrix, MaybeRank rank, MaybeWeights weights, nb::object progress) {
        return give_zdd(unlocked(progress, [&](Pulse& pulse) {
            return from_dense(matrix, data_or_null(rank), weights_of(weights, matrix.shape(0)), ToZdd{}, pulse);
        }));
    }, "matrix"_a, "rank"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def("nzdd_from_dense", [](U8Matrix matrix, MaybeRank rank, MaybeRank symbols, MaybeWeights weights, nb::object progress) {
        return give_nzdd(unlocked(progress, [&](Pulse& pulse) {
            return from_dense(matrix, data_or_null(rank), weights_of(weights, matrix.shape(0)), ToNzdd{data_or_null(symbols)}, pulse);
        }));
    }, "matrix"_a, "rank"_a.none(), "symbols"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def("zdd_from_csr", [](In<std::int64_t> offsets, In<std::uint32_t> symbols, std::size_t n, MaybeRank rank, MaybeWeights weights, nb::object progress) {
        return give_zdd(unlocked(progress, [&](Pulse& pulse) {
            const CsrRows rows = csr(offsets, symbols, n);
            return from_csr(rows, data_or_null(rank), weights_of(weights, rows.num_rows), ToZdd{}, pulse);
        }));
    }, "offsets"_a, "symbols"_a, "num_symbols"_a, "rank"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def("nzdd_from_csr", [](In<std::int64_t> offsets, In<std::uint32_t> row_symbols, std::size_t n, MaybeRank rank, MaybeRank symbols, MaybeWeights weights, nb::object progress) {
        return give_nzdd(unlocked(progress, [&](Pulse& pulse) {
            const CsrRows rows = csr(offsets, row_symbols, n);
            return from_csr(rows, data_or_null(rank), weights_of(weights, rows.num_rows), ToNzdd{data_or_null(symbols)}, pulse);
        }));
    }, "offsets"_a, "row_symbols"_a, "num_symbols"_a, "rank"_a.none(), "symbols"_a.none(), "weights"_a.none(), "progress"_a.none());
    m.def("nonzero_nzdd_from_zdd", [](In<std::uint32_t> level, In<std::uint32_t> low, In<std::uint32_t> high, std::uint32_t root,
                                      MaybeRank symbols, MaybeWeights low_weight, MaybeWeights high_weight, std::optional<In<bool>> free, nb::object progress) {
        return give_nzdd(unlocked(progress, [&](Pulse& pulse) {
            const ZddView zdd = view(level, low, high, root, low_weight, high_weight);
            return Contraction::run(unreduced(zdd, data_or_null(symbols)), data_or_null(free), pulse);
        }));
    }, "level"_a, "low"_a, "high"_a, "root"_a, "symbols"_a.none(), "low_weight"_a.none(), "high_weight"_a.none(), "free"_a.none(), "progress"_a.none());
    m.def("sort_levels", [](In<std::int64_t> offsets, In<std::uint32_t> symbols, std::size_t n, MaybeRank rank) {
        Pulse pulse;
        LevelRows rows = sort_levels(csr(offsets, symbols, n), data_or_null(rank), pulse);
        return nb::make_tuple(give(std::move(rows.offsets)), give(std::move(rows.levels)));
    }, "offsets"_a, "symbols"_a, "num_symbols"_a, "rank"_a.none());
    m.def("nzdd_from_zdd", [](In<std::uint32_t> level, In<std::uint32_t> low, In<std::uint32_t> high, std::uint32_t root,
                              MaybeRank symbols, MaybeWeights low_weight, MaybeWeights high_weight, nb::object progress) {
        return give_nzdd(unlocked(progress, [&](Pulse& pulse) {
            const ZddView zdd = view(level, low, high, root, low_weight, high_weight);
            return reduce_edges(BranchingZdd(zdd), data_or_null(symbols), pulse);
        }));
    }, "level"_a, "low"_a, "high"_a, "root"_a, "symbols"_a.none(), "low_weight"_a.none(), "high_weight"_a.none(), "progress"_a.none());
}

void bind_zdd(nb::module_& m) {
    using namespace nb::literals;
    using U32 = In<std::uint32_t>;
    m.def("zdd_fault", [](U32 level, U32 low, U32 high, std::uint32_t root, std::size_t num_levels, bool reduced) {
        const ZddView zdd = view(level, low, high, root);
        std::string text = fault(zdd, num_levels);
        return text.empty() && reduced ? not_reduced(zdd) : text;
    }, "level"_a, "low"_a, "high"_a, "root"_a, "num_levels"_a, "reduced"_a, nb::call_guard<nb::gil_scoped_release>());
    m.def("zdd_count", [](U32 level, U32 low, U32 high, std::uint32_t root) {
        return give(count_rows(view(level, low, high, root)));
    }, "level"_a, "low"_a, "high"_a, "root"_a);
    m.def("zdd_contains", [](U32 level, U32 low, U32 high, std::uint32_t root, In<std::int64_t> offsets, U32 levels) {
        return give(contains(view(level, low, high, root), offsets.data(), levels.data(), offsets.size() - 1));
    }, "level"_a, "low"_a, "high"_a, "root"_a, "offsets"_a, "levels"_a);
    m.def("zdd_distances", [](U32 level, U32 low, U32 high, std::uint32_t root, In<double> lengths) {
        return give(distances(view(level, low, high, root), lengths.data()));
    }, "level"_a, "low"_a, "high"_a, "root"_a, "lengths"_a);
    m.def("zdd_shortest_row", [](U32 level, U32 low, U32 high, std::uint32_t root, In<double> lengths) {
        const ZddView zdd = view(level, low, high, root);
        const Array<double> distance = distances(zdd, lengths.data());
        return nb::make_tuple(distance[root], give(shortest_row(zdd, lengths.data(), distance)));
    }, "level"_a, "low"_a, "high"_a, "root"_a, "lengths"_a);
    m.def("zdd_rows", [](U32 level, U32 low, U32 high, std::uint32_t root, std::uint64_t first, std::uint64_t count, nb::object progress) {
        return give_rows(unlocked(progress, [&](Pulse& pulse) {
            const ZddView zdd = view(level, low, high, root);
            return list_rows(ZddPaths{zdd}, first, count, pulse);
        }));
    }, "level"_a, "low"_a, "high"_a, "root"_a, "first"_a, "count"_a, "progress"_a.none());
}

void bind_nzdd(nb::module_& m) {
    using namespace nb::literals;
    using U32 = In<std::uint32_t>;
    using I64 = In<std::int64_t>;
    m.def("nzdd_fault", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, std::size_t num_symbols) {
        return fault(view(num_nodes, source, target, offsets, labels), labels.size(), num_symbols);
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "num_symbols"_a, nb::call_guard<nb::gil_scoped_release>());
    m.def("nzdd_repeated_symbol", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, std::size_t num_symbols, nb::object progress) {
        return unlocked(progress, [&](Pulse& pulse) {
            return repeated_symbol(view(num_nodes, source, target, offsets, labels), num_symbols, pulse);
        });
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "num_symbols"_a, "progress"_a.none());
    m.def("nzdd_edge_lengths", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, In<double> lengths) {
        return give(edge_lengths(view(num_nodes, source, target, offsets, labels), lengths.data()));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "symbol_lengths"_a);
    m.def("nzdd_distances", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, In<double> edge, bool to_leaf) {
        const NzddView nzdd = view(num_nodes, source, target, offsets, labels);
        return give(to_leaf ? distances_to_leaf(nzdd, edge.data()) : distances_from_root(nzdd, edge.data(), nullptr));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "edge_lengths"_a, "to_leaf"_a);
    m.def("nzdd_shortest_path", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, In<double> edge) {
        const NzddView nzdd = view(num_nodes, source, target, offsets, labels);
        Array<std::uint32_t> last_edge(num_nodes), path;
        const Array<double> distance = distances_from_root(nzdd, edge.data(), last_edge.data());
        for (std::size_t v = num_nodes - 1; v != 0 && distance[v] < std::numeric_limits<double>::infinity(); v = nzdd.source[path.back()])
            path.push_back(last_edge[v]);
        std::reverse(path.begin(), path.end());
        return nb::make_tuple(distance[num_nodes - 1], give(std::move(path)));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "edge_lengths"_a);
    m.def("nzdd_count", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, bool forwards) {
        std::size_t limbs = 0;
        auto count = count_paths(view(num_nodes, source, target, offsets, labels), forwards, limbs);
        return nb::make_tuple(limbs, give(std::move(count)));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "forwards"_a);
    m.def("nzdd_contains", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, std::size_t num_symbols, I64 row_offsets, U32 symbols, nb::object progress) {
        return give(unlocked(progress, [&](Pulse& pulse) {
            return contains(view(num_nodes, source, target, offsets, labels), csr(row_offsets, symbols, num_symbols), pulse);
        }));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "num_symbols"_a, "row_offsets"_a, "symbols"_a, "progress"_a.none());
    m.def("nzdd_decompose", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, In<double> flow, In<double> edge, In<std::uint64_t> symbol_hash, double sense) {
        WeightedRows rows = FlowDecomposition::run(view(num_nodes, source, target, offsets, labels), flow.data(), edge.data(), symbol_hash.data(), sense);
        return nb::make_tuple(give(std::move(rows.hash)), give(std::move(rows.amount)));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "flow"_a, "edge_lengths"_a, "symbol_hash"_a, "sense"_a);
    m.def("nzdd_rows", [](std::uint64_t num_nodes, U32 source, U32 target, I64 offsets, U32 labels, std::uint64_t first, std::uint64_t count, nb::object progress) {
        return give_rows(unlocked(progress, [&](Pulse& pulse) {
            const NzddView nzdd = view(num_nodes, source, target, offsets, labels);
            return list_rows(NzddPaths(nzdd), first, count, pulse);
        }));
    }, "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "first"_a, "count"_a, "progress"_a.none());
}

}  // namespace

void bind_diagram(nb::module_& module) {
    bind_builders(module);
    bind_zdd(module);
    bind_nzdd(module);
}

}  // namespace nzdd
