// Operations by the symbols of the one row of g: the rows of f with all of them, with none, or not with all.
// (S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, 1993.) What is left to do
// at a node follows from the node alone: the symbols from its level down. So results wait in an array by
// nodes, for a single pass, and only that for f itself is kept. Time O(nodes of f above the lowest of the
// symbols).
#pragma once

#include "algebra/machine.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// The levels of the symbols, and which of them comes next.
class SymbolsLeft {
public:
    SymbolsLeft(const NodeStore& nodes, std::uint32_t row) {
        for (; row != kUnitFamily; row = nodes[row].high) {
            levels_.push_back(nodes[row].level);
            rests_.push_back(row);
        }
        rests_.push_back(kUnitFamily);
    }

    bool none(std::uint32_t next) const { return next == levels_.size(); }
    std::uint32_t level(std::uint32_t next) const { return levels_[next]; }
    // The family of the one row of those from `next` on.
    std::uint32_t rest(std::uint32_t next) const { return rests_[next]; }

private:
    Array<std::uint32_t> levels_, rests_;
};

// The rows of f that hold all the symbols.
struct OnsetRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        if (left.none(next)) return f;
        return nodes[f].level > left.level(next) ? kEmptyFamily : kUnknown;
    }
    // Of the rows without the next symbol, at whose level f is.
    static std::uint32_t without(std::uint32_t) { return kEmptyFamily; }
};

// The rows of f that do not hold all the symbols.
struct LackingRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        if (left.none(next)) return kEmptyFamily;
        return nodes[f].level > left.level(next) ? f : kUnknown;
    }
    static std::uint32_t without(std::uint32_t low) { return low; }
};

// The rows of f that hold all the symbols, without these.
struct RowQuotientRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        for (; !left.none(next) && nodes[f].level >= left.level(next); ++next) {
            if (nodes[f].level > left.level(next)) return kEmptyFamily;
            f = nodes[f].high;
        }
        return left.none(next) ? f : kUnknown;
    }
    static std::uint32_t without(std::uint32_t low) { return low; }  // f is at no symbol's level
};

// The rows of f that hold none of the symbols.
struct OffsetRule {
    static std::uint32_t known(const NodeStore& nodes, const SymbolsLeft& left, std::uint32_t& f,
                               std::uint32_t& next) {
        for (; !left.none(next) && nodes[f].level >= left.level(next); ++next)
            if (nodes[f].level == left.level(next)) f = nodes[f].low;
        return left.none(next) ? f : kUnknown;
    }
    static std::uint32_t without(std::uint32_t low) { return low; }  // f is at no symbol's level
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
        if (node.level == left_.level(next)) {  // with the symbol
            open_.push_back({f, next, Rule::without(node.low)});
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

using Lacking = BySymbols<Operation::kLacking, LackingRule>;
using Onset = BySymbols<Operation::kOnset, OnsetRule>;
using RowQuotient = BySymbols<Operation::kRowQuotient, RowQuotientRule>;
using Offset = BySymbols<Operation::kOffset, OffsetRule>;

}  // namespace nzdd
