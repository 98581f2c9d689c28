// The families that operations meet or make, each once. Numbers below two are the terminals. A node knows
// bounds of the sizes of its shortest and its longest row, which answer many questions about containment at
// once.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "base/unique_table.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

struct alignas(16) FamilyNode {
    std::uint32_t level, low, high;
    std::uint16_t least = 0, most = 0;  // sizes of rows, both capped

    static constexpr std::uint16_t kCap = 0xffff;

    void complete(const FamilyNode& without, const FamilyNode& with) {
        const auto longer = [](std::uint16_t size) { return size == kCap ? kCap : std::uint16_t(size + 1); };
        least = std::min(without.least, longer(with.least));
        most = std::max(without.most, longer(with.most));
    }

    bool is_terminal() const { return level == kNoLevel; }
    // In symbols, and no more than it has; of the empty family the cap.
    std::uint32_t shortest() const { return least; }
    // In symbols, and no less than it has; of the empty family 0.
    std::uint32_t longest() const { return most == kCap ? kNoLevel : most; }
};

class NodeStore : public UniqueTable<FamilyNode> {
public:
    explicit NodeStore(Pulse& pulse) : UniqueTable(pulse) {
        nodes_.push_back({kNoLevel, 0, 0, FamilyNode::kCap, 0});
        nodes_.push_back({kNoLevel, 1, 1, 0, 0});
    }

    std::uint32_t make(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        return high == kEmptyFamily ? low : find({level, low, high});
    }

    // The rows of `f` without a symbol above `level`: a walk down its chain of low branches.
    std::uint32_t tail(std::uint32_t f, std::uint32_t level) {
        if (level == kNoLevel) return f != kEmptyFamily && nodes_[f].shortest() == 0;
        while (nodes_[f].level < level) f = nodes_[f].low;
        return f;
    }

    // `f` with another family in the place of `tail(f, level)`.
    std::uint32_t with_tail(std::uint32_t f, std::uint32_t level, std::uint32_t tail) {
        above_.clear();
        for (; nodes_[f].level < level; f = nodes_[f].low) above_.push_back(f);
        for (; !above_.empty(); above_.pop_back()) {
            const FamilyNode node = nodes_[above_.back()];
            tail = make(node.level, tail, node.high);
        }
        return tail;
    }

    bool is_single_row(std::uint32_t f) const {
        while (nodes_[f].low == kEmptyFamily && f != kEmptyFamily) f = nodes_[f].high;
        return f == kUnitFamily;
    }

    // Whether no row of `f` has as many symbols as one of `g`; so for the empty family.
    bool sizes_apart(std::uint32_t f, std::uint32_t g) {
        if (f == kEmptyFamily || g == kEmptyFamily) return true;
        const FamilyNode &one = nodes_[f], &other = nodes_[g];
        return one.shortest() > other.longest() || other.shortest() > one.longest();
    }

    // Both families without the rows that start above a symbol of the other one; then their top
    // symbols are the same, or both are terminals.
    void align(std::uint32_t& f, std::uint32_t& g) {
        while (nodes_[f].level != nodes_[g].level) {
            f = tail(f, nodes_[g].level);
            g = tail(g, nodes_[f].level);
        }
    }

    // All rows over the first `num_levels` levels. Time O(levels).
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
        constexpr std::size_t kAhead = 12;  // slots are fetched that many nodes before they are looked at
        reserve(zdd.num_nodes);
        Array<std::uint32_t> ids(zdd.num_nodes);
        ids[kEmptyFamily] = kEmptyFamily;
        ids[kUnitFamily] = kUnitFamily;
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
            pulse_.within(v);
            // Numbers to come are guessed: those of a chain follow each other, new or known.
            const auto number = [&](std::uint32_t u) {
                return u < v ? ids[u] : static_cast<std::uint32_t>(ids[v - 1] + 1 + u - v);
            };
            if (const std::size_t later = v + kAhead; later < zdd.num_nodes)
                prefetch_slot({zdd.level[later], number(zdd.low[later]), number(zdd.high[later])});
            ids[v] = make(zdd.level[v], ids[zdd.low[v]], ids[zdd.high[v]]);
        }
        return ids[zdd.root];
    }

    // The diagram of a family. Time O(nodes of the store).
    Zdd diagram(std::uint32_t root) const {
        Zdd zdd;
        zdd.root = copy(root, [&](const FamilyNode& node, const Array<std::uint32_t>& ids) {
            return node.is_terminal() ? kUnitFamily : zdd.add(node.level, ids[node.low], ids[node.high]);
        });
        return zdd;
    }

    // Keeps what the marked families reach, and tells each its new number, others 0. Where memory does not
    // suffice, nothing has changed.
    using UniqueTable::keep_reached;
    // Makes room for more nodes.
    using UniqueTable::reserve;

private:
    Array<std::uint32_t> above_;  // the part of a chain that is made anew
};

}  // namespace nzdd
