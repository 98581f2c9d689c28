// The families of edge sets of a graph that have a rule: which edges matter to each, which vertices are
// fixed, and what the family is if no edge matters.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/connected_sets.hpp"
#include "families/forests.hpp"
#include "families/matchings.hpp"
#include "families/minimal_cuts.hpp"
#include "families/paths_and_cycles.hpp"
#include "families/search/edge_search.hpp"
#include "families/search/incidence.hpp"
#include "families/search/useful_edges.hpp"

namespace nzdd {

inline Incidence incidence(const EdgeTask& task) { return {task.ends, task.num_edges, task.num_vertices}; }

inline Array<bool> no_loops(const EdgeTask& task) {
    Array<bool> useful(task.num_edges, true);
    for (std::size_t edge = 0; edge < task.num_edges; ++edge)
        useful[edge] = task.ends[2 * edge] != task.ends[2 * edge + 1];
    return useful;
}

// Whether every vertex has one of the edges.
inline bool spans(const EdgeTask& task, const Array<bool>& useful) {
    Array<bool> met(task.num_vertices, false);
    for (std::size_t end = 0; end < 2 * task.num_edges; ++end)
        if (useful[end / 2]) met[task.ends[end]] = true;
    return std::find(met.begin(), met.end(), false) == met.end();
}

// Of an undirected graph, or along the arcs of a directed one.
inline EdgeFamily cycles_or_paths(const EdgeTask& task, const Array<bool>& useful, const Fixed& fixed,
                                  std::uint32_t without_edges, bool directed, Pulse& pulse) {
    if (directed)
        return edge_search(
            task, useful, fixed, without_edges,
            []<class Code>(const EdgeSteps& steps) { return SimplePaths<Code, true>(steps); }, pulse);
    return edge_search(
        task, useful, fixed, without_edges,
        []<class Code>(const EdgeSteps& steps) { return SimplePaths<Code, false>(steps); }, pulse);
}

// The edges on simple paths between the two; none if they are the same vertex.
inline Array<bool> between(const EdgeTask& task, std::uint32_t source, std::uint32_t target, Pulse& pulse) {
    if (source == target) return Array<bool>(task.num_edges, false);
    return UsefulEdges::on_paths(incidence(task), source, target, pulse);
}

inline EdgeFamily simple_paths(const EdgeTask& task, std::uint32_t source, std::uint32_t target,
                               bool directed, Pulse& pulse) {
    return cycles_or_paths(task, between(task, source, target, pulse), {{source, target}},
                           source == target ? kUnitFamily : kEmptyFamily, directed, pulse);
}

inline EdgeFamily simple_cycles(const EdgeTask& task, bool directed, Pulse& pulse) {
    const Array<bool> useful = UsefulEdges::on_cycles(incidence(task), pulse);
    return cycles_or_paths(task, useful, {}, kEmptyFamily, directed, pulse);
}

// An edge is in a minimal cut where it is on a simple path. If there is no path, no edge has to be cut.
inline EdgeFamily minimal_cuts(const EdgeTask& task, std::uint32_t source, std::uint32_t target,
                               Pulse& pulse) {
    return edge_search(
        task, between(task, source, target, pulse), {{source, target}, true},
        source == target ? kEmptyFamily : kUnitFamily,
        []<class Code>(const EdgeSteps& steps) { return MinimalCuts<Code>(steps); }, pulse);
}

inline EdgeFamily forests(const EdgeTask& task, bool spanning, Pulse& pulse) {
    Array<bool> useful = no_loops(task);
    const bool possible = !spanning || task.num_vertices == 1 || spans(task, useful);
    if (!possible) useful.assign(task.num_edges, false);
    return edge_search(
        task, useful, {}, possible && (!spanning || task.num_vertices == 1) ? kUnitFamily : kEmptyFamily,
        [spanning]<class Code>(const EdgeSteps& steps) { return Forests<Code>(steps, spanning); }, pulse);
}

inline EdgeFamily matchings(const EdgeTask& task, bool perfect, Pulse& pulse) {
    Array<bool> useful = no_loops(task);
    const bool possible = !perfect || spans(task, useful);
    if (!possible) useful.assign(task.num_edges, false);
    return edge_search(
        task, useful, {}, possible ? kUnitFamily : kEmptyFamily,
        [perfect]<class Code>(const EdgeSteps& steps) { return Matchings(steps, perfect); }, pulse);
}

// 0 < most
inline EdgeFamily connected_sets(const EdgeTask& task, std::uint32_t least, std::uint32_t most,
                                 Pulse& pulse) {
    return edge_search(
        task, Array<bool>(task.num_edges, true), {}, kEmptyFamily,
        [=]<class Code>(const EdgeSteps& steps) { return ConnectedSets<Code>(steps, least, most); }, pulse);
}

}  // namespace nzdd
