// Chains (diagram/build/chains.hpp) of sorted rows in parts: processes build one part each, and one of them
// joins the parts. A part has the rows between two words. These are whole subtrees of the trie of all rows,
// one for each aligned interval of words between the two, as of a binary tree: at most two a level. To the
// pass over all rows such a subtree is one row, which ends at the node that the part has for it. So nodes
// come in the order of that pass, and the chains are those of all rows at once. Time and memory O(rows) for a
// part, O(nodes of all parts) to join them.
#pragma once

#include <stdexcept>
#include <vector>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"
#include "diagram/csr_rows.hpp"

namespace nzdd {

template <template <class> class Column>
struct ChainPartOf {
    // of each subtree: a row in it, the nodes up to it, and the branch to its root
    Column<std::uint64_t> word;
    Column<std::uint32_t> num_nodes, target;
    Column<double> weight;
    // of each node; see Chains
    Column<std::uint8_t> level;
    Column<std::uint32_t> low, high;
    Column<std::uint64_t> low_label, high_label;
    Column<double> low_weight, high_weight;
};
template <class T>
using ConstPointer = const T*;

using ChainPart = ChainPartOf<Array>;
struct ChainPartView : ChainPartOf<ConstPointer> {
    std::size_t num_trees, size;
};

class ChainPartBuilder : private ChainBuilder<WordRows> {
public:
    // Rows from `first` to `last`, with a weight each.
    static ChainPart build(const WordRows& rows, const double* weights, std::uint64_t first,
                           std::uint64_t last, Pulse& pulse) {
        ChainPartBuilder builder(rows, weights, pulse);
        for (std::size_t row = 0; row < rows.num_rows;) {
            const std::uint64_t word = rows.words[row];
            if (word < first || word > last) throw std::invalid_argument("a row is not in its part");
            const auto* begin = rows.words + row;
            const auto* end =
                std::upper_bound(begin, rows.words + rows.num_rows, word | free_bits(word, first, last));
            builder.add_tree({begin, static_cast<std::size_t>(end - begin), rows.num_levels}, weights + row,
                             pulse);
            row += static_cast<std::size_t>(end - begin);
        }
        builder.list_nodes();
        return std::move(builder.part_);
    }

    using ChainBuilder::Branch;
    using ChainBuilder::branch;
    using ChainBuilder::end;
    using ChainBuilder::node;
    using ChainBuilder::none;

private:
    using ChainBuilder::ChainBuilder;

    // The last bits of a word that can be any without leaving the part.
    static std::uint64_t free_bits(std::uint64_t word, std::uint64_t first, std::uint64_t last) {
        std::uint64_t bits = 0;
        for (std::uint64_t more = 1; more != bits; more = more << 1 | 1) {
            if ((word & ~more) < first || (word | more) > last) break;
            bits = more;
        }
        return bits;
    }

    void add_tree(WordRows rows, const double* weights, Pulse& pulse) {
        weights_ = weights;
        const Branch root = close_branches(rows, *this, pulse);
        part_.word.push_back(rows.words[0]);
        part_.num_nodes.push_back(static_cast<std::uint32_t>(chains_.nodes.size()));
        part_.target.push_back(root.target);
        part_.weight.push_back(root.weight);
    }

    void list_nodes() {
        const auto list = [this](auto& column, const auto& field) {
            column.resize(chains_.nodes.size());
            std::transform(chains_.nodes.begin(), chains_.nodes.end(), column.begin(), field);
        };
        using Node = Chains<WordRows>::Node;
        list(part_.level, [](const Node& node) { return static_cast<std::uint8_t>(node.level); });
        list(part_.low, [](const Node& node) { return node.low.target; });
        list(part_.high, [](const Node& node) { return node.high.target; });
        list(part_.low_label, [](const Node& node) { return node.low.label; });
        list(part_.high_label, [](const Node& node) { return node.high.label; });
        list(part_.low_weight, [](const Node& node) { return node.low.weight; });
        list(part_.high_weight, [](const Node& node) { return node.high.weight; });
    }

    ChainPart part_;
};

// Subtrees as rows.
struct TreeRows : WordRows {
    const std::uint32_t* ends;
    std::uint32_t end(std::size_t row) const { return ends[row]; }
};

// Nodes are found by a hash of all that is below them, which is known before their numbers are: so the slots
// of the next ones are fetched meanwhile.
class ChainPartJoin {
public:
    // Parts in the order of their rows.
    static Chains<WordRows> run(const std::vector<ChainPartView>& parts, int num_levels, Pulse& pulse) {
        ChainPartJoin join(parts, num_levels, pulse);
        TreeRows rows{{join.words_.data(), join.words_.size(), num_levels}, join.ends_.data()};
        join.chains_.root = close_branches(rows, join, pulse).branch;
        return std::move(join.chains_);
    }

