// The rows of f that are no union of a row of g and a row of the quotient; g holds a row.
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct Remainder {
    static constexpr Operation kOperation = Operation::kRemainder;

    static std::uint32_t known(const NodeStore&, Call&) { return kUnknown; }

    static Move step(NodeStore&, Task& task, std::uint32_t result) {
        switch (task.stage++) {
            case 0:
                return ask(Operation::kQuotient, task.call.f, task.call.g);
            case 1:
                return ask(Operation::kJoin, task.call.g, result);
            case 2:
                return ask(Operation::kDifference, task.call.f, result);
            default:
                return finish(result);
        }
    }
};

}  // namespace nzdd
