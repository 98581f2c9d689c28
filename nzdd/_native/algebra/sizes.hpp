// The rows of f with at least, or at most, a given number of symbols: the second operand.
#pragma once

#include "algebra/task.hpp"

namespace nzdd {

template <Operation kOwn>
struct Sized {
    static constexpr Operation kOperation = kOwn;

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const FamilyNode f = nodes[task.call.f];
        return each_branch(
            nodes, task, result, f.level, [&] { return ask(kOwn, f.low, task.call.g); },
            [&] { return ask(kOwn, f.high, task.call.g - 1); });
    }
};

struct AtLeast : Sized<Operation::kAtLeast> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (nodes[call.f].shortest >= call.g) return call.f;
        return nodes[call.f].longest < call.g ? kEmptyFamily : kUnknown;
    }
};

struct AtMost : Sized<Operation::kAtMost> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (nodes[call.f].longest <= call.g) return call.f;
        if (nodes[call.f].shortest > call.g) return kEmptyFamily;
        return call.g == 0 ? kUnitFamily : kUnknown;
    }
};

}  // namespace nzdd
