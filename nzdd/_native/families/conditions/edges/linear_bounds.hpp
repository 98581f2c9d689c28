// The sum of the edges' weights lies between two bounds. The state is that of bounded_sum.hpp.
#pragma once

#include "families/conditions/condition.hpp"
#include "families/search/bounded_sum.hpp"

namespace nzdd {

template <class Code, class Integer>
class LinearBounds final : public Condition<Code> {
    using typename Condition<Code>::Parts;

public:
    LinearBounds(const EdgeSteps& plan, const SumBounds& sum)
        : sum_(sum, plan.steps.size(), [&](std::size_t i) { return plan.steps[i].edge; }) {}

    std::size_t bytes() const override { return sum_.bytes(); }
    void start(unsigned char* own) const override { sum_.start(own); }

    bool decide(unsigned char* own, std::size_t step, bool take, const Parts&) const override {
        return sum_.add(own, step, take);
    }
    bool accepts(const unsigned char* own, std::size_t, const Parts&) const override {
        return sum_.accepts(own);
    }
    bool free(const unsigned char* own, std::size_t) const override { return sum_.free(own); }

private:
    BoundedSum<Integer> sum_;
};

}  // namespace nzdd
