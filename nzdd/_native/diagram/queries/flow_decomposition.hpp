// A flow on an NZDD as a sum of weighted rows. The edge duals of an extended formulation are such a
// flow; what a bound on a potential absorbs at a node is first sent on along the path that gave the
// bound. One sweep then splits the flow: the parts that enter a node are distributed over its edges in
// order. Amounts may have either sign. Time and memory O(V + E + labels + parts).
#pragma once

#include <cmath>
#include <vector>

#include "base/array.hpp"
#include "diagram/nzdd.hpp"

namespace nzdd {

struct WeightedRows {
    Array<std::uint64_t> hash;  // the sum of the symbols' hashes
    Array<double> amount;
};

class FlowDecomposition {
public:
    // `length`: of each edge, for the paths that imply the potentials' bounds (shortest from the
    // root: upper bounds; to the leaf: lower ones). `sense` is 1 where positive duals push the
    // potentials down to their lower bounds, -1 where they do not.
    static WeightedRows run(const NzddView& nzdd, const double* flow, const double* length,
                            const std::uint64_t* symbol_hash, double sense) {
        FlowDecomposition decomposition(nzdd, flow, symbol_hash);
        decomposition.find_trees(length);
        decomposition.restore_balance(sense);
        return decomposition.split();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Part {
        std::uint64_t hash;
        double amount;
    };

    FlowDecomposition(const NzddView& nzdd, const double* flow, const std::uint64_t* symbol_hash)
        : nzdd_(nzdd),
          edge_hash_(label_sums(nzdd, symbol_hash)),
          entrance_(nzdd.num_nodes, kNone),
          exit_(nzdd.num_nodes, kNone) {
        flow_.append(flow, nzdd.num_edges);
        double most = 0;
        for (std::size_t e = 0; e < nzdd.num_edges; ++e) most = std::max(most, std::abs(flow[e]));
        negligible_ = 1e-13 * most;
    }

    void find_trees(const double* length) {
        Array<double> from_root(nzdd_.num_nodes), to_leaf(nzdd_.num_nodes);
        from_root[0] = to_leaf[nzdd_.num_nodes - 1] = 0;
        for (std::size_t e = 0; e < nzdd_.num_edges; ++e) {
            const std::uint32_t u = nzdd_.source[e], v = nzdd_.target[e];
            if (entrance_[v] != kNone && !(from_root[u] + length[e] < from_root[v])) continue;
            from_root[v] = from_root[u] + length[e];
            entrance_[v] = static_cast<std::uint32_t>(e);
        }
        for (std::size_t e = nzdd_.num_edges; e-- > 0;) {
            const std::uint32_t u = nzdd_.source[e], v = nzdd_.target[e];
            if (exit_[u] != kNone && !(length[e] + to_leaf[v] < to_leaf[u])) continue;
            to_leaf[u] = length[e] + to_leaf[v];
            exit_[u] = static_cast<std::uint32_t>(e);
        }
    }

    void restore_balance(double sense) {
        Array<double> forth(nzdd_.num_nodes, 0.0), back(nzdd_.num_nodes, 0.0), surplus(nzdd_.num_nodes, 0.0);
        for (std::size_t e = 0; e < nzdd_.num_edges; ++e) {
            surplus[nzdd_.target[e]] += flow_[e];
            surplus[nzdd_.source[e]] -= flow_[e];
        }
        const std::size_t leaf = nzdd_.num_nodes - 1;
        for (std::size_t v = 1; v < leaf; ++v) {
            if (sense * surplus[v] > 0)
                forth[v] += surplus[v];
            else
                back[v] -= surplus[v];
            if (forth[v] == 0) continue;
            flow_[exit_[v]] += forth[v];
            forth[nzdd_.target[exit_[v]]] += forth[v];
        }
        for (std::size_t v = leaf; v-- > 1;) {
            if (back[v] == 0) continue;
            flow_[entrance_[v]] += back[v];
            back[nzdd_.source[entrance_[v]]] += back[v];
        }
    }

    WeightedRows split() {
        std::vector<std::vector<Part>> parts(nzdd_.num_nodes);
        Array<std::uint64_t> some_path(nzdd_.num_nodes, 0);  // the hash of one path from the root
        double supply = 0;
        for (std::size_t e = 0; e < nzdd_.num_edges && nzdd_.source[e] == 0; ++e) supply += flow_[e];
        parts[0].push_back({0, supply});
        for (std::size_t begin = 0, end = 0; begin < nzdd_.num_edges; begin = end) {
            const std::uint32_t v = nzdd_.source[begin];
            if (v > 0) some_path[v] = some_path[nzdd_.source[entrance_[v]]] + edge_hash_[entrance_[v]];
            while (end < nzdd_.num_edges && nzdd_.source[end] == v) ++end;
            distribute(parts[v], some_path[v], begin, end, parts);
            std::vector<Part>().swap(parts[v]);
        }
        WeightedRows rows;
        for (const Part& part : parts.back()) {
            rows.hash.push_back(part.hash);
            rows.amount.push_back(part.amount);
        }
        return rows;
    }

    // Distributes the parts that enter a node over its edges [e, end).
    void distribute(std::vector<Part>& entering, std::uint64_t prefix, std::size_t e, std::size_t end,
                    std::vector<std::vector<Part>>& parts) {
        const auto give = [&](double amount) {
            if (std::abs(amount) > negligible_)
                parts[nzdd_.target[e]].push_back({prefix + edge_hash_[e], amount});
        };
        for (Part& part : entering) {
            prefix = part.hash;
            while (part.amount != 0 && e < end) {
                if (std::abs(flow_[e]) <= negligible_) {
                    ++e;
                    continue;
                }
                const bool alike = (part.amount > 0) == (flow_[e] > 0);
                if (alike && std::abs(flow_[e]) < std::abs(part.amount)) {
                    give(flow_[e]);
                    part.amount -= flow_[e++];
                } else {
                    give(part.amount);
                    flow_[e] -= part.amount;
                    part.amount = 0;
                }
            }
            // parts of opposite sign that are left sum to zero: any one edge may take them all
            if (std::abs(part.amount) > negligible_)
                parts[nzdd_.target[end - 1]].push_back({prefix + edge_hash_[end - 1], part.amount});
        }
        // what is still owed sums to zero: flows of opposite sign behind one prefix
        for (; e < end; ++e) give(flow_[e]);
    }

    const NzddView& nzdd_;
    Array<double> flow_;
    Array<std::uint64_t> edge_hash_;
    Array<std::uint32_t> entrance_, exit_;  // the tree edge of each node towards the root and the leaf
    double negligible_ = 0;
};

}  // namespace nzdd
