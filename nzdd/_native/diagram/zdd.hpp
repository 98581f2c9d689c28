// A zero-suppressed decision diagram in flat arrays. Nodes 0 and 1 are the terminals (the empty
// family, and the family that holds the empty row); every other node follows its children, so
// that each algorithm is one sweep up or down the arrays.
#pragma once

#include <stdexcept>

#include "base/array.hpp"

namespace nzdd {

inline constexpr std::uint32_t kEmptyFamily = 0;
inline constexpr std::uint32_t kUnitFamily = 1;
inline constexpr std::uint32_t kNoLevel = 0xffffffff;  // the level of a terminal

struct ZddView {
    const std::uint32_t *level, *low, *high;
    std::size_t num_nodes;
    std::uint32_t root;
    // Total row weight through each branch, or null: every row weighs one. The terminals' entries
    // of `low_weight` hold the total of the family, for diagrams without a node.
    const double *low_weight, *high_weight;

    double total_weight() const { return root < 2 ? low_weight[root] : low_weight[root] + high_weight[root]; }
};

// A value of each node from those of its children, children first: `at_node(node, low, high)`; `empty` and
// `unit` are those of the terminals. Time O(nodes).
template <class T, class AtNode>
Array<T> sweep(const ZddView& zdd, T empty, T unit, const AtNode& at_node) {
    Array<T> value(zdd.num_nodes);
    value[kEmptyFamily] = empty;
    value[kUnitFamily] = unit;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v)
        value[v] = at_node(v, value[zdd.low[v]], value[zdd.high[v]]);
    return value;
}

// The number of paths from each node to the leaf, up to rounding.
inline Array<double> paths_to_leaf(const ZddView& zdd) {
    return sweep<double>(zdd, 0, 1, [](std::size_t, double low, double high) { return low + high; });
}

struct Zdd {
    Array<std::uint32_t> level{kNoLevel, kNoLevel}, low{0, 1}, high{0, 1};
    Array<double> low_weight, high_weight;  // as in the view; empty for null
    std::uint32_t root = kEmptyFamily;

    std::uint32_t add(std::uint32_t node_level, std::uint32_t node_low, std::uint32_t node_high) {
        if (level.size() >= kNoLevel) throw std::length_error("a diagram holds at most 2^32 - 1 nodes");
        level.push_back(node_level);
        low.push_back(node_low);
        high.push_back(node_high);
        return static_cast<std::uint32_t>(level.size() - 1);
    }

    ZddView view() const {
        const bool weighted = !low_weight.empty();
        return {level.data(),
                low.data(),
                high.data(),
                level.size(),
                root,
                weighted ? low_weight.data() : nullptr,
                weighted ? high_weight.data() : nullptr};
    }
};

}  // namespace nzdd
