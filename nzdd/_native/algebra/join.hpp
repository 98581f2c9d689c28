// All unions of a row of f and a row of g. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 205.)
#pragma once

#include <cstdint>
#include <utility>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct Join {
    static constexpr Operation kOperation = Operation::kJoin;

    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        if (call.f == kEmptyFamily) return kEmptyFamily;
        return call.f == kUnitFamily ? call.g : kUnknown;
    }

    // The symbol is in a union where one of both rows holds it.
    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        auto [f, g] = std::pair(task.call.f, task.call.g);
        if (nodes[g].level < nodes[f].level) std::swap(f, g);  // only the upper one surely has the symbol
        const std::uint32_t level = nodes[f].level;
        switch (task.stage++) {
            case 0:
                return ask(Operation::kUnion, nodes.low(g, level), nodes.high(g, level));
            case 1:
                return ask(kOperation, nodes.high(f, level), result);
            case 2:
                task.kept = result;
                return ask(kOperation, nodes.low(f, level), nodes.high(g, level));
            case 3:
                return ask(Operation::kUnion, task.kept, result);
            case 4:
                task.kept = result;
                return ask(kOperation, nodes.low(f, level), nodes.low(g, level));
            default:
                return finish(nodes.make(level, result, task.kept));
        }
    }
};

}  // namespace nzdd
