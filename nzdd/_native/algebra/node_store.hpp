// The families that operations meet or make, each once. Numbers below two are the terminals. A node knows
// the sizes of its shortest and its longest row, which answers many questions about containment at once.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "base/unique_table.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

struct FamilyNode {
    std::uint32_t level, low, high;
    std::uint32_t shortest, longest;  // in symbols; kNoLevel and 0 of the empty family

    bool is_terminal() const { return level == kNoLevel; }
};

class NodeStore : public UniqueTable<FamilyNode, 4> {
public:
    explicit NodeStore(Pulse& pulse) : UniqueTable(pulse) {
        nodes_.push_back({kNoLevel, 0, 0, kNoLevel, 0});
        nodes_.push_back({kNoLevel, 1, 1, 0, 0});
    }

    std::uint32_t make(std::uint32_t level, std::uint32_t low, std::uint32_t high) {
        if (high == kEmptyFamily) return low;
        return find(level, low, high, [&] {
            const FamilyNode &without = nodes_[low], &with = nodes_[high];
            return FamilyNode{level, low, high, std::min(without.shortest, with.shortest + 1),
                              std::max(without.longest, with.longest + 1)};
        });
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
            const FamilyNode& node = nodes_[above_.back()];
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
        reserve(zdd.num_nodes);
        return sweep<std::uint32_t>(zdd, kEmptyFamily, kUnitFamily,
                                    [&](std::size_t v, std::uint32_t low, std::uint32_t high) {
                                        pulse_.within(v);
                                        return make(zdd.level[v], low, high);
                                    })[zdd.root];
    }

    // The diagram of a family. Time O(nodes of the store).
    Zdd diagram(std::uint32_t root) const {
        Zdd zdd;
        zdd.root = copy(root, [&](const FamilyNode& node, const Array<std::uint32_t>& ids) {
            return node.is_terminal() ? kUnitFamily : zdd.add(node.level, ids[node.low], ids[node.high]);
        });
        return zdd;
    }

private:
    Array<std::uint32_t> above_;  // the part of a chain that is made anew
};

}  // namespace nzdd
