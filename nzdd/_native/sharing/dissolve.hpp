// Nodes that save nothing, any more, go: each takes a row and a column of the extended formulation
// with it. Only where one edge enters or one edge leaves, so that the weights of the edges that
// join are known.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sharing/construction.hpp"

namespace nzdd {

inline void dissolve_nodes(Construction& diagram) {
    const EdgePool& edges = diagram.edges();
    // what writing the items of an edge, but that at the node, `copies` times instead of once costs
    const auto change = [&edges](std::uint32_t edge, std::size_t copies) {
        const std::int64_t cost = edges.cost(edge);
        return (cost - 1) * static_cast<std::int64_t>(copies) - cost;
    };
    for (std::uint32_t node = edges.num_nodes(); node-- > 0;) {
        diagram.work().beat();
        const auto entering = diagram.holders(edges.target_item(node));
        const auto leaving = diagram.holders(edges.source_item(node));
        if (std::min(entering.size(), leaving.size()) != 1) continue;
        std::int64_t total = 0;
        for (std::uint32_t e : entering) total += change(e, leaving.size());
        for (std::uint32_t e : leaving) total += change(e, entering.size());
        if (total <= 0) diagram.join(entering, leaving);
    }
}

}  // namespace nzdd
