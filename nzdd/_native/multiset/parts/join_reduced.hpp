// The NZDD of all rows from reduced parts (reduce_part.hpp): the nodes that several parts have are shared and
// reduced, the edges of the others come as they are, but for the numbers of their ends. Nodes and edges stand
// in the order that the reduction of all nodes at once gives them. Time and memory O(edges + labels + shared
// nodes of all parts).
#pragma once

#include <bit>
#include <stdexcept>
#include <vector>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"
#include "multiset/parts/reduce_part.hpp"

namespace nzdd {

class ReducedPartJoin {
public:
    // Parts in the order of their rows.
    static Nzdd run(const std::vector<ReducedPartView>& parts, int num_levels, const std::uint32_t* symbols,
                    Pulse& pulse) {
        ReducedPartJoin join(parts, num_levels, pulse);
        if (join.words_.empty()) return Nzdd{};
        TreeRows rows{{join.words_.data(), join.words_.size(), num_levels}, join.ends_.data()};
        const Branch root = close_branches(rows, join, pulse);
        pulse.stage("reduce");
        join.number_nodes();
        join.emit_edges(root);
        join.list_labels(symbols);
        return std::move(join.out_);
    }

    // Where a branch ends: 0 is the leaf, i + 1 the i-th listed node of all parts. If it is kElsewhere,
    // `tree` is the row of a subtree whose edges are known, or kNoTree + i + 1 for the i-th node above all
    // subtrees.
    struct Below {
        std::uint32_t target;
        double weight;
        std::size_t tree;
    };
    struct Branch {
        std::uint64_t label;
        std::uint32_t target;
        double weight;
        std::size_t tree;
    };
    Below end(std::size_t row) {
        while (row == firsts_[next_part_]) begin_part();
        const ReducedPartView& part = parts_[next_part_ - 1];
        const std::size_t tree = row - firsts_[next_part_ - 1];
        load(part, part.num_listed[tree]);
        const std::uint32_t target = part.target[tree];
        return {target == kElsewhere ? target : id(next_part_ - 1, target), part.weight[tree], row};
    }
    Branch branch(std::uint64_t label, const Below& below) const {
        return {label, below.target, below.weight, below.tree};
    }
    Below node(std::uint32_t level, const Branch& low, Branch high) {
        high.label |= bit(level);
        above_.push_back({low, high});
        return {kElsewhere, low.weight + high.weight, kNoTree + above_.size()};
    }
    Branch none() const { return {}; }

private:
    static constexpr std::size_t kNoTree = std::size_t{1} << 40;
    static constexpr std::uint32_t kContracted = 0xffffffff;
    struct Above {
        Branch low, high;
    };
    struct Shared {
        std::uint32_t level, low, high, node;  // `node`: its number among all
        std::uint64_t low_label, high_label;
        double low_weight, high_weight;
        std::uint32_t outside, parents;
    };

    ReducedPartJoin(const std::vector<ReducedPartView>& parts, int num_levels, Pulse& pulse)
        : pulse_(pulse), parts_(parts), num_levels_(num_levels), known_(pulse) {
        for (const ReducedPartView& part : parts) {
            check(part);
            firsts_.push_back(words_.size());
            words_.append(part.word, part.num_trees);
            ends_.append(part.end, part.num_trees);
        }
        firsts_.push_back(words_.size());
        if (std::adjacent_find(words_.begin(), words_.end(), std::greater_equal<>()) != words_.end())
            throw std::invalid_argument("rows in parts must ascend");
    }

    static void check(const ReducedPartView& part) {
        std::size_t edges = 0, shared = 0, listed = 0;
        bool sound = true;
        for (std::size_t i = 0; i < part.size; ++i)
            (part.num_edges[i] == kElsewhere ? shared : edges) +=
                part.num_edges[i] == kElsewhere ? 1 : part.num_edges[i];
        for (std::size_t tree = 0; tree < part.num_trees; ++tree) {
            edges += part.num_tree_edges[tree];
            sound &= part.num_listed[tree] >= listed;
            listed = part.num_listed[tree];
            sound &= part.target[tree] == kElsewhere || part.target[tree] <= listed;
        }
        for (std::size_t e = 0; e < part.total_edges; ++e) sound &= part.edge_target[e] <= part.size;
        if (!sound || listed > part.size || shared != part.num_shared || edges != part.total_edges)
            throw std::invalid_argument("the arrays of a reduced part do not fit together");
    }

    std::uint64_t bit(std::uint32_t level) const { return std::uint64_t{1} << (num_levels_ - 1 - level); }

    // The number of a listed node of a part, plus one; the leaf is 0.
    std::uint32_t id(std::size_t part, std::uint32_t target) const {
        return target == 0 ? 0 : ids_[first_id_[part] + target - 1] + 1;
    }

