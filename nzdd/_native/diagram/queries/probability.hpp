// The chance that a random set of symbols is a row of the family.
#pragma once

#include "base/array.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// The products of all ranges of factors: a tree over them answers each in O(log factors) without a
// division, so zeros do no harm.
class RangeProducts {
public:
    // `factor(i)` for i < size
    template <class Factor>
    RangeProducts(std::size_t size, const Factor& factor) : size_(size), tree_(2 * size) {
        for (std::size_t i = 0; i < size; ++i) tree_[size + i] = factor(i);
        for (std::size_t i = size; i-- > 1;) tree_[i] = tree_[2 * i] * tree_[2 * i + 1];
    }

    double operator()(std::size_t begin, std::size_t end) const {
        double product = 1;
        for (begin += size_, end += size_; begin < end; begin /= 2, end /= 2) {
            if (begin & 1) product *= tree_[begin++];
            if (end & 1) product *= tree_[--end];
        }
        return product;
    }

private:
    std::size_t size_;
    Array<double> tree_;
};

// The symbol of each level is in the set with `chance[level]`, whatever the others do. Each node
// stands for its level and all below; symbols of levels that a branch skips must not be in the set.
// Time O(nodes log levels) at most, O(nodes) where no branch skips levels.
inline double probability(const ZddView& zdd, const double* chance, std::uint32_t num_levels) {
    const RangeProducts absent(num_levels, [chance](std::size_t level) { return 1 - chance[level]; });
    const auto top = [&](std::uint32_t v) { return v < 2 ? num_levels : zdd.level[v]; };
    const auto at_node = [&](std::size_t v, double low, double high) {
        const std::uint32_t level = zdd.level[v];
        const double with = high * absent(level + 1, top(zdd.high[v]));
        const double without = zdd.low[v] == kEmptyFamily ? 0 : low * absent(level + 1, top(zdd.low[v]));
        return chance[level] * with + (1 - chance[level]) * without;
    };
    return sweep<double>(zdd, 0, 1, at_node)[zdd.root] * absent(0, top(zdd.root));
}

}  // namespace nzdd
