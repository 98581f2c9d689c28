// The rule of the forests of an undirected multigraph, or of its spanning trees. A state says which
// vertices on the frontier the edges taken connect. In a spanning tree no component may lose its
// last vertex on the frontier before the end. (K. Sekine, H. Imai and S. Tani 1995.)
#pragma once

#include "diagram/zdd.hpp"
#include "families/search/components.hpp"
#include "families/search/edge_steps.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

template <class Code>
class Forests {
public:
    static constexpr std::uint32_t kMostSlots = Components<Code>::kNone;

    // No edge is a self-loop. A spanning tree spans the vertices with edges.
    Forests(const EdgeSteps& steps, bool spanning) : steps_(&steps), spanning_(spanning) {}

    std::size_t num_steps() const { return steps_->steps.size(); }
    std::size_t state_bytes() const { return (steps_->num_slots * sizeof(Code) + 7) / 8 * 8; }
    void start(unsigned char* state) const { std::fill_n(state, state_bytes(), 0xff); }

    std::uint32_t next(std::size_t index, bool take, unsigned char* state) const {
        const EdgeSteps::Step& step = steps_->steps[index];
        Components<Code> parts{reinterpret_cast<Code*>(state), steps_->num_slots};
        if (step.enter_a) parts.add(step.a);
        if (step.enter_b) parts.add(step.b);
        if (take) {
            if (parts.label[step.a] == parts.label[step.b]) return kEmptyFamily;
            parts.join(step.a, step.b);
        }
        const bool end = index + 1 == num_steps();
        for (const auto& [slot, leaves] : {std::pair(step.a, step.leave_a), {step.b, step.leave_b}})
            if (leaves && parts.leave(slot) == parts.kNone && spanning_)
                return end && parts.count() == 0 ? kUnitFamily : kEmptyFamily;
        return end ? kUnitFamily : kOpen;
    }

private:
    const EdgeSteps* steps_;
    bool spanning_;
};

}  // namespace nzdd