    void begin_part() {
        first_id_.push_back(ids_.size());
        first_new_.push_back(nodes_.size());
        next_shared_ = 0;
        ++next_part_;
    }

    // The listed nodes up to one, shared with those that are there.
    void load(const ReducedPartView& part, std::size_t count) {
        for (std::size_t i = ids_.size() - first_id_.back(); i < count; ++i) {
            pulse_.within(i);
            if (part.num_edges[i] != kElsewhere) {
                ids_.push_back(static_cast<std::uint32_t>(nodes_.size()));
                nodes_.push_back(kElsewhere);
            } else {
                ids_.push_back(share(part, next_shared_++, i));
            }
        }
    }

    std::uint32_t share(const ReducedPartView& part, std::size_t j, std::size_t place) {
        const std::size_t number = next_part_ - 1;
        if (part.level[j] >= num_levels_ || part.low[j] > place || part.high[j] > place)
            throw std::invalid_argument("a node of a part comes before those below it");
        const std::uint32_t low = id(number, part.low[j]), high = id(number, part.high[j]);
        if (!is_shared(low) || !is_shared(high))
            throw std::invalid_argument("a node that several parts have leads to one that one part has");
        const std::uint64_t hash =
            hash_below(part.level[j], part.low_label[j], low, part.high_label[j], std::uint64_t{high} << 32);
        HashedNumber& slot = known_.find(hash, [&](const HashedNumber& each) {
            const Shared& other = shared_[each.number - 1];
            return each.agrees(hash) && other.level == part.level[j] && other.low == low &&
                   other.high == high && other.low_label == part.low_label[j] &&
                   other.high_label == part.high_label[j];
        });
        if (!is_free(slot)) {
            Shared& known = shared_[slot.number - 1];
            known.low_weight += part.low_weight[j];
            known.high_weight += part.high_weight[j];
            known.outside += part.parents[j];
            return known.node;
        }
        const auto node = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(static_cast<std::uint32_t>(shared_.size()));
        shared_.push_back({part.level[j], low, high, node, part.low_label[j], part.high_label[j],
                           part.low_weight[j], part.high_weight[j], part.parents[j], 0});
        slot = HashedNumber::of(hash, static_cast<std::uint32_t>(shared_.size()));
        known_.filled([](const HashedNumber& each) { return each.hash(); });
        return node;
    }

    bool is_shared(std::uint32_t target) const { return target == 0 || nodes_[target - 1] != kElsewhere; }

    // As in EdgeReduction: those that stay, from the last one on. A node that others have too, and whose one
    // parent is not shared, is another one with the same hash.
    void number_nodes() {
        bool sound = true;
        for (const Shared& node : shared_) {
            if (node.low) ++shared_[nodes_[node.low - 1]].parents;
            if (node.high) ++shared_[nodes_[node.high - 1]].parents;
        }
        number_.resize(nodes_.size());
        std::uint32_t next = 1;
        for (std::size_t v = nodes_.size(); v-- > 0;) {
            const bool whole = nodes_[v] == kElsewhere;
            const std::uint32_t outside = whole ? 2 : shared_[nodes_[v]].outside;
            const std::uint32_t parents = outside + (whole ? 0 : shared_[nodes_[v]].parents);
            sound &= outside == 0 || parents > 1;
            number_[v] = parents > 1 ? next++ : kContracted;
        }
        if (!sound)
            throw std::runtime_error(  // GCOVR_EXCL_LINE once in 2^64 pairs of nodes
                "two nodes of the parts have one hash; build this diagram in one process");
        leaf_ = next;
        out_.num_nodes = std::uint64_t{next} + 1;
    }

    void emit_edges(Branch at) {
        std::size_t num_edges = above_.size() + 1 + 2 * shared_.size();
        for (const ReducedPartView& part : parts_) {
            num_edges += part.total_edges;
            edge_.push_back(0);
        }
        out_.source.reserve(num_edges);
        out_.target.reserve(num_edges);
        out_.multiplicity.reserve(num_edges);
        masks_.reserve(num_edges);
        Array<std::size_t> tree_edge;  // the edges of subtrees stand behind those of the nodes
        for (const ReducedPartView& part : parts_) {
            std::size_t edge = part.total_edges;
            for (std::size_t tree = 0; tree < part.num_trees; ++tree) {
                edge -= part.num_tree_edges[tree];
                tree_edge.push_back(edge);
            }
        }
        emit_root(at, tree_edge);
        for (std::size_t p = next_part_; p-- > 0;) {
            const std::size_t end = p + 1 < next_part_ ? first_id_[p + 1] : ids_.size();
            const std::size_t size = end - first_id_[p];
            for (std::size_t i = size; i-- > 0;) {
                pulse_.within(i);
                const std::uint32_t v = ids_[first_id_[p] + i];
                if (nodes_[v] == kElsewhere) {
                    const std::size_t first = edge_[p];
                    edge_[p] += parts_[p].num_edges[i];
                    copy_edges(p, first, edge_[p], number_[v], 0);
                } else if (v >= first_new_[p] && number_[v] != kContracted) {
                    follow_shared(number_[v], nodes_[v]);
                }
            }
        }
    }

