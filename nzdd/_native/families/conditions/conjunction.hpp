// The rule of the sets of edges that keep several conditions at once. Its state are those of the conditions
// one after the other, and then the components of the edges taken, where a condition rests on them.
//
// A vertex that can have no further edge leaves its component, as if all its edges were decided: what
// becomes of the component does not depend on it. So the states of paths are those of Simpath.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "diagram/zdd.hpp"
#include "families/conditions/condition.hpp"
#include "families/search/components.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

template <class Code>
class Conjunction {
    using Parts = Components<Code>;
    using Rule = Condition<Code>;
    static constexpr Code kFree = static_cast<Code>(0xfefe);  // all bytes alike

public:
    static constexpr std::uint32_t kMostSlots = kFree;

    // `all_vertices`: whether a vertex without an edge is a component. The plan must outlive the rule.
    Conjunction(const EdgeSteps& plan, bool all_vertices) : plan_(&plan), all_vertices_(all_vertices) {}

    template <class Given>
    void add(std::unique_ptr<Given> rule) {
        const Placed placed{rule.get(), bytes_};
        bytes_ += rule->bytes();
#define NZDD_LISTENS(event) \
    if (!std::is_same_v<decltype(&Given::event), decltype(&Rule::event)>) event##_.push_back(placed)
        NZDD_LISTENS(enter);
        NZDD_LISTENS(decide);
        NZDD_LISTENS(join);
        NZDD_LISTENS(drop);
        NZDD_LISTENS(leave);
        NZDD_LISTENS(settle);
        NZDD_LISTENS(done);
        NZDD_LISTENS(accepts);
        NZDD_LISTENS(free);
        NZDD_LISTENS(full);
#undef NZDD_LISTENS
        connects_ |= Given::kComponents;
        asks_full_ |= Given::kFullVertices;
        every_edge_ |= Given::kEveryEdge;
        owned_.push_back(std::move(rule));
        ends_.push_back(bytes_);
    }

    // After all conditions were added. The family, a terminal, where there is nothing to decide or no hope;
    // else kOpen.
    std::uint32_t prepare(std::size_t num_vertices) {
        if (asks_full_) full_.clear();
        if (every_edge_) done_.clear();
        if (free_.size() < owned_.size() || !connects_) free_.clear();
        first_.assign(state_bytes(), 0xff);
        for (std::size_t i = 0; i < owned_.size(); ++i)
            owned_[i]->start(first_.data() + (i == 0 ? 0 : ends_[i - 1]));
        Array<bool> isolated(num_vertices, true);
        for (const EdgeSteps::Step& step : plan_->steps) isolated[step.u] = isolated[step.v] = false;
        for (std::uint32_t v = 0; v < num_vertices; ++v)
            if (isolated[v] && !(enter(first_.data(), 0, v) && leave(first_.data(), 0, v, 0)))
                return kEmptyFamily;
        return num_steps() > 0 ? kOpen : accepts(first_.data(), 0) ? kUnitFamily : kEmptyFamily;
    }

    std::size_t num_steps() const { return plan_->steps.size(); }
    std::size_t state_bytes() const {
        return std::max<std::size_t>(
            8, (bytes_ + (connects_ ? plan_->num_slots * sizeof(Code) : 0) + 7) / 8 * 8);
    }
    void start(unsigned char* state) const { std::copy_n(first_.data(), first_.size(), state); }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const std::size_t now = index + 1;
        const bool last = now == num_steps();
        if (!free_.empty() && parts(state).label[0] == kFree) return last ? kUnitFamily : kOpen;
        const EdgeSteps::Step& step = plan_->steps[index];
        if (step.enter_a && !enter(state, step.a, step.u)) return kEmptyFamily;
        if (step.enter_b && !enter(state, step.b, step.v)) return kEmptyFamily;
        for (const auto& [rule, at] : decide_)
            if (!rule->decide(state + at, index, take, parts(state))) return kEmptyFamily;
        if (take && connects_ && !join(state, step)) return kEmptyFamily;
        if (!part(state, index, step.a, step.u, step.leave_a)) return kEmptyFamily;
        if (step.a != step.b && !part(state, index, step.b, step.v, step.leave_b)) return kEmptyFamily;
        for (const auto& [rule, at] : settle_)
            if (!rule->settle(state + at, now, parts(state))) return kEmptyFamily;
        if (last || any_done(state, now)) return accepts(state, now) ? kUnitFamily : kEmptyFamily;
        if (!free_.empty() && all_free(state, now)) std::fill_n(state, state_bytes(), kFree & 0xff);
        return kOpen;
    }

