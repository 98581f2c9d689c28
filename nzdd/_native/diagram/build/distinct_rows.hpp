// Rows in sorted order, equal ones merged.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/multikey_quicksort.hpp"

namespace nzdd {

// Of equal neighbours the first stays, with their total weight; `totals` stays empty if no two are equal and
// all weigh one. `totals` has room for all items, or is empty where they are not `weighted`.
template <class T, class Equal, class WeightOf>
void merge_equal(Array<T>& items, Array<double>& totals, bool weighted, const Equal& equal,
                 const WeightOf& weight_of, Pulse& pulse) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        pulse(i, items.size());
        if (kept > 0 && equal(items[kept - 1], items[i])) {
            if (totals.empty()) totals.assign(items.size(), 1.0);  // the first repetition: count from here on
            totals[kept - 1] += weighted ? weight_of(i) : 1.0;
        } else {
            if (weighted) totals[kept] = weight_of(i);
            items[kept++] = items[i];
        }
    }
    items.resize(kept);
    if (!totals.empty()) totals.resize(kept);
}

struct DistinctRows {
    Array<std::uint32_t> order;  // one row of each kind, the last one first
    Array<double> totals;        // the total weight of each kind; empty where every row counts one
};

// `weights` may be null: then every row counts one.
inline DistinctRows distinct_rows(const RowTable& rows, const double* weights, Pulse& pulse) {
    DistinctRows out{MultikeyQuicksort::order(rows, pulse), {}};
    Array<std::uint32_t>& order = out.order;
    std::reverse(order.begin(), order.end());
    const auto equal = [&rows](std::uint32_t a, std::uint32_t b) {
        return rows.size(a) == rows.size(b) &&
               std::equal(rows.begin(a), rows.begin(a) + rows.size(a), rows.begin(b));
    };
    if (weights) out.totals.assign(order.size(), 0.0);
    merge_equal(
        order, out.totals, weights != nullptr, equal, [&](std::size_t i) { return weights[order[i]]; },
        pulse);
    return out;
}

}  // namespace nzdd
