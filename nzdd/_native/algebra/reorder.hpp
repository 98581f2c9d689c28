// A diagram brought to another order of the symbols: node by node, children first, its symbol joins
// the rows of its high branch, which then meet those of its low branch.
#pragma once

#include <optional>

#include "algebra/operations.hpp"
#include "base/array.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// `levels` holds the new level of each level. Nothing where it would take more than the steps allowed.
// Time and memory O(the sizes of the families below all nodes, in the new order).
inline std::optional<std::uint32_t> load_reordered(FamilyAlgebra& algebra, const ZddView& zdd,
                                                   const std::uint32_t* levels) {
    Array<std::uint32_t> ids(zdd.num_nodes);
    ids[kEmptyFamily] = kEmptyFamily;
    ids[kUnitFamily] = kUnitFamily;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
        const std::uint32_t symbol = algebra.nodes().make(levels[zdd.level[v]], kEmptyFamily, kUnitFamily);
        const auto with = algebra.run(Operation::kJoin, symbol, ids[zdd.high[v]]);
        if (!with) return std::nullopt;
        const auto both = algebra.run(Operation::kUnion, ids[zdd.low[v]], *with);
        if (!both) return std::nullopt;
        ids[v] = *both;
    }
    return ids[zdd.root];
}

}  // namespace nzdd
