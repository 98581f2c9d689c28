// Rows one by one: those of row i are symbols[offsets[i]] .. symbols[offsets[i + 1]].
#pragma once

#include <cstdint>

#include "base/array.hpp"

namespace nzdd {

struct RowList {
    Array<std::int64_t> offsets{0};
    Array<std::uint32_t> symbols;
};

}  // namespace nzdd
