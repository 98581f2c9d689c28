// Quotient and remainder.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/products.hpp"
#include "algebra/operations/set_operations.hpp"
#include "algebra/operations/symbols.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// The sets h, disjoint from every row of g, such that h united with each row of g is a row of f; g is not
// empty.
// (S. Minato, Calculation of unate cube set algebra using ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4,
// exercise 204.)
struct Division : Stepwise<Operation::kDivision> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        if (g == kUnitFamily) return f;
        if (f == g) return kUnitFamily;
        const FamilyNode &dividend = nodes[f], &divisor = nodes[g];
        const bool none = divisor.level < dividend.level || divisor.longest() > dividend.longest();
        return none ? kEmptyFamily : kUnknown;
    }

    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        NodeStore& nodes = machine.nodes();
        const FamilyNode f = nodes[task.f], g = nodes[task.g];
        if (f.level < g.level)
            return each_branch(
                nodes, task, result, f.level, [&] { return ask(f.low, task.g); },
                [&] { return ask(f.high, task.g); });
        switch (task.stage++) {  // a row of g holds the symbol, so no row of the quotient does
            case 0:
                return ask(f.high, g.high);
            case 1:
                if (result == kEmptyFamily || g.low == kEmptyFamily) return finish(result);
                task.kept = result;
                return ask(f.low, g.low);
            default:
                return finish(machine.run<Intersection>(task.kept, result));
        }
    }
};

// The same; by a single row without a look at the sizes of rows, which takes O(nodes) once.
struct Quotient : Stepwise<Operation::kQuotient> {
    static std::uint32_t known(NodeStore&, std::uint32_t&, std::uint32_t&) { return kUnknown; }

    static Move step(Machine& machine, Task& task, std::uint32_t) {
        return finish(machine.nodes().is_single_row(task.g) ? machine.run<RowQuotient>(task.f, task.g)
                                                            : machine.run<Division>(task.f, task.g));
    }
};

// The rows of f that are not the union of a row of g and a row of the quotient; g is not empty.
struct Remainder : Stepwise<Operation::kRemainder> {
    static std::uint32_t known(NodeStore&, std::uint32_t&, std::uint32_t&) { return kUnknown; }

    static Move step(Machine& machine, Task& task, std::uint32_t) {
        if (machine.nodes().is_single_row(task.g)) return finish(machine.run<Lacking>(task.f, task.g));
        const std::uint32_t quotient = machine.run<Division>(task.f, task.g);
        return finish(machine.run<Difference>(task.f, machine.run<Join>(task.g, quotient)));
    }
};

}  // namespace nzdd
