// Diagrams and what they are made of: zdd.hpp, nzdd.hpp; csr_rows.hpp come in and row_list.hpp goes out.
// build/ makes a diagram of rows; queries/, shortest_rows/ and sharing/ have maps of their own.
// reduction/: from a ZDD to an NZDD, by branching.hpp and reduce.hpp, or reduce_masks.hpp for at most 32
// levels; unreduced.hpp keeps the shape, and contract_nonzeros.hpp contracts that for few nonzeros.
// ordered_paths.hpp tells NZDDs whose paths meet their symbols in one order.
#include "bindings.hpp"

#include "diagram/ordered_paths.hpp"
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

constexpr auto kAsItIs = nb::rv_policy::reference;  // arrays keep their own memory

ZddHandle zdd_of(const Column<std::uint32_t>& level, const Column<std::uint32_t>& low,
                 const Column<std::uint32_t>& high, std::uint32_t root,
                 std::optional<Column<double>> low_weight, std::optional<Column<double>> high_weight) {
    const std::size_t size = level.size();
    const auto fits = [&](const auto& weight) { return !weight || weight->size() == size; };
    if (low.size() != size || high.size() != size || !fits(low_weight) || !fits(high_weight))
        throw std::invalid_argument("this is not a ZDD: its arrays differ in size");
    return ZddHandle({level, low, high, root, std::move(low_weight), std::move(high_weight)});
}

void bind_zdd(nb::module_& m) {
    nb::class_<ZddHandle>(m, "Zdd")
        .def(nb::new_(&zdd_of), "level"_a, "low"_a, "high"_a, "root"_a, "low_weight"_a.none() = nb::none(),
             "high_weight"_a.none() = nb::none())
        .def_prop_ro(
            "level", [](const ZddHandle& self) { return self.arrays().level; }, kAsItIs)
        .def_prop_ro(
            "low", [](const ZddHandle& self) { return self.arrays().low; }, kAsItIs)
        .def_prop_ro(
            "high", [](const ZddHandle& self) { return self.arrays().high; }, kAsItIs)
        .def_prop_ro("root", [](const ZddHandle& self) { return self.arrays().root; })
        .def_prop_ro(
            "low_weight", [](const ZddHandle& self) { return self.arrays().low_weight; }, kAsItIs)
        .def_prop_ro(
            "high_weight", [](const ZddHandle& self) { return self.arrays().high_weight; }, kAsItIs)
        .def_prop_ro("is_empty", &ZddHandle::is_empty)
        .def(
            "fault",
            [](const ZddHandle& self, std::size_t num_levels, bool reduced) {
                return unlocked(nb::none(), [&](Pulse& pulse) {
                    std::string text = fault(self.view(), num_levels);
                    return text.empty() && reduced ? not_reduced(self.view(), pulse) : text;
                });
            },
            "num_levels"_a, "reduced"_a)
        .def(
            "contains",
            [](const ZddHandle& self, I64 offsets, U32 levels) {
                return give(unlocked(nb::none(), [&](Pulse& pulse) {
                    return contains(self.view(), {offsets.data(), levels.data(), offsets.size() - 1}, pulse);
                }));
            },
            "offsets"_a, "levels"_a)
        .def(
            "distances",
            [](const ZddHandle& self, F64 lengths) { return give(distances(self.view(), lengths.data())); },
            "lengths"_a)
        .def(
            "shortest_row",
            [](const ZddHandle& self, F64 lengths) {
                const ZddView zdd = self.view();
                const Array<double> distance = distances(zdd, lengths.data());
                return std::tuple(distance[zdd.root], give(shortest_row(zdd, lengths.data(), distance)));
            },
            "lengths"_a)
        .def(
            "rows",
            [](const ZddHandle& self, std::uint64_t first, std::uint64_t count, nb::object progress,
               std::uint64_t max_symbols) {
                const ZddView zdd = self.view();
                return give_rows(unlocked(progress, [&](Pulse& pulse) {
                    return list_rows(ZddPaths{zdd}, first, count, max_symbols, pulse);
                }));
            },
            "first"_a, "count"_a, "progress"_a.none(), "max_symbols"_a = ~std::uint64_t{0})
        .def(
            "reduced",
            [](const ZddHandle& self, std::optional<U32> symbols, nb::object progress) {
                const ZddView zdd = self.view();
                return give(unlocked(progress, [&](Pulse& pulse) {
                    return reduce_edges(BranchingZdd(zdd), data_or_null(symbols), pulse);
                }));
            },
            "symbols"_a.none(), "progress"_a.none())
        .def(
            "contracted",
            [](const ZddHandle& self, std::optional<U32> symbols, std::optional<In<bool>> free,
               nb::object progress) {
                return give(unlocked(progress, [&](Pulse& pulse) {
                    return Contraction::run(unreduced(self.view(), data_or_null(symbols)), data_or_null(free),
                                            pulse);
                }));
            },
            "symbols"_a.none(), "free"_a.none(), "progress"_a.none());
}

