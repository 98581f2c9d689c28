// What any flow and any weights prove about the optimum of the soft-margin program (8), or of the
// entropic one (12): an upper and a lower bound. Neither needs a converged point.
#pragma once

#include <cmath>

#include "base/array.hpp"
#include "interior_point/flow_network.hpp"

namespace nzdd {

// Capacities and the reference flow m / M, where cap = m / (nu M); eta = 0 stands for no entropy.
struct FlowBox {
    Array<double> capacity, reference;
    double log_ratio;  // ln(capacity / reference) = ln(1 / nu)
    double eta;

    // The least of a d + entropy(d) / eta over 0 <= d <= capacity of an edge.
    double least(std::size_t e, double a) const {
        if (eta == 0) return std::min(0.0, a) * capacity[e];
        if (-eta * a <= log_ratio) return -reference[e] * std::expm1(-eta * a) / eta;
        return capacity[e] * (a + log_ratio / eta) + (reference[e] - capacity[e]) / eta;
    }

    // d ln(d / d0) - d + d0
    double entropy(std::size_t e, double d) const {
        if (d <= 0) return reference[e];
        const double ratio = d / reference[e];
        return reference[e] * (ratio * std::log(ratio) - ratio + 1);
    }
};

// A unit flow within the box, next to one that misses it by rounding: what enters a node leaves it
// in the old proportions, then as little as needed of the interior flow `inside` is mixed in. With
// `keep_root` the edges of the root carry what they do in `inside`. False if `d` is not a flow.
inline bool repair_flow(const FlowNetwork& network, const FlowBox& box, bool keep_root, const double* inside,
                        const double* d, Array<double>& enters, Array<double>& leaves, double* repaired) {
    enters.assign(network.num_potentials(), 0.0);
    leaves.assign(network.num_potentials(), 0.0);
    for (std::size_t e = 0; e < network.num_edges(); ++e) leaves[network.source[e]] += d[e];
    enters[network.root] = 1;
    double mix = 0;
    for (std::size_t e = 0; e < network.num_edges(); ++e) {
        const std::uint32_t from = network.source[e];
        repaired[e] = keep_root && from == network.root ? inside[e] : d[e] * (enters[from] / leaves[from]);
        enters[network.target[e]] += repaired[e];
        const double excess = repaired[e] - box.capacity[e];
        if (excess > 0) mix = std::max(mix, excess / (repaired[e] - inside[e]));
    }
    if (!(mix <= 1)) mix = 1;
    for (std::size_t e = 0; mix > 0 && e < network.num_edges(); ++e)
        repaired[e] += mix * (inside[e] - repaired[e]);
    return std::abs(enters[network.leaf] - 1) < 1e-9;  // not so for NaN, which spreads to the leaf
}

}  // namespace nzdd
