// Some edges must be taken.
#pragma once

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class RequiredEdges final : public Condition<Code> {
    using typename Condition<Code>::Parts;

public:
    // `required`: one an edge
    RequiredEdges(const EdgeSteps& plan, const bool* required)
        : required_(plan.steps.size()), later_(plan.steps.size() + 1, true) {
        bool none = true;
        for (std::size_t i = plan.steps.size(); i-- > 0;) {
            none &= !(required_[i] = required[plan.steps[i].edge]);
            later_[i] = none;
        }
    }

    bool decide(unsigned char*, std::size_t step, bool take, const Parts&) const override {
        return take || !required_[step];
    }
    bool accepts(const unsigned char*, std::size_t now, const Parts&) const override { return later_[now]; }

private:
    Array<bool> required_, later_;  // of each step; whether none is required from one on
};

}  // namespace nzdd
