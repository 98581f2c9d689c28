// The rows of f that another operation leaves out: those that contain, or are in, a row of g.
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

template <Operation kOwn, Operation kOther>
struct LeftOut {
    static constexpr Operation kOperation = kOwn;

    static std::uint32_t known(const NodeStore&, Call&) { return kUnknown; }

    static Move step(NodeStore&, Task& task, std::uint32_t result) {
        switch (task.stage++) {
            case 0:
                return ask(kOther, task.call.f, task.call.g);
            case 1:
                return ask(Operation::kDifference, task.call.f, result);
            default:
                return finish(result);
        }
    }
};

using SupersetsOf = LeftOut<Operation::kSupersetsOf, Operation::kNonSupersets>;
using SubsetsOf = LeftOut<Operation::kSubsetsOf, Operation::kNonSubsets>;

}  // namespace nzdd
