// A multiset from sorted distinct rows. Time and memory O(symbols in the rows).
#pragma once

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
        return builder.store_.diagram(close_branches(rows, builder, pulse));
    }

    using Branch = std::uint32_t;  // the node below, its label as nodes of their own

    std::uint32_t end(std::size_t row) { return store_.terminal(static_cast<std::uint64_t>(weights_[row])); }
    Branch branch(const typename Rows::Label& label, std::uint32_t node) {
        levels_.clear();
        rows_.for_each_level(label, [this](std::uint32_t level) { levels_.push_back(level); });
        for (std::size_t i = levels_.size(); i-- > 0;) node = store_.make(levels_[i], kEmptyFamily, node);
        return node;
    }
    std::uint32_t node(std::uint32_t level, Branch low, Branch high) { return store_.make(level, low, high); }
    Branch none() const { return kEmptyFamily; }

private:
    MultisetBuilder(const Rows& rows, const double* weights, Pulse& pulse)
        : rows_(rows), weights_(weights), store_(rows.num_rows, pulse) {}

    const Rows& rows_;
    const double* weights_;
    MultisetStore store_;
    Array<std::uint32_t> levels_;
};

}  // namespace nzdd
