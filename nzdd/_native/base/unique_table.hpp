// All nodes of decision diagrams that operations meet or make, each once. A node has a level, a low and a
// high branch, which identify it, and follows its children, from which it may `complete` itself; terminals
// have no level. Where memory does not suffice, or the pulse throws, nothing has changed.
#pragma once

#include <bit>
#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"

namespace nzdd {

template <class Node>
class UniqueTable {
public:
    // The reference is good until the next node is made.
    const Node& operator[](std::uint32_t id) const { return nodes_[id]; }
    std::size_t size() const { return nodes_.size(); }
    std::size_t num_bytes() const { return nodes_.size() * sizeof(Node) + slots_.num_bytes(); }
    // Returns memory that is not needed before the next growth.
    void shrink() { nodes_.shrink_to_fit(slots_.size() / 2); }
    void prefetch(std::uint32_t id) const { prefetch_memory(&nodes_[id]); }

    // The rows of `f` without and with the symbol of a level, which must not be below its top one.
    std::uint32_t low(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].low : f;
    }
    std::uint32_t high(std::uint32_t f, std::uint32_t level) const {
        return nodes_[f].level == level ? nodes_[f].high : 0;
    }

protected:
    explicit UniqueTable(Pulse& pulse, std::size_t expected = 32) : pulse_(pulse) {
        rebuild(capacity_for(expected));
    }

    // The number of a node, which is made if it is new.
    [[gnu::always_inline]] std::uint32_t find(const Node& node) {
        std::size_t place = place_of(node);
        if (slots_[place] != 0) return slots_[place];
        if (2 * nodes_.size() >= slots_.size()) {
            rebuild(2 * slots_.size());
            place = place_of(node);
        }
        if (nodes_.size() >= 0xffffffff) throw std::length_error("an operation meets at most 2^32 - 1 nodes");
        nodes_.push_back(node);
        if constexpr (requires { nodes_.back().complete(node, node); })
            nodes_.back().complete(nodes_[node.low], nodes_[node.high]);
        return slots_[place] = static_cast<std::uint32_t>(nodes_.size() - 1);
    }

    void prefetch_slot(const Node& node) const { prefetch_memory(&slots_[hash(node) >> shift_]); }

    // Makes room for more nodes.
    void reserve(std::size_t more) {
        const std::size_t capacity = capacity_for(nodes_.size() + more);
        if (capacity > slots_.size()) rebuild(capacity);
    }

    // Copies what a root reaches, children first: `add(node, ids)` gives the number of the copy, where `ids`
    // has those of the children. The number of the root's copy; 0 stays 0. Time O(nodes of the table).
    template <class Add>
    std::uint32_t copy(std::uint32_t root, const Add& add) const {
        Array<std::uint32_t> ids(std::size_t{root} + 1, 0);
        ids[root] = 1;
        const std::uint32_t lowest = mark_reached(ids, root);
        for (std::uint32_t v = lowest; v <= root; ++v) {
            pulse_.within(v);
            if (ids[v]) ids[v] = add(nodes_[v], ids);
        }
        return ids[root];
    }

    // Keeps what the marked nodes reach, in the order it has: gives each its new number, and 0 to the others.
    // Terminals stay.
    void keep_reached(Array<std::uint32_t>& ids) {
        mark_reached(ids, 1);
        std::size_t count = 0;
        for (std::uint32_t v = 0; v < ids.size(); ++v) count += ids[v] != 0 || nodes_[v].is_terminal();
        Array<std::uint32_t> slots(capacity_for(count));
        std::uint32_t next = 0;  // nothing below this line fails
        for (std::uint32_t v = 0; v < ids.size(); ++v) {
            Node node = nodes_[v];
            if (!node.is_terminal()) {
                if (ids[v] == 0) continue;
                node.low = ids[node.low];
                node.high = ids[node.high];
            }
            ids[v] = next;
            nodes_[next++] = node;
        }
        nodes_.resize(next);
        slots_.swap(slots);
        fill_slots([](std::uint32_t) {});
    }

    Pulse& pulse_;
    Array<Node> nodes_;

private:
    static std::uint64_t hash(const Node& node) { return hash_node(node.level, node.low, node.high); }

    static std::size_t capacity_for(std::size_t nodes) {
        return std::bit_ceil(std::max<std::size_t>(64, 2 * nodes + 2));
    }

    // The slot of a node, or the free one where it belongs.
    std::size_t place_of(const Node& node) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = hash(node) >> shift_;
        for (; slots_[place] != 0; place = (place + 1) & mask) {
            const Node& known = nodes_[slots_[place]];
            if (known.low == node.low && known.high == node.high && known.level == node.level) break;
        }
        return place;
    }

    // With room for all nodes to come until the next time; what they do not fill takes no memory.
    [[gnu::noinline]] void rebuild(std::size_t capacity) {
        Array<std::uint32_t> slots(capacity);
        nodes_.reserve(capacity / 2);
        slots.swap(slots_);
        try {
            fill_slots([this](std::uint32_t id) { pulse_.within(id); });
        } catch (...) {
            slots.swap(slots_);
            set_shift();
            throw;
        }
    }

    void set_shift() { shift_ = 64 - std::countr_zero(slots_.size()); }

    // All nodes but the first into empty slots, in their order, so that those to come can be fetched before.
    template <class Beat>
    void fill_slots(const Beat& beat) {
        constexpr std::size_t kAhead = 16;
        set_shift();
        std::fill(slots_.begin(), slots_.end(), 0);
        const std::size_t mask = slots_.size() - 1;
        for (std::uint32_t id = 1; id < nodes_.size(); ++id) {
            beat(id);
            if (id + kAhead < nodes_.size()) prefetch_slot(nodes_[id + kAhead]);
            std::size_t place = hash(nodes_[id]) >> shift_;
            while (slots_[place] != 0) place = (place + 1) & mask;
            slots_[place] = id;
        }
    }

    // Marks all nodes that marked ones reach, of which none but 0 is below `lowest`. The lowest of all.
    std::uint32_t mark_reached(Array<std::uint32_t>& ids, std::uint32_t lowest) const {
        for (auto v = static_cast<std::uint32_t>(ids.size() - 1); v >= lowest && v > 0; --v) {
            pulse_.within(v);
            const Node& node = nodes_[v];
            if (ids[v] == 0 || node.is_terminal()) continue;
            ids[node.low] = ids[node.high] = 1;
            lowest = std::min({lowest, node.high, node.low == 0 ? lowest : node.low});
        }
        ids[0] = 0;
        return lowest;
    }

    Array<std::uint32_t> slots_;  // numbers of nodes; 0 is free, and at most half of them are not
    int shift_ = 0;
};

}  // namespace nzdd
