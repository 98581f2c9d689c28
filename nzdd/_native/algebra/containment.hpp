// Rows that contain other rows, or are contained in them: supersets, subsets, minimal and maximal rows.
#pragma once

#include "algebra/task.hpp"

namespace nzdd {

// The rows of f that contain no row of g. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 236.)
struct NonSupersets {
    static constexpr Operation kOperation = Operation::kNonSupersets;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (call.f == kEmptyFamily) return kEmptyFamily;
        call.g = nodes.tail(call.g, nodes[call.f].level);  // no row of f holds a symbol above
        if (call.f == call.g || nodes[call.g].shortest == 0) return kEmptyFamily;
        return nodes[call.g].shortest > nodes[call.f].longest ? call.f : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const FamilyNode f = nodes[task.call.f], g = nodes[task.call.g];
        const bool common = f.level == g.level;
        switch (task.stage++) {
            case 0:
                return ask(kOperation, f.low, common ? g.low : task.call.g);
            case 1:
                task.kept = result;
                return ask(kOperation, f.high, common ? g.high : task.call.g);
            case 2:  // a row with the symbol may contain one without it as well
                if (common) return ask(kOperation, result, g.low);
                [[fallthrough]];
            default:
                return finish(nodes.make(f.level, task.kept, result));
        }
    }
};

// The rows of f that no row of g contains. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 236.)
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
        const FamilyNode f = nodes[task.call.f], g = nodes[task.call.g];
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
    // Rows of f with a symbol above all of g stay: only those further down the chain need a call.
    // In sparse data with many symbols such chains are long, and most often nothing changes there.
    static Move step_tail(NodeStore& nodes, Task& task, std::uint32_t level, std::uint32_t result) {
        const std::uint32_t tail = nodes.tail(task.call.f, level);
        if (task.stage++ == 0) return ask(kOperation, tail, task.call.g);
        return finish(result == tail ? task.call.f : nodes.with_tail(task.call.f, level, result));
    }
};

// The rows of f that another operation leaves out: those that contain, or are in, a row of g.
template <Operation kOwn, Operation kOther>
struct LeftOut {
    static constexpr Operation kOperation = kOwn;

    static std::uint32_t known(const NodeStore&, Call&) { return kUnknown; }

    static Move step(NodeStore&, Task& task, std::uint32_t result) {
        switch (task.stage++) {
            case 0:
                return ask(kOther, task.call.f, task.call.g);
            case 1:
                return ask(Operation::kDifference, task.call.f, result);
            default:
                return finish(result);
        }
    }
};

using SupersetsOf = LeftOut<Operation::kSupersetsOf, Operation::kNonSupersets>;
using SubsetsOf = LeftOut<Operation::kSubsetsOf, Operation::kNonSubsets>;

// The minimal or maximal rows of f. Rows with the top symbol may contain rows without it, but not the other
// way round. So all such rows of one branch are in the result, and those of the other that `kFilter` keeps.
// (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 237.)
template <Operation kOwn, Operation kFilter, bool kLowFirst>
struct Extremal {
    static constexpr Operation kOperation = kOwn;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        const FamilyNode& f = nodes[call.f];
        if (kOwn == Operation::kMinimal && f.shortest == 0) return kUnitFamily;  // the empty row is in all
        return f.shortest >= f.longest ? call.f : kUnknown;  // all rows of one size, or no row
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const FamilyNode f = nodes[task.call.f];
        switch (task.stage++) {
            case 0:
                return ask(kOwn, kLowFirst ? f.low : f.high);
            case 1:
                task.kept = result;
                return ask(kOwn, kLowFirst ? f.high : f.low);
            case 2:
                return ask(kFilter, result, task.kept);
            default:
                return finish(kLowFirst ? nodes.make(f.level, task.kept, result)
                                        : nodes.make(f.level, result, task.kept));
        }
    }
};

// The rows of f that contain no other row of f.
using Minimal = Extremal<Operation::kMinimal, Operation::kNonSupersets, true>;
// The rows of f that no other row of f contains.
using Maximal = Extremal<Operation::kMaximal, Operation::kNonSubsets, false>;

}  // namespace nzdd
