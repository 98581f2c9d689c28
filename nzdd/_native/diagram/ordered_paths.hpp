// Whether an NZDD is one without looking at its rows: each path meets its symbols on ever lower levels, and
// the edges of a node begin with different ones, of which that without symbols leads below the others. Then
// no path repeats a symbol, and no two spell the same row. Time O(V + E + labels), sorting the edges of a
// node apart.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// `rank`: the level of each symbol, or null for the symbol itself.
inline bool has_ordered_paths(const NzddView& nzdd, const std::uint32_t* rank, Pulse& pulse) {
    const auto level = [&](std::int64_t k) { return rank ? rank[nzdd.labels[k]] : nzdd.labels[k]; };
    Array<std::uint32_t> next(nzdd.num_nodes, 0);  // the highest level that may follow a path to each node
    for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
        pulse.within(e);
        std::uint32_t free = next[nzdd.source[e]];
        for (std::int64_t k = nzdd.label_offsets[e]; k < nzdd.label_offsets[e + 1]; ++k) {
            if (level(k) < free) return false;
            free = level(k) + 1;
        }
        next[nzdd.target[e]] = std::max(next[nzdd.target[e]], free);
    }
    Array<std::uint32_t> first(nzdd.num_nodes, kNoLevel);  // the level with which a path from it begins
    Array<std::uint32_t> levels;
    for (std::size_t end = nzdd.num_edges; end > 0;) {
        const std::uint32_t v = nzdd.source[end - 1];
        std::uint32_t beyond = kNoLevel, lowest = 0;
        bool has_empty = false;
        levels.clear();
        for (; end > 0 && nzdd.source[end - 1] == v; --end) {
            pulse.within(end);
            if (nzdd.label_offsets[end - 1] < nzdd.label_offsets[end]) {
                levels.push_back(level(nzdd.label_offsets[end - 1]));
                lowest = std::max(lowest, levels.back() + 1);
            } else if (has_empty) {
                return false;
            } else {
                has_empty = true;
                beyond = first[nzdd.target[end - 1]];
            }
        }
        if (beyond < lowest) return false;
        std::sort(levels.begin(), levels.end());
        if (std::adjacent_find(levels.begin(), levels.end()) != levels.end()) return false;
        first[v] = levels.empty() ? beyond : levels[0];
    }
    return true;
}

}  // namespace nzdd
