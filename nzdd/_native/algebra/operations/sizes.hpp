// The rows of f with at least, or at most, a given number of symbols: the second operand.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/task.hpp"

namespace nzdd {

template <Operation kOwn>
struct Sized : Stepwise<kOwn> {
    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        const FamilyNode f = machine.nodes()[task.f];
        return each_branch(
            machine.nodes(), task, result, f.level, [&] { return ask(f.low, task.g); },
            [&] { return ask(f.high, task.g - 1); });
    }
};

struct AtLeast : Sized<Operation::kAtLeast> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& number) {
        const FamilyNode& rows = nodes[f];
        if (rows.shortest() >= number) return f;
        return rows.longest() < number ? kEmptyFamily : kUnknown;
    }
};

struct AtMost : Sized<Operation::kAtMost> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& number) {
        const FamilyNode& rows = nodes[f];
        if (rows.longest() <= number) return f;
        if (rows.shortest() > number) return kEmptyFamily;
        return number == 0 ? kUnitFamily : kUnknown;
    }
};

}  // namespace nzdd
