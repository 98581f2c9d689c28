// A multiset from sorted distinct rows: one pass that closes the branches of each row below the place
// where the next row leaves it, as in diagram/build/chains.hpp. Time and memory O(symbols in the rows).
#pragma once

#include <cstdint>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"
#include "multiset/store.hpp"

namespace nzdd {

template <class Rows>
class MultisetBuilder {
public:
    // `rows`: see diagram/build/chains.hpp; `weights`: a whole number below 2^53 for each.
    static Array<MultisetNode> build(const Rows& rows, const double* weights, Pulse& pulse) {
        MultisetBuilder builder(rows, weights, pulse);
        pulse.stage("hash nodes");
        for (std::size_t row = 1; row < rows.num_rows; ++row) {
            const std::uint32_t place = rows.split(row - 1, row);
            const std::uint32_t low = builder.close(row - 1, place);
            builder.open_.push_back({place, low});
            pulse(row, rows.num_rows);
        }
        return builder.store_.diagram(rows.num_rows ? builder.close(rows.num_rows - 1, 0) : kEmptyFamily);
    }

private:
    struct Open {
        std::uint32_t place, low;
    };

    MultisetBuilder(const Rows& rows, const double* weights, Pulse& pulse)
        : rows_(rows), weights_(weights), store_(rows.num_rows, pulse) {}

    // Closes the branches of `row` at or below `place` and returns what hangs there.
    std::uint32_t close(std::size_t row, std::uint32_t place) {
        std::uint32_t node = store_.terminal(static_cast<std::uint64_t>(weights_[row]));
        std::uint32_t at = rows_.end(row);
        for (; !open_.empty() && open_.back().place >= place; open_.pop_back()) {
            const Open& open = open_.back();
            node = chain(rows_.label(row, open.place + 1, at), node);
            node = store_.make(rows_.level(row, open.place), open.low, node);
            at = open.place;
        }
        return chain(rows_.label(row, place, at), node);
    }

    std::uint32_t chain(const typename Rows::Label& label, std::uint32_t node) {
        levels_.clear();
        rows_.for_each_level(label, [this](std::uint32_t level) { levels_.push_back(level); });
        for (std::size_t i = levels_.size(); i-- > 0;) node = store_.make(levels_[i], kEmptyFamily, node);
        return node;
    }

    const Rows& rows_;
    const double* weights_;
    MultisetStore store_;
    Array<Open> open_;
    Array<std::uint32_t> levels_;
};

}  // namespace nzdd
