// The bounds of the potentials that the bounds of the columns imply: the least greatest length of all paths
// from the root, and minus that of all paths to the leaf. Moved outwards by the largest possible rounding
// error, they never cut off a feasible point. (formulations/rows/edge_constraints.py.)
#pragma once

#include <limits>

#include "c/linear/terms.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/queries/nzdd_queries.hpp"

namespace nzdd {

class PotentialBounds {
public:
    PotentialBounds(const NzddView& nzdd, const Terms& terms, const double* lower, const double* upper)
        : nzdd_(nzdd) {
        exact_ = are_integers(terms.constant.data(), terms.num_symbols()) &&
                 are_integers(terms.of_symbol.values.data(), terms.of_symbol.values.size()) &&
                 are_integers(lower, terms.num_columns()) && are_integers(upper, terms.num_columns());
        Array<double> longest, size, count;  // of each symbol: its greatest length, sizes and number of terms
        for (std::size_t s = 0; s < terms.num_symbols(); ++s) {
            const std::int64_t begin = terms.of_symbol.offsets[s], end = terms.of_symbol.offsets[s + 1];
            double sum = 0, sizes = 0;
            for (std::int64_t k = begin; k < end; ++k) {
                const double value = terms.of_symbol.values[k];
                const std::int32_t column = terms.of_symbol.columns[k];
                const double at = value * (value < 0 ? lower[column] : upper[column]);
                sum += at;
                sizes += std::abs(at);
            }
            sizes += std::abs(terms.constant[s]);
            const bool inside = sizes < kFarOut;
            longest.push_back(inside ? sum + terms.constant[s] : kInfinity);
            size.push_back(inside ? -sizes : kInfinity);
            count.push_back(inside ? -static_cast<double>(end - begin + (terms.constant[s] != 0))
                                   : kInfinity);
        }
        longest_ = label_sums(nzdd, longest.data());
        size_ = label_sums(nzdd, size.data());
        count_ = label_sums(nzdd, count.data());
    }

    // Of all inner nodes.
    void write(double* least, double* most) const {
        const Array<double> from_root = at_most(false), to_leaf = at_most(true);
        for (std::size_t v = 1; v + 1 < nzdd_.num_nodes; ++v) {
            least[v - 1] = -to_leaf[v];
            most[v - 1] = from_root[v];
        }
    }

private:
    static constexpr double kFarOut = 0x1p960;        // sums of 2^63 smaller terms do not overflow
    static constexpr double kExactIntegers = 0x1p53;  // sums of integers up to this are exact

    static bool are_integers(const double* values, std::size_t size) {
        return std::all_of(values, values + size,
                           [](double value) { return !std::isfinite(value) || value == std::rint(value); });
    }

    // The shortest distances rounded upwards: a sum of k rounded products is off by at most k + 1 units in
    // the last place of the sum of their sizes (Higham, Accuracy and Stability of Numerical Algorithms, 2002,
    // section 4.2).
    Array<double> at_most(bool to_leaf) const {
        const auto distances = [&](const Array<double>& length) {
            return to_leaf ? distances_to_leaf(nzdd_, length.data())
                           : distances_from_root(nzdd_, length.data(), nullptr);
        };
        Array<double> shortest = distances(longest_);
        const Array<double> size = distances(size_), count = distances(count_);
        for (std::size_t v = 0; v < nzdd_.num_nodes; ++v) {
            if (!std::isfinite(shortest[v]) || (exact_ && -size[v] <= kExactIntegers)) continue;
            const double off = (4 - count[v]) * std::numeric_limits<double>::epsilon() * -size[v];
            shortest[v] = std::nextafter(shortest[v] + off, kInfinity);
        }
        return shortest;
    }

    const NzddView nzdd_;
    bool exact_;
    Array<double> longest_, size_, count_;  // of each edge; those of sizes and terms below zero
};

}  // namespace nzdd
