// Chains as the source of a reduction: see reduction/branching.hpp.
#pragma once

#include "diagram/build/chains.hpp"

namespace nzdd {

template <class Rows>
class BranchingChains {
public:
    explicit BranchingChains(const Chains<Rows>& chains) : chains_(chains) {}

    std::size_t num_nodes() const { return chains_.nodes.size() + 2; }
    static bool branches(std::size_t) { return true; }
    static constexpr bool weighted() { return true; }
    std::uint32_t target(std::size_t branch) const { return at(branch).target; }
    double weight(std::size_t branch) const { return at(branch).weight; }
    static double paths(std::uint32_t) { return 0; }  // never asked: there are weights
    template <class Visit>
    void for_each_level(std::size_t branch, Visit visit) const {
        if (branch & 1) visit(chains_.nodes[branch / 2 - 2].level);
        chains_.rows.for_each_level(at(branch).label, visit);
    }

private:
    const typename Chains<Rows>::Branch& at(std::size_t branch) const {
        if (branch == 0) return chains_.root;
        const auto& node = chains_.nodes[branch / 2 - 2];
        return branch & 1 ? node.high : node.low;
    }
    const Chains<Rows>& chains_;
};

}  // namespace nzdd
