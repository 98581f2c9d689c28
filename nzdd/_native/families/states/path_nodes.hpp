// The nodes of a diagram of paths, from the leaf up. A node is what leaves it: edges with at most one symbol,
// a cost and a target that is made before. Equal nodes are one, so that paths that can be completed in the
// same ways at the same costs share what follows. Time O(edges log of those of a node), memory O(edges kept).
#pragma once

#include <bit>
#include <stdexcept>
#include <tuple>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/pulse.hpp"
#include "diagram/nzdd.hpp"

namespace nzdd {

inline constexpr std::uint32_t kNoSymbol = 0xffffffff;

// A diagram with the cost of each edge.
struct CostedNzdd {
    Nzdd nzdd;
    Array<double> costs;
};

class PathNodes {
public:
    static constexpr std::uint32_t kLeaf = 0, kNowhere = 0xffffffff;

    explicit PathNodes(Pulse& pulse) : slots_(pulse) {}

    // An edge of the next node that is made.
    void edge(std::uint32_t symbol, std::uint32_t target, double cost) {
        edges_.push_back({symbol, target, cost + 0.0});  // no negative zeros
    }

    // The node of the edges since the last one; of equal ones the cheapest stays. None if there are no edges,
    // and the target itself behind a single edge that has nothing.
    std::uint32_t make() {
        Edge* const first = edges_.begin() + begin_.back();
        if (first == edges_.end()) return kNowhere;
        if (edges_.end() - first == 1 && first->symbol == kNoSymbol && first->cost == 0)
            return dropped(first->target);
        if (!std::is_sorted(first, edges_.end())) std::sort(first, edges_.end());
        edges_.resize(static_cast<std::size_t>(std::unique(first, edges_.end(),
                                                           [](const Edge& a, const Edge& b) {
                                                               return a.symbol == b.symbol &&
                                                                      a.target == b.target;
                                                           }) -
                                               edges_.begin()));
        std::uint64_t hash = 0;
        for (const Edge* edge = first; edge != edges_.end(); ++edge)
            hash = mix(mix(hash ^ (std::uint64_t{edge->symbol} << 32 | edge->target)) ^
                       std::bit_cast<std::uint64_t>(edge->cost));
        HashedNumber& slot = slots_.find(hash, [&](const HashedNumber& known) {
            return known.agrees(hash) &&
                   std::equal(first, edges_.end(), edges_.begin() + begin_[known.number - 1],
                              edges_.begin() + begin_[known.number]);
        });
        if (!is_free(slot)) return dropped(slot.number);
        if (begin_.size() >= kNowhere) throw std::length_error("a diagram holds at most 2^32 - 1 nodes");
        const auto node = static_cast<std::uint32_t>(begin_.size());
        slot = HashedNumber::of(hash, node);
        slots_.filled([](const HashedNumber& known) { return known.hash(); });
        begin_.push_back(edges_.size());
        return node;
    }

    // The diagram of the paths from a root that was made last, and from which all nodes are reached.
    CostedNzdd diagram(std::uint32_t root, Pulse& pulse) {
        CostedNzdd out;
        if (root == kNowhere) return out;
        if (root == kLeaf) {  // the empty path alone
            edge(kNoSymbol, kLeaf, 0);
            begin_.push_back(edges_.size());
        }
        const auto last = static_cast<std::uint32_t>(begin_.size() - 1);
        const Array<double> below = paths_below(last, pulse);
        Array<double> above(std::size_t{last} + 1, 0.0);
        above[last] = 1;
        out.nzdd.num_nodes = std::uint64_t{last} + 1;
        out.nzdd.source.reserve(edges_.size());
        out.nzdd.target.reserve(edges_.size());
        out.nzdd.labels.reserve(edges_.size());
        out.nzdd.label_offsets.reserve(edges_.size() + 1);
        out.nzdd.multiplicity.reserve(edges_.size());
        out.costs.reserve(edges_.size());
        for (std::uint32_t v = last; v > 0; --v) {
            pulse.within(v);
            for (std::size_t e = begin_[v - 1]; e < begin_[v]; ++e) {
                const Edge& edge = edges_[e];
                if (edge.symbol != kNoSymbol) out.nzdd.labels.push_back(edge.symbol);
                out.nzdd.end_edge(last - v, last - edge.target, above[v] * below[edge.target]);
                out.costs.push_back(edge.cost);
                above[edge.target] += above[v];
            }
        }
        return out;
    }

private:
    struct Edge {
        std::uint32_t symbol, target;
        double cost;

        bool operator<(const Edge& other) const {
            return std::tie(symbol, target, cost) < std::tie(other.symbol, other.target, other.cost);
        }
        bool operator==(const Edge& other) const {
            return symbol == other.symbol && target == other.target && cost == other.cost;
        }
    };

    std::uint32_t dropped(std::uint32_t node) {
        edges_.resize(begin_.back());
        return node;
    }

    Array<double> paths_below(std::uint32_t last, Pulse& pulse) const {
        Array<double> paths(std::size_t{last} + 1, 0.0);
        paths[kLeaf] = 1;
        for (std::uint32_t v = 1; v <= last; ++v) {
            pulse.within(v);
            for (std::size_t e = begin_[v - 1]; e < begin_[v]; ++e) paths[v] += paths[edges_[e].target];
        }
        return paths;
    }

    Array<Edge> edges_;
    Array<std::size_t> begin_{0};  // node v has the edges from begin_[v - 1] to begin_[v]
    HashSlots<HashedNumber> slots_;
};

}  // namespace nzdd
