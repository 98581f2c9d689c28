// A ZDD in which two neighbouring levels can be exchanged in place. Nodes are found by what they hold (a
// hash table with chains), by their symbol (a list each), and count the branches that lead to them.
// The size of the diagram is kept up to date: nodes whose low branch holds rows count `branching_weight`
// each, the others one.
#pragma once

#include <bit>
#include <stdexcept>
#include <vector>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

class SwappableZdd {
public:
    // Levels without a node are left out, and nodes that the root does not reach. Weights are dropped: a
    // branch does not know which rows its weight comes from, so it cannot be distributed over new nodes.
    SwappableZdd(const ZddView& zdd, std::uint32_t branching_weight, Pulse& pulse)
        : pulse_(pulse), branching_weight_(branching_weight) {
        load(zdd);
    }

    std::uint32_t num_levels() const { return static_cast<std::uint32_t>(symbols_.size()); }
    std::uint32_t level(std::uint32_t symbol) const { return levels_[symbol]; }
    std::size_t width(std::uint32_t symbol) const { return members_[symbol].size(); }
    std::uint64_t size() const { return size_; }
    std::uint64_t steps() const { return steps_; }

    // For each level that holds nodes, the level that its symbol stood on at first.
    Array<std::uint32_t> order() const {
        Array<std::uint32_t> order;
        for (std::uint32_t symbol : symbols_) order.push_back(first_level_[symbol]);
        return order;
    }

    // Exchanges a level and the next one.
    void swap(std::uint32_t level) {
        const std::uint32_t x = symbols_[level], y = symbols_[level + 1];
        Array<std::uint32_t>& members = members_[x];
        moved_.clear();
        for (std::size_t i = 0; i < members.size(); ++i) {
            pulse_.within(++steps_);
            const Node& node = nodes_[members[i]];
            if (nodes_[node.low].symbol == y || nodes_[node.high].symbol == y) moved_.push_back(members[i]);
        }
        pulse_.within(++steps_);
        for (std::uint32_t v : moved_) unlink(v);
        for (std::uint32_t v : moved_) {
            pulse_.within(++steps_);
            rewrite(v, x, y);
        }
        symbols_[level] = y, levels_[y] = level;
        symbols_[level + 1] = x, levels_[x] = level + 1;
    }

    // The diagram, level by level from the lowest one; the levels are numbers in `order()`.
    Zdd diagram() const {
        Zdd zdd;
        Array<std::uint32_t> ids(nodes_.size());
        ids[kEmptyFamily] = kEmptyFamily, ids[kUnitFamily] = kUnitFamily;
        for (std::uint32_t level = num_levels(); level-- > 0;) {
            for (std::uint32_t v : members_[symbols_[level]]) {
                pulse_.within(v);
                ids[v] = zdd.add(level, ids[nodes_[v].low], ids[nodes_[v].high]);
            }
        }
        zdd.root = ids[root_];
        return zdd;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Node {
        std::uint32_t symbol, low, high;
        std::uint32_t in_degree;  // the entrance of the root counts
        std::uint32_t place;      // in the list of its symbol
        std::uint32_t next;       // in its chain of the hash table, or of free nodes
    };

    void load(const ZddView& zdd) {
        Array<std::uint32_t> ids(zdd.num_nodes, 0);  // first: whether the root reaches the node
        ids[zdd.root] = 1;
        std::uint32_t num_given = 0;
        for (std::size_t v = zdd.num_nodes; v-- > 2;) {
            pulse_.within(v);
            if (!ids[v]) continue;
            ids[zdd.low[v]] = ids[zdd.high[v]] = 1;
            num_given = std::max(num_given, zdd.level[v] + 1);
        }
        Array<std::uint32_t> number(num_given, 0);
        for (std::size_t v = 2; v < zdd.num_nodes; ++v)
            if (ids[v]) number[zdd.level[v]] = 1;
        for (std::uint32_t level = 0; level < num_given; ++level) {
            pulse_.within(level);
            if (!number[level]) continue;
            number[level] = num_levels();
            levels_.push_back(num_levels());
            first_level_.push_back(level);
            symbols_.push_back(num_levels());
        }
        members_.resize(symbols_.size());
        nodes_.push_back({kNone, 0, 0, 0, 0, 0});
        nodes_.push_back({kNone, 0, 0, 0, 0, 0});
        heads_.assign(std::bit_ceil(zdd.num_nodes + 64), kNone);
        ids[kEmptyFamily] = kEmptyFamily, ids[kUnitFamily] = kUnitFamily;
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
            pulse_.within(v);
            if (ids[v]) ids[v] = make(number[zdd.level[v]], ids[zdd.low[v]], ids[zdd.high[v]]);
        }
        root_ = ids[zdd.root];
        ++nodes_[root_].in_degree;
    }

