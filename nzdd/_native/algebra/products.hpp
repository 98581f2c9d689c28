// Rows of f and rows of g made one: join, meet and change.
#pragma once

#include "algebra/task.hpp"

namespace nzdd {

// All unions of a row of f and a row of g. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 205.)
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

// All intersections of a row of f and a row of g. (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 205.)
struct Meet {
    static constexpr Operation kOperation = Operation::kMeet;

    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        return call.f <= kUnitFamily ? call.f : kUnknown;  // only the first operand can be empty
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        auto [f, g] = std::pair(task.call.f, task.call.g);
        if (nodes[g].level < nodes[f].level) std::swap(f, g);
        const FamilyNode upper = nodes[f], other = nodes[g];
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

// Each row of f without the symbols it shares with the one row of g, and with the others of that row.
// (S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, 1993.)
struct Change {
    static constexpr Operation kOperation = Operation::kChange;

    static std::uint32_t known(const NodeStore&, Call& call) {
        return call.f == kEmptyFamily || call.g == kUnitFamily ? call.f : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const auto [f, g] = std::pair(task.call.f, task.call.g);
        const std::uint32_t level = std::min(nodes[f].level, nodes[g].level);
        std::uint32_t low = nodes.low(f, level), high = nodes.high(f, level), others = g;
        if (nodes[g].level == level) {
            std::swap(low, high);
            others = nodes[g].high;
        }
        return each_branch(
            nodes, task, result, level, [&] { return ask(kOperation, low, others); },
            [&] { return ask(kOperation, high, others); });
    }
};

}  // namespace nzdd
