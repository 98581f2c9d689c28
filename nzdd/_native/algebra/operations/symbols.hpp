// Operations by the symbols of the one row of g: the rows of f with and without them. (S. Minato,
// Zero-suppressed BDDs for set manipulation in combinatorial problems, 1993.) What is left to do at a node
// follows from the node alone: the symbols from its level down. So results wait in an array by nodes, for a
// single pass, and only that for f itself is kept. Time O(nodes of f above the lowest of the symbols).
#pragma once

#include "algebra/machine.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// The levels of the symbols, and which of them comes next.
class SymbolsLeft {
public:
    SymbolsLeft(const NodeStore& nodes, std::uint32_t row) {
        for (; row != kUnitFamily; row = nodes[row].high) levels_.push_back(nodes[row].level);
    }

    bool none(std::uint32_t next) const { return next == levels_.size(); }
    std::uint32_t level(std::uint32_t next) const { return levels_[next]; }

private:
    Array<std::uint32_t> levels_;
};

// The rows of f that hold all the symbols.
struct OnsetRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        if (left.none(next)) return f;
        return nodes[f].level > left.level(next) ? kEmptyFamily : kUnknown;
    }
};

// The same rows without the symbols.
struct RowQuotientRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        for (; !left.none(next) && nodes[f].level >= left.level(next); ++next) {
            if (nodes[f].level > left.level(next)) return kEmptyFamily;
            f = nodes[f].high;
        }
        return left.none(next) ? f : kUnknown;
    }
};

// The rows of f that hold none of the symbols.
struct OffsetRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        for (; !left.none(next) && nodes[f].level >= left.level(next); ++next)
            if (nodes[f].level == left.level(next)) f = nodes[f].low;
        return left.none(next) ? f : kUnknown;
    }
};

template <class Rule>
class SymbolPass {
public:
    SymbolPass(Machine& machine, std::uint32_t f, std::uint32_t row)
        : machine_(machine), nodes_(machine.nodes()), left_(nodes_, row), found_(Found::zeros(f + 1)) {}

    std::uint32_t run(std::uint32_t f) {
        for (std::uint32_t next = 0;;) {
            std::uint32_t result = Rule::known(nodes_, left_, f, next);
            if (result == kUnknown) {
                if (found_[f] == 0) {
                    open(f, next);
                    continue;
                }
                result = found_[f] - 1;
            }
            for (;; open_.pop_back()) {
                if (open_.empty()) return result;
                Open& node = open_.back();
                if (node.low == kUnknown) {
                    node.low = result;
                    f = nodes_[node.id].high;
                    next = node.next;
                    break;
                }
                result = joined(node, result);
                found_[node.id] = result + 1;
            }
        }
    }

private:
    // A node at work: on its low branch, whose result is not known yet, or on its high one.
    struct Open {
        std::uint32_t id, next, low;
    };

    using Found = Array<std::uint32_t>;

    void open(std::uint32_t& f, std::uint32_t& next) {
        machine_.count_step();
        const FamilyNode& node = nodes_[f];
        if (node.level == left_.level(next)) {  // only rows with the symbol count
            open_.push_back({f, next, kEmptyFamily});
            f = node.high;
            ++next;
        } else {
            nodes_.prefetch(node.high);
            open_.push_back({f, next, kUnknown});
            f = node.low;
        }
    }

    // Where nothing has changed, no other node need be looked for.
    std::uint32_t joined(const Open& open, std::uint32_t high) {
        const FamilyNode& node = nodes_[open.id];
        if (node.low == open.low && node.high == high) return open.id;
        return nodes_.make(node.level, open.low, high);
    }

    Machine& machine_;
    NodeStore& nodes_;
    SymbolsLeft left_;
    Found found_;  // of each node the result and one; its memory comes as it is used
    Array<Open> open_;
};

template <Operation kOwn, class Rule>
struct BySymbols : Stepwise<kOwn> {
    static std::uint32_t known(NodeStore&, std::uint32_t&, std::uint32_t&) { return kUnknown; }

    static Move step(Machine& machine, Task& task, std::uint32_t) {
        return finish(SymbolPass<Rule>(machine, task.f, task.g).run(task.f));
    }
};

using Onset = BySymbols<Operation::kOnset, OnsetRule>;
using RowQuotient = BySymbols<Operation::kRowQuotient, RowQuotientRule>;
using Offset = BySymbols<Operation::kOffset, OffsetRule>;

}  // namespace nzdd
