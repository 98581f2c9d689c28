// The sum of the vertices' weights in each component lies between two bounds. A component's label slot holds
// the sum so far; so does the slot of a vertex that belongs to no component yet.
#pragma once

#include <cstring>

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class ComponentWeights final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    static constexpr bool kComponents = true;

    // `weights`: one a vertex; their sum is below 2^32 - 1. `all_vertices`: whether a vertex without an edge
    // is a component.
    ComponentWeights(const EdgeSteps& plan, bool all_vertices, const std::uint32_t* weights,
                     std::uint32_t low, std::uint32_t high)
        : plan_(plan), weights_(weights), low_(low), high_(high), later_(plan.steps.size() + 1, true) {
        const auto holds = [&](std::uint32_t v) { return low <= weights[v] && weights[v] <= high; };
        for (std::size_t i = plan.steps.size(); all_vertices && i-- > 0;) {
            const EdgeSteps::Step& step = plan.steps[i];
            later_[i] = later_[i + 1] && (!step.enter_a || holds(step.u)) && (!step.enter_b || holds(step.v));
        }
    }

    std::size_t bytes() const override { return plan_.num_slots * sizeof(std::uint32_t); }

    bool enter(unsigned char* own, std::uint32_t slot, std::uint32_t vertex) const override {
        write(own, slot, weights_[vertex]);
        return true;
    }

    bool join(unsigned char* own, Code kept, Code gone, const EdgeSteps::Step&, const Parts&) const override {
        const std::uint32_t sum = read(own, kept) + read(own, gone);
        write(own, kept, sum);
        write(own, gone, kEmpty);
        return sum <= high_;
    }

    bool drop(unsigned char* own, std::uint32_t, Code from, Code to, std::size_t,
              const Parts&) const override {
        if (from == to) return true;
        const std::uint32_t sum = read(own, from);
        write(own, from, kEmpty);
        if (to == kNone) return low_ <= sum && sum <= high_;
        write(own, to, sum);
        return true;
    }

    bool leave(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        write(own, slot, kEmpty);
        return true;
    }

    bool accepts(const unsigned char* own, std::size_t now, const Parts& parts) const override {
        for (std::uint32_t k = 0; k < parts.num_slots; ++k)
            if (parts.label[k] == k && (read(own, k) < low_ || read(own, k) > high_)) return false;
        return later_[now];
    }

private:
    static constexpr std::uint32_t kEmpty = 0xffffffff;

    static std::uint32_t read(const unsigned char* own, std::size_t slot) {
        std::uint32_t value;
        std::memcpy(&value, own + slot * sizeof(value), sizeof(value));
        return value;
    }
    static void write(unsigned char* own, std::size_t slot, std::uint32_t value) {
        std::memcpy(own + slot * sizeof(value), &value, sizeof(value));
    }

    const EdgeSteps& plan_;
    const std::uint32_t* weights_;
    std::uint32_t low_, high_;
    Array<bool> later_;  // whether vertices that enter after so many steps may stay without an edge
};

}  // namespace nzdd
