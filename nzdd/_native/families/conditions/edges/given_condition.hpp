// A condition given by two functions on the numbers of its states. What the first one says of a state, an
// edge and a decision is kept for the step, as states of other conditions ask again.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>

#include "families/conditions/fixed_state.hpp"

namespace nzdd {

struct GivenFunctions {
    static constexpr std::uint32_t kNever = 0xffffffff;
    // The number of the state after the step, kNever where the condition cannot hold any more.
    std::function<std::uint32_t(std::uint32_t state, const EdgeSteps::Step& step, bool take)> next;
    std::function<bool(std::uint32_t state)> accepts;  // after the last step
};

template <class Code>
class GivenCondition final : public FixedState<Code, std::uint32_t> {
    using typename Condition<Code>::Parts;

public:
    static constexpr bool kEveryEdge = true;

    // It starts in state 0.
    GivenCondition(const EdgeSteps& plan, std::shared_ptr<const GivenFunctions> given)
        : plan_(plan), given_(std::move(given)) {}

    void start(unsigned char* own) const override { this->write(own, 0); }

    bool decide(unsigned char* own, std::size_t index, bool take, const Parts&) const override {
        if (step_ != index) known_.clear();
        step_ = index;
        const std::uint32_t state = this->read(own);
        const std::uint64_t key = std::uint64_t{state} << 1 | take;
        auto found = known_.find(key);
        if (found == known_.end())
            found = known_.emplace(key, given_->next(state, plan_.steps[index], take)).first;
        this->write(own, found->second);
        return found->second != GivenFunctions::kNever;
    }

    bool accepts(const unsigned char* own, std::size_t, const Parts&) const override {
        return given_->accepts(this->read(own));
    }

private:
    const EdgeSteps& plan_;
    std::shared_ptr<const GivenFunctions> given_;
    mutable std::unordered_map<std::uint64_t, std::uint32_t> known_;  // of the step
    mutable std::size_t step_ = 0;
};

}  // namespace nzdd
