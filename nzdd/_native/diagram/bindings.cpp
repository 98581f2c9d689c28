// Diagrams and what they are made of: zdd.hpp, nzdd.hpp; csr_rows.hpp come in and row_list.hpp goes out.
// build/ makes a diagram of rows; queries/, shortest_rows/ and sharing/ have maps of their own.
// reduction/: from a ZDD to an NZDD, by branching.hpp and reduce.hpp, or reduce_masks.hpp for at most 32
// levels; unreduced.hpp keeps the shape, and contract_nonzeros.hpp contracts that for few nonzeros.
#include "bindings.hpp"

#include "diagram/queries/flow_decomposition.hpp"
#include "diagram/queries/list_rows.hpp"
#include "diagram/queries/nzdd_queries.hpp"
#include "diagram/queries/verify.hpp"
#include "diagram/queries/zdd_queries.hpp"
#include "diagram/reduction/branching.hpp"
#include "diagram/reduction/contract_nonzeros.hpp"
#include "diagram/reduction/reduce.hpp"
#include "diagram/reduction/unreduced.hpp"

namespace nzdd {
namespace {

// The arrays of a ZDD, as its Python class holds them.
struct ZddArrays {
    U32 level, low, high;
    std::uint32_t root;
    std::optional<F64> low_weight, high_weight;

    ZddView view() const {
        return {level.data(),
                low.data(),
                high.data(),
                level.size(),
                root,
                data_or_null(low_weight),
                data_or_null(high_weight)};
    }
};

void bind_zdd(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<ZddArrays>(m, "ZddArrays")
        .def(nb::init<U32, U32, U32, std::uint32_t, std::optional<F64>, std::optional<F64>>(), "level"_a,
             "low"_a, "high"_a, "root"_a, "low_weight"_a.none(), "high_weight"_a.none())
        .def(
            "fault",
            [](const ZddArrays& self, std::size_t num_levels, bool reduced) {
                return unlocked(nb::none(), [&](Pulse& pulse) {
                    std::string text = fault(self.view(), num_levels);
                    return text.empty() && reduced ? not_reduced(self.view(), pulse) : text;
                });
            },
            "num_levels"_a, "reduced"_a)
        .def(
            "contains",
            [](const ZddArrays& self, I64 offsets, U32 levels) {
                return give(unlocked(nb::none(), [&](Pulse& pulse) {
                    return contains(self.view(), {offsets.data(), levels.data(), offsets.size() - 1}, pulse);
                }));
            },
            "offsets"_a, "levels"_a)
        .def(
            "distances",
            [](const ZddArrays& self, F64 lengths) { return give(distances(self.view(), lengths.data())); },
            "lengths"_a)
        .def(
            "shortest_row",
            [](const ZddArrays& self, F64 lengths) {
                const ZddView zdd = self.view();
                const Array<double> distance = distances(zdd, lengths.data());
                return std::tuple(distance[zdd.root], give(shortest_row(zdd, lengths.data(), distance)));
            },
            "lengths"_a)
        .def(
            "rows",
            [](const ZddArrays& self, std::uint64_t first, std::uint64_t count, nb::object progress) {
                const ZddView zdd = self.view();
                return give_rows(unlocked(
                    progress, [&](Pulse& pulse) { return list_rows(ZddPaths{zdd}, first, count, pulse); }));
            },
            "first"_a, "count"_a, "progress"_a.none())
        .def(
            "reduced",
            [](const ZddArrays& self, std::optional<U32> symbols, nb::object progress) {
                const ZddView zdd = self.view();
                return give_parts(unlocked(progress, [&](Pulse& pulse) {
                    return reduce_edges(BranchingZdd(zdd), data_or_null(symbols), pulse);
                }));
            },
            "symbols"_a.none(), "progress"_a.none())
        .def(
            "contracted",
            [](const ZddArrays& self, std::optional<U32> symbols, std::optional<In<bool>> free,
               nb::object progress) {
                return give_parts(unlocked(progress, [&](Pulse& pulse) {
                    return Contraction::run(unreduced(self.view(), data_or_null(symbols)), data_or_null(free),
                                            pulse);
                }));
            },
            "symbols"_a.none(), "free"_a.none(), "progress"_a.none());
}

// The arrays of an NZDD, as its Python class holds them.
struct NzddArrays {
    std::uint64_t num_nodes;
    U32 source, target;
    I64 label_offsets;
    U32 labels;

