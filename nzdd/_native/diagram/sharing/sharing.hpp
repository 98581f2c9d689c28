// An NZDD of few nonzeros by sharing: a search starts with some edges, one a row or those of another NZDD,
// and greedily moves parts that many edges have in common behind new nodes. A set of symbols in a set of rows
// is a biclique of the two, so this is a greedy biclique partition of the matrix, without an order of the
// symbols. New edges are searched as well, which finds prefix trees, suffix trees and nested products. There
// are never more nonzeros than at the start.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/sharing/greedy.hpp"
#include "diagram/sharing/state/construction.hpp"
#include "diagram/sharing/tagged_edges.hpp"
#include "diagram/sharing/tagged_rows.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

// Removes nodes that no longer save nonzeros, each with a row and a column of the extended formulation:
// those with one entering or one leaving edge, where the weights of the joined edges are known.
inline void dissolve_nodes(Construction& diagram) {
    const EdgePool& edges = diagram.edges();
    // the cost of `copies` copies of an edge without its item at the node, instead of the edge
    const auto change = [&edges](std::uint32_t edge, std::size_t copies) {
        const std::int64_t cost = edges.cost(edge);
        return (cost - 1) * static_cast<std::int64_t>(copies) - cost;
    };
    const auto tagged = [&edges](std::uint32_t edge) { return edges[edge].tag != 0; };
    for (std::uint32_t node = edges.num_nodes(); node-- > 0;) {
        diagram.work().beat();
        const auto entering = diagram.holders(edges.target_item(node));
        const auto leaving = diagram.holders(edges.source_item(node));
        if (std::min(entering.size(), leaving.size()) != 1) continue;
        if (std::any_of(entering.begin(), entering.end(), tagged) &&
            std::any_of(leaving.begin(), leaving.end(), tagged))
            continue;
        std::int64_t total = 0;
        for (std::uint32_t e : entering) total += change(e, leaving.size());
        for (std::uint32_t e : leaving) total += change(e, entering.size());
        if (total <= 0) diagram.join(entering, leaving);
    }
}

// Nodes in topological order, edges by source.
template <class Start>
Nzdd collect(const EdgePool& edges, const Start& start) {
    const std::uint32_t root = edges.num_nodes(), none = 0xffffffff;
    const auto source = [&](std::uint32_t e) {
        return edges[e].source == kNoItem ? root : edges.node(edges[e].source);
    };
    Array<std::size_t> first(std::size_t{root} + 2, 0);  // of the edges by source
    Array<std::uint32_t> entering(std::size_t{root} + 1, 0);
    for (std::uint32_t e = 0; e < edges.num_edges(); ++e) {
        if (!edges.alive(e)) continue;
        ++first[source(e) + 1];
        if (edges[e].target != kNoItem) ++entering[edges.node(edges[e].target)];
    }
    for (std::uint32_t v = 0; v <= root; ++v) first[v + 1] += first[v];
    Array<std::uint32_t> by_source(first[std::size_t{root} + 1]);
    Array<std::size_t> next;
    next.append(first.data(), first.size());
    for (std::uint32_t e = 0; e < edges.num_edges(); ++e)
        if (edges.alive(e)) by_source[next[source(e)]++] = e;

    Array<std::uint32_t> order{root}, number(std::size_t{root} + 1, none);
    for (std::uint32_t k = 0; k < order.size(); ++k) {
        const std::uint32_t v = order[k];
        number[v] = k;
        for (std::size_t i = first[v]; i < first[v + 1]; ++i) {
            const Item target = edges[by_source[i]].target;
            if (target != kNoItem && --entering[edges.node(target)] == 0) order.push_back(edges.node(target));
        }
    }
    Nzdd out;
    out.num_nodes = order.size() + 1;
    for (std::uint32_t k = 0; k < order.size(); ++k) {
        for (std::size_t i = first[order[k]]; i < first[order[k] + 1]; ++i) {
            const std::uint32_t e = by_source[i];
            start.append_symbols(edges.labels(e), out.labels);
            start.append_tag(edges[e].tag, out.labels);
            const auto leaf = static_cast<std::uint32_t>(order.size());
            out.end_edge(k, edges[e].target == kNoItem ? leaf : number[edges.node(edges[e].target)],
                         edges[e].weight);
        }
    }
    return out;
}

// `Start`: TaggedRows or TaggedEdges.
template <class Start>
Nzdd shared_from(Start start, Pulse& pulse) {
    constexpr std::int64_t kSteps = 180'000'000, kStepsPerNonzero = 120;  // 0.6 s, and 0.5 s a million
    pulse.stage("share");
    WorkBudget work(kSteps + kStepsPerNonzero * static_cast<std::int64_t>(start.size()), pulse);
    Construction diagram(start.edges(work), work);
    // an edge has one source and one target: first spend them on large parts only; shorter rows show more
    std::uint64_t salt = 0;
    for (const std::int64_t fee : {1, 1, 0}) Greedy::run(diagram, fee, ++salt);
    dissolve_nodes(diagram);
    return collect(diagram.edges(), start);
}

}  // namespace nzdd
