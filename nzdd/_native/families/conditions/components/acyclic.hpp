// There is no cycle: no edge joins two vertices of one component. (K. Sekine, H. Imai and S. Tani 1995.)
#pragma once

#include "families/conditions/condition.hpp"

namespace nzdd {

template <class Code>
class Acyclic final : public Condition<Code> {
    using typename Condition<Code>::Parts;

public:
    static constexpr bool kComponents = true;

    explicit Acyclic(const EdgeSteps& plan) : plan_(plan) {}

    bool decide(unsigned char*, std::size_t index, bool take, const Parts& parts) const override {
        const EdgeSteps::Step& step = plan_.steps[index];
        return !take || (step.a != step.b &&
                         (parts.label[step.a] == parts.kNone || parts.label[step.a] != parts.label[step.b]));
    }

private:
    const EdgeSteps& plan_;
};

}  // namespace nzdd
