// All ways to take items, each at most so many times, within capacities: the arc-flow graph of Valério de
// Carvalho (1999), its nodes merged as by Brandão and Pedroso (2016).
#pragma once

#include <cstring>
#include <numeric>

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

// Nodes are what is used of the capacities. An item is taken up to its copies from each node that the items
// before it reach. Then each node's use is raised as far as all that can follow it still fits, and nodes of
// equal use are one. That may join a way into a node with more copies of an item than there are; every way
// fits all the same.
class Patterns {
public:
    static PatternGraph run(const Items& items, std::uint64_t max_states, Pulse& pulse) {
        Patterns patterns(items, max_states, pulse);
        pulse.stage("patterns");
        patterns.take_items();
        patterns.raise();
        return patterns.merged();
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

    std::int64_t total(std::size_t v) const {
        return std::accumulate(use(v), use(v) + width_, std::int64_t{0});
    }

    // The arcs in order of the total use of their ends, so that one backward sweep suffices.
    void raise() {
        const std::size_t number = states_.size();
        Array<std::int64_t> totals(number);
        for (std::size_t v = 0; v < number; ++v) totals[v] = total(v);
        std::uint64_t steps = 0;
        std::sort(arcs_.begin(), arcs_.end(), [&](const Arc& a, const Arc& b) {
            pulse_.within(++steps);
            if (totals[a.source] != totals[b.source]) return totals[a.source] < totals[b.source];
            return a < b;
        });
        raised_.resize(number * width_);
        for (std::size_t v = 0; v < number; ++v)
            std::copy_n(items_.capacities, width_, raised_.data() + v * width_);
        for (std::size_t k = arcs_.size(); k-- > 0;) {
            pulse_(k, 0);
            const Arc& arc = arcs_[k];
            const std::int64_t* weight = items_.weights + arc.item * width_;
            std::int64_t* mine = raised_.data() + arc.source * width_;
            const std::int64_t* theirs = raised_.data() + arc.target * width_;
            for (std::size_t d = 0; d < width_; ++d) mine[d] = std::min(mine[d], theirs[d] - weight[d]);
        }
    }

    PatternGraph merged() {
        StateTable classes(8 * width_, pulse_);
        Array<std::uint32_t> class_of(states_.size());
        const auto bytes = [&](std::size_t v) {
            return reinterpret_cast<const unsigned char*>(raised_.data() + v * width_);
        };
        for (std::size_t v = 0; v < class_of.size(); ++v) class_of[v] = classes.number(bytes(v));
        // All is used: nothing follows.
        const std::uint32_t full = classes.number(reinterpret_cast<const unsigned char*>(items_.capacities));
        const std::size_t number = classes.size();
        Array<std::int64_t> totals(number);
        for (std::size_t c = 0; c < number; ++c) {
            std::int64_t sum = 0;
            for (std::size_t d = 0; d < width_; ++d) {
                std::int64_t value;
                std::memcpy(&value, classes[c] + 8 * d, 8);
                sum += value;
            }
            totals[c] = sum;
        }
        Array<std::uint32_t> by_total(number), place(number);
        std::iota(by_total.begin(), by_total.end(), 0U);
        std::sort(by_total.begin(), by_total.end(), [&](std::uint32_t a, std::uint32_t b) {
            return totals[a] != totals[b] ? totals[a] < totals[b] : a < b;
        });
        for (std::uint32_t k = 0; k < number; ++k) place[by_total[k]] = k;
        const std::uint32_t root = class_of[0];
        const auto leaf = static_cast<std::uint32_t>(root == full ? 1 : number - 1);
        for (Arc& arc : arcs_) {
            arc.source = place[class_of[arc.source]];
            arc.target = place[class_of[arc.target]];
        }
        for (std::uint32_t v = 0; v < leaf; ++v) arcs_.push_back({v, leaf, kNoEdge});
        std::uint64_t steps = 0;
        std::sort(arcs_.begin(), arcs_.end(), [&](const Arc& a, const Arc& b) {
            pulse_.within(++steps);
            return a < b;
        });
        arcs_.resize(static_cast<std::size_t>(std::unique(arcs_.begin(), arcs_.end()) - arcs_.begin()));
        PatternGraph graph{std::size_t{leaf} + 1, {}, {}, {}};
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
    Array<std::int64_t> raised_;
};

}  // namespace nzdd
