// The chains of all rows from those of their parts. Time and memory O(nodes of all parts).
#pragma once

#include <stdexcept>
#include <vector>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"
#include "multiset/parts/chain_parts.hpp"

namespace nzdd {

class ChainPartJoin {
public:
    // Parts in the order of their rows.
    static Chains<WordRows> run(const std::vector<ChainPartView>& parts, int num_levels, Pulse& pulse) {
        ChainPartJoin join(parts, num_levels, pulse);
        TreeRows rows{{join.words_.data(), join.words_.size(), num_levels}, join.ends_.data()};
        const auto root = close_branches(rows, join, pulse).branch;
        return {{nullptr, 0, num_levels}, join.chains_.release(), root};
    }

    using Below = HashedBelow;
    using Branch = HashedBranch;
    Below end(std::size_t row) {
        while (row == first_of_next_) begin_part();
        const std::size_t tree = row - first_;
        const std::uint32_t target = part_->target[tree];
        load(part_->num_nodes[tree]);
        return {ids_[target], part_->weight[tree], hashes_[target]};
    }
    Branch branch(std::uint64_t label, const Below& below) const { return {label, below}; }
    Below node(std::uint32_t level, const Branch& low, const Branch& high) {
        const std::uint64_t hash = hash_of(level, low, high);
        const std::uint32_t id = chains_.share({level, low.branch, high.branch}, hash);
        return {id, low.branch.weight + high.branch.weight, hash};
    }
    Branch none() const { return {}; }

private:
    ChainPartJoin(const std::vector<ChainPartView>& parts, int num_levels, Pulse& pulse)
        : pulse_(pulse), next_(parts.data()), chains_(pulse, all_nodes(parts)) {
        for (const ChainPartView& part : parts) {
            check_part(part, static_cast<std::uint32_t>(num_levels));
            for (std::size_t tree = 0; tree < part.num_trees; ++tree) {
                const std::uint32_t target = part.target[tree];
                if (!words_.empty() && part.word[tree] <= words_.back())
                    throw std::invalid_argument("rows in parts must ascend");
                words_.push_back(part.word[tree]);
                ends_.push_back(target == kUnitFamily ? static_cast<std::uint32_t>(num_levels)
                                                      : part.level[target - 2]);
            }
        }
    }

    static std::size_t all_nodes(const std::vector<ChainPartView>& parts) {
        std::size_t count = 0;
        for (const ChainPartView& part : parts) count += part.size + 2 * kWordLevels;
        return count;
    }

    void begin_part() {
        part_ = next_++;
        first_ = first_of_next_;
        first_of_next_ += part_->num_trees;
        ids_.clear();
        ids_.reserve(part_->size + 2);
        ids_.push_back(kEmptyFamily);
        ids_.push_back(kUnitFamily);
        list_hashes(*part_, hashes_, pulse_);
    }

    // The nodes of the part up to one, shared with those that are there.
    void load(std::size_t count) {
        for (std::size_t i = ids_.size() - 2; i < count; ++i) {
            pulse_.within(i);
            chains_.prefetch(i, count, [&](std::size_t at) { return hashes_[at + 2]; });
            ids_.push_back(
                chains_.share({part_->level[i],
                               {part_->low_label[i], ids_[part_->low[i]], part_->low_weight[i]},
                               {part_->high_label[i], ids_[part_->high[i]], part_->high_weight[i]}},
                              hashes_[i + 2]));
        }
    }

    Pulse& pulse_;
    const ChainPartView *next_, *part_ = nullptr;
    std::size_t first_ = 0, first_of_next_ = 0;  // rows: that of the part, and of the one after
    Array<std::uint64_t> words_, hashes_;
    Array<std::uint32_t> ends_, ids_;
    HashedChains chains_;
};

}  // namespace nzdd
