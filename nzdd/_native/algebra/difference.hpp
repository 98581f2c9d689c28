// The rows of f that g does not hold.
#pragma once

#include <cstdint>

#include "algebra/pointwise.hpp"

namespace nzdd {

struct Difference : Pointwise<Operation::kDifference> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        call.g = nodes.tail(call.g, nodes[call.f].level);  // no row of f holds a symbol above
        if (call.f == call.g) return kEmptyFamily;
        return nodes.sizes_apart(call.f, call.g) ? call.f : kUnknown;
    }
};

}  // namespace nzdd
