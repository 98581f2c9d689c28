// The rows that f and g have in common.
#pragma once

#include <cstdint>

#include "algebra/pointwise.hpp"

namespace nzdd {

struct Intersection : Pointwise<Operation::kIntersection> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        nodes.align(call.f, call.g);
        sort_operands(call);
        if (call.f == call.g) return call.f;
        return nodes.sizes_apart(call.f, call.g) ? kEmptyFamily : kUnknown;
    }
};

}  // namespace nzdd
