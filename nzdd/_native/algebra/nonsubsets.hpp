// The rows of f that no row of g contains. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 236.)
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct NonSubsets {
    static constexpr Operation kOperation = Operation::kNonSubsets;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (call.f == kEmptyFamily) return kEmptyFamily;
        // A symbol that every row of g holds and no row of f makes no difference.
        while (nodes[call.g].level < nodes[call.f].level && nodes[call.g].low == kEmptyFamily)
            call.g = nodes[call.g].high;
        if (call.f == call.g) return kEmptyFamily;
        if (call.g == kEmptyFamily || nodes[call.f].shortest > nodes[call.g].longest) return call.f;
        return call.f == kUnitFamily ? kEmptyFamily : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const NodeStore::Node f = nodes[task.call.f], g = nodes[task.call.g];
        if (f.level < g.level) return step_tail(nodes, task, g.level, result);
        if (g.level < f.level) {
            switch (task.stage++) {
                case 0:
                    return ask(kOperation, task.call.f, g.low);
                case 1:
                    return ask(kOperation, result, g.high);
                default:
                    return finish(result);
            }
        }
        switch (task.stage++) {
            case 0:
                return ask(kOperation, f.low, g.low);
            case 1:  // a row without the symbol may be in one with it as well
                return ask(kOperation, result, g.high);
            case 2:
                task.kept = result;
                return ask(kOperation, f.high, g.high);
            default:
                return finish(nodes.make(f.level, task.kept, result));
        }
    }

private:
    // Rows of f with a symbol above all of g stay: only those further down the chain are asked for.
    // In sparse data with many symbols such chains are long, and most often nothing changes there.
    static Move step_tail(NodeStore& nodes, Task& task, std::uint32_t level, std::uint32_t result) {
        const std::uint32_t tail = nodes.tail(task.call.f, level);
        if (task.stage++ == 0) return ask(kOperation, tail, task.call.g);
        return finish(result == tail ? task.call.f : nodes.with_tail(task.call.f, level, result));
    }
};

}  // namespace nzdd
