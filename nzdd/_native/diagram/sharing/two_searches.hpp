// Where a search by sharing starts decides how far it gets, so there are two, at the same time where there
// are two threads: from one edge a row, and from the contracted ZDD. The latter is far ahead where rows are
// dense in all rows of some size, and starts with fewer edges; the former knows of no order of the symbols.
#pragma once

#include "base/array.hpp"
#include "base/parallel.hpp"
#include "base/pulse.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/sharing/sharing.hpp"

namespace nzdd {

inline NzddView view_of(const Nzdd& nzdd) {
    return {nzdd.num_nodes,     nzdd.source.size(),        nzdd.source.data(),
            nzdd.target.data(), nzdd.label_offsets.data(), nzdd.labels.data()};
}

// The nonzeros of the extended formulation: labels that cost, and the inner ends of edges.
inline std::size_t num_nonzeros(const NzddView& nzdd, const bool* free) {
    std::size_t count = 0;
    for (std::int64_t k = 0; k < nzdd.label_offsets[nzdd.num_edges]; ++k)
        count += !(free && free[nzdd.labels[k]]);
    for (std::size_t e = 0; e < nzdd.num_edges; ++e)
        count += (nzdd.source[e] != 0) + (nzdd.target[e] + std::uint64_t{1} != nzdd.num_nodes);
    return count;
}

// The rows of a family, or their diagram, or both; `free`: symbols that cost nothing. All may be null.
struct SharingStart {
    const CsrRows* rows;
    const double* weights;
    const NzddView* diagram;
    const double* multiplicity;
    std::size_t num_symbols;
    const bool* free;
};

// The smaller result of the searches, the first one on a tie, whatever the number of threads.
inline Nzdd nzdd_by_sharing(const SharingStart& start, std::size_t num_threads, Pulse& pulse) {
    const bool both = start.rows && start.diagram;
    Nzdd found[2];
    pulse.stage("share");
    parallel_for(both ? 2 : 1, num_threads, pulse, [&](std::size_t index, Worker& worker) {
        constexpr double kWhole = 1 << 16;
        const double count = both ? 2 : 1;
        Pulse own([&](const char*, double share) {
            const double done = (static_cast<double>(index) + share) / count;
            worker.beat(static_cast<std::uint64_t>(done * kWhole), static_cast<std::uint64_t>(kWhole));
        });
        found[index] = start.rows && index == 0
                           ? shared_from(TaggedRows(*start.rows, start.free, start.weights, own), own)
                           : shared_from(TaggedEdges(*start.diagram, start.multiplicity, start.num_symbols,
                                                     start.free, own),
                                         own);
    });
    const auto size = [&](int index) { return num_nonzeros(view_of(found[index]), start.free); };
    const bool second = both && size(1) < size(0);
    return std::move(found[second]);
}

}  // namespace nzdd