    void emit_root(Branch at, const Array<std::size_t>& tree_edge) {
        Array<Branch> waiting;
        for (;;) {
            while (at.target == kElsewhere && at.tree > kNoTree) {
                auto [low, high] = above_[at.tree - kNoTree - 1];
                low.label |= at.label;
                high.label |= at.label;
                waiting.push_back(low);
                at = high;
            }
            if (at.target != kElsewhere) {
                end_edge(0, target_number(at.target), at.label, at.weight);
            } else {
                const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), at.tree);
                const auto p = static_cast<std::size_t>(after - firsts_.begin()) - 1;
                const std::size_t first = tree_edge[at.tree];
                const std::size_t count = parts_[p].num_tree_edges[at.tree - firsts_[p]];
                copy_edges(p, first, first + count, 0, at.label);
            }
            if (waiting.empty()) return;
            at = waiting.back();
            waiting.pop_back();
        }
    }

    std::uint32_t target_number(std::uint32_t target) const {
        return target == 0 ? leaf_ : number_[target - 1];
    }

    void copy_edges(std::size_t p, std::size_t first, std::size_t end, std::uint32_t source,
                    std::uint64_t label) {
        const ReducedPartView& part = parts_[p];
        for (std::size_t e = first; e < end; ++e)
            end_edge(source, target_number(id(p, part.edge_target[e])), label | part.edge_label[e],
                     part.edge_weight[e]);
    }

    void follow_shared(std::uint32_t source, std::uint32_t j) {
        struct Step {
            std::uint64_t label;
            std::uint32_t target;
            double weight;
        };
        Array<Step> waiting;
        const auto wait = [&](const Shared& node, std::uint64_t label) {
            waiting.push_back({label | node.low_label, node.low, node.low_weight});
            waiting.push_back({label | bit(node.level) | node.high_label, node.high, node.high_weight});
        };
        wait(shared_[j], 0);
        while (!waiting.empty()) {
            const Step at = waiting.back();
            waiting.pop_back();
            if (at.target && number_[at.target - 1] == kContracted)
                wait(shared_[nodes_[at.target - 1]], at.label);
            else
                end_edge(source, target_number(at.target), at.label, at.weight);
        }
    }

    void end_edge(std::uint32_t source, std::uint32_t target, std::uint64_t mask, double weight) {
        out_.source.push_back(source);
        out_.target.push_back(target);
        out_.multiplicity.push_back(weight);
        masks_.push_back(mask);
    }

    void list_labels(const std::uint32_t* symbols) {
        std::size_t size = 0;
        out_.label_offsets.reserve(masks_.size() + 1);
        for (const std::uint64_t mask : masks_)
            out_.label_offsets.push_back(static_cast<std::int64_t>(size += std::popcount(mask)));
        out_.labels.resize(size);
        std::uint32_t* place = out_.labels.data();
        const auto top = static_cast<std::uint32_t>(num_levels_ - 1);
        for (std::size_t e = 0; e < masks_.size(); ++e) {
            pulse_(e, masks_.size());
            for (std::uint64_t mask = masks_[e]; mask; mask ^= std::bit_floor(mask)) {
                const std::uint32_t level = top + 1 - static_cast<std::uint32_t>(std::bit_width(mask));
                *place++ = symbols ? symbols[level] : level;
            }
        }
    }

    Pulse& pulse_;
    const std::vector<ReducedPartView>& parts_;
    int num_levels_;
    Array<std::uint64_t> words_, masks_;
    Array<std::uint32_t> ends_;
    Array<std::size_t> firsts_;  // the first subtree of each part, and how many there are
    Array<std::size_t> first_id_, first_new_, edge_;
    std::size_t next_part_ = 0, next_shared_ = 0;
    Array<std::uint32_t> ids_;             // the nodes that are listed, part after part
    Array<std::uint32_t> nodes_, number_;  // of each node: which shared one it is, its number in the NZDD
    Array<Shared> shared_;
    Array<Above> above_;
    HashSlots<HashedNumber> known_;
    std::uint32_t leaf_ = 0;
    Nzdd out_;
};

}  // namespace nzdd
