// Queries of a ZDD, each one sweep over its nodes, children first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "array.hpp"
#include "diagram/zdd.hpp"
#include "hash_slots.hpp"
#include "pulse.hpp"

namespace nzdd {

// The length of the shortest row below each node, where a level costs `lengths[level]`; infinite
// for the empty family. Time O(nodes).
inline Array<double> distances(const ZddView& zdd, const double* lengths) {
    Array<double> distance(zdd.num_nodes);
    distance[0] = std::numeric_limits<double>::infinity();
    distance[1] = 0;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v)
        distance[v] = std::min(distance[zdd.low[v]], lengths[zdd.level[v]] + distance[zdd.high[v]]);
    return distance;
}

// The levels of one shortest row, given the distances; none where the shortest is infinite.
inline Array<std::uint32_t> shortest_row(const ZddView& zdd, const double* lengths,
                                         const Array<double>& distance) {
    Array<std::uint32_t> levels;
    if (distance[zdd.root] == std::numeric_limits<double>::infinity()) return levels;
    for (std::uint32_t v = zdd.root; v >= 2;) {
        const std::uint32_t level = zdd.level[v];
        const bool high = lengths[level] + distance[zdd.high[v]] <= distance[zdd.low[v]];
        if (high) levels.push_back(level);
        v = high ? zdd.high[v] : zdd.low[v];
    }
    return levels;
}

// Whether each row (CSR of strictly increasing levels) is in the family. Time O(row + depth) each.
inline Array<bool> contains(const ZddView& zdd, const std::int64_t* offsets, const std::uint32_t* levels,
                            std::size_t num_rows, Pulse& pulse) {
    Array<bool> found(num_rows);
    std::uint64_t steps = 0;
    for (std::size_t i = 0; i < num_rows; ++i) {
        const std::uint32_t *next = levels + offsets[i], *end = levels + offsets[i + 1];
        std::uint32_t v = zdd.root;
        while (v >= 2) {
            pulse.within(steps++);
            if (next != end && *next < zdd.level[v]) break;
            const bool high = next != end && *next == zdd.level[v];
            next += high;
            v = high ? zdd.high[v] : zdd.low[v];
        }
        found[i] = v == kUnitFamily && next == end;
    }
    return found;
}

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

}  // namespace nzdd
