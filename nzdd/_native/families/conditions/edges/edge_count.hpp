// The number of edges lies in a set. The state is the class of the number so far (count_classes.hpp).
#pragma once

#include "families/conditions/condition.hpp"
#include "families/conditions/degrees/count_classes.hpp"
#include "families/conditions/fixed_state.hpp"

namespace nzdd {

template <class Code>
class EdgeCount final : public FixedState<Code, std::uint32_t> {
    using typename Condition<Code>::Parts;

public:
    // `values`: rising
    EdgeCount(const EdgeSteps& plan, const std::uint32_t* values, std::size_t size, Pulse& pulse)
        : most_(static_cast<std::uint32_t>(plan.steps.size())), classes_(values, size, most_, pulse) {}

    void start(unsigned char* own) const override { this->write(own, classes_.first(most_)); }

    bool decide(unsigned char* own, std::size_t step, bool take, const Parts&) const override {
        const CountClasses::Next next = at(step)[this->read(own)];
        const std::uint32_t now = take ? next.high : next.low;
        this->write(own, now);
        return now != 0;
    }

    bool done(const unsigned char* own, std::size_t now) const override {
        return at(now)[this->read(own)].high == 0;
    }
    bool accepts(const unsigned char* own, std::size_t, const Parts&) const override {
        return this->read(own) & 1;
    }

private:
    const CountClasses::Next* at(std::size_t step) const {
        return classes_.next(most_ - static_cast<std::uint32_t>(step));
    }

    std::uint32_t most_;
    CountClasses classes_;
};

}  // namespace nzdd
