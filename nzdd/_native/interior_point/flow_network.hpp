// The unit flows of a diagram of labelled rows: every edge has a sign and labels, and edges come
// after all edges that lead to their source. Nodes are numbered as the Laplacian eliminates them;
// the root, its ground, is the last one.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "interior_point/laplacian.hpp"

namespace nzdd {

struct FlowNetwork {
    Array<std::uint32_t> source, target, labels;
    Array<double> sign;
    Array<std::int64_t> label_offsets;
    std::uint32_t root, leaf;  // root: the number of the other nodes
    std::size_t num_symbols;
    LaplacianPattern laplacian;

    std::size_t num_edges() const { return source.size(); }
    std::size_t num_potentials() const { return std::size_t{root} + 1; }

    // out - in at every node (meaningless at the root). Time O(E).
    template <class Flow>
    void divergence(const Flow& flow, double* out) const {
        std::fill_n(out, num_potentials(), 0.0);
        for (std::size_t e = 0; e < num_edges(); ++e) {
            const double amount = flow(e);
            out[source[e]] += amount;
            out[target[e]] -= amount;
        }
    }
};

}  // namespace nzdd
