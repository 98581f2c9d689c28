// Queries of a ZDD, each one sweep over its nodes, children first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

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

}  // namespace nzdd
