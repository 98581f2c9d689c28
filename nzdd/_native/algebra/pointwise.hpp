// What operations share whose result holds a row or not by whether f and g hold it: the symbol of
// the topmost node splits both families, and the parts are worked on each for itself. (R. E. Bryant,
// Graph-based algorithms for Boolean function manipulation, 1986.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

template <Operation kOwn>
struct Pointwise {
    static constexpr Operation kOperation = kOwn;

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const auto [f, g] = std::pair(task.call.f, task.call.g);
        const std::uint32_t level = std::min(nodes[f].level, nodes[g].level);
        switch (task.stage++) {
            case 0:
                return ask(kOperation, nodes.low(f, level), nodes.low(g, level));
            case 1:
                task.kept = result;
                return ask(kOperation, nodes.high(f, level), nodes.high(g, level));
            default:
                return finish(nodes.make(level, task.kept, result));
        }
    }
};

}  // namespace nzdd
