// Nodes that one edge leaves become parts of the edges that lead to them, which take its label and its cost,
// where the nonzeros of the extended formulation (labels, and inner ends of edges) do not grow by it: an exit
// with L symbols and k entries changes them by (k - 1)(L + [its end is inner]) - 1 - k. From the root on, so
// that the entries of a node are known when it is its turn. Paths keep the order of their symbols, and the
// edges of a node keep their first ones. Time and memory O(nodes + edges + labels).
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "families/states/path_nodes.hpp"

namespace nzdd {

inline CostedNzdd without_single_exits(const NzddView& nzdd, const double* multiplicity, const double* costs,
                                       Pulse& pulse) {
    constexpr std::uint32_t kGone = 0xffffffff;
    const std::size_t leaf = nzdd.num_nodes - 1;
    const auto size = [&](std::size_t e) {
        return static_cast<std::size_t>(nzdd.label_offsets[e + 1] - nzdd.label_offsets[e]);
    };
    Array<std::size_t> entries(nzdd.num_nodes, 0), first(nzdd.num_nodes, nzdd.num_edges);
    Array<std::uint32_t> number(nzdd.num_nodes, 0);  // of the nodes that stay
    std::uint32_t next = 0;
    for (std::size_t e = 0, v = 0; v < leaf; ++v) {
        pulse.within(v);
        const std::size_t begin = first[v] = e, k = entries[v];
        while (e < nzdd.num_edges && nzdd.source[e] == v) ++e;
        const bool goes =
            v > 0 && e == begin + 1 && (k - 1) * (size(begin) + (nzdd.target[begin] != leaf)) <= 1 + k;
        number[v] = goes ? kGone : next++;
        for (std::size_t i = begin; i < e; ++i) entries[nzdd.target[i]] += goes ? k : 1;
    }
    number[leaf] = next;
    CostedNzdd out;
    out.nzdd.num_nodes = std::uint64_t{next} + 1;
    for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
        pulse.within(e);
        if (number[nzdd.source[e]] == kGone) continue;
        double cost = 0;
        for (std::size_t on = e;; on = first[nzdd.target[on]]) {
            cost += costs[on];
            out.nzdd.labels.append(nzdd.labels + nzdd.label_offsets[on], size(on));
            if (number[nzdd.target[on]] == kGone) continue;
            out.nzdd.end_edge(number[nzdd.source[e]], number[nzdd.target[on]], multiplicity[e]);
            break;
        }
        out.costs.push_back(cost);
    }
    return out;
}

}  // namespace nzdd
