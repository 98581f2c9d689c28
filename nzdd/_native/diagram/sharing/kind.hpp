// The two ways to save nonzeros by a new node w, each on either side of it. Both replace paths by
// paths with the same symbols, so a diagram stays exact whatever is done in whatever order.
//   share    edges that all hold the items X: X moves to one new edge, the others keep what is left
//   product  all edges {x} + rest for x in X and some rests: one edge a rest, and one an item x
#pragma once

#include "diagram/sharing/state/edge_pool.hpp"

namespace nzdd {

enum Kind : std::uint8_t {
    kShareBefore,    // X -> w, w -> what is left
    kShareBehind,    // what is left -> w, w -> X
    kProductBefore,  // x -> w for each x, w -> rest for each rest
    kProductBehind,  // rest -> w, w -> x
    kNoKind
};

inline bool is_product(Kind kind) { return kind >= kProductBefore; }
inline bool is_before(Kind kind) { return kind % 2 == 0; }

// The product in which an item of an edge may take part: its rest needs a free end, on the other
// side of which the item can stand.
inline Kind product_kind(const EdgePool& edges, std::uint32_t edge, Item item) {
    const Item source = edges[edge].source, target = edges[edge].target;
    if (!edges.is_target(item) && (source == kNoItem || source == item)) return kProductBefore;
    if (!edges.is_source(item) && (target == kNoItem || target == item)) return kProductBehind;
    return kNoKind;
}

}  // namespace nzdd
