// Queries of a ZDD, each one sweep over its nodes, children first.
#pragma once

#include <limits>
#include <span>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/row_list.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// The length of the shortest row below each node, where a level costs `lengths[level]`; infinite
// for the empty family. Time O(nodes).
inline Array<double> distances(const ZddView& zdd, const double* lengths) {
    return sweep<double>(
        zdd, std::numeric_limits<double>::infinity(), 0,
        [&](std::size_t v, double low, double high) { return std::min(low, lengths[zdd.level[v]] + high); });
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

// Whether a row (strictly increasing levels) is in the family: `visit(node, high)` at each node on its path.
template <class Visit>
bool follow(const ZddView& zdd, std::span<const std::uint32_t> row, const Visit& visit) {
    const std::uint32_t *next = row.data(), *end = next + row.size();
    std::uint32_t v = zdd.root;
    while (v >= 2) {
        if (next != end && *next < zdd.level[v]) return false;
        const bool high = next != end && *next == zdd.level[v];
        next += high;
        visit(v, high);
        v = high ? zdd.high[v] : zdd.low[v];
    }
    return v == kUnitFamily && next == end;
}

// Whether each row is in the family. Time O(row + depth) each.
inline Array<bool> contains(const ZddView& zdd, const RowTable& rows, Pulse& pulse) {
    Array<bool> found(rows.num_rows);
    std::uint64_t steps = 0;
    for (std::size_t i = 0; i < rows.num_rows; ++i)
        found[i] = follow(zdd, rows[i], [&](std::uint32_t, bool) { pulse.within(steps++); });
    return found;
}

}  // namespace nzdd
