// What an operation on families and the machine that runs it (machine.hpp) exchange.
#pragma once

#include "algebra/node_store.hpp"
#include "base/hash_slots.hpp"
#include "base/memo.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

enum class Operation : std::uint32_t {
    kUnion,
    kIntersection,
    kDifference,
    kSymmetricDifference,
    kIsSubset,
    kIsDisjoint,
    kJoin,
    kMeet,
    kJoinEitherWay,
    kMeetEitherWay,
    kQuotient,
    kDivision,
    kRowQuotient,
    kRemainder,
    kChange,
    kNonSupersets,
    kNonSubsets,
    kLacking,
    kOnset,
    kOffset,
    kSupersetsOf,
    kSubsetsOf,
    kMinimal,
    kMaximal,
    kAtLeast,
    kAtMost,
    kRemoveOne,
    kAddOne,
    kExchangeOne,
};

// An operation and its operands: families, but for the number that some take as `g`. One that takes a
// single operand leaves `g` zero.
struct Call {
    Operation operation;
    std::uint32_t f, g;
    bool operator==(const Call&) const = default;
    std::uint64_t hash() const {
        return mix(mix(std::uint64_t{f} << 32 | g) + static_cast<std::uint64_t>(operation));
    }
};

using Results = Memo<Call>;

// For operations that may exchange their operands: one result is kept for both orders.
inline void sort_operands(std::uint32_t& f, std::uint32_t& g) {
    if (g < f) std::swap(f, g);
}

// An operation at work: its operands, its next stage, and one family it keeps for later.
struct Task {
    std::uint32_t f, g, stage, kept;
};

// What a task does next: wait for the result of the same operation on other operands, or end with a
// result of its own.
struct Move {
    std::uint32_t f, g;
    std::uint32_t result;  // kUnknown: it waits
};

inline Move ask(std::uint32_t f, std::uint32_t g = 0) { return {f, g, kUnknown}; }
inline Move finish(std::uint32_t result) { return {0, 0, result}; }

// The next move where a node of `level` joins the results of two independent calls, low() and high().
template <class Low, class High>
[[gnu::always_inline]] inline Move each_branch(NodeStore& nodes, Task& task, std::uint32_t result,
                                               std::uint32_t level, const Low& low, const High& high) {
    switch (task.stage++) {
        case 0:
            return low();
        case 1:
            task.kept = result;
            return high();
        default:
            return finish(nodes.make(level, task.kept, result));
    }
}

}  // namespace nzdd
