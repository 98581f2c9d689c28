// The families of edge sets of a graph that have a rule: which edges matter to each, which vertices are
// fixed, and what the family is if no edge matters.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/minimal_cuts.hpp"
#include "families/paths_and_cycles.hpp"
#include "families/search/edge_search.hpp"
#include "families/search/incidence.hpp"
#include "families/search/useful_edges.hpp"

namespace nzdd {

inline Incidence incidence(const EdgeTask& task) { return {task.ends, task.num_edges, task.num_vertices}; }

// Of an undirected graph, or along the arcs of a directed one.
inline Zdd cycles_or_paths(const EdgeTask& task, const Array<bool>& useful, const Fixed& fixed,
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

inline Zdd simple_paths(const EdgeTask& task, std::uint32_t source, std::uint32_t target, bool directed,
                        Pulse& pulse) {
    return cycles_or_paths(task, between(task, source, target, pulse), {{source, target}},
                           source == target ? kUnitFamily : kEmptyFamily, directed, pulse);
}

inline Zdd simple_cycles(const EdgeTask& task, bool directed, Pulse& pulse) {
    const Array<bool> useful = UsefulEdges::on_cycles(incidence(task), pulse);
    return cycles_or_paths(task, useful, {}, kEmptyFamily, directed, pulse);
}

// An edge is in a minimal cut where it is on a simple path. If there is no path, no edge has to be cut.
inline Zdd minimal_cuts(const EdgeTask& task, std::uint32_t source, std::uint32_t target, Pulse& pulse) {
    return edge_search(
        task, between(task, source, target, pulse), {{source, target}, true},
        source == target ? kEmptyFamily : kUnitFamily,
        []<class Code>(const EdgeSteps& steps) { return MinimalCuts<Code>(steps); }, pulse);
}

}  // namespace nzdd
