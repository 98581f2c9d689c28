// Rows one by one: those of row i are symbols[offsets[i]] .. symbols[offsets[i + 1]].
#pragma once

#include <span>

#include "base/array.hpp"

namespace nzdd {

// A view of rows of strictly increasing levels below 2^32 - 1.
struct RowTable {
    const std::int64_t* offsets;
    const std::uint32_t* levels;
    std::size_t num_rows;

    std::size_t size(std::uint32_t row) const {
        return static_cast<std::size_t>(offsets[row + 1] - offsets[row]);
    }
    const std::uint32_t* begin(std::uint32_t row) const { return levels + offsets[row]; }
    std::span<const std::uint32_t> operator[](std::size_t row) const {
        return {levels + offsets[row], levels + offsets[row + 1]};
    }
};

struct RowList {
    Array<std::int64_t> offsets{0};
    Array<std::uint32_t> symbols;  // or levels

    std::size_t size() const { return offsets.size() - 1; }
    void end_row() { offsets.push_back(static_cast<std::int64_t>(symbols.size())); }
    // A copy of some rows.
    RowList part(std::size_t begin, std::size_t end) const {
        RowList some;
        for (std::size_t i = begin; i < end; ++i) some.offsets.push_back(offsets[i + 1] - offsets[begin]);
        some.symbols.append(symbols.data() + offsets[begin],
                            static_cast<std::size_t>(offsets[end] - offsets[begin]));
        return some;
    }
    RowTable table() const { return {offsets.data(), symbols.data(), size()}; }
};

}  // namespace nzdd
