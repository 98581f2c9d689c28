// Each row of f without the symbols it shares with the one row of g, and with the others of that row. (S.
// Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, 1993.) As in symbols.hpp, what
// is left to do at a node follows from the node alone, and results wait in an array by nodes. Symbols of g
// that a branch passes over are in no row below: they are put above the result. Time O(nodes of f above the
// lowest of the symbols + symbols put above branches).
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/symbols.hpp"
#include "algebra/task.hpp"

namespace nzdd {

class ChangePass {
public:
    ChangePass(Machine& machine, std::uint32_t f, std::uint32_t row)
        : machine_(machine), nodes_(machine.nodes()), left_(nodes_, row), found_(Found::zeros(f + 1)) {}

    std::uint32_t run(std::uint32_t f) {
        for (std::uint32_t first = 0;;) {
            std::uint32_t next = first;  // the first symbol at the level of f or below
            while (!left_.none(next) && left_.level(next) < nodes_[f].level) ++next;
            std::uint32_t result = f;
            if (f == kUnitFamily) {
                result = left_.rest(first);
            } else if (f != kEmptyFamily && !left_.none(next)) {
                if (found_[f] == 0) {
                    open(f, first, next);
                    continue;
                }
                result = with_symbols(found_[f] - 1, first, next);
            } else {
                result = with_symbols(f, first, next);
            }
            for (;; open_.pop_back()) {
                if (open_.empty()) return result;
                Open& node = open_.back();
                first = node.next + node.has_symbol;
                if (node.low == kUnknown) {
                    node.low = result;
                    f = nodes_[node.id].high;
                    break;
                }
                result = joined(node, result);
                found_[node.id] = result + 1;
                result = with_symbols(result, node.first, node.next);
            }
        }
    }

private:
    // A node at work: on its low branch, whose result is not known yet, or on its high one. The symbols from
    // `first` on were left above it, those from `next` on at its level and below.
    struct Open {
        std::uint32_t id, first, next, low;
        bool has_symbol;
    };

    using Found = Array<std::uint32_t>;

    void open(std::uint32_t& f, std::uint32_t& first, std::uint32_t next) {
        machine_.count_step();
        const FamilyNode& node = nodes_[f];
        nodes_.prefetch(node.high);
        open_.push_back({f, first, next, kUnknown, node.level == left_.level(next)});
        first = next + open_.back().has_symbol;
        f = node.low;
    }

    std::uint32_t joined(const Open& open, std::uint32_t high) {
        const FamilyNode& node = nodes_[open.id];
        if (open.has_symbol) return nodes_.make(node.level, high, open.low);
        if (node.low == open.low && node.high == high) return open.id;
        return nodes_.make(node.level, open.low, high);
    }

    std::uint32_t with_symbols(std::uint32_t result, std::uint32_t first, std::uint32_t next) {
        while (next > first) {
            machine_.count_step();
            result = nodes_.make(left_.level(--next), kEmptyFamily, result);
        }
        return result;
    }

    Machine& machine_;
    NodeStore& nodes_;
    SymbolsLeft left_;
    Found found_;  // of each node the result and one; its memory comes as it is used
    Array<Open> open_;
};

struct Change : Stepwise<Operation::kChange> {
    static std::uint32_t known(NodeStore&, std::uint32_t& f, std::uint32_t& g) {
        return f == kEmptyFamily || g == kUnitFamily ? f : kUnknown;
    }

    static Move step(Machine& machine, Task& task, std::uint32_t) {
        return finish(ChangePass(machine, task.f, task.g).run(task.f));
    }
};

}  // namespace nzdd
