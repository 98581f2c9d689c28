// One view of the two sources a reduction starts from. Only branching nodes matter: a node with an
// empty low branch spells out a symbol of a longer label. Branch 2 v is the low branch of node v,
// 2 v + 1 its high branch; branch 0 leads from nowhere into the diagram.
#pragma once

#include "base/array.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

class BranchingZdd {
public:
    explicit BranchingZdd(const ZddView& zdd)
        : zdd_(zdd),
          end_(sweep(zdd, kEmptyFamily, kUnitFamily,
                     [&](std::size_t v, std::uint32_t, std::uint32_t high) {
                         return zdd.low[v] == kEmptyFamily ? high : static_cast<std::uint32_t>(v);
                     })),
          paths_(paths_to_leaf(zdd)) {}

    std::size_t num_nodes() const { return zdd_.num_nodes; }
    bool branches(std::size_t node) const { return end_[node] == node; }
    bool weighted() const { return zdd_.low_weight != nullptr; }
    std::uint32_t target(std::size_t branch) const { return end_[first(branch)]; }
    double weight(std::size_t branch) const {
        if (branch == 0) return zdd_.total_weight();
        const std::size_t v = branch / 2;
        return branch & 1 ? zdd_.high_weight[v] : zdd_.low_weight[v];
    }
    double paths(std::uint32_t node) const { return paths_[node]; }  // from the node to the leaf
    template <class Visit>
    void for_each_level(std::size_t branch, Visit visit) const {
        if (branch & 1) visit(zdd_.level[branch / 2]);
        for (std::uint32_t v = first(branch); v != end_[v]; v = zdd_.high[v]) visit(zdd_.level[v]);
    }

private:
    std::uint32_t first(std::size_t branch) const {
        if (branch == 0) return zdd_.root;
        const std::size_t v = branch / 2;
        return branch & 1 ? zdd_.high[v] : zdd_.low[v];
    }
    const ZddView& zdd_;
    Array<std::uint32_t> end_;  // where the chain that starts at a node ends
    Array<double> paths_;
};

}  // namespace nzdd
