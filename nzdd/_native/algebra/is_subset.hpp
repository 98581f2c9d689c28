// Whether g holds every row of f.
#pragma once

#include <cstdint>

#include "algebra/decide.hpp"

namespace nzdd {

struct IsSubset : Decide<Operation::kIsSubset> {
    static std::uint32_t known(const NodeStore& nodes, Call& call) {
        call.g = nodes.tail(call.g, nodes[call.f].level);  // no row of f holds a symbol above
        if (call.f == kEmptyFamily || call.f == call.g) return kYes;
        const NodeStore::Node &f = nodes[call.f], &g = nodes[call.g];
        const bool fits = f.level == g.level && g.shortest <= f.shortest && f.longest <= g.longest;
        return fits ? kUnknown : kNo;
    }
};

}  // namespace nzdd
