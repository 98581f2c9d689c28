// Queries of an NZDD, each one sweep over its edges, forwards or backwards.
#pragma once

#include <cmath>
#include <limits>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/queries/row_counts.hpp"

namespace nzdd {

// Shortest distances from the root to every node; the last edge of a shortest path goes to
// `last_edge` where that is given (untouched for nodes that cannot be reached). Time O(E).
inline Array<double> distances_from_root(const NzddView& nzdd, const double* length,
                                         std::uint32_t* last_edge) {
    Array<double> distance(nzdd.num_nodes, std::numeric_limits<double>::infinity());
    distance[0] = 0;
    for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
        const double through = distance[nzdd.source[e]] + length[e];
        if (through < distance[nzdd.target[e]]) {
            distance[nzdd.target[e]] = through;
            if (last_edge) last_edge[nzdd.target[e]] = static_cast<std::uint32_t>(e);
        }
    }
    return distance;
}

// Shortest distances from every node to the leaf. Time O(E).
inline Array<double> distances_to_leaf(const NzddView& nzdd, const double* length) {
    Array<double> distance(nzdd.num_nodes, std::numeric_limits<double>::infinity());
    distance[nzdd.num_nodes - 1] = 0;
    for (std::size_t e = nzdd.num_edges; e-- > 0;)
        distance[nzdd.source[e]] = std::min(distance[nzdd.source[e]], length[e] + distance[nzdd.target[e]]);
    return distance;
}

// The number of paths from every node to the leaf (or from the root, `forwards`), exact, as rows of
// 64-bit limbs, least significant first. Time and memory O((V + E) limbs).
inline Array<std::uint64_t> count_paths(const NzddView& nzdd, bool forwards, std::size_t& limbs,
                                        Pulse& pulse) {
    const std::size_t start = forwards ? 0 : nzdd.num_nodes - 1;
    const auto each_edge = [&](auto visit) {
        for (std::size_t i = 0; i < nzdd.num_edges; ++i) {
            pulse.within(i);
            const std::size_t e = forwards ? i : nzdd.num_edges - 1 - i;
            const std::uint32_t source = nzdd.source[e], target = nzdd.target[e];
            visit(forwards ? source : target, forwards ? target : source);
        }
    };
    Array<double> bits(nzdd.num_nodes, -std::numeric_limits<double>::infinity());  // log2 of the count
    bits[start] = 0;
    double most = 1;
    each_edge([&](std::size_t from, std::size_t to) {
        const double top = std::max(bits[from], bits[to]), least = std::min(bits[from], bits[to]);
        if (!std::isinf(top)) bits[to] = top + std::log2(1 + std::exp2(least - top));
        most = std::max(most, bits[to]);
    });
    limbs = static_cast<std::size_t>((most * (1 + 1e-9) + 1) / 64) + 1;
    Array<std::uint64_t> count(nzdd.num_nodes * limbs, 0);
    count[start * limbs] = 1;
    each_edge([&](std::size_t from, std::size_t to) {
        bool carry = false;
        for (std::size_t k = 0; k < limbs; ++k) {
            std::uint64_t& sum = count[to * limbs + k];
            sum = add_limbs(sum, count[from * limbs + k], carry);
        }
    });
    return count;
}

// Whether each row is a path. The symbols of a path differ, so a row is one exactly when some path
// of its own symbols alone is as long as the row. Time O(E + labels) each.
inline Array<bool> contains(const NzddView& nzdd, const CsrRows& rows, Pulse& pulse) {
    Array<bool> found(rows.num_rows);
    Array<double> length(rows.num_symbols, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < rows.num_rows; ++i) {
        double size = 0;
        for (std::int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
            rows.check(i, k);
            size += length[rows.symbols[k]] > 0;
            length[rows.symbols[k]] = -1;
        }
        found[i] = distances_from_root(nzdd, label_sums(nzdd, length.data()).data(),
                                       nullptr)[nzdd.num_nodes - 1] == -size;
        for (std::int64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k)
            length[rows.symbols[k]] = std::numeric_limits<double>::infinity();
        pulse.beat(i, rows.num_rows);
    }
    return found;
}

}  // namespace nzdd
