// Whether f and g have no row in common.
#pragma once

#include <cstdint>

#include "algebra/decide.hpp"

namespace nzdd {

struct IsDisjoint : Decide<Operation::kIsDisjoint> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        nodes.align(call.f, call.g);
        sort_operands(call);
        if (nodes.sizes_apart(call.f, call.g)) return kYes;
        return call.f == call.g ? kNo : kUnknown;
    }
};

}  // namespace nzdd