private:
    struct Placed {
        const Rule* rule;
        std::size_t at;  // the place of its state
    };

    Parts parts(unsigned char* state) const {
        return {reinterpret_cast<Code*>(state + bytes_), connects_ ? plan_->num_slots : 0};
    }

    bool enter(unsigned char* state, std::uint32_t slot, std::uint32_t vertex) const {
        if (connects_ && all_vertices_) parts(state).add(slot);
        for (const auto& [rule, at] : enter_)
            if (!rule->enter(state + at, slot, vertex)) return false;
        return true;
    }

    bool join(unsigned char* state, const EdgeSteps::Step& step) const {
        Parts known = parts(state);
        for (const std::uint32_t slot : {step.a, step.b})
            if (known.label[slot] == Parts::kNone) known.add(slot);
        const auto [kept, gone] = std::minmax(known.label[step.a], known.label[step.b]);
        if (kept == gone) return true;
        for (const auto& [rule, at] : join_)
            if (!rule->join(state + at, kept, gone, step, known)) return false;
        known.replace(gone, kept);
        return true;
    }

    // After a step at the vertex.
    bool part(unsigned char* state, std::size_t index, std::uint32_t slot, std::uint32_t vertex,
              bool leaves) const {
        if (leaves) return leave(state, slot, vertex, index + 1);
        if (!connects_ || full_.empty() || parts(state).label[slot] == Parts::kNone) return true;
        unsigned ends = 0;
        for (const auto& [rule, at] : full_) ends |= rule->full(state + at, slot, index);
        return ends != 3 || drop(state, slot, index + 1);
    }

    bool leave(unsigned char* state, std::uint32_t slot, std::uint32_t vertex, std::size_t now) const {
        if (connects_ && parts(state).label[slot] != Parts::kNone && !drop(state, slot, now)) return false;
        for (const auto& [rule, at] : leave_)
            if (!rule->leave(state + at, slot, vertex)) return false;
        return true;
    }

    bool drop(unsigned char* state, std::uint32_t slot, std::size_t now) const {
        Parts known = parts(state);
        const Code from = known.label[slot], to = known.leave(slot);
        for (const auto& [rule, at] : drop_)
            if (!rule->drop(state + at, slot, from, to, now, known)) return false;
        return true;
    }

    bool any_done(const unsigned char* state, std::size_t now) const {
        return std::any_of(done_.begin(), done_.end(),
                           [&](const Placed& each) { return each.rule->done(state + each.at, now); });
    }
    bool all_free(const unsigned char* state, std::size_t now) const {
        return std::all_of(free_.begin(), free_.end(),
                           [&](const Placed& each) { return each.rule->free(state + each.at, now); });
    }
    bool accepts(unsigned char* state, std::size_t now) const {
        return std::all_of(accepts_.begin(), accepts_.end(), [&](const Placed& each) {
            return each.rule->accepts(state + each.at, now, parts(state));
        });
    }

    const EdgeSteps* plan_;
    bool all_vertices_, connects_ = false, asks_full_ = false, every_edge_ = false;
    std::size_t bytes_ = 0;  // of the conditions' states
    std::vector<std::unique_ptr<Rule>> owned_;
    std::vector<std::size_t> ends_;  // of their states
    std::vector<Placed> enter_, decide_, join_, drop_, leave_, settle_, done_, accepts_, free_, full_;
    Array<unsigned char> first_;
};

}  // namespace nzdd
