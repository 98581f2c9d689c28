// Colours for the vertices of a graph, without a diagram. greedy_colouring.hpp gives them in one pass,
// tabu_colouring.hpp mends what conflicts, and heavy_sets.hpp finds the independent sets that a bound on
// their number needs.
#include "bindings.hpp"

#include "families/vertices/colouring/greedy_colouring.hpp"
#include "families/vertices/colouring/heavy_sets.hpp"
#include "families/vertices/colouring/tabu_colouring.hpp"

namespace nzdd {
namespace {

using EdgeEnds = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

Neighbours neighbours(const EdgeEnds& ends, std::size_t num_vertices) {
    return {ends.data(), ends.shape(0), num_vertices};
}

}  // namespace

void bind_colouring(nb::module_& module) {
    module.def(
        "greedy_colouring",
        [](EdgeEnds ends, std::size_t num_vertices, nb::object progress) {
            return give(unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("colour");
                return greedy_colouring(neighbours(ends, num_vertices), pulse);
            }));
        },
        "ends"_a, "num_vertices"_a, "progress"_a.none());
    module.def(
        "tabu_colouring",
        [](EdgeEnds ends, U32 colours, std::uint32_t num_colours, std::uint64_t steps, std::uint64_t seed,
           nb::object progress) {
            auto [found, after] = unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("colour");
                const Neighbours graph = neighbours(ends, colours.size());
                TabuColouring search(graph, num_colours, colours.data(), seed);
                const bool proper = search.run(steps, pulse);
                return std::pair(proper, search.take_colours());
            });
            return std::tuple(found, give(std::move(after)));
        },
        "ends"_a, "colours"_a, "num_colours"_a, "steps"_a, "seed"_a, "progress"_a.none());
    module.def(
        "heavy_sets",
        [](I64 offsets, U32 neighbours, I64 weights, std::int64_t threshold, std::size_t most,
           nb::object progress) {
            const CsrRows graph = csr(offsets, neighbours, weights.size());
            if (graph.num_rows != weights.size())
                throw std::invalid_argument(std::to_string(weights.size()) + " weights for " +
                                            std::to_string(graph.num_rows) + " vertices");
            return give_rows(unlocked(progress, [&](Pulse& pulse) {
                pulse.stage("bound colours");
                return HeavySets(graph, weights.data()).find(threshold, most, pulse);
            }));
        },
        "offsets"_a, "neighbours"_a, "weights"_a, "threshold"_a, "most"_a, "progress"_a.none());
}

}  // namespace nzdd
