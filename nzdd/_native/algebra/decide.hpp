// What questions about f and g share whose answer is yes where it is yes for the rows without the top
// symbol and for those with it. Yes is the unit family, no the empty one; no node is made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

inline constexpr std::uint32_t kNo = kEmptyFamily, kYes = kUnitFamily;

template <Operation kOwn>
struct Decide {
    static constexpr Operation kOperation = kOwn;

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const auto [f, g] = std::pair(task.call.f, task.call.g);
        const std::uint32_t level = std::min(nodes[f].level, nodes[g].level);
        switch (task.stage++) {
            case 0:
                return ask(kOperation, nodes.low(f, level), nodes.low(g, level));
            case 1:
                if (result == kNo) return finish(kNo);
                return ask(kOperation, nodes.high(f, level), nodes.high(g, level));
            default:
                return finish(result);
        }
    }
};

}  // namespace nzdd
