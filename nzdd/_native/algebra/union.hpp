// The rows of f and those of g.
#pragma once

#include <cstdint>

#include "algebra/pointwise.hpp"

namespace nzdd {

struct Union : Pointwise<Operation::kUnion> {
    static std::uint32_t known(const NodeStore&, Call& call) {
        sort_operands(call);
        return call.f == kEmptyFamily || call.f == call.g ? call.g : kUnknown;
    }
};

}  // namespace nzdd
