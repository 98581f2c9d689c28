// The number of components lies between two bounds. The state is how many are complete, cut to what
// matters.
#pragma once

#include "families/conditions/fixed_state.hpp"

namespace nzdd {

template <class Code>
class ComponentCount final : public FixedState<Code, std::uint32_t> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    static constexpr bool kComponents = true;

    // `all_vertices`: whether a vertex without an edge is a component too.
    ComponentCount(const EdgeSteps& plan, bool all_vertices, std::uint32_t least, std::uint32_t most)
        : all_vertices_(all_vertices), least_(least), most_(most), new_vertices_(plan.steps.size() + 1, 0) {
        for (std::size_t i = plan.steps.size(), count = 0; i-- > 0;) {
            count += plan.steps[i].enter_a + plan.steps[i].enter_b;
            new_vertices_[i] = static_cast<std::uint32_t>(count);
        }
    }

    void start(unsigned char* own) const override { this->write(own, 0); }

    bool drop(unsigned char* own, std::uint32_t, Code, Code to, std::size_t, const Parts&) const override {
        if (to != kNone) return true;
        const std::uint32_t complete = this->read(own) + 1;
        this->write(own, most_ == kNoBound ? std::min(complete, least_) : complete);
        return complete <= most_;
    }

    bool settle(unsigned char* own, std::size_t now, const Parts& parts) const override {
        const std::uint32_t complete = this->read(own);
        if (complete < most_ && complete >= least_) return true;
        const std::uint32_t open = parts.count(), new_vertices = new_vertices_[now];
        if (complete == most_) return open == 0 && (!all_vertices_ || new_vertices == 0);
        return std::uint64_t{complete} + open + free_slots(parts) + new_vertices >= least_;
    }

    bool done(const unsigned char* own, std::size_t) const override { return this->read(own) == most_; }

    bool accepts(const unsigned char* own, std::size_t now, const Parts& parts) const override {
        const std::uint64_t number =
            std::uint64_t{this->read(own)} + parts.count() + (all_vertices_ ? new_vertices_[now] : 0);
        return least_ <= number && number <= most_;
    }

    static constexpr std::uint32_t kNoBound = 0xffffffff;

private:
    // Slots that may become components yet.
    std::uint32_t free_slots(const Parts& parts) const {
        std::uint32_t number = 0;
        for (std::uint32_t k = 0; !all_vertices_ && k < parts.num_slots; ++k)
            number += parts.label[k] == kNone;
        return number;
    }

    bool all_vertices_;
    std::uint32_t least_, most_;
    Array<std::uint32_t> new_vertices_;  // that enter after so many steps
};

}  // namespace nzdd
