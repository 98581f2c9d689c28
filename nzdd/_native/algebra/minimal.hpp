// The rows of f that contain no other row of f. (D. E. Knuth, TAOCP 4A, 7.1.4, exercise 237.)
#pragma once

#include <cstdint>

#include "algebra/node_store.hpp"
#include "algebra/task.hpp"

namespace nzdd {

struct Minimal {
    static constexpr Operation kOperation = Operation::kMinimal;

    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        const NodeStore::Node& f = nodes[call.f];
        if (f.shortest == 0) return kUnitFamily;
        return f.shortest >= f.longest ? call.f : kUnknown;  // all rows of one size, or no row
    }

    // Rows with the top symbol may contain rows without it, but not the other way round.
    static Move step(NodeStore& nodes, Task& task, std::uint32_t result) {
        const NodeStore::Node f = nodes[task.call.f];
        switch (task.stage++) {
            case 0:
                return ask(kOperation, f.low);
            case 1:
                task.kept = result;
                return ask(kOperation, f.high);
            case 2:
                return ask(Operation::kNonSupersets, result, task.kept);
            default:
                return finish(nodes.make(f.level, task.kept, result));
        }
    }
};

}  // namespace nzdd
