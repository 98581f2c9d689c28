// The rows of a multiset one by one, and how many there are.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/row_list.hpp"
#include "multiset/store.hpp"

namespace nzdd {

struct RowTotals {
    std::uint64_t rows, symbols;
};

// How many distinct rows there are, and symbols in all of them. Time and memory O(nodes).
inline RowTotals count_rows(const MultisetView& multiset, Pulse& pulse) {
    Array<RowTotals> below(multiset.num_nodes);
    below[0] = {0, 0};
    for (std::size_t v = 1; v < multiset.num_nodes; ++v) {
        pulse.within(v);
        const MultisetNode& node = multiset.nodes[v];
        below[v] = {1, 0};
        if (node.is_terminal()) continue;
        const auto &low = below[node.low], &high = below[node.high];
        below[v] = {low.rows + high.rows, low.symbols + high.symbols + high.rows};
    }
    return below[multiset.root()];
}

struct WeightedRowList : RowList {
    Array<double> weights;
};

// Rows without the symbol nearest to the root come first. Time and memory O(nodes + output).
inline WeightedRowList list_rows(const MultisetView& multiset, Pulse& pulse) {
    pulse.stage("list rows");
    struct Waiting {
        std::uint32_t node, depth, level;  // depth: how many symbols stand before it; level: of the last one
    };
    WeightedRowList list;
    Array<std::uint32_t> row;
    Array<Waiting> waiting{{multiset.root(), 0, kNoLevel}};
    while (!waiting.empty()) {
        const auto [v, depth, level] = waiting.back();
        waiting.pop_back();
        if (v == kEmptyFamily) continue;
        row.resize(depth);
        if (depth > 0) row[depth - 1] = level;
        const MultisetNode& node = multiset.nodes[v];
        if (node.is_terminal()) {
            list.symbols.append(row.data(), depth);
            list.end_row();
            list.weights.push_back(static_cast<double>(node.weight()));
            pulse.within(list.weights.size());
            continue;
        }
        waiting.push_back({node.high, depth + 1, node.level});
        waiting.push_back({node.low, depth, level});
    }
    return list;
}

}  // namespace nzdd
