// The operations of sets: union, intersection, differences, and the questions whether one family is a
// subset of another or disjoint from it. A row is in the result or not depending on whether f and g have it:
// the symbol of the topmost node splits both families, and the parts are worked on separately. (R. E. Bryant,
// Graph-based algorithms for Boolean function manipulation, 1986.)
#pragma once

#include "algebra/task.hpp"

namespace nzdd {

template <Operation kOwn>
struct Combination {
    static constexpr Operation kOperation = kOwn;
    static constexpr bool kCombines = true, kIsQuestion = false;
};

// The rows of f and those of g.
struct Union : Combination<Operation::kUnion> {
    static std::uint32_t known(NodeStore&, std::uint32_t& f, std::uint32_t& g) {
        sort_operands(f, g);
        return f == kEmptyFamily || f == g ? g : kUnknown;
    }
};

// The rows that f and g have in common.
struct Intersection : Combination<Operation::kIntersection> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        nodes.align(f, g);
        sort_operands(f, g);
        if (f == g) return f;
        return nodes.sizes_apart(f, g) ? kEmptyFamily : kUnknown;
    }
};

// The rows of f that g does not hold.
struct Difference : Combination<Operation::kDifference> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        g = nodes.tail(g, nodes[f].level);  // no row of f holds a symbol above
        if (f == g) return kEmptyFamily;
        return nodes.sizes_apart(f, g) ? f : kUnknown;
    }
};

// The rows that one of f and g holds and the other does not.
struct SymmetricDifference : Combination<Operation::kSymmetricDifference> {
    static std::uint32_t known(NodeStore&, std::uint32_t& f, std::uint32_t& g) {
        sort_operands(f, g);
        if (f == g) return kEmptyFamily;
        return f == kEmptyFamily ? g : kUnknown;
    }
};

inline constexpr std::uint32_t kNo = kEmptyFamily, kYes = kUnitFamily;

// For questions whose answer is yes if it is yes for the rows without the top symbol and for those with
// it. No node is made.
template <Operation kOwn>
struct Question : Combination<kOwn> {
    static constexpr bool kIsQuestion = true;
};

// Whether g holds every row of f.
struct IsSubset : Question<Operation::kIsSubset> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        g = nodes.tail(g, nodes[f].level);  // no row of f holds a symbol above
        if (f == kEmptyFamily || f == g) return kYes;
        const FamilyNode &one = nodes[f], &other = nodes[g];
        const bool fits = one.level == other.level && other.shortest() <= one.shortest() &&
                          one.longest() <= other.longest();
        return fits ? kUnknown : kNo;
    }
};

// Whether f and g have no row in common.
struct IsDisjoint : Question<Operation::kIsDisjoint> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        nodes.align(f, g);
        sort_operands(f, g);
        if (nodes.sizes_apart(f, g)) return kYes;
        return f == g ? kNo : kUnknown;
    }
};

}  // namespace nzdd
