// Quotient and remainder.
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// The rows that are disjoint from every row of g and make a row of f with each of them; g holds a row.
// (S. Minato, Calculation of unate cube set algebra using ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4,
// exercise 204.)
struct Quotient {
    static constexpr Operation kOperation = Operation::kQuotient;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (call.g == kUnitFamily) return call.f;
        if (call.f == call.g) return kUnitFamily;
        const NodeStore::Node &f = nodes[call.f], &g = nodes[call.g];
        return g.level < f.level || g.longest > f.longest ? kEmptyFamily : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const NodeStore::Node f = nodes[task.call.f], g = nodes[task.call.g];
        if (f.level < g.level) {
            switch (task.stage++) {
                case 0:
                    return ask(kOperation, f.low, task.call.g);
                case 1:
                    task.kept = result;
                    return ask(kOperation, f.high, task.call.g);
                default:
                    return finish(nodes.make(f.level, task.kept, result));
            }
        }
        switch (task.stage++) {  // a row of g holds the symbol, so no row of the quotient does
            case 0:
                return ask(kOperation, f.high, g.high);
            case 1:
                if (result == kEmptyFamily || g.low == kEmptyFamily) return finish(result);
                task.kept = result;
                return ask(kOperation, f.low, g.low);
            case 2:
                return ask(Operation::kIntersection, task.kept, result);
            default:
                return finish(result);
        }
    }
};

// The rows of f that are no union of a row of g and a row of the quotient; g holds a row.
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
