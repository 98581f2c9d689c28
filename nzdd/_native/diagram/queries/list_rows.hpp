// Listing rows: the paths of a diagram from one rank on, in the order of its edges. Path counts
// that saturate at 2^64 - 1 lead to the first one; a stack of open edges does the rest.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/row_list.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

struct ZddPaths {  // the high branch of a node comes first
    const ZddView& zdd;
    std::size_t root() const { return zdd.root; }
    std::size_t num_nodes() const { return zdd.num_nodes; }
    bool is_leaf(std::size_t v) const { return v == kUnitFamily; }
    std::size_t begin(std::size_t v) const { return 2 * v; }
    std::size_t end(std::size_t v) const { return v == kEmptyFamily ? 0 : 2 * v + 2; }
    std::size_t target(std::size_t edge) const {
        const std::size_t v = edge / 2;  // GCC's sanitizers evaluate it too late inside (c ? a : b)[edge / 2]
        return edge & 1 ? zdd.low[v] : zdd.high[v];
    }
    void append(std::size_t edge, Array<std::uint32_t>& row) const {
        if (!(edge & 1)) row.push_back(zdd.level[edge / 2]);
    }
    template <class Visit>
    void each_node_children_first(Visit visit) const {
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) visit(v);
    }
};

struct NzddPaths {
    const NzddView& nzdd;
    Array<std::size_t> first;  // the first edge of each node

    explicit NzddPaths(const NzddView& view) : nzdd(view), first(view.num_nodes + 1, 0) {
        for (std::size_t e = 0; e < view.num_edges; ++e) ++first[view.source[e] + 1];
        for (std::size_t v = 0; v < view.num_nodes; ++v) first[v + 1] += first[v];
    }
    std::size_t root() const { return 0; }
    std::size_t num_nodes() const { return nzdd.num_nodes; }
    bool is_leaf(std::size_t v) const { return v + 1 == nzdd.num_nodes; }
    std::size_t begin(std::size_t v) const { return first[v]; }
    std::size_t end(std::size_t v) const { return first[v + 1]; }
    std::size_t target(std::size_t edge) const { return nzdd.target[edge]; }
    void append(std::size_t edge, Array<std::uint32_t>& row) const {
        row.append(nzdd.labels + nzdd.label_offsets[edge],
                   static_cast<std::size_t>(nzdd.label_offsets[edge + 1] - nzdd.label_offsets[edge]));
    }
    template <class Visit>
    void each_node_children_first(Visit visit) const {
        for (std::size_t v = nzdd.num_nodes - 1; v-- > 0;) visit(v);
    }
};

// Rows first, first + 1, ... (at most `count` of them, and no more once there are `max_symbols` symbols).
// Time O(diagram + output).
template <class Paths>
RowList list_rows(const Paths& paths, std::uint64_t first, std::uint64_t count, std::uint64_t max_symbols,
                  Pulse& pulse) {
    pulse.stage("list rows");
    Array<std::uint64_t> below(paths.num_nodes(), 0);
    for (std::size_t v = 0; v < paths.num_nodes(); ++v) below[v] = paths.is_leaf(v);
    paths.each_node_children_first([&](std::size_t v) {
        for (std::size_t e = paths.begin(v); e < paths.end(v); ++e) {
            const std::uint64_t sum = below[v] + below[paths.target(e)];
            below[v] = sum < below[v] ? ~std::uint64_t{0} : sum;
        }
    });
    struct Step {
        std::size_t node, edge;  // the next edge to take from the node
        std::size_t prefix;      // symbols before it
    };
    RowList out;
    Array<Step> open;
    Array<std::uint32_t> row;
    if (first < below[paths.root()]) open.push_back({paths.root(), paths.begin(paths.root()), 0});
    std::uint64_t steps = 0;
    while (!open.empty() && out.size() < count && out.symbols.size() < max_symbols) {
        pulse(steps++, 0);
        Step& step = open.back();
        row.resize(step.prefix);
        if (paths.is_leaf(step.node)) {
            out.symbols.append(row.data(), row.size());
            out.end_row();
            open.pop_back();
            continue;
        }
        while (step.edge < paths.end(step.node) && below[paths.target(step.edge)] <= first)
            first -= below[paths.target(step.edge++)];
        if (step.edge == paths.end(step.node)) {
            open.pop_back();
            continue;
        }
        const std::size_t edge = step.edge++;
        paths.append(edge, row);
        const std::size_t next = paths.target(edge);
        open.push_back({next, paths.begin(next), row.size()});
    }
    return out;
}

}  // namespace nzdd
