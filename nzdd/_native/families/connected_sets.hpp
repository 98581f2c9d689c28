// The rule of the connected sets of edges of an undirected multigraph, of bounded size and not empty.
// A state says which vertices on the frontier the edges taken connect, and how many more must and
// may be taken, as in Subsets.
#pragma once

#include <cstring>

#include "diagram/zdd.hpp"
#include "families/search/components.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"
#include "families/symbol_sets/subsets.hpp"

namespace nzdd {

template <class Code>
class ConnectedSets {
public:
    static constexpr std::uint32_t kMostSlots = Components<Code>::kNone;

    // 0 < most
    ConnectedSets(const EdgeSteps& steps, std::uint32_t least, std::uint32_t most)
        : steps_(&steps), first_{least, most} {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const {
        return (sizeof(SizeBounds) + steps_->num_slots * sizeof(Code) + 7) / 8 * 8;
    }

    void start(unsigned char* state) const {
        std::fill_n(state, state_bytes(), 0xff);
        std::memcpy(state, &first_, sizeof(first_));
    }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = steps_->steps[index];
        SizeBounds need;
        std::memcpy(&need, state, sizeof(need));
        Components<Code> parts{reinterpret_cast<Code*>(state + sizeof(need)), steps_->num_slots};
        if (take) {
            for (const std::uint32_t slot : {step.a, step.b})
                if (parts.label[slot] == parts.kNone) parts.add(slot);
            parts.join(step.a, step.b);
        }
        if (!need.decide(take, num_steps() - 1 - index)) return kEmptyFamily;
        for (const auto& [slot, leaves] : {std::pair(step.a, step.leave_a), {step.b, step.leave_b}})
            if (leaves && parts.label[slot] != parts.kNone && parts.leave(slot) == parts.kNone)
                return need.least == 0 && parts.count() == 0 ? kUnitFamily : kEmptyFamily;
        const std::uint32_t count = parts.count();
        if (count > need.most + 1) return kEmptyFamily;  // each further edge joins two at best
        if (need.most == 0) return count == 1 ? kUnitFamily : kEmptyFamily;
        std::memcpy(state, &need, sizeof(need));
        return kOpen;
    }

private:
    const EdgeSteps* steps_;
    SizeBounds first_;
};

}  // namespace nzdd
