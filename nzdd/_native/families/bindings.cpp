// Families given by a rule instead of rows. edge_families.hpp names the rules on graphs
// (paths_and_cycles.hpp, minimal_cuts.hpp, forests.hpp, matchings.hpp, connected_sets.hpp, on
// components.hpp); subsets.hpp and linear_sums.hpp need no graph.
// search/: frontier_search.hpp builds a diagram level by level from the states of a rule (state_table.hpp);
// edge_search.hpp runs it over the edges of a graph (incidence.hpp, useful_edges.hpp) in an order of
// edge_order.hpp from rims.hpp, as edge_steps.hpp.
#include "bindings.hpp"

#include <type_traits>

#include "families/edge_families.hpp"
#include "families/linear_sums.hpp"
#include "families/subsets.hpp"

namespace nzdd {
namespace {

using U32Matrix = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using MaxStates = std::optional<std::uint64_t>;

// A family of edge sets with parameters of its own: `Values`, called `names`.
template <class... Values, class... Names>
void bind_edge_family(nb::module_& module, const char* name,
                      std::type_identity_t<EdgeFamily (*)(const EdgeTask&, Values..., Pulse&)> family,
                      const Names&... names) {
    module.def(
        name,
        [family](U32Matrix ends, std::size_t num_vertices, std::optional<U32> order, MaxStates max_states,
                 nb::object progress, Values... values) {
            const EdgeTask task{ends.data(), ends.shape(0), num_vertices, data_or_null(order),
                                max_states.value_or(kNoLimit)};
            EdgeFamily found = unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("order edges");
                return family(task, values..., pulse);
            });
            return std::tuple(give(std::move(found.zdd)), give(std::move(found.order)));
        },
        "ends"_a, "num_vertices"_a, "order"_a.none(), "max_states"_a.none(), "progress"_a.none(), names...);
}

}  // namespace

void bind_families(nb::module_& module) {
    using Vertex = std::uint32_t;
    bind_edge_family<Vertex, Vertex, bool>(module, "simple_paths", simple_paths, "source"_a, "target"_a,
                                           "directed"_a);
    bind_edge_family<bool>(module, "simple_cycles", simple_cycles, "directed"_a);
    bind_edge_family<Vertex, Vertex>(module, "minimal_cuts", minimal_cuts, "source"_a, "target"_a);
    bind_edge_family<bool>(module, "forests", forests, "spanning"_a);
    bind_edge_family<bool>(module, "matchings", matchings, "perfect"_a);
    bind_edge_family<std::uint32_t, std::uint32_t>(module, "connected_sets", connected_sets, "least"_a,
                                                   "most"_a);
    module.def(
        "linear_sums",
        [](I64 coefficients, std::int64_t low, std::int64_t high, MaxStates max_states, nb::object progress) {
            return give(unlocked(progress, [&](Pulse& pulse) {
                return LinearSums::diagram(coefficients.data(), coefficients.shape(0), low, high,
                                           max_states.value_or(kNoLimit), pulse);
            }));
        },
        "coefficients"_a, "low"_a, "high"_a, "max_states"_a.none(), "progress"_a.none());
    module.def(
        "subsets",
        [](std::uint32_t num_symbols, std::uint32_t least, std::uint32_t most, nb::object progress) {
            return give(
                unlocked(progress, [&](Pulse& pulse) { return subsets(num_symbols, least, most, pulse); }));
        },
        "num_symbols"_a, "least"_a, "most"_a, "progress"_a.none());
}

}  // namespace nzdd
