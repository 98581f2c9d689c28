// The rows that one of f and g holds and the other does not.
#pragma once

#include <cstdint>

#include "algebra/pointwise.hpp"

namespace nzdd {

struct SymmetricDifference : Pointwise<Operation::kSymmetricDifference> {
    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        if (call.f == call.g) return kEmptyFamily;
        return call.f == kEmptyFamily ? call.g : kUnknown;
    }
};

}  // namespace nzdd
