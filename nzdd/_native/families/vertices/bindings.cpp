// Families of vertex sets. vertex_search.hpp runs the frontier search of ../search over the vertices of a
// graph (neighbours.hpp) in an order of vertex_order.hpp, as vertex_steps.hpp, with the rule of
// vertex_sets.hpp, which rests on neighbour_counts.hpp and on the components of a graph.
#include "bindings.hpp"

#include <nanobind/stl/vector.h>

#include "families/vertices/vertex_order.hpp"
#include "families/vertices/vertex_search.hpp"

namespace nzdd {
namespace {

using EdgeEnds = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Flags = In<bool>;
using Sum = std::tuple<I64, I64>;  // the words of weights, and of both bounds

SumMaker maker(const Sum& sum) {
    const auto& [weights, bounds] = sum;
    const SumBounds words{weights.data(), bounds.data()};
    return with_integers(bounds.size() / 2, [&]<class Integer>() -> SumMaker {
        return [words](const VertexSteps& plan) -> AnyBoundedSum {
            return BoundedSum<Integer>(words, plan.steps.size(),
                                       [&](std::size_t i) { return plan.steps[i].vertex; });
        };
    });
}

}  // namespace

void bind_vertices(nb::module_& module) {
    module.def(
        "vertex_order",
        [](EdgeEnds ends, std::size_t num_vertices, nb::object progress) {
            return give(unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("order vertices");
                return VertexOrder::best(Neighbours(ends.data(), ends.shape(0), num_vertices), pulse);
            }));
        },
        "ends"_a, "num_vertices"_a, "progress"_a.none());
    module.def(
        "vertex_sets",
        [](EdgeEnds ends, U32 order, std::uint64_t sigma, std::uint64_t rho, bool count_rest,
           bool connect_rest, bool acyclic, std::uint32_t least_components, std::uint32_t most_components,
           Flags required, Flags forbidden, const std::vector<Sum>& sums,
           const std::optional<ZddHandle>& within, std::optional<std::uint64_t> max_states,
           nb::object progress, Measure* measure) {
            ZddView view{};
            if (within) view = within->view();
            VertexConditions conditions{
                {sigma, rho},    count_rest,      connect_rest,     acyclic, least_components,
                most_components, required.data(), forbidden.data(), {},      within ? &view : nullptr};
            for (const Sum& sum : sums) conditions.sums.push_back(maker(sum));
            return give(unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("order vertices");
                return vertex_sets(Neighbours(ends.data(), ends.shape(0), order.size()), copy(order),
                                   conditions, measure, max_states.value_or(kNoLimit), pulse);
            }));
        },
        "ends"_a, "order"_a, "sigma"_a, "rho"_a, "count_rest"_a, "connect_rest"_a, "acyclic"_a,
        "least_components"_a, "most_components"_a, "required"_a, "forbidden"_a, "sums"_a, "within"_a.none(),
        "max_states"_a.none(), "progress"_a.none(), "measure"_a.none());
}

}  // namespace nzdd
