// All ways to take items, each at most so many times, within capacities: the arc-flow graph of Valério de
// Carvalho (1999), its nodes merged as by Brandão and Pedroso (2016).
#pragma once

#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "base/hash_slots.hpp"
#include "diagram/path_graph/path_graph.hpp"
#include "families/search/frontier_search.hpp"
#include "families/search/state_table.hpp"

namespace nzdd {

struct Items {
    const std::int64_t* weights;  // num_items x num_capacities, not negative, not all 0 for an item
    const std::int64_t *capacities, *copies;
    std::size_t num_items, num_capacities;
};

struct PatternGraph {
    std::size_t num_nodes;
    Array<std::uint32_t> source, target, item;  // kNoEdge: the edge that takes nothing more
};

// A state is what is used of the capacities, and the first item that may still be taken. Its room is the use
// up to which it may be raised such that all that can follow still fits; states of equal room are one node.
// Then the same from the root: nodes that are reached with the same use at most are one. That may join a way
// into a node with more copies of an item than there are; every way fits all the same.
class Patterns {
public:
    static PatternGraph run(const Items& items, std::uint64_t max_states, Pulse& pulse) {
        Patterns patterns(items, max_states, pulse);
        pulse.stage("patterns");
        patterns.take_items();
        if (patterns.arcs_.empty())
            return {2, Array<std::uint32_t>(1, 0), Array<std::uint32_t>(1, 1),
                    Array<std::uint32_t>(1, kNoEdge)};
        patterns.raise();
        patterns.lower();
        return patterns.graph();
    }

private:
    struct Arc {
        std::uint32_t source, target, item;

        bool operator<(const Arc& other) const {
            if (source != other.source) return source < other.source;
            return target != other.target ? target < other.target : item < other.item;
        }
        bool operator==(const Arc& other) const = default;
    };

    struct First {
        std::size_t arc, state;  // the first ones of an item
    };

    // Arcs to compare once more, and states with numbers of copies of an item to tell apart.
    static constexpr std::size_t kMany = 1 << 22;

    Patterns(const Items& items, std::uint64_t max_states, Pulse& pulse)
        : items_(items),
          width_(items.num_capacities),
          max_states_(max_states),
          pulse_(pulse),
          states_(8 * items.num_capacities, pulse) {}

    const std::int64_t* use(std::size_t v) const { return reinterpret_cast<const std::int64_t*>(states_[v]); }

    void take_items() {
        Array<std::int64_t> next(width_, 0), left;
        states_.number(reinterpret_cast<const unsigned char*>(next.data()));
        for (std::size_t i = 0; i < items_.num_items; ++i) {
            const std::int64_t* weight = items_.weights + i * width_;
            left.assign(states_.size(), items_.copies[i]);
            first_.push_back({arcs_.size(), states_.size()});
            // New nodes come in after those that they follow, and are met in turn.
            for (std::size_t v = 0; v < states_.size(); ++v) {
                pulse_(v, 0);
                if (left[v] == 0) continue;
                bool fits = true;
                for (std::size_t d = 0; d < width_; ++d) {
                    next[d] = use(v)[d] + weight[d];
                    fits = fits && next[d] <= items_.capacities[d];
                }
                if (!fits) continue;
                const std::uint32_t to = states_.number(reinterpret_cast<const unsigned char*>(next.data()));
                if (to == left.size()) left.push_back(left[v] - 1);
                if (states_.size() > max_states_) throw TooManyStates(max_states_);
                arcs_.push_back({static_cast<std::uint32_t>(v), to, static_cast<std::uint32_t>(i)});
            }
        }
    }

    std::int64_t total(const std::int64_t* use) const {
        return std::accumulate(use, use + width_, std::int64_t{0});
    }

