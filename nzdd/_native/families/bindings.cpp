// Families given by a rule instead of rows. edge_families.hpp names the rules on graphs
// (paths_and_cycles.hpp, minimal_cuts.hpp); symbol_sets/: subsets.hpp needs no graph, and linear_sums.hpp
// takes rows of any family.
// conditions/: constrained_sets.hpp is the family of all sets of edges that keep several conditions
// (condition.hpp), which conjunction.hpp makes one rule. conditions/edges/ has conditions on edges
// (fixed_edges.hpp, edge_count.hpp, linear_bounds.hpp, within.hpp, and given_condition.hpp for those written
// in Python, mostly with a fixed_state.hpp),
// conditions/degrees/ on vertices and their edges (degrees.hpp and degree_counts.hpp by count_classes.hpp,
// induced.hpp), conditions/components/ on components (acyclic.hpp, bipartite.hpp, component_count.hpp,
// component_weights.hpp, groups.hpp, separated.hpp).
// search/: frontier_search.hpp builds a diagram level by level from the states of a rule (state_table.hpp);
// edge_search.hpp runs it over the edges of a graph (incidence.hpp, useful_edges.hpp, components.hpp) as
// edge_steps.hpp; bounded_sum.hpp is a sum of weights in a state. graph_order.hpp finds one order for all
// families of a graph (edge_order.hpp, rims.hpp); reliability.hpp finds a probability without a diagram.
// sweep/: level_sweep.hpp runs a rule without a diagram, for a measure.hpp: exact_counts.hpp, or one with a
// value a state, value_measure.hpp.
#include "bindings.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <type_traits>

#include "families/conditions/components/acyclic.hpp"
#include "families/conditions/components/bipartite.hpp"
#include "families/conditions/components/component_count.hpp"
#include "families/conditions/components/component_weights.hpp"
#include "families/conditions/components/groups.hpp"
#include "families/conditions/components/separated.hpp"
#include "families/conditions/constrained_sets.hpp"
#include "families/conditions/degrees/degree_counts.hpp"
#include "families/conditions/degrees/degrees.hpp"
#include "families/conditions/degrees/induced.hpp"
#include "families/conditions/edges/edge_count.hpp"
#include "families/conditions/edges/fixed_edges.hpp"
#include "families/conditions/edges/given_condition.hpp"
#include "families/conditions/edges/linear_bounds.hpp"
#include "families/conditions/edges/within.hpp"
#include "families/edge_families.hpp"
#include "families/search/graph_order.hpp"
#include "families/search/reliability.hpp"
#include "families/sweep/exact_counts.hpp"
#include "families/sweep/value_measure.hpp"
#include "families/symbol_sets/linear_sums.hpp"
#include "families/symbol_sets/subsets.hpp"

