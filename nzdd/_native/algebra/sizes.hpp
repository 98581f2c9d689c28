// The rows of f with at least, or at most, so many symbols: the number is the second operand.
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

template <Operation kOwn>
struct Sized {
    static constexpr Operation kOperation = kOwn;

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const NodeStore::Node f = nodes[task.call.f];
        switch (task.stage++) {
            case 0:
                return ask(kOperation, f.low, task.call.g);
            case 1:
                task.kept = result;
                return ask(kOperation, f.high, task.call.g - 1);
            default:
                return finish(nodes.make(f.level, task.kept, result));
        }
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
