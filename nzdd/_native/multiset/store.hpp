// Rows with a whole-number weight each as a multi-terminal ZDD: a terminal for each weight, and nodes
// merged only where the weighted rows below them are the same. Node 0 stands for no row; every other
// node follows its children, and the root is the last one. (M. Fujita, P. C. McGeer and J. C.-Y. Yang,
// Multi-terminal binary decision diagrams, 1997; with the zero-suppression of S. Minato, 1993.)
#pragma once

#include <cstdint>
#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

struct MultisetNode {
    std::uint32_t level, low, high;  // of a terminal: kNoLevel, and the two halves of its weight + 1

    bool operator==(const MultisetNode&) const = default;
    bool is_terminal() const { return level == kNoLevel; }
    std::uint64_t weight() const { return (std::uint64_t{low} << 32 | high) - 1; }
    std::uint64_t hash() const { return hash_node(level, low, high); }
};

struct MultisetView {
    const MultisetNode* nodes;
    std::size_t num_nodes;  // with node 0 and the terminals

    std::uint32_t root() const { return static_cast<std::uint32_t>(num_nodes - 1); }
};

class MultisetStore {
public:
    // `expected`: how many nodes there may come to be.
    MultisetStore(std::size_t expected, Pulse& pulse) : pulse_(pulse), known_(pulse, expected) {
        nodes_.push_back({kNoLevel, 0, 0});
    }

    // The reference is good until the next node is made.
    const MultisetNode& operator[](std::uint32_t id) const { return nodes_[id]; }
    std::size_t size() const { return nodes_.size(); }

    // The rows of `f` without and with the symbol of a level, which must not be below its top one.
    std::uint32_t low(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].low : f;
    }
    std::uint32_t high(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].high : kEmptyFamily;
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
        Array<std::uint32_t> ids(std::size_t{root} + 1, 0);
        ids[root] = 1;
        for (std::uint32_t v = root; v > 0; --v) {
            pulse_.within(v);
            if (ids[v] && !nodes_[v].is_terminal()) ids[nodes_[v].low] = ids[nodes_[v].high] = 1;
        }
        ids[0] = 0;
        Array<MultisetNode> reached{nodes_[0]};
        for (std::uint32_t v = 1; v <= root; ++v) {
            pulse_.within(v);
            if (!ids[v]) continue;
            const MultisetNode& node = nodes_[v];
            ids[v] = static_cast<std::uint32_t>(reached.size());
            reached.push_back(node.is_terminal() ? node
                                                 : MultisetNode{node.level, ids[node.low], ids[node.high]});
        }
        return reached;
    }

private:
    std::uint32_t find(const MultisetNode& node) {
        std::uint32_t& slot = known_.find(node.hash(), [&](std::uint32_t id) { return nodes_[id] == node; });
        if (!is_free(slot)) return slot;
        if (nodes_.size() >= kNoLevel) throw std::length_error("a multiset holds at most 2^32 - 1 nodes");
        const auto id = slot = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
        known_.filled([this](std::uint32_t id) { return nodes_[id].hash(); });
        return id;
    }

    Pulse& pulse_;
    Array<MultisetNode> nodes_;
    HashSlots<std::uint32_t> known_;  // the unique table
};

}  // namespace nzdd
