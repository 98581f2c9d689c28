// Contraction for few nonzeros. In the extended formulation an edge (u, v) costs its symbols plus
// one for each end that is inner. Contracting a node removes one row and one column, but copies a
// label to several edges; here a node goes only where the nonzeros do not grow: one incoming edge
// with L symbols and k outgoing edges change them by (k - 1)(L + [u inner]) - 1 - k, and mirrored.
// In-degrees of one first, leaf to root, then out-degrees of one, root to leaf, as in the paper's
// algorithm 3. Edges hang in linked lists, labels in trees, so time is O(V + E + labels).
#pragma once

#include <cstdint>

#include "array.hpp"
#include "diagram/nzdd.hpp"
#include "pulse.hpp"

namespace nzdd {

class Contraction {
public:
    // `free` tells which symbols cost nothing (right-hand sides); null: none does.
    static Nzdd run(const Nzdd& from, const bool* free, Pulse& pulse) {
        Contraction contraction(from, free);
        pulse.stage("contract");
        contraction.contract_in_degrees(pulse);
        contraction.contract_out_degrees(pulse);
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
        std::uint32_t cost;  // symbols that are not free
        double multiplicity;
    };

    Contraction(const Nzdd& from, const bool* free)
        : from_(from), leaf_(static_cast<std::uint32_t>(from.num_nodes - 1)), edges_(from.source.size()),
          labels_(from.source.size()), next_(from.source.size()), first_(from.num_nodes, kNone), last_(from.num_nodes, kNone),
          degree_(from.num_nodes, 0), gone_(from.num_nodes, false) {
        for (std::uint32_t e = 0; e < edges_.size(); ++e) {
            std::uint32_t cost = 0;
            for (std::int64_t k = from.label_offsets[e]; k < from.label_offsets[e + 1]; ++k) cost += !(free && free[from.labels[static_cast<std::size_t>(k)]]);
            labels_[e] = {kNone, e};
            edges_[e] = {from.source[e], from.target[e], e, cost, from.multiplicity[e]};
        }
    }

    bool inner(std::uint32_t v) const { return v != 0 && v != leaf_; }

    // Whether removing a node between one edge that costs `cost` and ends at `far`, and k edges, pays.
    bool pays(std::uint64_t k, std::uint32_t cost, std::uint32_t far) const { return (k - 1) * (cost + inner(far)) <= 1 + k; }

    void append(std::uint32_t list, std::uint32_t e) {
        next_[e] = kNone;
        (first_[list] == kNone ? first_[list] : next_[last_[list]]) = e;
        last_[list] = e;
        ++degree_[list];
    }

    std::uint32_t join(std::uint32_t left, std::uint32_t right) {
        labels_.push_back({left, right});
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    // Lists hold the outgoing edges of each node, in order.
    void contract_in_degrees(Pulse& pulse) {
        Array<std::uint32_t> in_degree(from_.num_nodes, 0), entrance(from_.num_nodes);
        for (std::uint32_t e = 0; e < edges_.size(); ++e) {
            append(edges_[e].source, e);
            ++in_degree[edges_[e].target];
            entrance[edges_[e].target] = e;
        }
        for (std::uint32_t v = leaf_; v-- > 1;) {
            pulse(v, leaf_);
            if (in_degree[v] != 1) continue;
            const std::uint32_t e = entrance[v], u = edges_[e].source;
            if (!pays(degree_[v], edges_[e].cost, u)) continue;
            const Edge entering = edges_[e];
            for (std::uint32_t f = first_[v]; f != kNone; f = next_[f]) {
                edges_[f].source = u;
                if (entering.cost || from_.label_offsets[e] != from_.label_offsets[e + 1] || entering.label >= from_.source.size())
                    edges_[f].label = join(entering.label, edges_[f].label);
                edges_[f].cost += entering.cost;
            }
            // the first outgoing edge takes the place of e, the others follow it
            const std::uint32_t f = first_[v];
            edges_[e] = edges_[f];
            if (in_degree[edges_[e].target] == 1) entrance[edges_[e].target] = e;
            if (degree_[v] > 1) {
                next_[last_[v]] = next_[e];
                if (last_[u] == e) last_[u] = last_[v];
                next_[e] = next_[f];
            }
            degree_[u] += degree_[v] - 1;
            gone_[v] = true;
        }
    }

    // Lists hold the incoming edges of each node; the outgoing ones are only counted.
    void contract_out_degrees(Pulse& pulse) {
        Array<std::uint32_t> alive;
        for (std::uint32_t v = 0; v < leaf_; ++v)
            if (!gone_[v])
                for (std::uint32_t e = first_[v]; e != kNone; e = next_[e]) alive.push_back(e);
        Array<std::uint32_t> out_degree(from_.num_nodes, 0), exit(from_.num_nodes);
        first_.assign(from_.num_nodes, kNone), last_.assign(from_.num_nodes, kNone), degree_.assign(from_.num_nodes, 0);
        for (std::uint32_t e : alive) {
            append(edges_[e].target, e);
            ++out_degree[edges_[e].source];
            exit[edges_[e].source] = e;
        }
        for (std::uint32_t v = 1; v < leaf_; ++v) {
            pulse(v, leaf_);
            if (gone_[v] || out_degree[v] != 1) continue;
            const std::uint32_t e = exit[v], w = edges_[e].target;
            if (!pays(degree_[v], edges_[e].cost, w)) continue;
            const Edge leaving = edges_[e];
            for (std::uint32_t f = first_[v]; f != kNone; f = next_[f]) {
                edges_[f].target = w;
                edges_[f].label = join(edges_[f].label, leaving.label);
                edges_[f].cost += leaving.cost;
            }
            const std::uint32_t f = first_[v];
            edges_[e] = edges_[f];
            if (out_degree[edges_[e].source] == 1) exit[edges_[e].source] = e;
            if (degree_[v] > 1) {
                next_[last_[v]] = next_[e];
                if (last_[w] == e) last_[w] = last_[v];
                next_[e] = next_[f];
            }
            degree_[w] += degree_[v] - 1;
            gone_[v] = true;
        }
    }

    // What is left, renumbered, edges sorted by source (stably).
    Nzdd collect() {
        Array<std::uint32_t> number(from_.num_nodes);
        std::uint32_t next = 0;
        for (std::uint32_t v = 0; v <= leaf_; ++v)
            if (!gone_[v]) number[v] = next++;
        Nzdd out;
        out.num_nodes = next;
        Array<std::uint32_t> count(std::size_t{next} + 1, 0), alive;
        for (std::uint32_t v = 1; v <= leaf_; ++v) {
            if (gone_[v]) continue;
            for (std::uint32_t e = first_[v]; e != kNone; e = next_[e]) {
                alive.push_back(e);
                ++count[number[edges_[e].source] + 1];
            }
        }
        for (std::uint32_t v = 0; v < next; ++v) count[v + 1] += count[v];
        Array<std::uint32_t> sorted(alive.size());
        for (std::uint32_t e : alive) sorted[count[number[edges_[e].source]]++] = e;
        Array<std::uint32_t> open;
        for (std::uint32_t e : sorted) {
            for (open.push_back(edges_[e].label); !open.empty();) {
                const Label label = labels_[open.back()];
                open.pop_back();
                if (label.left == kNone) {
                    const auto begin = static_cast<std::size_t>(from_.label_offsets[label.right]);
                    out.labels.append(from_.labels.data() + begin, static_cast<std::size_t>(from_.label_offsets[label.right + 1]) - begin);
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
    Array<bool> gone_;
};

}  // namespace nzdd
