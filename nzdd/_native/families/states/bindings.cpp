// Families of the paths of a dynamic program, with costs of their edges: through listed states
// (state_paths.hpp), in an order from topological_order.hpp where they have no stages, or those of an
// automaton (automaton_paths.hpp). path_nodes.hpp merges what can be completed alike; cheapest_paths.hpp
// keeps one path of each set of symbols, and single_exits.hpp leaves nodes out.
#include "bindings.hpp"

#include "families/states/automaton_paths.hpp"
#include "families/states/cheapest_paths.hpp"
#include "families/states/single_exits.hpp"
#include "families/states/state_paths.hpp"
#include "families/states/topological_order.hpp"

namespace nzdd {
namespace {

using I64Matrix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using I64Tables = nb::ndarray<const std::int64_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using F64Tables = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Limit = std::optional<std::uint64_t>;

auto give_costed(CostedNzdd found) {
    return std::tuple(give(std::move(found.nzdd)), give(std::move(found.costs)));
}

}  // namespace

void bind_states(nb::module_& module) {
    module.def(
        "distinct_states",
        [](const I64Matrix& states, nb::object progress) {
            DistinctStates found = unlocked(progress, [&](Pulse& pulse) {
                return DistinctStates(states.data(), states.shape(0), states.shape(1), pulse);
            });
            return std::tuple(give(std::move(found.number)), give(std::move(found.first)));
        },
        "states"_a, "progress"_a.none());
    module.def(
        "state_paths",
        [](const U32& source, const U32& target, const U32& symbol, const std::optional<F64>& cost,
           const In<bool>& is_final, nb::object progress) {
            const Transitions given{is_final.size(), source.size(),      source.data(),  target.data(),
                                    symbol.data(),   data_or_null(cost), is_final.data()};
            return give_costed(unlocked(progress, [&](Pulse& pulse) { return state_paths(given, pulse); }));
        },
        "source"_a, "target"_a, "symbol"_a, "cost"_a.none(), "is_final"_a, "progress"_a.none());
    module.def(
        "topological_order",
        [](std::size_t num_states, const U32& source, const U32& target, nb::object progress) {
            return give(unlocked(progress, [&](Pulse& pulse) {
                return topological_order(num_states, source.data(), target.data(), source.size(), pulse);
            }));
        },
        "num_states"_a, "source"_a, "target"_a, "progress"_a.none());
    module.def(
        "automaton_paths",
        [](std::size_t length, const I64Tables& next, const std::optional<F64Tables>& cost,
           const In<bool>& is_final, const In<bool>& is_silent, std::uint32_t start, nb::object progress) {
            const AutomatonTables given{length,
                                        next.shape(1),
                                        next.shape(2),
                                        next.data(),
                                        next.shape(0) > 1,
                                        cost ? cost->data() : nullptr,
                                        cost && cost->shape(0) > 1,
                                        is_final.data(),
                                        is_silent.data(),
                                        start};
            return give_costed(
                unlocked(progress, [&](Pulse& pulse) { return automaton_paths(given, pulse); }));
        },
        "length"_a, "next"_a, "cost"_a.none(), "is_final"_a, "is_silent"_a, "start"_a, "progress"_a.none());
    module.def(
        "cheapest_paths",
        [](const NzddHandle& paths, const F64& costs, Limit max_states, nb::object progress) {
            return give_costed(unlocked(progress, [&](Pulse& pulse) {
                return CheapestPaths::diagram(paths.view(), costs.data(), max_states.value_or(kNoLimit),
                                              pulse);
            }));
        },
        "paths"_a, "costs"_a, "max_states"_a.none(), "progress"_a.none());
    module.def(
        "without_single_exits",
        [](const NzddHandle& paths, const F64& costs, nb::object progress) {
            return give_costed(unlocked(progress, [&](Pulse& pulse) {
                return without_single_exits(paths.view(), paths.multiplicity.data(), costs.data(), pulse);
            }));
        },
        "paths"_a, "costs"_a, "progress"_a.none());
}

}  // namespace nzdd
