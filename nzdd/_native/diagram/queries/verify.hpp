// The invariants of a ZDD and of an NZDD.
#pragma once

#include <string>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// What is wrong with the arrays, or an empty string. Cheap and safe on arrays of any content.
inline std::string fault(const ZddView& zdd, std::size_t num_levels) {
    const auto at = [](std::size_t v) { return " at node " + std::to_string(v); };
    if (zdd.num_nodes < 2 || zdd.root >= zdd.num_nodes)
        return "no terminals, or the root is outside the arrays";
    for (std::size_t v = 0; v < 2; ++v)
        if (zdd.level[v] != kNoLevel || zdd.low[v] != v || zdd.high[v] != v) return "not a terminal" + at(v);
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
        if (zdd.low[v] >= v || zdd.high[v] >= v) return "a child does not come before its parent" + at(v);
        if (zdd.level[v] >= num_levels) return "a level is out of range" + at(v);
        if (zdd.level[zdd.low[v]] <= zdd.level[v] || zdd.level[zdd.high[v]] <= zdd.level[v])
            return "levels do not increase" + at(v);
        if (zdd.high[v] == kEmptyFamily) return "the high branch is empty" + at(v);
    }
    return "";
}

// Whether two nodes are equal or a node is out of the root's reach: what `fault` does not look at.
inline std::string not_reduced(const ZddView& zdd, Pulse& pulse) {
    HashSlots<std::uint32_t> known(pulse, zdd.num_nodes);
    Array<bool> reached(zdd.num_nodes, false);
    reached[zdd.root] = true;
    for (std::size_t v = zdd.num_nodes - 1; v >= 2; --v) {
        if (!reached[v]) return "the root does not reach node " + std::to_string(v);
        reached[zdd.low[v]] = reached[zdd.high[v]] = true;
        pulse.within(v);
        std::uint32_t& slot =
            known.find(hash_node(zdd.level[v], zdd.low[v], zdd.high[v]), [&](std::uint32_t u) {
                return zdd.level[u] == zdd.level[v] && zdd.low[u] == zdd.low[v] && zdd.high[u] == zdd.high[v];
            });
        if (!is_free(slot))
            return "nodes " + std::to_string(v) + " and " + std::to_string(slot) + " are equal";
        slot = static_cast<std::uint32_t>(v);
    }
    return "";
}

// What is wrong with the arrays, or an empty string. Safe on arrays of any content. Time O(V + E + labels).
inline std::string fault(const NzddView& nzdd, std::size_t num_labels, std::size_t num_symbols) {
    if (nzdd.num_nodes < 2 || nzdd.num_nodes > 0xffffffff)
        return "the number of nodes is not between 2 and 2^32 - 1";  // GCOVR_EXCL_LINE Python checks it first
    if (nzdd.num_nodes > nzdd.num_edges + 2) return "there are more nodes than edges could reach";
    if (nzdd.label_offsets[0] != 0) return "the labels do not start at 0";
    Array<bool> entered(nzdd.num_nodes, false), left(nzdd.num_nodes, false);
    const auto at = [](std::size_t e) { return " at edge " + std::to_string(e); };
    for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
        if (nzdd.source[e] >= nzdd.target[e]) return "an edge does not lead to a later node" + at(e);
        if (nzdd.target[e] >= nzdd.num_nodes) return "an edge leads outside the nodes" + at(e);
        if (e > 0 && nzdd.source[e] < nzdd.source[e - 1]) return "edges are not sorted by source" + at(e);
        if (nzdd.label_offsets[e + 1] < nzdd.label_offsets[e]) return "the labels overlap" + at(e);
        left[nzdd.source[e]] = entered[nzdd.target[e]] = true;
    }
    if (static_cast<std::size_t>(nzdd.label_offsets[nzdd.num_edges]) != num_labels)
        return "labels are missing or left over";
    for (std::size_t k = 0; k < num_labels; ++k)
        if (nzdd.labels[k] >= num_symbols) return "a symbol is out of range at label " + std::to_string(k);
    for (std::size_t v = 1; v + 1 < nzdd.num_nodes; ++v)
        if (!entered[v] || !left[v]) return "no path passes node " + std::to_string(v);
    return "";
}

// The first edge that repeats a symbol of a path that leads to it, or num_edges. 64 symbols a sweep.
inline std::size_t repeated_symbol(const NzddView& nzdd, std::size_t num_symbols, Pulse& pulse) {
    Array<std::uint64_t> seen(nzdd.num_nodes);
    for (std::size_t base = 0; base < num_symbols; base += 64) {
        std::fill(seen.begin(), seen.end(), 0);
        for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
            std::uint64_t mine = 0;
            for (std::int64_t k = nzdd.label_offsets[e]; k < nzdd.label_offsets[e + 1]; ++k) {
                if (nzdd.labels[k] - base >= 64) continue;
                const std::uint64_t bit = std::uint64_t{1} << (nzdd.labels[k] - base);
                if ((mine | seen[nzdd.source[e]]) & bit) return e;
                mine |= bit;
            }
            seen[nzdd.target[e]] |= seen[nzdd.source[e]] | mine;
        }
        pulse.beat(base, num_symbols);
    }
    return nzdd.num_edges;
}

}  // namespace nzdd
