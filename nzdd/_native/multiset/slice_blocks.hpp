// Sorted rows over any number of symbols that are never in memory together, in blocks as those of
// diagram/build/word_blocks.hpp. Labels are slices of rows, so those that stay are copied: of the open
// branches, which are closed in the order opposite to that in which they were opened, and of the nodes.
#pragma once

#include <functional>
#include <stdexcept>
#include <vector>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"
#include "diagram/row_list.hpp"

namespace nzdd {

struct SliceBlock {
    RowTable rows;  // none: there are no more
    const double* weights;
};

// Rows for `close_branches`.
class SliceBlocks {
public:
    using Label = SliceRows::Label;
    using Next = std::function<SliceBlock()>;  // what it returns stays until it is called again

    // `bound`: how many rows there may be, for the progress alone.
    SliceBlocks(Next next, std::size_t num_levels, std::size_t bound)
        : num_rows(bound), next_(std::move(next)), num_levels_(num_levels) {}

    const std::size_t num_rows;

    bool has(std::size_t row) {
        if (row < first_ + rows_.size()) return true;
        const SliceBlock block = next_();
        if (block.rows.num_rows == 0) return false;
        keep_last();
        for (std::size_t i = 0; i < block.rows.num_rows; ++i) {
            const auto levels = block.rows[i];
            for (std::size_t k = 0; k < levels.size(); ++k)
                if (levels[k] >= num_levels_ || (k > 0 && levels[k] <= levels[k - 1]))
                    throw std::invalid_argument("a row in a block is not one of rising levels");
            rows_.symbols.append(levels.data(), levels.size());
            rows_.end_row();
            if (rows_.size() > 1 && !ascends()) throw std::invalid_argument("rows in blocks must ascend");
        }
        weights_.append(block.weights, block.rows.num_rows);
        return true;
    }
    double weight(std::size_t row) const { return weights_[row - first_]; }

    std::uint32_t end(std::size_t row) const { return static_cast<std::uint32_t>(levels(row).size()); }
    std::uint32_t split(std::size_t row, std::size_t next) const {
        const auto a = levels(row), b = levels(next);
        return static_cast<std::uint32_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                          a.begin());
    }
    std::uint32_t level(std::size_t row, std::uint32_t place) const { return levels(row)[place]; }
    Label label(std::size_t row, std::uint32_t from, std::uint32_t to) const {
        return {levels(row).data() + from, to - from};
    }

private:
    std::span<const std::uint32_t> levels(std::size_t row) const { return rows_.table()[row - first_]; }

    // Whether the last row comes after the one before it: where they differ it has a symbol earlier, or more.
    bool ascends() const {
        const RowTable rows = rows_.table();
        const auto a = rows[rows.num_rows - 2], b = rows[rows.num_rows - 1];
        const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
        return y != b.end() && (x == a.end() || *y < *x);
    }

    void keep_last() {
        if (rows_.size() == 0) return;
        first_ += rows_.size() - 1;
        rows_ = rows_.part(rows_.size() - 1, rows_.size());
        weights_[0] = weights_.back();
        weights_.resize(1);
    }

    Next next_;
    std::size_t num_levels_;
    RowList rows_;
    Array<double> weights_;
    std::size_t first_ = 0;  // the number of the first row that is held
};

// Chains, and the memory of their labels.
struct BlockChains {
    Chains<SliceRows> chains;
    std::vector<Array<std::uint32_t>> labels;
};

class SliceBlockBuilder : private ChainBuilder<SliceRows> {
public:
    static BlockChains build(SliceBlocks& blocks, Pulse& pulse) {
        SliceBlockBuilder builder(blocks, pulse);
        Branch root = close_branches(blocks, builder, pulse);
        root.label = builder.kept(root.label);
        builder.chains_.root = root;
        return {std::move(builder.chains_), std::move(builder.labels_)};
    }

    using ChainBuilder::Branch;
    using ChainBuilder::none;
    Below end(std::size_t row) const { return {kUnitFamily, blocks_.weight(row)}; }
    Branch branch(const SliceRows::Label& label, const Below& below) {
        if (num_open_ == open_.size()) open_.emplace_back();
        Array<std::uint32_t>& copy = open_[num_open_++];
        copy.clear();
        copy.reserve(label.size + 1);  // no label is null
        copy.append(label.begin, label.size);
        return ChainBuilder::branch({copy.data(), label.size}, below);
    }
    // The two branches are those that were made last, or the low one an earlier one.
    Below node(std::uint32_t level, const Branch& low, const Branch& high) {
        const std::size_t before = chains_.nodes.size();
        const Below below = ChainBuilder::node(level, low, high);
        num_open_ -= 2;
        if (chains_.nodes.size() > before) {
            auto& made = chains_.nodes.back();
            made.low.label = kept(low.label);
            made.high.label = kept(high.label);
        }
        return below;
    }

private:
    SliceBlockBuilder(const SliceBlocks& blocks, Pulse& pulse)
        : ChainBuilder({nullptr, nullptr, 0}, nullptr, pulse), blocks_(blocks) {}

    // A copy that stays where it is.
    SliceRows::Label kept(const SliceRows::Label& label) {
        constexpr std::size_t kSize = 1 << 16;
        if (labels_.empty() || left_ < label.size) {
            left_ = std::max<std::size_t>(kSize, label.size);
            labels_.emplace_back();
            labels_.back().reserve(left_);
        }
        left_ -= label.size;
        Array<std::uint32_t>& last = labels_.back();
        last.append(label.begin, label.size);
        return {last.end() - label.size, label.size};
    }

    const SliceBlocks& blocks_;
    std::vector<Array<std::uint32_t>> open_, labels_;
    std::size_t num_open_ = 0, left_ = 0;
};

}  // namespace nzdd
