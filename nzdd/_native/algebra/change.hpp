// Each row of f without the symbols it shares with the one row of g, and with the others of that row.
// (S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, 1993.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct Change {
    static constexpr Operation kOperation = Operation::kChange;

    static std::uint32_t known(const NodeStore&, Call& call) {
        return call.f == kEmptyFamily || call.g == kUnitFamily ? call.f : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const auto [f, g] = std::pair(task.call.f, task.call.g);
        const std::uint32_t level = std::min(nodes[f].level, nodes[g].level);
        std::uint32_t low = nodes.low(f, level), high = nodes.high(f, level), others = g;
        if (nodes[g].level == level) {
            std::swap(low, high);
            others = nodes[g].high;
        }
        switch (task.stage++) {
            case 0:
                return ask(kOperation, low, others);
            case 1:
                task.kept = result;
                return ask(kOperation, high, others);
            default:
                return finish(nodes.make(level, task.kept, result));
        }
    }
};

}  // namespace nzdd
