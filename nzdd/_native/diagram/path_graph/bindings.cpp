// Acyclic graphs whose paths are members: path_graph.hpp has the sweeps over them, diverse_paths.hpp short
// paths that differ, paths_within.hpp all short ones, flow_paths.hpp the paths of a flow, paths_of.hpp the
// paths of given members; with_pair.hpp counts members with two symbols; patterns.hpp makes the graph of a
// knapsack; odd_rows.hpp finds cuts where members are columns.
#include "bindings.hpp"

#include "diagram/path_graph/diverse_paths.hpp"
#include "diagram/path_graph/flow_paths.hpp"
#include "diagram/path_graph/odd_rows.hpp"
#include "diagram/path_graph/path_graph.hpp"
#include "diagram/path_graph/paths_of.hpp"
#include "diagram/path_graph/paths_within.hpp"
#include "diagram/path_graph/patterns.hpp"
#include "diagram/path_graph/with_pair.hpp"

namespace nzdd {

namespace {

PathGraph graph_of(std::size_t num_nodes, const U32& source, const U32& target) {
    return {num_nodes, source.size(), source.data(), target.data()};
}

auto give_paths(PathList paths) {
    return std::tuple(give(std::move(paths.offsets)), give(std::move(paths.edges)));
}

template <class T>
void bind_lengths(nb::module_& module) {
    module.def(
        "through_edges",
        [](std::size_t num_nodes, U32 source, U32 target, In<T> lengths) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            return give(unlocked(nb::none(),
                                 [&](Pulse& pulse) { return through_edges(graph, lengths.data(), pulse); }));
        },
        "num_nodes"_a, "source"_a, "target"_a, "lengths"_a);
    module.def(
        "shortest_length",
        [](std::size_t num_nodes, U32 source, U32 target, In<T> lengths) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            return unlocked(nb::none(), [&](Pulse& pulse) {
                return from_root(graph, lengths.data(), nullptr, pulse)[num_nodes - 1];
            });
        },
        "num_nodes"_a, "source"_a, "target"_a, "lengths"_a);
}

}  // namespace

void bind_path_graph(nb::module_& module) {
    bind_lengths<double>(module);
    bind_lengths<std::int64_t>(module);
    module.def(
        "diverse_paths",
        [](std::size_t num_nodes, U32 source, U32 target, F64 lengths, std::size_t count, double below) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            return give_paths(unlocked(nb::none(), [&](Pulse& pulse) {
                return diverse_paths(graph, lengths.data(), count, below, pulse);
            }));
        },
        "num_nodes"_a, "source"_a, "target"_a, "lengths"_a, "count"_a, "below"_a);
    module.def(
        "flow_paths",
        [](std::size_t num_nodes, U32 source, U32 target, I64 flow) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            FlowPaths found =
                unlocked(nb::none(), [&](Pulse& pulse) { return flow_paths(graph, flow.data(), pulse); });
            auto [offsets, edges] = give_paths(std::move(found.paths));
            return std::tuple(offsets, edges, give(std::move(found.amounts)));
        },
        "num_nodes"_a, "source"_a, "target"_a, "flow"_a);
    module.def(
        "odd_rows",
        [](std::size_t num_rows, I64 offsets, U32 rows, F64 x, F64 slack, In<std::uint8_t> odd,
           double below) {
            const OddColumns columns{num_rows, x.size(), offsets.data(), rows.data(), x.data()};
            OddRows found = unlocked(nb::none(), [&](Pulse& pulse) {
                return odd_rows(columns, slack.data(), odd.data(), below, pulse);
            });
            return std::tuple(give(std::move(found.triples)), give(std::move(found.weights)));
        },
        "num_rows"_a, "offsets"_a, "rows"_a, "x"_a, "slack"_a, "odd"_a, "below"_a);
    module.def(
        "paths_within",
        [](std::size_t num_nodes, U32 source, U32 target, I64 lengths, std::int64_t longest,
           std::size_t most) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            return give_paths(unlocked(nb::none(), [&](Pulse& pulse) {
                return paths_within(graph, lengths.data(), longest, most, pulse);
            }));
        },
        "num_nodes"_a, "source"_a, "target"_a, "lengths"_a, "longest"_a, "most"_a);
    module.def(
        "paths_of",
        [](std::size_t num_nodes, U32 source, U32 target, I64 label_offsets, U32 labels,
           std::size_t num_symbols, I64 offsets, I64 symbols, I64 numbers, nb::object progress) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            return give_paths(unlocked(progress, [&](Pulse& pulse) {
                PathsOf search(graph, label_offsets.data(), labels.data(), num_symbols, pulse);
                return search.run(offsets.size() - 1, offsets.data(), symbols.data(), numbers.data());
            }));
        },
        "num_nodes"_a, "source"_a, "target"_a, "label_offsets"_a, "labels"_a, "num_symbols"_a, "offsets"_a,
        "symbols"_a, "numbers"_a, "progress"_a.none());
    module.def(
        "with_pair",
        [](std::size_t num_nodes, U32 source, U32 target, In<std::uint8_t> marks) {
            const PathGraph graph = graph_of(num_nodes, source, target);
            PairGraph pair =
                unlocked(nb::none(), [&](Pulse& pulse) { return with_pair(graph, marks.data(), pulse); });
            return std::tuple(pair.num_nodes, give(std::move(pair.source)), give(std::move(pair.target)),
                              give(std::move(pair.origin)), give(std::move(pair.completes)));
        },
        "num_nodes"_a, "source"_a, "target"_a, "marks"_a);
    module.def(
        "patterns",
        [](I64 weights, I64 capacities, I64 copies, std::optional<std::uint64_t> max_states,
           nb::object progress) {
            const Items items{weights.data(), capacities.data(), copies.data(), copies.size(),
                              capacities.size()};
            PatternGraph graph = unlocked(progress, [&](Pulse& pulse) {
                return Patterns::run(items, max_states.value_or(0xfffffffd), pulse);
            });
            return std::tuple(graph.num_nodes, give(std::move(graph.source)), give(std::move(graph.target)),
                              give(std::move(graph.item)));
        },
        "weights"_a, "capacities"_a, "copies"_a, "max_states"_a.none(), "progress"_a.none());
}

}  // namespace nzdd
