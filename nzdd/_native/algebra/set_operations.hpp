// The operations of sets: union, intersection, differences, and the questions whether one family is a
// subset of another or disjoint from it.
#pragma once

#include "algebra/task.hpp"

namespace nzdd {

// For operations whose result has a row or not depending on whether f and g have it: the symbol of the
// topmost node splits both families, and the parts are worked on separately. (R. E. Bryant, Graph-based
// algorithms for Boolean function manipulation, 1986.)
template <Operation kOwn>
struct Pointwise {
    static constexpr Operation kOperation = kOwn;

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const auto [f, g] = std::pair(task.call.f, task.call.g);
        const std::uint32_t level = std::min(nodes[f].level, nodes[g].level);
        return each_branch(
            nodes, task, result, level, [&] { return ask(kOwn, nodes.low(f, level), nodes.low(g, level)); },
            [&] { return ask(kOwn, nodes.high(f, level), nodes.high(g, level)); });
    }
};

// The rows of f and those of g.
struct Union : Pointwise<Operation::kUnion> {
    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        return call.f == kEmptyFamily || call.f == call.g ? call.g : kUnknown;
    }
};

// The rows that f and g have in common.
struct Intersection : Pointwise<Operation::kIntersection> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        nodes.align(call.f, call.g);
        sort_operands(call);
        if (call.f == call.g) return call.f;
        return nodes.sizes_apart(call.f, call.g) ? kEmptyFamily : kUnknown;
    }
};

// The rows of f that g does not hold.
struct Difference : Pointwise<Operation::kDifference> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        call.g = nodes.tail(call.g, nodes[call.f].level);  // no row of f holds a symbol above
        if (call.f == call.g) return kEmptyFamily;
        return nodes.sizes_apart(call.f, call.g) ? call.f : kUnknown;
    }
};

// The rows that one of f and g holds and the other does not.
struct SymmetricDifference : Pointwise<Operation::kSymmetricDifference> {
    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        if (call.f == call.g) return kEmptyFamily;
        return call.f == kEmptyFamily ? call.g : kUnknown;
    }
};

inline constexpr std::uint32_t kNo = kEmptyFamily, kYes = kUnitFamily;

// For questions whose answer is yes if it is yes for the rows without the top symbol and for those with
// it. No node is made.
template <Operation kOwn>
struct Question : Pointwise<kOwn> {
    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        if (task.stage == 2 || (task.stage == 1 && result == kNo)) return finish(result);
        return Pointwise<kOwn>::step(nodes, task, result);
    }
};

// Whether g holds every row of f.
struct IsSubset : Question<Operation::kIsSubset> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        call.g = nodes.tail(call.g, nodes[call.f].level);  // no row of f holds a symbol above
        if (call.f == kEmptyFamily || call.f == call.g) return kYes;
        const FamilyNode &f = nodes[call.f], &g = nodes[call.g];
        const bool fits = f.level == g.level && g.shortest <= f.shortest && f.longest <= g.longest;
        return fits ? kUnknown : kNo;
    }
};

// Whether f and g have no row in common.
struct IsDisjoint : Question<Operation::kIsDisjoint> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        nodes.align(call.f, call.g);
        sort_operands(call);
        if (nodes.sizes_apart(call.f, call.g)) return kYes;
        return call.f == call.g ? kNo : kUnknown;
    }
};

}  // namespace nzdd
