// The words in which an operation on families speaks to the machine that runs it (machine.hpp).
#pragma once

#include <cstdint>
#include <utility>

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
    kQuotient,
    kRemainder,
    kChange,
    kNonSupersets,
    kNonSubsets,
    kSupersetsOf,
    kSubsetsOf,
    kMinimal,
    kMaximal,
    kAtLeast,
    kAtMost,
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

// For operations that may exchange their operands: one result is kept for both orders.
inline void sort_operands(Call& call) {
    if (call.g < call.f) std::swap(call.f, call.g);
}

// An operation at work: its next stage, and one family it keeps for later.
struct Task {
    Call call;
    std::uint32_t stage, kept;
};

// What a task wants next: the result of a call, or to end with a result of its own.
struct Move {
    Call call;
    std::uint32_t result;  // kUnknown: it wants the call
};

inline Move ask(Operation operation, std::uint32_t f, std::uint32_t g = kEmptyFamily) {
    return {{operation, f, g}, kUnknown};
}

inline Move finish(std::uint32_t result) { return {{}, result}; }

}  // namespace nzdd
