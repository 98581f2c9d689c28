// A diagram of fewer nonzeros than the contracted ZDD, by the parts that edges share: the searches of
// two_searches.hpp, where they pay.
#pragma once

#include <optional>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/csr_rows.hpp"
#include "diagram/nzdd.hpp"
#include "diagram/queries/list_rows.hpp"
#include "diagram/sharing/two_searches.hpp"

namespace nzdd {

// Rows of more nonzeros are no start for a search.
inline constexpr std::size_t kMaxFromRows = 2'000'000;

// How many nonzeros rows may have to be a start beside a diagram: it is the better one where it is far
// smaller than many rows.
inline std::size_t most_from_rows(const NzddView& contracted, const bool* free) {
    constexpr std::size_t kFew = 500'000, kFarAhead = 3;
    return std::min(kMaxFromRows, std::max(kFew, kFarAhead * num_nonzeros(contracted, free)));
}

// `start` has the contracted ZDD, and its rows if there is a list of them. With `list`, for rows of weight 1,
// they are listed here. Nothing where the contracted ZDD is too large: a search takes too long.
inline std::optional<Nzdd> few_nonzeros(SharingStart start, bool list, std::size_t num_threads,
                                        Pulse& pulse) {
    constexpr std::size_t kMost = 20'000'000;  // symbols, labels or edges
    constexpr std::size_t kShort = 20'000;     // nonzeros that are not worth a second thread
    const NzddView& contracted = *start.diagram;
    const auto num_labels = static_cast<std::size_t>(contracted.label_offsets[contracted.num_edges]);
    if (std::max(start.num_symbols, num_labels + contracted.num_edges) > kMost) return std::nullopt;

    const std::size_t most = most_from_rows(contracted, start.free);
    RowList listed;
    CsrRows rows{};
    if (start.rows) rows = *start.rows;
    if (!start.rows && list) {
        listed = list_rows(NzddPaths(contracted), 0, ~std::uint64_t{0}, most + 1, pulse);
        rows = {listed.offsets.data(), listed.symbols.data(), listed.size(), start.num_symbols};
    }
    const auto size = static_cast<std::size_t>(rows.offsets ? rows.offsets[rows.num_rows] : 0);
    start.rows = rows.offsets && size <= most ? &rows : nullptr;
    return nzdd_by_sharing(start, size > kShort ? num_threads : 1, pulse);
}

}  // namespace nzdd
