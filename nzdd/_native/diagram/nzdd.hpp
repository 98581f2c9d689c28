// A non-deterministic ZDD in flat arrays: nodes numbered topologically, root 0, leaf
// num_nodes - 1; edges sorted by source; the labels of edge e are
// labels[label_offsets[e] .. label_offsets[e + 1]).
#pragma once

#include "base/array.hpp"

namespace nzdd {

struct NzddView {
    std::uint64_t num_nodes;
    std::size_t num_edges;
    const std::uint32_t *source, *target;
    const std::int64_t* label_offsets;
    const std::uint32_t* labels;
};

// The sum over the symbols of each edge, such as its length. Time O(E + labels).
template <class T>
Array<T> label_sums(const NzddView& nzdd, const T* of_symbol) {
    Array<T> sums(nzdd.num_edges);
    for (std::size_t e = 0; e < nzdd.num_edges; ++e) {
        T sum = 0;
        for (std::int64_t k = nzdd.label_offsets[e]; k < nzdd.label_offsets[e + 1]; ++k)
            sum += of_symbol[nzdd.labels[k]];
        sums[e] = sum;
    }
    return sums;
}

struct Nzdd {
    std::uint64_t num_nodes = 2;
    Array<std::uint32_t> source, target, labels;
    Array<std::int64_t> label_offsets{0};
    Array<double> multiplicity;  // total row weight through each edge

    void end_edge(std::uint32_t from, std::uint32_t to, double weight) {
        source.push_back(from);
        target.push_back(to);
        label_offsets.push_back(static_cast<std::int64_t>(labels.size()));
        multiplicity.push_back(weight);
    }
};

}  // namespace nzdd
