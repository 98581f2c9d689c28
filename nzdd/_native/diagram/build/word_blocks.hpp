// Sorted rows that are never in memory together: words with weights in blocks, ascending over all of them.
// Only one block is held, and the last row of the one before.
#pragma once

#include <functional>
#include <stdexcept>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"

namespace nzdd {

struct WordBlock {
    const std::uint64_t* words;
    const double* weights;
    std::size_t size;  // 0: there are no more
};

// Rows for `close_branches`.
class WordBlocks {
public:
    using Label = WordRows::Label;
    using Next = std::function<WordBlock()>;  // what it returns stays until it is called again

    // `bound`: how many rows there may be, for the progress alone.
    WordBlocks(Next next, int num_levels, std::size_t bound)
        : num_rows(bound), next_(std::move(next)), num_levels_(num_levels) {}

    const std::size_t num_rows;

    bool has(std::size_t row) {
        if (row < first_ + words_.size()) return true;
        const WordBlock block = next_();
        if (block.size == 0) return false;
        keep_last();
        for (std::size_t i = 0; i < block.size; ++i) {
            if (!words_.empty() && block.words[i] <= words_.back())
                throw std::invalid_argument("rows in blocks must ascend");
            words_.push_back(block.words[i]);
        }
        if (num_levels_ < 64 && words_.back() >> num_levels_)
            throw std::invalid_argument("a word has a bit beyond the levels");
        weights_.append(block.weights, block.size);
        return true;
    }
    double weight(std::size_t row) const { return weights_[row - first_]; }

    std::uint32_t end(std::size_t) const { return static_cast<std::uint32_t>(num_levels_); }
    std::uint32_t split(std::size_t row, std::size_t next) const {
        return held().split(row - first_, next - first_);
    }
    static std::uint32_t level(std::size_t, std::uint32_t place) { return place; }
    Label label(std::size_t row, std::uint32_t from, std::uint32_t to) const {
        return held().label(row - first_, from, to);
    }

private:
    WordRows held() const { return {words_.data(), words_.size(), num_levels_}; }

    void keep_last() {
        if (words_.empty()) return;
        first_ += words_.size() - 1;
        words_[0] = words_.back(), weights_[0] = weights_.back();
        words_.resize(1), weights_.resize(1);
    }

    Next next_;
    int num_levels_;
    Array<std::uint64_t> words_;
    Array<double> weights_;
    std::size_t first_ = 0;  // the number of the first row that is held
};

class BlockChainBuilder : private ChainBuilder<WordRows> {
public:
    static Chains<WordRows> build(WordBlocks& blocks, Pulse& pulse) {
        BlockChainBuilder builder(blocks, pulse);
        builder.chains_.root = close_branches(blocks, builder, pulse);
        return std::move(builder.chains_);
    }

    using ChainBuilder::Branch;
    using ChainBuilder::branch;
    using ChainBuilder::node;
    using ChainBuilder::none;
    Below end(std::size_t row) const { return {kUnitFamily, blocks_.weight(row)}; }

private:
    BlockChainBuilder(const WordBlocks& blocks, Pulse& pulse)
        : ChainBuilder({nullptr, 0, static_cast<int>(blocks.end(0))}, nullptr, pulse), blocks_(blocks) {}

    const WordBlocks& blocks_;
};

}  // namespace nzdd