namespace nzdd {
namespace {

using U32Matrix = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Flags = In<bool>;
using MaxStates = std::optional<std::uint64_t>;

// A family of edge sets with parameters of its own: `Values`, called `names`.
template <class... Values, class... Names>
void bind_edge_family(nb::module_& module, const char* name,
                      std::type_identity_t<Zdd (*)(const EdgeTask&, Values..., Pulse&)> family,
                      const Names&... names) {
    module.def(
        name,
        [family](U32Matrix ends, std::size_t num_vertices, U32 order, MaxStates max_states,
                 nb::object progress, Measure* measure, Values... values) {
            const EdgeTask task{
                ends.data(), ends.shape(0), num_vertices, order.data(), max_states.value_or(kNoLimit),
                measure};
            return give(unlocked(progress, [&](Pulse& pulse) { return family(task, values..., pulse); }));
        },
        "ends"_a, "num_vertices"_a, "order"_a, "max_states"_a.none(), "progress"_a.none(), "measure"_a.none(),
        names...);
}

// A condition of constrained_sets: a class of `Code`, given its arguments and the setting.
#define NZDD_CONDITION(Rule, ...)                                                     \
    ConditionMaker::of([=]<class Code>([[maybe_unused]] const Setting& setting) {     \
        return std::make_unique<Rule<Code>>(setting.plan __VA_OPT__(, ) __VA_ARGS__); \
    })

void bind_conditions(nb::module_& module) {
    nb::class_<ConditionMaker>(module, "Condition");
    module.def("acyclic", [] { return NZDD_CONDITION(Acyclic); });
    module.def("bipartite", [] { return NZDD_CONDITION(Bipartite); });
    module.def("induced", [] { return NZDD_CONDITION(Induced); });
    module.def("separated", [] { return NZDD_CONDITION(Separated); });
    module.def(
        "component_weights",
        [](U32 weights, std::uint32_t low, std::uint32_t high) {
            return NZDD_CONDITION(ComponentWeights, setting.all_vertices, weights.data(), low, high);
        },
        "weights"_a, "low"_a, "high"_a);
    module.def(
        "degree_counts",
        [](U32 degrees, I64 offsets, U32 values) {
            return NZDD_CONDITION(
                DegreeCounts, setting.num_vertices,
                DegreeNumbers{degrees.data(), values.data(), offsets.data(), degrees.size()}, setting.pulse);
        },
        "degrees"_a, "offsets"_a, "values"_a);
    module.def(
        "component_count",
        [](std::uint32_t least, std::uint32_t most) {
            return NZDD_CONDITION(ComponentCount, setting.all_vertices, least, most);
        },
        "least"_a, "most"_a);
    module.def(
        "degree_sets",
        [](U32 kind, I64 offsets, U32 values, bool first, bool second) {
            return NZDD_CONDITION(
                Degrees, setting.num_vertices,
                DegreeSets{kind.data(), values.data(), offsets.data(), offsets.size() - 1, first, second},
                setting.pulse);
        },
        "kind"_a, "offsets"_a, "values"_a, "first"_a, "second"_a);
    module.def(
        "edge_count",
        [](U32 values) { return NZDD_CONDITION(EdgeCount, values.data(), values.size(), setting.pulse); },
        "values"_a);
    module.def(
        "groups",
        [](U32 group, bool only) {
            return NZDD_CONDITION(Groups, setting.num_vertices, group.data(), only, setting.all_vertices);
        },
        "group"_a, "only"_a);
    module.def(
        "linear_bounds",
        [](I64 weights, I64 bounds) {
            return with_integers(bounds.size() / 2, [&]<class Integer>() {
                return ConditionMaker::of([=]<class Code>(const Setting& setting) {
                    return std::make_unique<LinearBounds<Code, Integer>>(
                        setting.plan, SumBounds{weights.data(), bounds.data()});
                });
            });
        },
        "weights"_a, "bounds"_a);
    module.def(
        "fixed_edges",
        [](Flags required, Flags forbidden) {
            return NZDD_CONDITION(FixedEdges, required.data(), forbidden.data());
        },
        "required"_a, "forbidden"_a);
    module.def(
        "given_condition",
        [](nb::object next, nb::object accepts) {
            // The search copies it without the interpreter's lock, so not the callables themselves.
            const auto given = std::make_shared<const GivenFunctions>(GivenFunctions{
                [next](std::uint32_t state, const EdgeSteps::Step& step, bool take) {
                    const nb::gil_scoped_acquire lock;
                    return nb::cast<std::uint32_t>(next(state, step.edge, take,
                                                        std::pair(step.enter_a, step.enter_b),
                                                        std::pair(step.leave_a, step.leave_b)));
                },
                [accepts](std::uint32_t state) {
                    const nb::gil_scoped_acquire lock;
                    return nb::cast<bool>(accepts(state));
                }});
            return NZDD_CONDITION(GivenCondition, given);
        },
        "next"_a, "accepts"_a);
    module.def(
        "within",
        [](U32 level, const ZddHandle& zdd) { return NZDD_CONDITION(Within, level.data(), zdd.view()); },
        "level"_a, "zdd"_a);
    module.def(
        "constrained_sets",
        [](U32Matrix ends, std::size_t num_vertices, U32 order, Flags useful, bool all_vertices,
           std::vector<const ConditionMaker*> conditions, MaxStates max_states, nb::object progress,
           Measure* measure) {
            const EdgeTask task{
                ends.data(), ends.shape(0), num_vertices, order.data(), max_states.value_or(kNoLimit),
                measure};
            return give(unlocked(progress, [&](Pulse& pulse) {
                return constrained_sets(task, useful.data(), all_vertices, conditions, pulse);
            }));
        },
        "ends"_a, "num_vertices"_a, "order"_a, "useful"_a, "all_vertices"_a, "conditions"_a,
        "max_states"_a.none(), "progress"_a.none(), "measure"_a.none());
}

void bind_measures(nb::module_& module) {
    nb::class_<Measure>(module, "Measure").def("total", &Measure::total);
    constexpr auto given = nb::rv_policy::take_ownership;
    module.def(
        "exact_counts", [](bool by_size) -> Measure* { return new ExactCounts(by_size); }, "by_size"_a,
        given);
    module.def(
        "residue_counts",
        [](std::uint64_t modulus) -> Measure* { return new ValueMeasure<ResidueCounts>({modulus}); },
        "modulus"_a, given);
    module.def(
        "chances",
        [](F64 chance) -> Measure* {
            Chances kind;
            kind.chance.append(chance.data(), chance.size());
            return new ValueMeasure<Chances>(std::move(kind));
        },
        "chance"_a, given);
    module.def(
        "weight_range",
        [](I64 words, std::size_t num_words) {
            return with_integers(num_words, [&]<class Integer>() -> Measure* {
                WeightRange<Integer> kind;
                for (std::size_t i = 0; i < words.size() / num_words; ++i)
                    kind.weight.push_back(integer_at<Integer>(words.data(), i));
                return new ValueMeasure<WeightRange<Integer>>(std::move(kind));
            });
        },
        "words"_a, "num_words"_a, given);
}

}  // namespace

void bind_families(nb::module_& module) {
    using Vertex = std::uint32_t;
    bind_measures(module);
    bind_conditions(module);
    bind_edge_family<Vertex, Vertex, bool>(module, "simple_paths", simple_paths, "source"_a, "target"_a,
                                           "directed"_a);
    bind_edge_family<bool>(module, "simple_cycles", simple_cycles, "directed"_a);
    bind_edge_family<Vertex, Vertex>(module, "minimal_cuts", minimal_cuts, "source"_a, "target"_a);
    module.def(
        "edge_order",
        [](U32Matrix ends, std::size_t num_vertices, nb::object progress) {
            return give(unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("order edges");
                return GraphOrder::best(Incidence(ends.data(), ends.shape(0), num_vertices), pulse);
            }));
        },
        "ends"_a, "num_vertices"_a, "progress"_a.none());
    module.def(
        "linear_sums",
        [](const ZddHandle& family, I64 coefficients, I64 bounds, MaxStates max_states, nb::object progress) {
            return with_integers(bounds.size() / 2, [&]<class Integer>() {
                return give(unlocked(progress, [&](Pulse& pulse) {
                    return LinearSums<Integer>::diagram(family.view(), {coefficients.data(), bounds.data()},
                                                        max_states.value_or(kNoLimit), pulse);
                }));
            });
        },
        "family"_a, "coefficients"_a, "bounds"_a, "max_states"_a.none(), "progress"_a.none());
    module.def(
        "reliability",
        [](U32Matrix ends, std::size_t num_vertices, U32 terminals,
           nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu> chance, MaxStates max_states,
           nb::object progress) {
            const EdgeTask task{ends.data(), ends.shape(0), num_vertices, nullptr,
                                max_states.value_or(kNoLimit)};
            return give(unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("search");
                return reliability(task, copy(terminals), chance.data(), chance.shape(0), pulse);
            }));
        },
        "ends"_a, "num_vertices"_a, "terminals"_a, "chance"_a, "max_states"_a.none(), "progress"_a.none());
    module.def(
        "subsets",
        [](std::uint32_t num_symbols, std::uint32_t least, std::uint32_t most, nb::object progress) {
            return give(
                unlocked(progress, [&](Pulse& pulse) { return subsets(num_symbols, least, most, pulse); }));
        },
        "num_symbols"_a, "least"_a, "most"_a, "progress"_a.none());
}

}  // namespace nzdd
