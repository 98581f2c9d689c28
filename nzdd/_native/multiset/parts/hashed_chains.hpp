// Chains (diagram/build/chains.hpp) whose nodes are found by a hash of all that is below them. It is known
// before the numbers of the nodes below are: so the slots of the next nodes are fetched meanwhile, which
// takes a third of the time.
#pragma once

#include <stdexcept>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/build/chains.hpp"

namespace nzdd {

// Equal nodes of any parts have the same one.
inline std::uint64_t hash_below(std::uint32_t level, std::uint64_t low_label, std::uint64_t low,
                                std::uint64_t high_label, std::uint64_t high) {
    return mix(mix(mix(mix(low ^ low_label) + high) ^ high_label) + level);
}
inline constexpr std::uint64_t kLeafHash = 0x5851f42d4c957f2d;

// The visitors of close_branches that make such chains. `target`: what the visitor knows a node by.
struct HashedBelow {
    std::uint32_t target;
    double weight;
    std::uint64_t hash;
};
struct HashedBranch {
    Chains<WordRows>::Branch branch;
    std::uint64_t hash;  // of what is below

    HashedBranch() : branch{0, kEmptyFamily, 0}, hash(0) {}
    HashedBranch(std::uint64_t label, const HashedBelow& below)
        : branch{label, below.target, below.weight}, hash(below.hash) {}
};
inline std::uint64_t hash_of(std::uint32_t level, const HashedBranch& low, const HashedBranch& high) {
    return hash_below(level, low.branch.label, low.hash, high.branch.label, high.hash);
}

class HashedChains {
public:
    using Node = Chains<WordRows>::Node;
    static constexpr std::size_t kAhead =
        16;  // so many nodes before one the slot is fetched, half as many the node

    // Memory for the nodes that are expected is taken at once, which spares page faults.
    HashedChains(Pulse& pulse, std::size_t expected) : known_(pulse, expected) { nodes_.reserve(expected); }

    const Array<Node>& nodes() const { return nodes_; }
    Array<Node> release() { return std::move(nodes_); }
    // Before the nodes with these hashes are shared: call with each index.
    template <class HashAt>
    void prefetch(std::size_t index, std::size_t size, const HashAt& hash_at) const {
        if (index + kAhead < size) known_.prefetch(hash_at(index + kAhead));
        if (index + kAhead / 2 >= size) return;
        const std::uint64_t hash = hash_at(index + kAhead / 2);
        const HashedNumber& slot =
            known_.find(hash, [&](const HashedNumber& each) { return each.agrees(hash); });
        if (is_free(slot)) return;
        const Node& node = nodes_[slot.number - 2];
        prefetch_memory(&node);
        prefetch_memory(&node.high.weight);
    }

    // The number of a node, from two up; weights are added to those of an equal one.
    std::uint32_t share(const Node& node, std::uint64_t hash) {
        const auto same = [](const auto& a, const auto& b) {
            return a.target == b.target && a.label == b.label;
        };
        HashedNumber& slot = known_.find(hash, [&](const HashedNumber& known) {
            if (!known.agrees(hash)) return false;
            const Node& other = nodes_[known.number - 2];
            return other.level == node.level && same(other.low, node.low) && same(other.high, node.high);
        });
        if (!is_free(slot)) {
            Node& known = nodes_[slot.number - 2];
            known.low.weight += node.low.weight;
            known.high.weight += node.high.weight;
            return slot.number;
        }
        if (nodes_.size() + 2 >= kNoLevel)
            throw std::length_error("a diagram holds at most 2^32 - 1 nodes");  // GCOVR_EXCL_LINE 160 GB
        nodes_.push_back(node);
        const auto id = static_cast<std::uint32_t>(nodes_.size() + 1);
        slot = HashedNumber::of(hash, id);
        known_.filled([](const HashedNumber& each) { return each.hash(); });
        return id;
    }

private:
    Array<Node> nodes_;
    HashSlots<HashedNumber, 4> known_;
};

}  // namespace nzdd
