// Rows that contain other rows, or are contained in them: supersets, subsets, minimal and maximal rows.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/set_operations.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// The rows of f that contain no row of g. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 236.)
struct NonSupersets : Stepwise<Operation::kNonSupersets> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        if (f == kEmptyFamily) return kEmptyFamily;
        g = nodes.tail(g, nodes[f].level);  // no row of f holds a symbol above
        if (g == kEmptyFamily) return f;
        if (f == g || nodes[g].shortest() == 0) return kEmptyFamily;
        return nodes[g].shortest() > nodes[f].longest() ? f : kUnknown;
    }

    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        NodeStore& nodes = machine.nodes();
        const FamilyNode f = nodes[task.f], g = nodes[task.g];
        const bool common = f.level == g.level;
        switch (task.stage++) {
            case 0:
                return ask(f.low, common ? g.low : task.g);
            case 1:
                task.kept = result;
                return ask(f.high, common ? g.high : task.g);
            case 2:  // a row with the symbol may contain one without it as well
                if (common) return ask(result, g.low);
                [[fallthrough]];
            default:
                return finish(nodes.make(f.level, task.kept, result));
        }
    }
};

// The rows of f that no row of g contains. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 236.)
struct NonSubsets : Stepwise<Operation::kNonSubsets> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        if (f == kEmptyFamily) return kEmptyFamily;
        // A symbol that every row of g holds and no row of f makes no difference.
        while (nodes[g].level < nodes[f].level && nodes[g].low == kEmptyFamily) g = nodes[g].high;
        if (f == g) return kEmptyFamily;
        if (g == kEmptyFamily || nodes[f].shortest() > nodes[g].longest()) return f;
        return f == kUnitFamily ? kEmptyFamily : kUnknown;
    }

    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        NodeStore& nodes = machine.nodes();
        const FamilyNode f = nodes[task.f], g = nodes[task.g];
        if (f.level < g.level) return step_tail(nodes, task, g.level, result);
        if (g.level < f.level) {
            switch (task.stage++) {
                case 0:
                    return ask(task.f, g.low);
                case 1:
                    return ask(result, g.high);
                default:
                    return finish(result);
            }
        }
        switch (task.stage++) {
            case 0:
                return ask(f.low, g.low);
            case 1:  // a row without the symbol may be in one with it as well
                return ask(result, g.high);
            case 2:
                task.kept = result;
                return ask(f.high, g.high);
            default:
                return finish(nodes.make(f.level, task.kept, result));
        }
    }

private:
    // Rows of f with a symbol above all of g stay: only those further down the chain need a call.
    // In sparse data with many symbols such chains are long, and most often nothing changes there.
    static Move step_tail(NodeStore& nodes, Task& task, std::uint32_t level, std::uint32_t result) {
        const std::uint32_t tail = nodes.tail(task.f, level);
        if (task.stage++ == 0) return ask(tail, task.g);
        return finish(result == tail ? task.f : nodes.with_tail(task.f, level, result));
    }
};

// The rows of f that another operation leaves out: those that contain, or are in, a row of g.
template <Operation kOwn, class Other>
struct LeftOut : Stepwise<kOwn> {
    static std::uint32_t known(NodeStore&, std::uint32_t&, std::uint32_t&) { return kUnknown; }

    static Move step(Machine& machine, Task& task, std::uint32_t) {
        return finish(machine.run<Difference>(task.f, machine.run<Other>(task.f, task.g)));
    }
};

using SupersetsOf = LeftOut<Operation::kSupersetsOf, NonSupersets>;
using SubsetsOf = LeftOut<Operation::kSubsetsOf, NonSubsets>;

// The minimal or maximal rows of f. Rows with the top symbol may contain rows without it, but not the other
// way round. So all such rows of one branch are in the result, and those of the other that `kFilter` keeps.
// (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 237.)
template <Operation kOwn, class Filter, bool kLowFirst>
struct Extremal : Stepwise<kOwn> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t&) {
        const FamilyNode& rows = nodes[f];
        if (kOwn == Operation::kMinimal && rows.shortest() == 0) return kUnitFamily;  // it is in all
        return rows.shortest() >= rows.longest() ? f : kUnknown;  // all rows of one size, or no row
    }

    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        const FamilyNode f = machine.nodes()[task.f];
        switch (task.stage++) {
            case 0:
                return ask(kLowFirst ? f.low : f.high);
            case 1:
                task.kept = result;
                return ask(kLowFirst ? f.high : f.low);
            default:
                result = machine.run<Filter>(result, task.kept);
                return finish(kLowFirst ? machine.nodes().make(f.level, task.kept, result)
                                        : machine.nodes().make(f.level, result, task.kept));
        }
    }
};

// The rows of f that contain no other row of f.
using Minimal = Extremal<Operation::kMinimal, NonSupersets, true>;
// The rows of f that no other row of f contains.
using Maximal = Extremal<Operation::kMaximal, NonSubsets, false>;

}  // namespace nzdd
