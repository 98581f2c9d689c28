// All nodes that operations meet or make, each family once. Numbers below two are the terminals; a
// node follows its children. A node knows the sizes of its shortest and its longest row, which
// answers many questions about containment at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

class NodeStore {
public:
    struct Node {
        std::uint32_t level, low, high;
        std::uint32_t shortest, longest;  // in symbols; kNoLevel and 0 of the empty family

        std::uint64_t hash() const { return hash_node(level, low, high); }
    };

    explicit NodeStore(Pulse& pulse) : pulse_(pulse), known_(pulse) {
        nodes_.push_back({kNoLevel, 0, 0, kNoLevel, 0});
        nodes_.push_back({kNoLevel, 1, 1, 0, 0});
    }

    // The reference is good until the next node is made.
    const Node& operator[](std::uint32_t id) const { return nodes_[id]; }

    // The rows of `f` without and with the symbol of a level, which must not be below its top one.
    std::uint32_t low(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].low : f;
    }
    std::uint32_t high(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].high : kEmptyFamily;
    }

    std::uint32_t make(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        if (high == kEmptyFamily) return low;
        std::uint32_t& slot = known_.find(hash_node(level, low, high), [&](std::uint32_t id) {
            const Node& node = nodes_[id];
            return node.low == low && node.high == high && node.level == level;
        });
        if (!is_free(slot)) return slot;
        if (nodes_.size() >= kNoLevel) throw std::length_error("an operation meets at most 2^32 - 1 nodes");
        const Node &without = nodes_[low], &with = nodes_[high];
        const Node node{level, low, high, std::min(without.shortest, with.shortest + 1),
                        std::max(without.longest, with.longest + 1)};
        const auto id = slot = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(node);
        known_.filled([this](std::uint32_t known) { return nodes_[known].hash(); });
        return id;
    }

    // The rows of `f` without a symbol above `level`: a walk down its chain of low branches.
    std::uint32_t tail(std::uint32_t f, std::uint32_t level) const {
        if (level == kNoLevel) return nodes_[f].shortest == 0 ? kUnitFamily : kEmptyFamily;
        while (nodes_[f].level < level) f = nodes_[f].low;
        return f;
    }

    // `f` with another family in the place of `tail(f, level)`.
    std::uint32_t with_tail(std::uint32_t f, std::uint32_t level, std::uint32_t tail) {
        for (; nodes_[f].level < level; f = nodes_[f].low) above_.push_back(f);
        for (; !above_.empty(); above_.pop_back()) {
            const Node& node = nodes_[above_.back()];
            tail = make(node.level, tail, node.high);
        }
        return tail;
    }

    // Whether no row of `f` has as many symbols as one of `g`; so for the empty family.
    bool sizes_apart(std::uint32_t f, std::uint32_t g) const {
        return nodes_[f].shortest > nodes_[g].longest || nodes_[g].shortest > nodes_[f].longest;
    }

    // Both families without the rows that start above a symbol of the other one; then their top
    // symbols are the same, or both are terminals.
    void align(std::uint32_t& f, std::uint32_t& g) const {
        while (nodes_[f].level != nodes_[g].level) {
            f = tail(f, nodes_[g].level);
            g = tail(g, nodes_[f].level);
        }
    }

    // All rows over so many levels. Time O(levels).
    std::uint32_t power_set(std::uint32_t num_levels) {
        std::uint32_t all = kUnitFamily;
        for (std::uint32_t level = num_levels; level-- > 0;) {
            pulse_.within(level);
            all = make(level, all, all);
        }
        return all;
    }

    // The family of a diagram; its weights are dropped. Time O(nodes).
    std::uint32_t load(const ZddView& zdd) {
        known_.reserve(nodes_.size() + zdd.num_nodes,
                       [this](std::uint32_t known) { return nodes_[known].hash(); });
        Array<std::uint32_t> ids(zdd.num_nodes);
        ids[kEmptyFamily] = kEmptyFamily;
        ids[kUnitFamily] = kUnitFamily;
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
            pulse_.within(v);
            ids[v] = make(zdd.level[v], ids[zdd.low[v]], ids[zdd.high[v]]);
        }
        return ids[zdd.root];
    }

    // The diagram of a family: what its root reaches. Time O(nodes of the store).
    Zdd diagram(std::uint32_t root) const {
        Array<std::uint32_t> ids(nodes_.size(), 0);
        ids[kUnitFamily] = kUnitFamily;
        ids[root] = 1;
        for (std::uint32_t v = root; v >= 2; --v) {
            pulse_.within(v);
            if (ids[v]) ids[nodes_[v].low] = ids[nodes_[v].high] = 1;
        }
        ids[kEmptyFamily] = kEmptyFamily;
        Zdd zdd;
        for (std::uint32_t v = 2; v <= root; ++v) {
            pulse_.within(v);
            if (ids[v]) ids[v] = zdd.add(nodes_[v].level, ids[nodes_[v].low], ids[nodes_[v].high]);
        }
        zdd.root = ids[root];
        return zdd;
    }

private:
    Pulse& pulse_;
    Array<Node> nodes_;
    Array<std::uint32_t> above_;         // the part of a chain that is made anew
    HashSlots<std::uint32_t, 4> known_;  // the unique table
};

}  // namespace nzdd
