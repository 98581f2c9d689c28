// A diagram brought to another order of the symbols: node by node, children first, its symbol joins
// the rows of its high branch, which then meet those of its low branch.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/products.hpp"
#include "algebra/operations/set_operations.hpp"
#include "base/array.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// `levels` holds the new level of each level. Time and memory O(the sizes of the families below all nodes, in
// the new order).
inline std::uint32_t load_reordered(Machine& machine, const ZddView& zdd, const std::uint32_t* levels) {
    return sweep<std::uint32_t>(zdd, kEmptyFamily, kUnitFamily,
                                [&](std::size_t v, std::uint32_t low, std::uint32_t high) {
                                    const std::uint32_t symbol =
                                        machine.nodes().make(levels[zdd.level[v]], kEmptyFamily, kUnitFamily);
                                    return machine.run<Union>(low, machine.run<Join>(symbol, high));
                                })[zdd.root];
}

}  // namespace nzdd
