// The rows of f that contain no row of g. (S. Minato, Calculation of unate cube set algebra using
// ZBDDs, 1994; D. E. Knuth, TAOCP 4A, 7.1.4, exercise 236.)
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct NonSupersets {
    static constexpr Operation kOperation = Operation::kNonSupersets;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        if (call.f == kEmptyFamily) return kEmptyFamily;
        call.g = nodes.tail(call.g, nodes[call.f].level);  // no row of f holds a symbol above
        if (call.f == call.g || nodes[call.g].shortest == 0) return kEmptyFamily;
        return nodes[call.g].shortest > nodes[call.f].longest ? call.f : kUnknown;
    }

    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const NodeStore::Node f = nodes[task.call.f], g = nodes[task.call.g];
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

}  // namespace nzdd
