// The reduction of reduction/reduce.hpp where the nodes of a part are. A node that no other part has keeps
// all its parents here, so what becomes of it is known; of those that several parts have, which are few if
// rows differ, the part tells all, and whoever joins the parts (join_reduced.hpp) reduces them. Below such a
// node there are only such nodes, and if another node leads to it, it has two parents: edges end there at the
// latest. All this holds as long as the nodes above the subtrees of the parts are equal to no other ones; if
// they are not, or two nodes have one hash, there is no result. Time and memory O(nodes of all parts).
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "multiset/parts/chain_parts.hpp"

namespace nzdd {

inline constexpr std::uint32_t kElsewhere = 0xffffffff;  // no number of a listed node, or of edges

// What a part tells the others: its subtrees, and the hashes of its nodes.
template <template <class> class Column>
struct PartOutlineOf {
    Column<std::uint64_t> word, tree_hash;
    Column<std::uint32_t> end;
    Column<std::uint64_t> hash;
};
using PartOutline = PartOutlineOf<Array>;
struct PartOutlineView : PartOutlineOf<ConstPointer> {
    std::size_t num_trees, size;
};

// Listed nodes are those that are kept, and those that other parts have too; 0 stands for the leaf, i + 1 for
// the i-th listed node.
template <template <class> class Column>
struct ReducedPartOf {
    // of each subtree: the listed nodes up to it; its root, or kElsewhere and the number of edges from there
    Column<std::uint64_t> word;
    Column<std::uint32_t> end, num_listed, target, num_tree_edges;
    Column<double> weight;
    // of each listed node: the number of its edges, or kElsewhere if other parts have it
    Column<std::uint32_t> num_edges;
    // of each of these, in turn; `parents`: how many others lead to it, at most two
    Column<std::uint8_t> level, parents;
    Column<std::uint32_t> low, high;
    Column<std::uint64_t> low_label, high_label;
    Column<double> low_weight, high_weight;
    // edges, the last nodes first, then those of subtrees
    Column<std::uint32_t> edge_target;
    Column<std::uint64_t> edge_label;
    Column<double> edge_weight;
};
using ReducedPart = ReducedPartOf<Array>;
struct ReducedPartView : ReducedPartOf<ConstPointer> {
    std::size_t num_trees, size, num_shared, total_edges;
};

inline PartOutline outline_of(const ChainPartView& part, int num_levels, Pulse& pulse) {
    PartOutline out;
    const auto levels = static_cast<std::uint32_t>(num_levels);
    check_part(part, levels);
    list_hashes(part, out.hash, pulse);
    for (std::size_t tree = 0; tree < part.num_trees; ++tree) {
        const std::uint32_t target = part.target[tree];
        out.word.push_back(part.word[tree]);
        out.tree_hash.push_back(out.hash[target]);
        out.end.push_back(target == kUnitFamily ? levels : part.level[target - 2]);
    }
    return out;
}

// The hashes of the nodes above the subtrees of all parts.
class HashesAbove {
public:
    static Array<std::uint64_t> list(const std::vector<PartOutlineView>& parts, int num_levels,
                                     Pulse& pulse) {
        HashesAbove above;
        Array<std::uint64_t> words;
        Array<std::uint32_t> ends;
        for (const PartOutlineView& part : parts) {
            words.append(part.word, part.num_trees);
            ends.append(part.end, part.num_trees);
            above.trees_.append(part.tree_hash, part.num_trees);
        }
        TreeRows rows{{words.data(), words.size(), num_levels}, ends.data()};
        close_branches(rows, above, pulse);
        return std::move(above.found_);
    }

    struct Branch {
        std::uint64_t label, hash;
    };
    std::uint64_t end(std::size_t row) const { return trees_[row]; }
    Branch branch(std::uint64_t label, std::uint64_t below) const { return {label, below}; }
    std::uint64_t node(std::uint32_t level, const Branch& low, const Branch& high) {
        found_.push_back(hash_below(level, low.label, low.hash, high.label, high.hash));
        return found_.back();
    }
    Branch none() const { return {}; }

private:
    Array<std::uint64_t> trees_, found_;
};

class PartReduction {
public:
    // `outlines`: of all parts in their order, that of this one at `number`.
    static std::optional<ReducedPart> run(const ChainPartView& part,
                                          const std::vector<PartOutlineView>& outlines, std::size_t number,
                                          int num_levels, Pulse& pulse) {
        if (number >= outlines.size() || outlines[number].size != part.size + 2)
            throw std::invalid_argument("a part without its outline");
        check_part(part, static_cast<std::uint32_t>(num_levels));
        PartReduction reduction(part, num_levels, pulse);
        if (!reduction.find_shared(outlines, number)) return std::nullopt;
        reduction.count_parents();
        reduction.list_nodes();
        reduction.list_edges(outlines[number].end);
        return std::move(reduction.out_);
    }

private:
    struct Branch {
        std::uint64_t label;
        std::uint32_t target;
        double weight;
    };

    PartReduction(const ChainPartView& part, int num_levels, Pulse& pulse)
        : pulse_(pulse), part_(part), top_(num_levels - 1), shared_(part.size, 0), parents_(part.size, 0) {}