NzddHandle nzdd_of(std::uint64_t num_nodes, const Column<std::uint32_t>& source,
                   const Column<std::uint32_t>& target, const Column<std::int64_t>& label_offsets,
                   const Column<std::uint32_t>& labels, const Column<double>& multiplicity) {
    const std::size_t size = source.size();
    if (target.size() != size || label_offsets.size() != size + 1 || multiplicity.size() != size)
        throw std::invalid_argument("this is not an NZDD: the edge arrays differ in length");
    return {num_nodes, source, target, label_offsets, labels, multiplicity};
}

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
    nb::class_<NzddHandle>(m, "Nzdd")
        .def(nb::new_(&nzdd_of), "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a,
             "multiplicity"_a)
        .def_ro("num_nodes", &NzddHandle::num_nodes)
        .def_ro("source", &NzddHandle::source, kAsItIs)
        .def_ro("target", &NzddHandle::target, kAsItIs)
        .def_ro("label_offsets", &NzddHandle::label_offsets, kAsItIs)
        .def_ro("labels", &NzddHandle::labels, kAsItIs)
        .def_ro("multiplicity", &NzddHandle::multiplicity, kAsItIs)
        .def(
            "fault",
            [](const NzddHandle& self, std::size_t num_symbols) {
                return fault(self.view(), self.labels.size(), num_symbols);
            },
            "num_symbols"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "repeated_symbol",
            [](const NzddHandle& self, std::size_t num_symbols, nb::object progress) {
                return unlocked(
                    progress, [&](Pulse& pulse) { return repeated_symbol(self.view(), num_symbols, pulse); });
            },
            "num_symbols"_a, "progress"_a.none())
        .def(
            "is_ordered",
            [](const NzddHandle& self, std::optional<U32> rank) {
                return unlocked(nb::none(), [&](Pulse& pulse) {
                    return has_ordered_paths(self.view(), data_or_null(rank), pulse);
                });
            },
            "rank"_a.none())
        .def(
            "edge_lengths",
            [](const NzddHandle& self, F64 lengths) { return give(label_sums(self.view(), lengths.data())); },
            "symbol_lengths"_a)
        .def(
            "distances",
            [](const NzddHandle& self, F64 edge, bool to_leaf) {
                return give(to_leaf ? distances_to_leaf(self.view(), edge.data())
                                    : distances_from_root(self.view(), edge.data(), nullptr));
            },
            "edge_lengths"_a, "to_leaf"_a)
        .def(
            "shortest_path",
            [](const NzddHandle& self, F64 edge) { return shortest_path(self.view(), edge.data()); },
            "edge_lengths"_a)
        .def(
            "count",
            [](const NzddHandle& self, bool forwards) {
                std::size_t limbs = 0;
                auto count = unlocked(nb::none(), [&](Pulse& pulse) {
                    return count_paths(self.view(), forwards, limbs, pulse);
                });
                return std::tuple(limbs, give(std::move(count)));
            },
            "forwards"_a)
        .def(
            "contains",
            [](const NzddHandle& self, std::size_t num_symbols, I64 offsets, U32 symbols,
               nb::object progress) {
                return give(unlocked(progress, [&](Pulse& pulse) {
                    return contains(self.view(), csr(offsets, symbols, num_symbols), pulse);
                }));
            },
            "num_symbols"_a, "offsets"_a, "symbols"_a, "progress"_a.none())
        .def(
            "rows",
            [](const NzddHandle& self, std::uint64_t first, std::uint64_t count, nb::object progress,
               std::uint64_t max_symbols) {
                const NzddView nzdd = self.view();
                return give_rows(unlocked(progress, [&](Pulse& pulse) {
                    return list_rows(NzddPaths(nzdd), first, count, max_symbols, pulse);
                }));
            },
            "first"_a, "count"_a, "progress"_a.none(), "max_symbols"_a = ~std::uint64_t{0})
        .def(
            "decompose",
            [](const NzddHandle& self, F64 flow, F64 edge, U64 symbol_hash, double sense) {
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
