// The rows of an NZDD as a family, from its leaf up: a symbol above all of what follows makes a node, and
// others are joined to it; what the edges of a node lead to is united. Time O(V + E + labels) where the paths
// are ordered (diagram/ordered_paths.hpp), else that of these operations.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/products.hpp"
#include "algebra/operations/set_operations.hpp"
#include "base/array.hpp"
#include "diagram/nzdd.hpp"

namespace nzdd {

// `rank`: the level of each symbol, or null for the symbol itself.
inline std::uint32_t load_paths(Machine& machine, const NzddView& nzdd, const std::uint32_t* rank) {
    NodeStore& nodes = machine.nodes();
    Array<std::uint32_t> family(nzdd.num_nodes, kEmptyFamily), parts;
    family[nzdd.num_nodes - 1] = kUnitFamily;
    for (std::size_t end = nzdd.num_edges; end > 0;) {
        const std::uint32_t v = nzdd.source[end - 1];
        parts.clear();
        for (; end > 0 && nzdd.source[end - 1] == v; --end) {
            machine.count_step();
            std::uint32_t part = family[nzdd.target[end - 1]];
            for (std::int64_t k = nzdd.label_offsets[end]; k-- > nzdd.label_offsets[end - 1];) {
                const std::uint32_t level = rank ? rank[nzdd.labels[k]] : nzdd.labels[k];
                part = level < nodes[part].level
                           ? nodes.make(level, kEmptyFamily, part)
                           : machine.run<Join>(part, nodes.make(level, kEmptyFamily, kUnitFamily));
            }
            parts.push_back(part);
        }
        // the lowest level first: then each union adds a node above the others
        std::sort(parts.begin(), parts.end(),
                  [&](std::uint32_t f, std::uint32_t g) { return nodes[f].level > nodes[g].level; });
        for (const std::uint32_t part : parts) family[v] = machine.run<Union>(family[v], part);
    }
    return family[0];
}

}  // namespace nzdd
