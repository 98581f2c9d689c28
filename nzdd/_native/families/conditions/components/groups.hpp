// The vertices of each group are in one component, and different groups in different ones. A component's
// label slot holds its group; so does the slot of a vertex that belongs to no component yet.
#pragma once

#include <limits>

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class Groups final : public Condition<Code> {
    using typename Condition<Code>::Parts;
    using Condition<Code>::kNone;

public:
    static constexpr bool kComponents = true;
    static constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

    // `group`: that of each vertex, kNoGroup for none; numbered from zero. `only`: whether every component
    // has a group. `all_vertices`: whether a vertex without an edge is a component.
    Groups(const EdgeSteps& plan, std::size_t num_vertices, const std::uint32_t* group, bool only,
           bool all_vertices)
        : plan_(plan), group_(group), only_(only), later_(plan.steps.size() + 1, true) {
        for (std::size_t v = 0; v < num_vertices; ++v)
            if (group[v] != kNoGroup) {
                if (group[v] >= kNone) throw CodesTooNarrow();
                while (size_.size() <= group[v]) size_.push_back(0);
                ++size_[group[v]];
            }
        Array<std::uint32_t> missing;
        missing.append(size_.data(), size_.size());
        complete_.assign(size_.size(), 0);
        const auto enter = [&](std::uint32_t v, std::size_t now) {
            if (group[v] == kNoGroup) return;
            complete_[group[v]] = now;
            --missing[group[v]];
        };
        for (std::size_t i = 0; i < plan.steps.size(); ++i) {
            const EdgeSteps::Step& step = plan.steps[i];
            if (step.enter_a) enter(step.u, i + 1);
            if (step.enter_b) enter(step.v, i + 1);
        }
        for (std::size_t k = 0; k < size_.size(); ++k) {
            if (size_[k] > 1 && missing[k] > 0) complete_[k] = kNever;
            if (size_[k] > 1) all_complete_ = std::max(all_complete_, complete_[k]);
        }
        if (only && all_vertices) {
            bool grouped = true;
            for (std::size_t i = plan.steps.size(); i-- > 0;) {
                const EdgeSteps::Step& step = plan.steps[i];
                if (step.enter_a) grouped &= group[step.u] != kNoGroup;
                if (step.enter_b) grouped &= group[step.v] != kNoGroup;
                later_[i] = grouped;
            }
        }
    }

    std::size_t bytes() const override { return plan_.num_slots * sizeof(Code); }

    bool enter(unsigned char* own, std::uint32_t slot, std::uint32_t vertex) const override {
        codes(own)[slot] = group_[vertex] == kNoGroup ? kNone : static_cast<Code>(group_[vertex]);
        return true;
    }

    bool join(unsigned char* own, Code kept, Code gone, const EdgeSteps::Step&, const Parts&) const override {
        Code &first = codes(own)[kept], &second = codes(own)[gone];
        if (first != kNone && second != kNone && first != second) return false;
        if (first == kNone) first = second;
        second = kNone;
        return true;
    }

    bool drop(unsigned char* own, std::uint32_t, Code from, Code to, std::size_t now,
              const Parts& parts) const override {
        if (from == to) return true;
        const Code group = std::exchange(codes(own)[from], kNone);
        if (to != kNone) {
            codes(own)[to] = group;
            return true;
        }
        if (group == kNone) return !only_;
        return complete_[group] <= now && !holds(own, group, parts.num_slots);
    }

    // A vertex that belongs to no component in the end is alone in its group.
    bool leave(unsigned char* own, std::uint32_t slot, std::uint32_t) const override {
        const Code group = std::exchange(codes(own)[slot], kNone);
        return group == kNone || size_[group] == 1;
    }

    bool accepts(const unsigned char* own, std::size_t now, const Parts& parts) const override {
        if (all_complete_ > now || !later_[now]) return false;
        for (std::uint32_t k = 0; k < parts.num_slots; ++k) {
            const Code group = codes(own)[k];
            if (group == kNone) {
                if (only_ && parts.label[k] == k) return false;
            } else if (holds(own, group, k)) {
                return false;
            }
        }
        return true;
    }

    // Where one group is together there is none to be apart from.
    bool free(const unsigned char* own, std::size_t now) const override {
        if (size_.size() != 1 || only_ || all_complete_ > now) return false;
        bool met = false;
        for (std::uint32_t k = 0; k < plan_.num_slots; ++k)
            if (codes(own)[k] != kNone && std::exchange(met, true)) return false;
        return true;
    }

private:
    static constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

    static Code* codes(unsigned char* own) { return reinterpret_cast<Code*>(own); }
    static const Code* codes(const unsigned char* own) { return reinterpret_cast<const Code*>(own); }

    // One of the first slots.
    static bool holds(const unsigned char* own, Code group, std::uint32_t num_slots) {
        return std::find(codes(own), codes(own) + num_slots, group) != codes(own) + num_slots;
    }

    const EdgeSteps& plan_;
    const std::uint32_t* group_;
    bool only_;
    Array<std::uint32_t> size_;
    Array<std::size_t> complete_;   // of each group: how many steps until all its vertices have entered
    std::size_t all_complete_ = 0;  // until those of all groups of two or more have
    Array<bool> later_;  // whether vertices that enter after so many steps may stay without an edge
};

}  // namespace nzdd
