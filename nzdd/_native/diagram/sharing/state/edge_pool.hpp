// The edges of a diagram under construction. An edge is a set of items: its labels, at most one
// source item (the inner node it leaves; none: the root) and at most one target item (the inner
// node it enters; none: the leaf). Each item is one nonzero of the extended formulation. Symbols
// that cost nothing are not items: together they are the edge's tag.
#pragma once

#include <limits>
#include <span>
#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/prefetch.hpp"

namespace nzdd {

// Label s is item s, node w item num_labels + 2 w as a source and num_labels + 2 w + 1 as a target.
using Item = std::uint32_t;
inline constexpr Item kNoItem = 0xffffffff;

struct PoolEdge {
    std::size_t begin;          // of its labels, sorted
    std::uint32_t size;         // how many they are
    std::uint32_t tag;          // 0: no symbol that costs nothing
    Item source, target;        // kNoItem: the root, the leaf
    double weight;              // of all rows whose path uses the edge
    std::uint64_t hash = 0;     // the sum over its items, and its tag
    std::uint32_t changed = 0;  // the epoch of its last change
};

// Whether the search can number its items, of which each node has two: a new node saves a nonzero at least.
inline void check_numbers(std::size_t num_items, std::size_t num_nonzeros) {
    if (num_items + 2 * num_nonzeros > std::numeric_limits<std::uint32_t>::max() / 2)
        throw std::invalid_argument(
            "there are too many symbols to share parts of the rows: num_symbols plus twice the "
            "nonzeros must stay below 2^31");
}

class EdgePool {
public:
    // `labels`: where the labels of the first edges stand.
    EdgePool(std::size_t num_labels, Array<Item> labels)
        : num_labels_(static_cast<Item>(num_labels)), labels_(std::move(labels)) {}

    std::size_t num_edges() const { return edges_.size(); }
    std::uint32_t num_nodes() const { return num_nodes_; }
    std::size_t num_items() const { return num_labels_ + 2 * std::size_t{num_nodes_}; }
    std::uint32_t epoch() const { return epoch_; }  // counts the changes

    bool is_label(Item item) const { return item < num_labels_; }
    bool is_source(Item item) const { return !is_label(item) && (item - num_labels_) % 2 == 0; }
    bool is_target(Item item) const { return !is_label(item) && (item - num_labels_) % 2 == 1; }
    Item source_item(std::uint32_t node) const { return num_labels_ + 2 * node; }
    Item target_item(std::uint32_t node) const { return num_labels_ + 2 * node + 1; }
    std::uint32_t node(Item item) const { return (item - num_labels_) / 2; }

    const PoolEdge& operator[](std::uint32_t edge) const { return edges_[edge]; }
    bool alive(std::uint32_t edge) const { return edges_[edge].source != kDead; }
    std::span<const Item> labels(std::uint32_t edge) const {
        return {labels_.data() + edges_[edge].begin, edges_[edge].size};
    }

    // Hides the latency of a later look at them.
    void prefetch_labels(std::uint32_t edge) const { prefetch_memory(labels_.data() + edges_[edge].begin); }

    std::uint32_t cost(std::uint32_t edge) const {
        return edges_[edge].size + (edges_[edge].source != kNoItem) + (edges_[edge].target != kNoItem);
    }

    bool holds(std::uint32_t edge, Item item) const {
        if (!is_label(item)) return edges_[edge].source == item || edges_[edge].target == item;
        // A binary search whose branches need not be guessed: it is asked for items in no order.
        const Item* at = labels_.data() + edges_[edge].begin;
        std::size_t left = edges_[edge].size;
        if (left == 0) return false;
        for (std::size_t half; left > 1; left -= half) {
            half = left / 2;
            at += at[half] <= item ? half : 0;
        }
        return *at == item;
    }

    template <class Visit>
    void for_each_item(std::uint32_t edge, const Visit& visit) const {
        for (Item item : labels(edge)) visit(item);
        if (edges_[edge].source != kNoItem) visit(edges_[edge].source);
        if (edges_[edge].target != kNoItem) visit(edges_[edge].target);
    }

    // Whether edge a without item x and edge b without item y are the same but for their weights.
    bool same_rest(std::uint32_t a, Item x, std::uint32_t b, Item y) const {
        const PoolEdge &first = edges_[a], &second = edges_[b];
        const auto without = [](Item end, Item item) { return end == item ? kNoItem : end; };
        if (first.tag != second.tag || without(first.source, x) != without(second.source, y) ||
            without(first.target, x) != without(second.target, y) || cost(a) != cost(b))
            return false;
        const auto left = labels(a), right = labels(b);
        std::size_t i = 0, j = 0;
        for (;; ++i, ++j) {
            i += i < left.size() && left[i] == x;
            j += j < right.size() && right[j] == y;
            if (i == left.size() || j == right.size()) return i == left.size() && j == right.size();
            if (left[i] != right[j]) return false;
        }
    }

    void begin_change() { ++epoch_; }

    std::uint32_t add_node() { return num_nodes_++; }

    std::uint32_t add(const PoolEdge& edge) {
        edges_.push_back(edge);
        const auto number = static_cast<std::uint32_t>(edges_.size() - 1);
        rehash(number);
        return number;
    }

    // The place where the labels of the next edge begin; they are written by `add_label`.
    std::size_t end_of_labels() const { return labels_.size(); }
    void add_label(Item label) { labels_.push_back(label); }

    void kill(std::uint32_t edge) {
        edges_[edge].source = kDead;
        edges_[edge].changed = epoch_;
    }

    // Takes sorted labels out of an edge that holds them, and gives it a new source or target.
    void take_out(std::uint32_t number, std::span<const Item> taken, Item end) {
        PoolEdge& edge = edges_[number];
        Item *begin = labels_.data() + edge.begin, *kept = begin;
        auto next = taken.begin();
        for (Item* label = begin; label != begin + edge.size; ++label) {
            if (next != taken.end() && *next == *label)
                ++next;
            else
                *kept++ = *label;
        }
        edge.size = static_cast<std::uint32_t>(kept - begin);
        (is_source(end) ? edge.source : edge.target) = end;
        rehash(number);
    }

    void add_weight(std::uint32_t edge, double weight) { edges_[edge].weight += weight; }

private:
    static constexpr Item kDead = 0xfffffffe;

    void rehash(std::uint32_t edge) {
        std::uint64_t hash = scramble(~std::uint64_t{edges_[edge].tag});
        for_each_item(edge, [&hash](Item item) { hash += scramble(item); });
        edges_[edge].hash = hash;
        edges_[edge].changed = epoch_;
    }

    Item num_labels_;
    std::uint32_t num_nodes_ = 0, epoch_ = 0;
    Array<PoolEdge> edges_;
    Array<Item> labels_;
};

}  // namespace nzdd
