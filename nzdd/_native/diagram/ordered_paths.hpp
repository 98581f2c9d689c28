// NZDDs whose paths meet their symbols in one order, and the ZDD of such a one.
#pragma once

#include "algebra/node_store.hpp"
#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// The view of an NZDD by levels: `rank` has the level of each symbol.
class OrderedPaths {
public:
    OrderedPaths(const NzddView& nzdd, const std::uint32_t* rank) : nzdd_(nzdd), rank_(rank) {}

    // Whether each path meets ever lower levels, and the edges of a node begin with different ones, of which
    // that without symbols leads below the others: then no path repeats a symbol, and no two spell the same
    // row. Time O(nodes + edges + labels), sorting the edges of each node apart.
    bool hold(Pulse& pulse) const {
        Array<std::uint32_t> next(nzdd_.num_nodes,
                                  0);  // the highest level that may follow a path to each node
        for (std::size_t e = 0; e < nzdd_.num_edges; ++e) {
            pulse.within(e);
            std::uint32_t free = next[nzdd_.source[e]];
            for (std::int64_t k = nzdd_.label_offsets[e]; k < nzdd_.label_offsets[e + 1]; ++k) {
                if (level(k) < free) return false;
                free = level(k) + 1;
            }
            next[nzdd_.target[e]] = std::max(next[nzdd_.target[e]], free);
        }
        Array<std::uint32_t> first(nzdd_.num_nodes, kNoLevel);  // the level with which a path from it begins
        Array<std::uint32_t> levels;
        for (std::size_t end = nzdd_.num_edges; end > 0;) {
            const std::uint32_t v = nzdd_.source[end - 1];
            std::uint32_t beyond = kNoLevel, lowest = 0;
            bool has_empty = false;
            levels.clear();
            for (; end > 0 && nzdd_.source[end - 1] == v; --end) {
                pulse.within(end);
                if (!empty(end - 1)) {
                    levels.push_back(level(nzdd_.label_offsets[end - 1]));
                    lowest = std::max(lowest, levels.back() + 1);
                } else if (has_empty) {
                    return false;
                } else {
                    has_empty = true;
                    beyond = first[nzdd_.target[end - 1]];
                }
            }
            if (beyond < lowest) return false;
            std::sort(levels.begin(), levels.end());
            if (std::adjacent_find(levels.begin(), levels.end()) != levels.end()) return false;
            first[v] = levels.empty() ? beyond : levels[0];
        }
        return true;
    }

    // The same rows, if the paths `hold`.
    Zdd zdd(Pulse& pulse) const {
        if (nzdd_.num_edges == 0) return {};
        NodeStore store(pulse);
        Array<std::uint32_t> root(nzdd_.num_nodes, kEmptyFamily), sorted;
        root[nzdd_.num_nodes - 1] = kUnitFamily;
        for (std::size_t end = nzdd_.num_edges; end > 0;) {
            pulse.within(end);
            const std::uint32_t v = nzdd_.source[end - 1];
            sorted.clear();
            for (; end > 0 && nzdd_.source[end - 1] == v; --end)
                sorted.push_back(static_cast<std::uint32_t>(end - 1));
            const auto top = [&](std::uint32_t e) {
                return empty(e) ? kNoLevel : level(nzdd_.label_offsets[e]);
            };
            std::sort(sorted.begin(), sorted.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return top(a) > top(b); });
            std::uint32_t below = kEmptyFamily;
            for (const std::uint32_t e : sorted) {
                std::uint32_t family = root[nzdd_.target[e]];
                if (empty(e)) {
                    below = family;
                    continue;
                }
                for (std::int64_t k = nzdd_.label_offsets[e + 1] - 1; k > nzdd_.label_offsets[e]; --k)
                    family = store.make(level(k), kEmptyFamily, family);
                below = store.make(top(e), below, family);
            }
            root[v] = below;
        }
        return store.diagram(root[0]);
    }

private:
    std::uint32_t level(std::int64_t k) const { return rank_ ? rank_[nzdd_.labels[k]] : nzdd_.labels[k]; }
    bool empty(std::size_t e) const { return nzdd_.label_offsets[e] == nzdd_.label_offsets[e + 1]; }

    const NzddView& nzdd_;
    const std::uint32_t* rank_;
};

}  // namespace nzdd
