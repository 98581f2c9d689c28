// Families given by a rule instead of rows. edge_families.hpp names the rules on graphs (simple_paths.hpp,
// directed_paths.hpp, minimal_cuts.hpp, forests.hpp, matchings.hpp, connected_sets.hpp, on components.hpp);
// subsets.hpp and linear_sums.hpp need no graph.
// search/: frontier_search.hpp builds a diagram level by level from the states of a rule (state_table.hpp);
// edge_search.hpp runs it over the edges of a graph (incidence.hpp, useful_edges.hpp) in an order of
// edge_order.hpp from rims.hpp, as edge_steps.hpp.
#include "bindings.hpp"

#include "families/edge_families.hpp"
#include "families/linear_sums.hpp"
#include "families/subsets.hpp"

namespace nzdd {
namespace {

using U32Matrix = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using MaxStates = std::optional<std::uint64_t>;

// `work(task, pulse)`: one of the edge families.
template <class Work>
std::tuple<ZddParts, Out<std::uint32_t>> edge_family(const U32Matrix& ends, std::size_t num_vertices,
                                                     const std::optional<U32>& order, MaxStates max_states,
                                                     const nb::object& progress, const Work& work) {
    const EdgeTask task{ends.data(), ends.shape(0), num_vertices, data_or_null(order),
                        max_states.value_or(kNoLimit)};
    EdgeFamily family = unlocked(progress, [&](Pulse& pulse) { return work(task, pulse); });
    return {give_parts(std::move(family.zdd)), give(std::move(family.order))};
}

}  // namespace

void bind_families(nb::module_& module) {
    using namespace nb::literals;
    module.def(
        "simple_paths",
        [](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
           nb::object progress, std::uint32_t source, std::uint32_t target, bool directed) {
            return edge_family(ends, num_vertices, order, max_states, progress, [=](auto& task, auto& pulse) {
                return simple_paths(task, source, target, directed, pulse);
            });
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(), "source"_a,
        "target"_a, "directed"_a);
    module.def(
        "simple_cycles",
        [](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
           nb::object progress, bool directed) {
            return edge_family(ends, num_vertices, order, max_states, progress,
                               [=](auto& task, auto& pulse) { return simple_cycles(task, directed, pulse); });
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(),
        "directed"_a);
    module.def(
        "minimal_cuts",
        [](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
           nb::object progress, std::uint32_t source, std::uint32_t target) {
            return edge_family(ends, num_vertices, order, max_states, progress, [=](auto& task, auto& pulse) {
                return minimal_cuts(task, source, target, pulse);
            });
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(), "source"_a,
        "target"_a);
    module.def(
        "forests",
        [](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
           nb::object progress, bool spanning) {
            return edge_family(ends, num_vertices, order, max_states, progress,
                               [=](auto& task, auto& pulse) { return forests(task, spanning, pulse); });
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(),
        "spanning"_a);
    module.def(
        "matchings",
        [](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
           nb::object progress, bool perfect) {
            return edge_family(ends, num_vertices, order, max_states, progress,
                               [=](auto& task, auto& pulse) { return matchings(task, perfect, pulse); });
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(),
        "perfect"_a);
    module.def(
        "connected_sets",
        [](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
           nb::object progress, std::uint32_t least, std::uint32_t most) {
            return edge_family(ends, num_vertices, order, max_states, progress, [=](auto& task, auto& pulse) {
                return connected_sets(task, least, most, pulse);
            });
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(), "least"_a,
        "most"_a);
    module.def(
        "linear_sums",
        [](I64 coefficients, std::int64_t low, std::int64_t high, MaxStates max_states, nb::object progress) {
            return give_parts(unlocked(progress, [&](Pulse& pulse) {
                return LinearSums::diagram(coefficients.data(), coefficients.shape(0), low, high,
                                           max_states.value_or(kNoLimit), pulse);
            }));
        },
        "coefficients"_a, "low"_a, "high"_a, "max_states"_a.none(), "progress"_a.none());
    module.def(
        "subsets",
        [](std::uint32_t num_symbols, std::uint32_t least, std::uint32_t most, nb::object progress) {
            return give_parts(
                unlocked(progress, [&](Pulse& pulse) { return subsets(num_symbols, least, most, pulse); }));
        },
        "num_symbols"_a, "least"_a, "most"_a, "progress"_a.none());
}

}  // namespace nzdd
