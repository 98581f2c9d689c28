// Bicliques: items X and contexts C such that every context holds all of X. Sharing and products
// are the same problem with other contexts (edges, rests); both save
//     (|X| - 1) W - an_item |X| - once - a_context |C|,   W the total weight of C.
#pragma once

#include "base/array.hpp"
#include "diagram/sharing/state/edge_pool.hpp"

namespace nzdd {

struct Biclique {
    std::int64_t gain = 0;
    Array<Item> items;
    Array<std::uint32_t> contexts;
    bool from_sample = false;  // it was looked for in a sample of the contexts
};

struct Price {
    std::int64_t an_item, once, a_context;

    std::int64_t gain(std::size_t items, std::int64_t weight, std::size_t contexts) const {
        const auto x = static_cast<std::int64_t>(items);
        return (x - 1) * weight - an_item * x - once - a_context * static_cast<std::int64_t>(contexts);
    }
};

}  // namespace nzdd
