// Some edges must be taken, and some must not.
#pragma once

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class FixedEdges final : public Condition<Code> {
    using typename Condition<Code>::Parts;

public:
    // One of each an edge.
    FixedEdges(const EdgeSteps& plan, const bool* required, const bool* forbidden)
        : plan_(plan), required_(required), forbidden_(forbidden), later_(plan.steps.size() + 1, true) {
        for (std::size_t i = plan.steps.size(); i-- > 0;)
            later_[i] = later_[i + 1] && !required[plan.steps[i].edge];
    }

    bool decide(unsigned char*, std::size_t step, bool take, const Parts&) const override {
        return !(take ? forbidden_ : required_)[plan_.steps[step].edge];
    }
    bool accepts(const unsigned char*, std::size_t now, const Parts&) const override { return later_[now]; }

private:
    const EdgeSteps& plan_;
    const bool *required_, *forbidden_;
    Array<bool> later_;  // whether none is required after so many steps
};

}  // namespace nzdd