    struct Below {
        std::uint32_t target;
        double weight;
        std::uint64_t hash;
    };
    struct Branch {
        Chains<WordRows>::Branch branch;
        std::uint64_t hash;  // of what is below
    };
    Below end(std::size_t row) {
        while (row == first_of_next_) begin_part();
        const std::size_t tree = row - first_;
        const std::uint32_t target = part_->target[tree];
        load(part_->num_nodes[tree]);
        return {ids_[target], part_->weight[tree], hashes_[target]};
    }
    Branch branch(std::uint64_t label, const Below& below) const {
        return {{label, below.target, below.weight}, below.hash};
    }
    Below node(std::uint32_t level, const Branch& low, const Branch& high) {
        const std::uint64_t hash = hash_of(level, low.branch.label, low.hash, high.branch.label, high.hash);
        const std::uint32_t id = share({level, low.branch, high.branch}, hash);
        return {id, low.branch.weight + high.branch.weight, hash};
    }
    Branch none() const { return {{0, kEmptyFamily, 0}, 0}; }

private:
    using Node = Chains<WordRows>::Node;

    ChainPartJoin(const std::vector<ChainPartView>& parts, int num_levels, Pulse& pulse)
        : pulse_(pulse), next_(parts.data()), known_(pulse, all_nodes(parts)) {
        chains_.rows = {nullptr, 0, num_levels};
        for (const ChainPartView& part : parts) {
            for (std::size_t tree = 0; tree < part.num_trees; ++tree) {
                const std::uint32_t target = part.target[tree];
                if (!words_.empty() && part.word[tree] <= words_.back())
                    throw std::invalid_argument("rows in parts must ascend");
                if (part.num_nodes[tree] > part.size || target == kEmptyFamily ||
                    target >= std::size_t{part.num_nodes[tree]} + 2)
                    throw std::invalid_argument("a part has a subtree without its node");
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

    static std::uint64_t hash_of(std::uint32_t level, std::uint64_t low_label, std::uint64_t low,
                                 std::uint64_t high_label, std::uint64_t high) {
        return mix(mix(mix(mix(low ^ low_label) + high) ^ high_label) + level);
    }

    void begin_part() {
        part_ = next_++;
        first_ = first_of_next_;
        first_of_next_ += part_->num_trees;
        ids_.clear();
        ids_.reserve(part_->size + 2);
        ids_.push_back(kEmptyFamily);
        ids_.push_back(kUnitFamily);
        hashes_.clear();
        hashes_.reserve(part_->size + 2);
        hashes_.push_back(0);
        hashes_.push_back(scramble(kUnitFamily));
        const auto levels = static_cast<std::uint32_t>(chains_.rows.num_levels);
        for (std::size_t i = 0; i < part_->size; ++i) {
            pulse_.within(i);
            const std::uint32_t level = part_->level[i], low = part_->low[i], high = part_->high[i];
            if (level >= levels || low >= i + 2 || high >= i + 2)
                throw std::invalid_argument("a node of a part comes before those below it");
            hashes_.push_back(
                hash_of(level, part_->low_label[i], hashes_[low], part_->high_label[i], hashes_[high]));
        }
    }

    // The nodes of the part up to one, shared with those that are there.
    void load(std::size_t count) {
        constexpr std::size_t kAhead = 16;
        for (std::size_t i = ids_.size() - 2; i < count; ++i) {
            pulse_.within(i);
            if (i + kAhead < count) known_.prefetch(hashes_[i + 2 + kAhead]);
            ids_.push_back(share({part_->level[i],
                                  {part_->low_label[i], ids_[part_->low[i]], part_->low_weight[i]},
                                  {part_->high_label[i], ids_[part_->high[i]], part_->high_weight[i]}},
                                 hashes_[i + 2]));
        }
    }

    std::uint32_t share(const Node& node, std::uint64_t hash) {
        const auto same = [](const auto& a, const auto& b) {
            return a.target == b.target && a.label == b.label;
        };
        HashedNumber& slot = known_.find(hash, [&](const HashedNumber& known) {
            if (!known.agrees(hash)) return false;
            const Node& other = chains_.nodes[known.number - 2];
            return other.level == node.level && same(other.low, node.low) && same(other.high, node.high);
        });
        if (!is_free(slot)) {
            Node& known = chains_.nodes[slot.number - 2];
            known.low.weight += node.low.weight;
            known.high.weight += node.high.weight;
            return slot.number;
        }
        if (chains_.nodes.size() + 2 >= kNoLevel)
            throw std::length_error("a diagram holds at most 2^32 - 1 nodes");  // GCOVR_EXCL_LINE 160 GB
        chains_.nodes.push_back(node);
        const auto id = static_cast<std::uint32_t>(chains_.nodes.size() + 1);
        slot = HashedNumber::of(hash, id);
        known_.filled([](const HashedNumber& each) { return each.hash(); });
        return id;
    }

    Pulse& pulse_;
    const ChainPartView *next_, *part_ = nullptr;
    std::size_t first_ = 0, first_of_next_ = 0;  // rows: that of the part, and of the one after
    Array<std::uint64_t> words_, hashes_;
    Array<std::uint32_t> ends_, ids_;
    Chains<WordRows> chains_{};
    HashSlots<HashedNumber, 4> known_;
};

}  // namespace nzdd
