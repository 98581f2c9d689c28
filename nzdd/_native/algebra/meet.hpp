// All intersections of a row of f and a row of g. (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 205.)
#pragma once

#include <cstdint>
#include <utility>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct Meet {
    static constexpr Operation kOperation = Operation::kMeet;

    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        return call.f <= kUnitFamily ? call.f : kUnknown;  // as no operand is empty but the first
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        auto [f, g] = std::pair(task.call.f, task.call.g);
        if (nodes[g].level < nodes[f].level) std::swap(f, g);
        const NodeStore::Node upper = nodes[f], other = nodes[g];
        if (upper.level < other.level) {  // no intersection holds the symbol
            switch (task.stage++) {
                case 0:
                    return ask(Operation::kUnion, upper.low, upper.high);
                case 1:
                    return ask(kOperation, result, g);
                default:
                    return finish(result);
            }
        }
        switch (task.stage++) {  // the symbol is in an intersection where both rows hold it
            case 0:
                return ask(Operation::kUnion, other.low, other.high);
            case 1:
                return ask(kOperation, upper.low, result);
            case 2:
                task.kept = result;
                return ask(kOperation, upper.high, other.low);
            case 3:
                return ask(Operation::kUnion, task.kept, result);
            case 4:
                task.kept = result;
                return ask(kOperation, upper.high, other.high);
            default:
                return finish(nodes.make(upper.level, task.kept, result));
        }
    }
};

}  // namespace nzdd
