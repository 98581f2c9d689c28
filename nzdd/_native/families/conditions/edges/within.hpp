// The set is in a family given by a diagram over the same edges in the same order. The state is the node.
#pragma once

#include "diagram/zdd.hpp"
#include "families/conditions/fixed_state.hpp"

namespace nzdd {

template <class Code>
class Within final : public FixedState<Code, std::uint32_t> {
    using typename Condition<Code>::Parts;

public:
    // `level`: that of each step in the diagram
    Within(const EdgeSteps& plan, const std::uint32_t* level, const ZddView& zdd)
        : zdd_(zdd), level_(plan.steps.size()) {
        for (std::size_t i = 0; i < level_.size(); ++i) level_[i] = level[plan.steps[i].edge];
    }

    void start(unsigned char* own) const override { this->write(own, zdd_.root); }

    bool decide(unsigned char* own, std::size_t step, bool take, const Parts&) const override {
        std::uint32_t node = this->read(own);
        while (zdd_.level[node] < level_[step]) node = zdd_.low[node];  // edges that are in no set
        const bool here = zdd_.level[node] == level_[step];
        node = take ? (here ? zdd_.high[node] : kEmptyFamily) : here ? zdd_.low[node] : node;
        this->write(own, node);
        return node != kEmptyFamily;
    }

    bool accepts(const unsigned char* own, std::size_t, const Parts&) const override {
        std::uint32_t node = this->read(own);
        while (node > kUnitFamily) node = zdd_.low[node];
        return node == kUnitFamily;
    }

private:
    ZddView zdd_;
    Array<std::uint32_t> level_;
};

}  // namespace nzdd