    // From the last item on: the room of each state before its item was decided on, given those after.
    void raise() {
        const std::size_t size = states_.size();
        StateTable rooms(8 * width_, pulse_);
        leaf_ = number(rooms, items_.capacities);
        room_.resize(size * width_);
        for (std::size_t v = 0; v < size; ++v)
            std::copy_n(items_.capacities, width_, room_.data() + v * width_);
        node_.assign(size, leaf_);
        after_.assign(size, kNoEdge);
        by_use_.resize(size);
        std::iota(by_use_.begin(), by_use_.end(), 0U);
        Array<std::int64_t> totals(size);
        for (std::size_t v = 0; v < size; ++v) totals[v] = total(use(v));
        std::sort(by_use_.begin(), by_use_.end(), [&](std::uint32_t a, std::uint32_t b) {
            pulse_.within(++steps_);
            return totals[a] < totals[b];
        });
        Array<Arc> found;
        std::size_t end = arcs_.size();
        for (std::size_t i = items_.num_items; i-- > 0; end = first_[i].arc) {
            for (std::size_t k = first_[i].arc; k < end; ++k) after_[arcs_[k].source] = arcs_[k].target;
            decide(static_cast<std::uint32_t>(i), rooms, found);
            for (std::size_t k = first_[i].arc; k < end; ++k) after_[arcs_[k].source] = kNoEdge;
            if (found.size() > 2 * distinct_ + kMany) keep_distinct(found);
        }
        arcs_.swap(found);
        root_ = node_[0];
        room_.resize(rooms.size() * width_);
        for (std::size_t v = 0; v < rooms.size(); ++v)
            std::memcpy(room_.data() + v * width_, rooms[v], 8 * width_);
    }

    static std::uint32_t number(StateTable& table, const std::int64_t* use) {
        return table.number(reinterpret_cast<const unsigned char*>(use));
    }

    // Room, node and arcs of all states where item i is decided on.
    void decide(std::uint32_t i, StateTable& rooms, Array<Arc>& found) {
        const std::int64_t* weight = items_.weights + i * width_;
        Array<std::int64_t> held, next(width_);
        Array<std::uint32_t> node;
        held.append(room_.data(), room_.size());
        node.append(node_.data(), node_.size());
        // A state from which another copy may lead to `after_`, or none.
        const auto settle = [&](std::uint32_t v, bool more) {
            pulse_.within(++steps_);
            const std::uint32_t to = more ? after_[v] : kNoEdge;
            const std::int64_t* mine = room_.data() + v * width_;
            std::copy_n(mine, width_, next.data());
            node[v] = node_[v];
            if (to != kNoEdge) {
                const std::int64_t* theirs = held.data() + to * width_;
                for (std::size_t d = 0; d < width_; ++d) next[d] = std::min(mine[d], theirs[d] - weight[d]);
                if (!std::equal(next.begin(), next.end(), mine)) {
                    node[v] = number(rooms, next.data());
                    found.push_back({node[v], node_[v], kNoEdge});
                }
                found.push_back({node[v], node[to], i});
            }
            std::copy_n(next.data(), width_, held.data() + v * width_);
        };
        const auto taken = by_copies(i);
        // States with as many copies come in order of use: none has been settled before one that leads to it.
        for (std::size_t k = taken.size(); k-- > 0;)
            for (std::uint32_t v : taken[k]) settle(v, k + 1 < taken.size());
        if (taken.empty())  // each counts with the most copies that may follow
            for (std::size_t k = by_use_.size(); k-- > 0;) settle(by_use_[k], true);
        const std::size_t starts = first_[i].state;
        std::copy_n(held.begin(), starts * width_, room_.begin());
        std::copy_n(node.begin(), starts, node_.begin());
    }

    // The states with 0, 1, 2, ... copies of an item, in order of use; nothing where they are too many.
    std::vector<Array<std::uint32_t>> by_copies(std::uint32_t i) const {
        std::vector<Array<std::uint32_t>> taken(1);
        for (std::uint32_t v : by_use_)
            if (v < first_[i].state) taken[0].push_back(v);
        std::size_t pairs = taken[0].size();
        for (std::int64_t k = 0; k < items_.copies[i]; ++k) {
            Array<std::uint32_t> more;
            for (std::uint32_t v : taken.back())
                if (after_[v] != kNoEdge) more.push_back(after_[v]);
            if (more.empty()) break;
            pairs += more.size();
            if (pairs > kMany) return {};
            taken.push_back(std::move(more));
        }
        return taken;
    }

