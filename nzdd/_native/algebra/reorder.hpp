// Symbols replaced in a diagram, by others (another order) or by rows: node by node, children first, what
// replaces its symbol joins the rows of its high branch, which then meet those of its low branch.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/products.hpp"
#include "algebra/operations/set_operations.hpp"
#include "base/array.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// `row(level)` makes the family of the one row that replaces a level. Time and memory O(the sizes of the
// families below all nodes, once replaced).
template <class Row>
std::uint32_t load_replaced(Machine& machine, const ZddView& zdd, const Row& row) {
    return sweep<std::uint32_t>(
        zdd, kEmptyFamily, kUnitFamily, [&](std::size_t v, std::uint32_t low, std::uint32_t high) {
            return machine.run<Union>(low, machine.run<Join>(row(zdd.level[v]), high));
        })[zdd.root];
}

// `levels` holds the new level of each level.
inline std::uint32_t load_reordered(Machine& machine, const ZddView& zdd, const std::uint32_t* levels) {
    return load_replaced(machine, zdd, [&](std::uint32_t level) {
        return machine.nodes().make(levels[level], kEmptyFamily, kUnitFamily);
    });
}

// The sets of vertices that rows of edges cover. `first` and `second` hold the levels of the two vertices of
// the edge on each level, the smaller one first.
inline std::uint32_t load_covered(Machine& machine, const ZddView& zdd, const std::uint32_t* first,
                                  const std::uint32_t* second) {
    return load_replaced(machine, zdd, [&](std::uint32_t level) {
        NodeStore& nodes = machine.nodes();
        const std::uint32_t below = first[level] == second[level]
                                        ? kUnitFamily
                                        : nodes.make(second[level], kEmptyFamily, kUnitFamily);
        return nodes.make(first[level], kEmptyFamily, below);
    });
}

}  // namespace nzdd
