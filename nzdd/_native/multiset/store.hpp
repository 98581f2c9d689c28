// Rows with a whole-number weight each as a multi-terminal ZDD: a terminal for each weight, and nodes
// merged only where the weighted rows below them are the same. Node 0 stands for no row; every other
// node follows its children, and the root is the last one. (M. Fujita, P. C. McGeer and J. C.-Y. Yang,
// Multi-terminal binary decision diagrams, 1997; with the zero-suppression of S. Minato, 1993.)
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "base/unique_table.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

struct MultisetNode {
    std::uint32_t level, low, high;  // of a terminal: kNoLevel, and the two halves of its weight + 1

    bool is_terminal() const { return level == kNoLevel; }
    std::uint64_t weight() const { return (std::uint64_t{low} << 32 | high) - 1; }
};

struct MultisetView {
    const MultisetNode* nodes;
    std::size_t num_nodes;  // with node 0 and the terminals

    std::uint32_t root() const { return static_cast<std::uint32_t>(num_nodes - 1); }
};

class MultisetStore : public UniqueTable<MultisetNode> {
public:
    // `expected`: a guess at the number of nodes.
    MultisetStore(std::size_t expected, Pulse& pulse) : UniqueTable(pulse, expected) {
        nodes_.push_back({kNoLevel, 0, 0});
    }

    std::uint32_t make(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        return high == kEmptyFamily ? low : find({level, low, high});
    }

    // The empty row with a weight below 2^64 - 1.
    std::uint32_t terminal(std::uint64_t weight) {
        return find({kNoLevel, static_cast<std::uint32_t>((weight + 1) >> 32),
                     static_cast<std::uint32_t>(weight + 1)});
    }

    // Time O(nodes).
    std::uint32_t load(const MultisetView& multiset) {
        Array<std::uint32_t> ids(multiset.num_nodes);
        ids[0] = 0;
        for (std::size_t v = 1; v < multiset.num_nodes; ++v) {
            pulse_.within(v);
            const MultisetNode& node = multiset.nodes[v];
            ids[v] =
                find(node.is_terminal() ? node : MultisetNode{node.level, ids[node.low], ids[node.high]});
        }
        return ids[multiset.root()];
    }

    // What a root reaches. Time O(nodes of the store).
    Array<MultisetNode> diagram(std::uint32_t root) const {
        Array<MultisetNode> reached{nodes_[0]};
        copy(root, [&](const MultisetNode& node, const Array<std::uint32_t>& ids) {
            reached.push_back(node.is_terminal() ? node
                                                 : MultisetNode{node.level, ids[node.low], ids[node.high]});
            return static_cast<std::uint32_t>(reached.size() - 1);
        });
        return reached;
    }
};

}  // namespace nzdd