    // Marks the nodes that other parts have; false if nodes cannot be told apart by their hashes.
    bool find_shared(const std::vector<PartOutlineView>& outlines, std::size_t number) {
        const std::uint64_t* hashes = outlines[number].hash + 2;
        HashSlots<HashedNumber> own(pulse_, part_.size);
        const auto find = [&](std::uint64_t hash) -> HashedNumber& {
            return own.find(hash, [&](const HashedNumber& known) {
                return known.agrees(hash) && hashes[known.number - 1] == hash;
            });
        };
        constexpr std::size_t kAhead = 16;
        const auto each = [&](const std::uint64_t* hash, std::size_t size, const auto& visit) {
            for (std::size_t i = 0; i < size; ++i) {
                pulse_.within(i);
                if (i + kAhead < size) own.prefetch(hash[i + kAhead]);
                visit(i, find(hash[i]));
            }
        };
        bool distinct = true;
        each(hashes, part_.size, [&](std::size_t i, HashedNumber& slot) {
            distinct &= is_free(slot);
            slot = HashedNumber::of(hashes[i], static_cast<std::uint32_t>(i + 1));
        });
        const auto mark = [&](std::size_t, const HashedNumber& slot) {
            if (!is_free(slot)) shared_[slot.number - 1] = 1;
        };
        for (std::size_t other = 0; other < outlines.size(); ++other)
            if (other != number) each(outlines[other].hash + 2, outlines[other].size - 2, mark);
        Array<std::uint64_t> above = HashesAbove::list(outlines, top_ + 1, pulse_);
        each(above.data(), above.size(),
             [&](std::size_t, const HashedNumber& slot) { distinct &= is_free(slot); });
        std::sort(above.begin(), above.end());
        distinct &= std::adjacent_find(above.begin(), above.end()) == above.end();
        for (std::size_t i = 0; i < part_.size; ++i)
            if (shared_[i]) distinct &= is_shared(part_.low[i]) && is_shared(part_.high[i]);
        return distinct;
    }

    bool is_shared(std::uint32_t target) const { return target == kUnitFamily || shared_[target - 2]; }

    void count_parents() {
        const auto meet = [this](std::uint32_t target) {
            if (target != kUnitFamily) parents_[target - 2] += parents_[target - 2] < 2;
        };
        for (std::size_t i = 0; i < part_.size; ++i) {
            pulse_.within(i);
            if (shared_[i]) continue;
            meet(part_.low[i]);
            meet(part_.high[i]);
        }
        for (std::size_t tree = 0; tree < part_.num_trees; ++tree) meet(part_.target[tree]);
    }

    void list_nodes() {
        place_.resize(part_.size);
        std::uint32_t listed = 0;
        for (std::size_t i = 0; i < part_.size; ++i) {
            pulse_.within(i);
            place_[i] = shared_[i] || parents_[i] == 2 ? ++listed : kElsewhere;
            if (place_[i] == kElsewhere) continue;
            out_.num_edges.push_back(kElsewhere);
            if (!shared_[i]) continue;
            out_.level.push_back(part_.level[i]);
            out_.parents.push_back(parents_[i]);
            out_.low.push_back(place(part_.low[i]));
            out_.high.push_back(place(part_.high[i]));
            out_.low_label.push_back(part_.low_label[i]);
            out_.high_label.push_back(part_.high_label[i]);
            out_.low_weight.push_back(part_.low_weight[i]);
            out_.high_weight.push_back(part_.high_weight[i]);
        }
    }

    std::uint32_t place(std::uint32_t target) const { return target == kUnitFamily ? 0 : place_[target - 2]; }

    void list_edges(const std::uint32_t* ends) {
        for (std::size_t i = part_.size; i-- > 0;) {
            pulse_.within(i);
            if (shared_[i] || place_[i] == kElsewhere) continue;
            const std::size_t before = out_.edge_target.size();
            waiting_.push_back({part_.low_label[i], part_.low[i], part_.low_weight[i]});
            follow(high(i, 0));
            out_.num_edges[place_[i] - 1] = static_cast<std::uint32_t>(out_.edge_target.size() - before);
        }
        out_.num_tree_edges.assign(part_.num_trees, 0);
        for (std::size_t tree = part_.num_trees; tree-- > 0;) {
            if (place(part_.target[tree]) != kElsewhere) continue;
            const std::size_t before = out_.edge_target.size();
            follow({0, part_.target[tree], part_.weight[tree]});
            out_.num_tree_edges[tree] = static_cast<std::uint32_t>(out_.edge_target.size() - before);
        }
        std::size_t node = 0;
        std::uint32_t listed = 0;
        for (std::size_t tree = 0; tree < part_.num_trees; ++tree) {
            for (; node < part_.num_nodes[tree]; ++node) listed += place_[node] != kElsewhere;
            out_.num_listed.push_back(listed);
            out_.target.push_back(place(part_.target[tree]));
        }
        out_.word.append(part_.word, part_.num_trees);
        out_.weight.append(part_.weight, part_.num_trees);
        out_.end.append(ends, part_.num_trees);
    }

    Branch high(std::size_t i, std::uint64_t label) const {
        const std::uint64_t own = std::uint64_t{1} << (top_ - part_.level[i]);
        return {label | own | part_.high_label[i], part_.high[i], part_.high_weight[i]};
    }

    // The edges through contracted nodes, high branches first, and then those of the branches that wait.
    void follow(Branch at) {
        for (;;) {
            while (place(at.target) == kElsewhere) {
                const std::size_t i = at.target - 2;
                waiting_.push_back({at.label | part_.low_label[i], part_.low[i], part_.low_weight[i]});
                at = high(i, at.label);
            }
            out_.edge_target.push_back(place(at.target));
            out_.edge_label.push_back(at.label);
            out_.edge_weight.push_back(at.weight);
            if (waiting_.empty()) return;
            at = waiting_.back();
            waiting_.pop_back();
        }
    }

    Pulse& pulse_;
    const ChainPartView& part_;
    int top_;
    Array<std::uint8_t> shared_, parents_;
    Array<std::uint32_t> place_;
    Array<Branch> waiting_;
    ReducedPart out_;
};

}  // namespace nzdd
