// A ZDD as an NZDD of its own shape: one node for each node the root reaches, one edge for each
// branch that leads to rows. Time and memory O(nodes).
#pragma once

#include "base/array.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

inline Nzdd unreduced(const ZddView& zdd, const std::uint32_t* symbols) {
    Nzdd out;
    if (zdd.root == kEmptyFamily) return out;
    const Array<double> below = paths_to_leaf(zdd);
    Array<double> above(zdd.num_nodes, 0.0);  // paths from the root
    above[zdd.root] = 1;
    if (zdd.root == kUnitFamily) {
        out.end_edge(0, 1, zdd.low_weight ? zdd.total_weight() : 1);
        return out;
    }
    Array<std::uint32_t> number(zdd.root + std::size_t{1});
    std::uint32_t next = 0;
    for (std::uint32_t v = zdd.root; v >= 2; --v) {
        if (above[v] == 0) continue;
        number[v] = next++;
        above[zdd.low[v]] += above[v];
        above[zdd.high[v]] += above[v];
    }
    number[kUnitFamily] = next;
    out.num_nodes = std::uint64_t{next} + 1;
    for (std::uint32_t v = zdd.root; v >= 2; --v) {
        if (above[v] == 0) continue;
        out.labels.push_back(symbols ? symbols[zdd.level[v]] : zdd.level[v]);
        out.end_edge(number[v], number[zdd.high[v]],
                     zdd.high_weight ? zdd.high_weight[v] : above[v] * below[zdd.high[v]]);
        if (zdd.low[v] != kEmptyFamily)
            out.end_edge(number[v], number[zdd.low[v]],
                         zdd.low_weight ? zdd.low_weight[v] : above[v] * below[zdd.low[v]]);
    }
    return out;
}

}  // namespace nzdd
