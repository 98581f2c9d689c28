// All nodes of decision diagrams that operations meet or make, each once. A node has a level, a low and a
// high branch, which identify it, and follows its children; terminals have no level.
#pragma once

#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"

namespace nzdd {

template <class Node, int kGrowth>
class UniqueTable {
public:
    // The reference is good until the next node is made.
    const Node& operator[](std::uint32_t id) const { return nodes_[id]; }
    std::size_t size() const { return nodes_.size(); }

    // The rows of `f` without and with the symbol of a level, which must not be below its top one.
    std::uint32_t low(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].low : f;
    }
    std::uint32_t high(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].high : 0;
    }

protected:
    explicit UniqueTable(Pulse& pulse, std::size_t expected = 32) : pulse_(pulse), known_(pulse, expected) {}

    // The number of a node; `make()` gives a new one.
    template <class Make>
    [[gnu::always_inline]] std::uint32_t find(std::uint32_t level, std::uint32_t low, std::uint32_t high,
                                              const Make& make) {
        std::uint32_t& slot = known_.find(hash_node(level, low, high), [&](std::uint32_t id) {
            const Node& node = nodes_[id];
            return node.low == low && node.high == high && node.level == level;
        });
        if (!is_free(slot)) return slot;
        if (nodes_.size() >= 0xffffffff) throw std::length_error("an operation meets at most 2^32 - 1 nodes");
        const auto id = slot = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(make());
        known_.filled([this](std::uint32_t known) { return hash(known); });
        return id;
    }

    void reserve(std::size_t more) {
        known_.reserve(nodes_.size() + more, [this](std::uint32_t known) { return hash(known); });
    }

    // Copies what a root reaches, children first: `add(node, ids)` gives the number of the copy, where `ids`
    // has those of the children. The number of the root's copy; 0 stays 0. Time O(nodes of the table).
    template <class Add>
    std::uint32_t copy(std::uint32_t root, const Add& add) const {
        Array<std::uint32_t> ids(std::size_t{root} + 1, 0);
        ids[root] = 1;
        for (std::uint32_t v = root; v > 0; --v) {
            pulse_.within(v);
            if (ids[v] && !nodes_[v].is_terminal()) ids[nodes_[v].low] = ids[nodes_[v].high] = 1;
        }
        ids[0] = 0;
        for (std::uint32_t v = 1; v <= root; ++v) {
            pulse_.within(v);
            if (ids[v]) ids[v] = add(nodes_[v], ids);
        }
        return ids[root];
    }

    Pulse& pulse_;
    Array<Node> nodes_;

private:
    std::uint64_t hash(std::uint32_t id) const {
        return hash_node(nodes_[id].level, nodes_[id].low, nodes_[id].high);
    }

    HashSlots<std::uint32_t, kGrowth> known_;
};

}  // namespace nzdd
