// Rows in sorted order, equal ones merged.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/multikey_quicksort.hpp"

namespace nzdd {

struct DistinctRows {
    Array<std::uint32_t> order;  // one row of each kind, the last one first
    Array<double> totals;        // the total weight of each kind; empty where every row counts one
};

// `weights` may be null: then every row counts one.
inline DistinctRows distinct_rows(const RowTable& rows, const double* weights, Pulse& pulse) {
    DistinctRows out;
    out.order = MultikeyQuicksort::order(rows, pulse);
    Array<std::uint32_t>& order = out.order;
    std::reverse(order.begin(), order.end());
    const auto equal = [&rows](std::uint32_t a, std::uint32_t b) {
        return rows.size(a) == rows.size(b) &&
               std::equal(rows.begin(a), rows.begin(a) + rows.size(a), rows.begin(b));
    };
    if (weights) out.totals.assign(order.size(), 0.0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (kept > 0 && equal(order[kept - 1], order[i])) {
            if (out.totals.empty())
                out.totals.assign(order.size(), 1.0);  // the first repetition: count from here on
            out.totals[kept - 1] += weights ? weights[order[i]] : 1.0;
        } else {
            if (weights) out.totals[kept] = weights[order[i]];
            order[kept++] = order[i];
        }
        pulse(i, order.size());
    }
    order.resize(kept);
    if (!out.totals.empty()) out.totals.resize(kept);
    return out;
}

}  // namespace nzdd
