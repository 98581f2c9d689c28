// Contraction that minimises nonzeros. In the extended formulation an edge (u, v) costs its symbols plus
// one for each end that is inner. Contracting a node removes one row and one column, but copies a
// label to several edges; here a node goes only where the nonzeros do not grow: one incoming edge
// with L symbols and k outgoing edges change them by (k - 1)(L + [u inner]) - 1 - k, and mirrored.
// In-degrees of one first, leaf to root, then out-degrees of one, root to leaf, as in the paper's
// algorithm 3. Edges hang in linked lists and labels in trees, so that only short labels are ever
// written twice: time O(V + E + labels) but for the union-find.
#pragma once

#include <numeric>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"

namespace nzdd {

class Contraction {
public:
    // `free`: which symbols cost nothing (right-hand sides); null: none.
    static Nzdd run(const Nzdd& from, const bool* free, Pulse& pulse) {
        Contraction contraction(from, free);
        pulse.stage("contract");
        Array<std::uint32_t> edges(from.source.size());
        std::iota(edges.begin(), edges.end(), 0);
        contraction.contract(edges, &Edge::source, &Edge::target, true, pulse);
        contraction.contract(contraction.listed(), &Edge::target, &Edge::source, false, pulse);
        return contraction.collect();
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    // A label is an edge's own slice (left == kNone, right its number) or the union of two labels.
    struct Label {
        std::uint32_t left, right;
    };
    struct Edge {
        std::uint32_t source, target, label;
        std::uint32_t size, cost;  // symbols, and those that are not free
        double multiplicity;
    };
    using End = std::uint32_t Edge::*;

    Contraction(const Nzdd& from, const bool* free)
        : from_(from),
          leaf_(static_cast<std::uint32_t>(from.num_nodes - 1)),
          edges_(from.source.size()),
          labels_(from.source.size()),
          next_(from.source.size()),
          into_(from.num_nodes) {
        for (std::uint32_t v = 0; v <= leaf_; ++v) into_[v] = v;
        for (std::uint32_t e = 0; e < edges_.size(); ++e) {
            std::uint32_t cost = 0;
            for (std::int64_t k = from.label_offsets[e]; k < from.label_offsets[e + 1]; ++k)
                cost += !(free && free[from.labels[static_cast<std::size_t>(k)]]);
            labels_[e] = {kNone, e};
            const auto size = static_cast<std::uint32_t>(from.label_offsets[e + 1] - from.label_offsets[e]);
            edges_[e] = {from.source[e], from.target[e], e, size, cost, from.multiplicity[e]};
        }
    }

    bool inner(std::uint32_t v) const { return v != 0 && v != leaf_; }

    // Whether removing a node between one edge that costs `cost` and ends at `far`, and k edges, pays.
    bool pays(std::uint64_t k, std::uint32_t cost, std::uint32_t far) const {
        return (k - 1) * (cost + inner(far)) <= 1 + k;
    }

    void append(std::uint32_t list, std::uint32_t e) {
        next_[e] = kNone;
        (first_[list] == kNone ? first_[list] : next_[last_[list]]) = e;
        last_[list] = e;
        ++degree_[list];
    }

    // The kept node that a node is part of by now (path halving).
    std::uint32_t find(std::uint32_t v) {
        while (into_[v] != v) v = into_[v] = into_[into_[v]];
        return v;
    }

    // Puts the list of `v` in the place of edge `e` in the list of `w`, each edge of it with the
    // label of e joined to its own, before it or behind it.
    void splice(std::uint32_t v, std::uint32_t e, std::uint32_t w, bool before) {
        const Edge joined = edges_[e];
        for (std::uint32_t f = first_[v]; joined.size > 0 && f != kNone; f = next_[f]) {
            Edge& edge = edges_[f];
            edge.label = before ? join(joined.label, edge.label) : join(edge.label, joined.label);
            edge.size += joined.size;
            edge.cost += joined.cost;
        }
        const std::uint32_t first = first_[v];  // moves into the slot of e, the others follow it
        edges_[e] = edges_[first];
        if (degree_[v] > 1) {
            next_[last_[v]] = next_[e];
            if (last_[w] == e) last_[w] = last_[v];
            next_[e] = next_[first];
        }
        degree_[w] += degree_[v] - 1;
        into_[v] = w;
    }

    std::uint32_t join(std::uint32_t left, std::uint32_t right) {
        labels_.push_back({left, right});
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    // Contracts each node that is the `single` end of one edge only into the node at the other end of that
    // edge, `list`. The lists hold the edges by that end, in order.
    void contract(const Array<std::uint32_t>& edges, End list, End single, bool upwards, Pulse& pulse) {
        for (Array<std::uint32_t>* ends : {&first_, &last_}) ends->assign(from_.num_nodes, kNone);
        degree_.assign(from_.num_nodes, 0);
        Array<std::uint32_t> count(from_.num_nodes, 0), only(from_.num_nodes);
        for (std::uint32_t e : edges) {
            append(edges_[e].*list, e);
            ++count[edges_[e].*single];
            only[edges_[e].*single] = e;
        }
        for (std::uint32_t step = 1; step < leaf_; ++step) {
            pulse(step, leaf_);
            const std::uint32_t v = upwards ? leaf_ - step : step;
            if (into_[v] != v || count[v] != 1) continue;
            const std::uint32_t e = only[v], w = find(edges_[e].*list);
            if (!pays(degree_[v], edges_[e].cost, w)) continue;
            splice(v, e, w, upwards);
            if (count[edges_[e].*single] == 1) only[edges_[e].*single] = e;
        }
        each_listed([&](std::uint32_t v, std::uint32_t e) { edges_[e].*list = v; });
    }

    template <class Visit>
    void each_listed(const Visit& visit) const {
        for (std::uint32_t v = 0; v <= leaf_; ++v)
            for (std::uint32_t e = first_[v]; into_[v] == v && e != kNone; e = next_[e]) visit(v, e);
    }

    Array<std::uint32_t> listed() const {
        Array<std::uint32_t> edges;
        each_listed([&](std::uint32_t, std::uint32_t e) { edges.push_back(e); });
        return edges;
    }

    // What is left, renumbered, edges sorted by source (stably).
    Nzdd collect() {
        Array<std::uint32_t> number(from_.num_nodes);
        std::uint32_t next = 0;
        for (std::uint32_t v = 0; v <= leaf_; ++v)
            if (into_[v] == v) number[v] = next++;
        Nzdd out;
        out.num_nodes = next;
        const Array<std::uint32_t> alive = listed();
        Array<std::uint32_t> count(std::size_t{next} + 1, 0), sorted(alive.size());
        for (std::uint32_t e : alive) ++count[number[edges_[e].source] + 1];
        for (std::uint32_t v = 0; v < next; ++v) count[v + 1] += count[v];
        for (std::uint32_t e : alive) sorted[count[number[edges_[e].source]]++] = e;
        Array<std::uint32_t> open;
        for (std::uint32_t e : sorted) {
            for (open.push_back(edges_[e].label); !open.empty();) {
                const Label label = labels_[open.back()];
                open.pop_back();
                if (label.left == kNone) {
                    const auto begin = static_cast<std::size_t>(from_.label_offsets[label.right]);
                    out.labels.append(from_.labels.data() + begin,
                                      static_cast<std::size_t>(from_.label_offsets[label.right + 1]) - begin);
                } else {
                    open.push_back(label.right);
                    open.push_back(label.left);
                }
            }
            out.end_edge(number[edges_[e].source], number[edges_[e].target], edges_[e].multiplicity);
        }
        return out;
    }

    const Nzdd& from_;
    std::uint32_t leaf_;
    Array<Edge> edges_;
    Array<Label> labels_;
    Array<std::uint32_t> next_, first_, last_, degree_;
    Array<std::uint32_t> into_;  // where a contracted node went, itself for one that stays
};

}  // namespace nzdd
