// The extended formulation of one diagram (Kurokawa et al. 2022, theorem 1): a row for each edge, with a
// column for each inner node behind those of the model. (formulations/rows/edge_constraints.py.)
#pragma once

#include "c/linear/terms.hpp"
#include "diagram/nzdd.hpp"

namespace nzdd {

// The left sides; the right ones go to `sides`.
inline SparseRows edge_rows(const NzddView& nzdd, const Terms& terms, Array<double>& sides) {
    const std::uint64_t width = terms.num_columns() + (nzdd.num_nodes - 2);
    if (width > 0x7fffffff)
        throw std::length_error("the extended formulation has more than 2^31 - 1 columns");
    SparseRows rows(width);
    const auto potential = [&](std::uint64_t node) {
        return static_cast<std::int32_t>(terms.num_columns() + node - 1);
    };
    for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
        const std::uint32_t* labels = nzdd.labels;
        sides.push_back(
            0.0 - terms.gather(labels + nzdd.label_offsets[e], labels + nzdd.label_offsets[e + 1], rows));
        if (nzdd.source[e] != 0) rows.add(potential(nzdd.source[e]), 1);
        if (nzdd.target[e] + std::uint64_t{1} != nzdd.num_nodes) rows.add(potential(nzdd.target[e]), -1);
        rows.end_row();
    }
    return rows;
}

}  // namespace nzdd
