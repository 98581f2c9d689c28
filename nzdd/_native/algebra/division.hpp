// Quotient and remainder.
#pragma once

#include "algebra/task.hpp"

namespace nzdd {

// The sets h, disjoint from every row of g, such that h united with each row of g is a row of f; g is not
// empty.
// (S. Minato, Calculation of unate cube set algebra using ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4,
// exercise 204.)
struct Quotient {
    static constexpr Operation kOperation = Operation::kQuotient;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (call.g == kUnitFamily) return call.f;
        if (call.f == call.g) return kUnitFamily;
        const FamilyNode &f = nodes[call.f], &g = nodes[call.g];
        return g.level < f.level || g.longest > f.longest ? kEmptyFamily : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const FamilyNode f = nodes[task.call.f], g = nodes[task.call.g];
        if (f.level < g.level)
            return each_branch(
                nodes, task, result, f.level, [&] { return ask(kOperation, f.low, task.call.g); },
                [&] { return ask(kOperation, f.high, task.call.g); });
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

// The rows of f that are not the union of a row of g and a row of the quotient; g is not empty.
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
