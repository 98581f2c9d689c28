// The sum of the edges' integer weights lies between two bounds. The state is the sum so far, or a mark
// where every sum that can follow is within the bounds.
#pragma once

#include <limits>

#include "families/conditions/fixed_state.hpp"

namespace nzdd {

template <class Code>
class LinearBounds final : public FixedState<Code, std::int64_t> {
    using typename Condition<Code>::Parts;

public:
    // `weights`: one an edge; their absolute values add up to at most 2^61, as do those of the bounds.
    LinearBounds(const EdgeSteps& plan, const std::int64_t* weights, std::int64_t low, std::int64_t high)
        : low_(low),
          high_(high),
          weight_(plan.steps.size()),
          least_(plan.steps.size() + 1, 0),
          most_(plan.steps.size() + 1, 0) {
        for (std::size_t i = plan.steps.size(); i-- > 0;) {
            weight_[i] = weights[plan.steps[i].edge];
            least_[i] = least_[i + 1] + std::min<std::int64_t>(weight_[i], 0);
            most_[i] = most_[i + 1] + std::max<std::int64_t>(weight_[i], 0);
        }
    }

    void start(unsigned char* own) const override { this->write(own, 0); }

    bool decide(unsigned char* own, std::size_t step, bool take, const Parts&) const override {
        std::int64_t sum = this->read(own);
        if (sum == kWithin) return true;
        if (take) sum += weight_[step];
        const std::int64_t least = sum + least_[step + 1], most = sum + most_[step + 1];
        if (most < low_ || least > high_) return false;
        this->write(own, low_ <= least && most <= high_ ? kWithin : sum);
        return true;
    }

    bool accepts(const unsigned char* own, std::size_t, const Parts&) const override {
        const std::int64_t sum = this->read(own);
        return sum == kWithin || (low_ <= sum && sum <= high_);
    }
    bool free(const unsigned char* own, std::size_t) const override { return this->read(own) == kWithin; }

private:
    static constexpr std::int64_t kWithin = std::numeric_limits<std::int64_t>::max();

    std::int64_t low_, high_;
    Array<std::int64_t> weight_;        // of each step
    Array<std::int64_t> least_, most_;  // the sums of all steps from one on
};

}  // namespace nzdd