    void keep_distinct(Array<Arc>& arcs) {
        std::sort(arcs.begin(), arcs.end(), [&](const Arc& a, const Arc& b) {
            pulse_.within(++steps_);
            return a < b;
        });
        arcs.resize(static_cast<std::size_t>(std::unique(arcs.begin(), arcs.end()) - arcs.begin()));
        distinct_ = arcs.size();
    }

    // Nodes in the order of their room, with arcs by their source.
    void sort_nodes(const Array<std::int64_t>& labels, std::size_t number) {
        Array<std::int64_t> totals(number);
        for (std::size_t v = 0; v < number; ++v) totals[v] = total(labels.data() + v * width_);
        totals[leaf_] = std::numeric_limits<std::int64_t>::max();
        Array<std::uint32_t> order(number), place(number);
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return totals[a] != totals[b] ? totals[a] < totals[b] : a < b;
        });
        for (std::uint32_t k = 0; k < number; ++k) place[order[k]] = k;
        for (Arc& arc : arcs_) arc = {place[arc.source], place[arc.target], arc.item};
        keep_distinct(arcs_);
        root_ = place[root_];
        leaf_ = place[leaf_];
    }

    // From the root on: the greatest use with which each node is reached, and nodes of equal use as one.
    void lower() {
        const std::size_t number = room_.size() / width_;
        sort_nodes(room_, number);
        Array<std::int64_t> used(number * width_, 0);
        for (const Arc& arc : arcs_) {
            const std::int64_t* mine = used.data() + arc.source * width_;
            std::int64_t* theirs = used.data() + arc.target * width_;
            for (std::size_t d = 0; d < width_; ++d) {
                const std::int64_t more = arc.item == kNoEdge ? 0 : items_.weights[arc.item * width_ + d];
                theirs[d] = std::max(theirs[d], mine[d] + more);
            }
        }
        StateTable uses(8 * width_, pulse_);
        Array<std::uint32_t> node(number);
        for (std::size_t v = 0; v < number; ++v)
            if (v != leaf_)
                node[v] = uses.number(reinterpret_cast<const unsigned char*>(used.data() + v * width_));
        const auto leaf = static_cast<std::uint32_t>(uses.size());
        node[leaf_] = leaf;
        std::size_t kept = 0;
        for (const Arc& arc : arcs_) {
            const Arc merged{node[arc.source], node[arc.target], arc.item};
            if (merged.source != merged.target) arcs_[kept++] = merged;
        }
        arcs_.resize(kept);
        root_ = node[root_];
        leaf_ = leaf;
        Array<std::int64_t> labels((leaf + 1) * width_, 0);
        for (std::uint32_t v = 0; v < leaf; ++v) std::memcpy(labels.data() + v * width_, uses[v], 8 * width_);
        sort_nodes(labels, leaf + 1);
    }

    PatternGraph graph() const {
        PatternGraph graph{std::size_t{leaf_} + 1, {}, {}, {}};
        for (const Arc& arc : arcs_) {
            graph.source.push_back(arc.source);
            graph.target.push_back(arc.target);
            graph.item.push_back(arc.item);
        }
        return graph;
    }

    const Items& items_;
    std::size_t width_;
    std::uint64_t max_states_;
    Pulse& pulse_;
    StateTable states_;
    Array<Arc> arcs_;
    Array<First> first_;
    Array<std::int64_t> room_;     // of each state once all items before the present one are decided on
    Array<std::uint32_t> node_;    // of each state: that of its room
    Array<std::uint32_t> after_;   // the state with one more of the present item
    Array<std::uint32_t> by_use_;  // all states
    std::uint32_t root_ = 0, leaf_ = 0;
    std::size_t distinct_ = 0;  // arcs when they were last compared
    std::uint64_t steps_ = 0;
};

}  // namespace nzdd