    // A node of x above nodes of y becomes a node of y above nodes of x. It keeps its number, so nothing
    // above it changes. Nodes of y that no branch leads to are removed; their children stay in use.
    void rewrite(std::uint32_t v, std::uint32_t x, std::uint32_t y) {
        const std::uint32_t low = nodes_[v].low, high = nodes_[v].high;
        const auto [low_low, low_high] = split(low, y);
        const auto [high_low, high_high] = split(high, y);
        const std::uint32_t without = make(x, low_low, high_low), with = make(x, low_high, high_high);
        ++nodes_[without].in_degree;
        ++nodes_[with].in_degree;
        nodes_[v].symbol = y, nodes_[v].low = without, nodes_[v].high = with;
        link(v);
        leave(low);
        leave(high);
    }

    std::pair<std::uint32_t, std::uint32_t> split(std::uint32_t v, std::uint32_t symbol) const {
        if (nodes_[v].symbol != symbol) return {v, kEmptyFamily};
        return {nodes_[v].low, nodes_[v].high};
    }

    std::uint32_t make(std::uint32_t symbol, std::uint32_t low, std::uint32_t high) {
        if (high == kEmptyFamily) return low;
        for (std::uint32_t v = heads_[bucket(symbol, low, high)]; v != kNone; v = nodes_[v].next)
            if (nodes_[v].low == low && nodes_[v].high == high && nodes_[v].symbol == symbol) return v;
        std::uint32_t v = free_;
        if (v != kNone) {
            free_ = nodes_[v].next;
            nodes_[v] = {symbol, low, high, 0, 0, 0};
        } else {
            if (nodes_.size() >= kNone) throw std::length_error("a diagram holds at most 2^32 - 1 nodes");
            v = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({symbol, low, high, 0, 0, 0});
            if (nodes_.size() > heads_.size()) rehash();
        }
        ++nodes_[low].in_degree;
        ++nodes_[high].in_degree;
        link(v);
        return v;
    }

    // Takes away a branch to a node, and the node if it was the last one; its children are still in use.
    void leave(std::uint32_t v) {
        if (--nodes_[v].in_degree > 0 || v < 2) return;
        unlink(v);
        --nodes_[nodes_[v].low].in_degree;
        --nodes_[nodes_[v].high].in_degree;
        nodes_[v].next = free_;
        free_ = v;
    }

    std::uint32_t weight(const Node& node) const { return node.low == kEmptyFamily ? 1 : branching_weight_; }

    std::size_t bucket(std::uint32_t symbol, std::uint32_t low, std::uint32_t high) const {
        return hash_node(symbol, low, high) >> (64 - std::countr_zero(heads_.size()));
    }

    void link(std::uint32_t v) {
        Node& node = nodes_[v];
        size_ += weight(node);
        std::uint32_t& head = heads_[bucket(node.symbol, node.low, node.high)];
        node.next = head;
        head = v;
        node.place = static_cast<std::uint32_t>(members_[node.symbol].size());
        members_[node.symbol].push_back(v);
    }

    void unlink(std::uint32_t v) {
        const Node& node = nodes_[v];
        size_ -= weight(node);
        std::uint32_t* at = &heads_[bucket(node.symbol, node.low, node.high)];
        while (*at != v) at = &nodes_[*at].next;
        *at = node.next;
        Array<std::uint32_t>& members = members_[node.symbol];
        nodes_[members.back()].place = node.place;
        members[node.place] = members.back();
        members.pop_back();
    }

    void rehash() {
        heads_.assign(4 * heads_.size(), kNone);
        for (const Array<std::uint32_t>& members : members_) {
            for (std::uint32_t v : members) {
                pulse_.within(v);
                Node& node = nodes_[v];
                std::uint32_t& head = heads_[bucket(node.symbol, node.low, node.high)];
                node.next = head;
                head = v;
            }
        }
    }

    Pulse& pulse_;
    std::uint32_t branching_weight_;
    Array<Node> nodes_;
    Array<std::uint32_t> heads_;                 // of the chains of the hash table
    std::vector<Array<std::uint32_t>> members_;  // the nodes of each symbol
    Array<std::uint32_t> symbols_, levels_;      // the symbol of each level, and its level
    Array<std::uint32_t> first_level_;           // of each symbol
    Array<std::uint32_t> moved_;
    std::uint32_t free_ = kNone, root_ = 0;
    std::uint64_t size_ = 0, steps_ = 0;
};

}  // namespace nzdd
