// The sets that differ from a row of f in one symbol, or in one for another: of the symbols of the one row
// of g.
#pragma once

#include "algebra/machine.hpp"
#include "algebra/operations/set_operations.hpp"
#include "algebra/task.hpp"

namespace nzdd {

// The symbol at work, that of the topmost node: the rows of f without and with it, whether it is one of g,
// and the symbols of g below.
struct TopSymbol {
    std::uint32_t level, low, high, below;
    bool may_change;

    TopSymbol(const NodeStore& nodes, const Task& task) {
        const FamilyNode &rows = nodes[task.f], &symbols = nodes[task.g];
        level = std::min(rows.level, symbols.level);
        const bool held = rows.level == level;
        low = held ? rows.low : task.f;
        high = held ? rows.high : kEmptyFamily;
        may_change = symbols.level == level;
        below = may_change ? symbols.high : task.g;
    }

    // A family where the symbol may change, else no rows.
    std::uint32_t if_changed(std::uint32_t family) const { return may_change ? family : kEmptyFamily; }
};

template <Operation kOwn>
struct Neighbours : Stepwise<kOwn> {
    static std::uint32_t known(NodeStore&, std::uint32_t& f, std::uint32_t& g) {
        return f == kEmptyFamily || g <= kUnitFamily ? kEmptyFamily : kUnknown;
    }
};

// The rows of f without one of their symbols.
struct RemoveOne : Neighbours<Operation::kRemoveOne> {
    static std::uint32_t known(NodeStore& nodes, std::uint32_t& f, std::uint32_t& g) {
        while (nodes[g].level < nodes[f].level) g = nodes[g].high;  // no row of f holds these
        return Neighbours::known(nodes, f, g);
    }

    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        const TopSymbol top(machine.nodes(), task);
        if (task.stage == 2) task.kept = machine.run<Union>(task.kept, top.if_changed(top.high));
        return each_branch(
            machine.nodes(), task, result, top.level, [&] { return ask(top.low, top.below); },
            [&] { return ask(top.high, top.below); });
    }
};

// The rows of f with one more symbol.
struct AddOne : Neighbours<Operation::kAddOne> {
    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        const TopSymbol top(machine.nodes(), task);
        if (task.stage == 2) result = machine.run<Union>(result, top.if_changed(top.low));
        return each_branch(
            machine.nodes(), task, result, top.level, [&] { return ask(top.low, top.below); },
            [&] { return ask(top.high, top.below); });
    }
};

// The rows of f with one symbol in place of another.
struct ExchangeOne : Neighbours<Operation::kExchangeOne> {
    static Move step(Machine& machine, Task& task, std::uint32_t result) {
        const TopSymbol top(machine.nodes(), task);
        if (task.stage == 2 && top.may_change) {
            task.kept = machine.run<Union>(task.kept, machine.run<AddOne>(top.high, top.below));
            result = machine.run<Union>(result, machine.run<RemoveOne>(top.low, top.below));
        }
        return each_branch(
            machine.nodes(), task, result, top.level, [&] { return ask(top.low, top.below); },
            [&] { return ask(top.high, top.below); });
    }
};

}  // namespace nzdd
