// From chains to the full ZDD: every label becomes nodes again, shared where they lead to the same
// place. Time and memory O(nodes of the ZDD + labels).
#pragma once

#include "base/array.hpp"
#include "base/id_map.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

template <class Rows>
class Expansion {
public:
    // Without `weighted` the weights are dropped: every row weighs one.
    static Zdd run(const Chains<Rows>& chains, bool weighted, Pulse& pulse) {
        Expansion expansion(chains.rows, weighted, pulse);
        pulse.stage("expand");
        Zdd& zdd = expansion.zdd_;
        if (weighted) {
            zdd.low_weight.assign(2, 0.0);
            zdd.high_weight.assign(2, 0.0);
        }
        Array<std::uint32_t> id(chains.nodes.size() + 2);
        id[0] = 0, id[1] = 1;
        for (std::size_t i = 0; i < chains.nodes.size(); ++i) {
            const auto& node = chains.nodes[i];
            const std::uint32_t low = expansion.chain(node.low, id[node.low.target]);
            const std::uint32_t high = expansion.chain(node.high, id[node.high.target]);
            id[i + 2] = expansion.add(node.level, low, high, node.low.weight, node.high.weight);
            pulse(i, chains.nodes.size());
        }
        zdd.root = expansion.chain(chains.root, id[chains.root.target]);
        if (weighted && zdd.root < 2) zdd.low_weight[zdd.root] = chains.root.weight;
        return std::move(zdd);
    }

private:
    Expansion(const Rows& rows, bool weighted, Pulse& pulse)
        : rows_(rows), weighted_(weighted), known_(pulse) {}

    std::uint32_t add(std::uint32_t level, std::uint32_t low, std::uint32_t high, double low_weight,
                      double high_weight) {
        const std::uint32_t id = zdd_.add(level, low, high);
        if (weighted_) {
            zdd_.low_weight.push_back(low_weight);
            zdd_.high_weight.push_back(high_weight);
        }
        return id;
    }

    std::uint32_t chain(const typename Chains<Rows>::Branch& branch, std::uint32_t node) {
        levels_.clear();
        rows_.for_each_level(branch.label, [this](std::uint32_t level) { levels_.push_back(level); });
        for (std::size_t i = levels_.size(); i-- > 0;) {
            const std::uint64_t key = std::uint64_t{levels_[i]} << 32 | node;
            const std::uint32_t high = node;
            node = known_.find(
                key, [this](std::uint32_t id) { return std::uint64_t{zdd_.level[id]} << 32 | zdd_.high[id]; },
                [&] { return add(levels_[i], kEmptyFamily, high, 0, 0); });
            if (weighted_) zdd_.high_weight[node] += branch.weight;
        }
        return node;
    }

    const Rows& rows_;
    bool weighted_;
    Zdd zdd_;
    IdMap known_;  // chain nodes by level and high branch
    Array<std::uint32_t> levels_;
};

}  // namespace nzdd
