// Rows of f and rows of g made one: join and meet.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/set_operations.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// All unions of a row of f and a row of g. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 205.)
struct Join : Stepwise<Operation::kJoin> {
    static std::uint32_t known(NodeStore&, std::uint32_t& f, std::uint32_t& g) {
        sort_operands(f, g);
        if (f == kEmptyFamily) return kEmptyFamily;
        return f == kUnitFamily ? g : kUnknown;
    }

    // The symbol is in a union where one of both rows holds it.
    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        NodeStore& nodes = machine.nodes();
        auto [f, g] = std::pair(task.f, task.g);
        if (nodes[g].level < nodes[f].level) std::swap(f, g);  // only the upper one surely has the symbol
        const std::uint32_t level = nodes[f].level;
        switch (task.stage++) {
            case 0:
                return ask(nodes.high(f, level),
                           machine.run<Union>(nodes.low(g, level), nodes.high(g, level)));
            case 1:
                task.kept = result;
                return ask(nodes.low(f, level), nodes.high(g, level));
            case 2:
                task.kept = machine.run<Union>(task.kept, result);
                return ask(nodes.low(f, level), nodes.low(g, level));
            default:
                return finish(nodes.make(level, result, task.kept));
        }
    }
};

// All intersections of a row of f and a row of g. (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 205.)
struct Meet : Stepwise<Operation::kMeet> {
    static std::uint32_t known(NodeStore&, std::uint32_t& f, std::uint32_t& g) {
        sort_operands(f, g);
        return f <= kUnitFamily ? f : kUnknown;  // only the first operand can be empty
    }

    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        NodeStore& nodes = machine.nodes();
        auto [f, g] = std::pair(task.f, task.g);
        if (nodes[g].level < nodes[f].level) std::swap(f, g);
        const FamilyNode upper = nodes[f], other = nodes[g];
        if (upper.level < other.level) {  // no intersection holds the symbol
            switch (task.stage++) {
                case 0:
                    return ask(upper.low, g);
                case 1:
                    task.kept = result;
                    return ask(upper.high, g);
                default:
                    return finish(machine.run<Union>(task.kept, result));
            }
        }
        switch (task.stage++) {  // the symbol is in an intersection where both rows hold it
            case 0:
                return ask(upper.low, machine.run<Union>(other.low, other.high));
            case 1:
                task.kept = result;
                return ask(upper.high, other.low);
            case 2:
                task.kept = machine.run<Union>(task.kept, result);
                return ask(upper.high, other.high);
            default:
                return finish(nodes.make(upper.level, task.kept, result));
        }
    }
};

}  // namespace nzdd