    NzddView view() const {
        return {num_nodes, source.size(), source.data(), target.data(), label_offsets.data(), labels.data()};
    }
};

auto shortest_path(const NzddView& nzdd, const double* length) {
    Array<std::uint32_t> last_edge(nzdd.num_nodes), path;
    const Array<double> distance = distances_from_root(nzdd, length, last_edge.data());
    const double shortest = distance[nzdd.num_nodes - 1];
    for (std::size_t v = nzdd.num_nodes - 1; v != 0 && shortest < std::numeric_limits<double>::infinity();
         v = nzdd.source[path.back()])
        path.push_back(last_edge[v]);
    std::reverse(path.begin(), path.end());
    return std::tuple(shortest, give(std::move(path)));
}

void bind_nzdd(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<NzddArrays>(m, "NzddArrays")
        .def(nb::init<std::uint64_t, U32, U32, I64, U32>(), "num_nodes"_a, "source"_a, "target"_a,
             "label_offsets"_a, "labels"_a)
        .def(
            "fault",
            [](const NzddArrays& self, std::size_t num_symbols) {
                return fault(self.view(), self.labels.size(), num_symbols);
            },
            "num_symbols"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "repeated_symbol",
            [](const NzddArrays& self, std::size_t num_symbols, nb::object progress) {
                return unlocked(
                    progress, [&](Pulse& pulse) { return repeated_symbol(self.view(), num_symbols, pulse); });
            },
            "num_symbols"_a, "progress"_a.none())
        .def(
            "edge_lengths",
            [](const NzddArrays& self, F64 lengths) { return give(label_sums(self.view(), lengths.data())); },
            "symbol_lengths"_a)
        .def(
            "distances",
            [](const NzddArrays& self, F64 edge, bool to_leaf) {
                return give(to_leaf ? distances_to_leaf(self.view(), edge.data())
                                    : distances_from_root(self.view(), edge.data(), nullptr));
            },
            "edge_lengths"_a, "to_leaf"_a)
        .def(
            "shortest_path",
            [](const NzddArrays& self, F64 edge) { return shortest_path(self.view(), edge.data()); },
            "edge_lengths"_a)
        .def(
            "count",
            [](const NzddArrays& self, bool forwards) {
                std::size_t limbs = 0;
                auto count = unlocked(nb::none(), [&](Pulse& pulse) {
                    return count_paths(self.view(), forwards, limbs, pulse);
                });
                return std::tuple(limbs, give(std::move(count)));
            },
            "forwards"_a)
        .def(
            "contains",
            [](const NzddArrays& self, std::size_t num_symbols, I64 offsets, U32 symbols,
               nb::object progress) {
                return give(unlocked(progress, [&](Pulse& pulse) {
                    return contains(self.view(), csr(offsets, symbols, num_symbols), pulse);
                }));
            },
            "num_symbols"_a, "offsets"_a, "symbols"_a, "progress"_a.none())
        .def(
            "rows",
            [](const NzddArrays& self, std::uint64_t first, std::uint64_t count, nb::object progress) {
                const NzddView nzdd = self.view();
                return give_rows(unlocked(
                    progress, [&](Pulse& pulse) { return list_rows(NzddPaths(nzdd), first, count, pulse); }));
            },
            "first"_a, "count"_a, "progress"_a.none())
        .def(
            "decompose",
            [](const NzddArrays& self, F64 flow, F64 edge, U64 symbol_hash, double sense) {
                WeightedRows rows =
                    FlowDecomposition::run(self.view(), flow.data(), edge.data(), symbol_hash.data(), sense);
                return std::tuple(give(std::move(rows.hash)), give(std::move(rows.amount)));
            },
            "flow"_a, "edge_lengths"_a, "symbol_hash"_a, "sense"_a);
}

}  // namespace

void bind_diagram(nb::module_& module) {
    bind_zdd(module);
    bind_nzdd(module);
}

}  // namespace nzdd
