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
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"
#include "multiset/parts/hashed_chains.hpp"

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

class ChainPartBuilder {
public:
    // Rows from `first` to `last`, with a weight each.
    static ChainPart build(const WordRows& rows, const double* weights, std::uint64_t first,
                           std::uint64_t last, Pulse& pulse) {
        ChainPartBuilder builder(pulse, rows.num_rows);
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

    // Targets: the numbers of nodes in the order of the pass, equal ones counted, from two up.
    using Below = HashedBelow;
    using Branch = HashedBranch;
    Below end(std::size_t row) const { return {kUnitFamily, weights_[row], kLeafHash}; }
    Branch branch(std::uint64_t label, const Below& below) const { return {label, below}; }
    Below node(std::uint32_t level, const Branch& low, const Branch& high) {
        const std::uint64_t hash = hash_of(level, low, high);
        waiting_.push_back({{level, low.branch, high.branch}, hash});
        if (waiting_.size() == kWaiting) share_waiting();
        return {static_cast<std::uint32_t>(ids_.size() + waiting_.size() - 1),
                low.branch.weight + high.branch.weight, hash};
    }
    Branch none() const { return {}; }

private:
    static constexpr std::size_t kWaiting = 256;
    struct Waiting {
        HashedChains::Node node;
        std::uint64_t hash;
    };

    ChainPartBuilder(Pulse& pulse, std::size_t num_rows) : chains_(pulse, num_rows / 3) {
        ids_.reserve(num_rows + 2);
        waiting_.reserve(kWaiting);
    }

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
        ids_.clear();
        ids_.push_back(kEmptyFamily);
        ids_.push_back(kUnitFamily);
        const Branch root = close_branches(rows, *this, pulse);
        share_waiting();
        part_.word.push_back(rows.words[0]);
        part_.num_nodes.push_back(static_cast<std::uint32_t>(chains_.nodes().size()));
        part_.target.push_back(ids_[root.branch.target]);
        part_.weight.push_back(root.branch.weight);
    }

    void share_waiting() {
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            chains_.prefetch(i, waiting_.size(), [&](std::size_t at) { return waiting_[at].hash; });
            auto& [node, hash] = waiting_[i];
            node.low.target = ids_[node.low.target];
            node.high.target = ids_[node.high.target];
            ids_.push_back(chains_.share(node, hash));
        }
        waiting_.clear();
    }

    void list_nodes() {
        const auto list = [this](auto& column, const auto& field) {
            column.resize(chains_.nodes().size());
            std::transform(chains_.nodes().begin(), chains_.nodes().end(), column.begin(), field);
        };
        using Node = HashedChains::Node;
        list(part_.level, [](const Node& node) { return static_cast<std::uint8_t>(node.level); });
        list(part_.low, [](const Node& node) { return node.low.target; });
        list(part_.high, [](const Node& node) { return node.high.target; });
        list(part_.low_label, [](const Node& node) { return node.low.label; });
        list(part_.high_label, [](const Node& node) { return node.high.label; });
        list(part_.low_weight, [](const Node& node) { return node.low.weight; });
        list(part_.high_weight, [](const Node& node) { return node.high.weight; });
    }

    HashedChains chains_;
    Array<Waiting> waiting_;
    Array<std::uint32_t> ids_;  // of each node in the order of the pass
    const double* weights_ = nullptr;
    ChainPart part_;
};

// A part may come from another process.
inline void check_part(const ChainPartView& part, std::uint32_t num_levels) {
    for (std::size_t tree = 0; tree < part.num_trees; ++tree)
        if (part.num_nodes[tree] > part.size || part.target[tree] == kEmptyFamily ||
            part.target[tree] >= std::size_t{part.num_nodes[tree]} + 2)
            throw std::invalid_argument("a part has a subtree without its node");
    for (std::size_t i = 0; i < part.size; ++i)
        if (part.level[i] >= num_levels || part.low[i] >= i + 2 || part.high[i] >= i + 2)
            throw std::invalid_argument("a node of a part comes before those below it");
}

// The hashes of all nodes of a part; that of its node i is the one at i.
inline void list_hashes(const ChainPartView& part, Array<std::uint64_t>& hashes, Pulse& pulse) {
    hashes.clear();
    hashes.reserve(part.size + 2);
    hashes.push_back(0);
    hashes.push_back(kLeafHash);
    for (std::size_t i = 0; i < part.size; ++i) {
        pulse.within(i);
        hashes.push_back(hash_below(part.level[i], part.low_label[i], hashes[part.low[i]], part.high_label[i],
                                    hashes[part.high[i]]));
    }
}

// Subtrees as rows.
struct TreeRows : WordRows {
    const std::uint32_t* ends;
    std::uint32_t end(std::size_t row) const { return ends[row]; }
};

}  // namespace nzdd
