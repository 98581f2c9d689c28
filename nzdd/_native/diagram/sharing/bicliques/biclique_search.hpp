// The bicliques of a seed: of which edges (to share) or rests (for a product) they are made.
#pragma once

#include "base/array.hpp"
#include "base/prefetch.hpp"
#include "diagram/sharing/bicliques/biclique.hpp"
#include "diagram/sharing/bicliques/seed_bicliques.hpp"
#include "diagram/sharing/kind.hpp"
#include "diagram/sharing/state/construction.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/state/rest_index.hpp"

namespace nzdd {

class BicliqueSearch {
public:
    // `fee`: what it costs an edge that shares labels alone to use up its one source or target.
    BicliqueSearch(Construction& diagram, std::int64_t fee)
        : diagram_(diagram),
          edges_(diagram.edges()),
          fee_(fee),
          shares_(EdgeContexts{edges_}, diagram.work()),
          products_(RestContexts{edges_, diagram.rests()}, diagram.work()) {}

    Biclique find(Item seed, Kind kind) {
        diagram_.work().beat();
        contexts_.clear();
        if (is_product(kind)) return find_product(seed, kind);
        return find_share(seed, is_before(kind));
    }

    // After one to share was found and applied: another one of the same seed and kind.
    Biclique next() {
        diagram_.work().beat();
        return shares_.next();
    }

private:
    struct EdgeContexts {  // labels; of the ends only the seed is shared
        const EdgePool& edges;
        std::size_t size(std::uint32_t edge) const { return edges[edge].size; }
        std::int64_t weight(std::uint32_t) const { return 1; }
        bool holds(std::uint32_t edge, Item item) const { return edges.holds(edge, item); }
        void prefetch(std::uint32_t edge) const { edges.prefetch_labels(edge); }
        template <class Visit>
        void for_each_item(std::uint32_t edge, const Visit& visit) const {
            for (Item label : edges.labels(edge)) visit(label);
        }
    };
    struct RestContexts {  // the items with which a rest is an edge
        const EdgePool& edges;
        const RestIndex& rests;
        std::size_t size(std::uint32_t rest) const { return rests[rest].size(); }
        std::int64_t weight(std::uint32_t rest) const { return edges.cost(rests[rest].front().edge); }
        bool holds(std::uint32_t rest, Item item) const { return rests.edge(rest, item) != RestIndex::kNone; }
        void prefetch(std::uint32_t rest) const { prefetch_memory(rests[rest].data()); }
        template <class Visit>
        void for_each_item(std::uint32_t rest, const Visit& visit) const {
            for (const RestIndex::Entry& entry : rests[rest]) visit(entry.item);
        }
    };

    Biclique find_share(Item seed, bool before) {
        if (before ? edges_.is_target(seed) : edges_.is_source(seed)) return {};
        const bool label = edges_.is_label(seed);
        for (std::uint32_t e : diagram_.holders(seed))
            if (!label || (before ? edges_[e].source : edges_[e].target) == kNoItem) contexts_.push_back(e);
        if (contexts_.size() < 2) return {};
        shares_.start(seed, contexts_, {1, 1, label ? fee_ : 0}, edges_.num_items());
        return shares_.next();
    }

    Biclique find_product(Item seed, Kind kind) {
        RestIndex& rests = diagram_.rests();
        const auto holders = diagram_.holders(seed);
        diagram_.work().spend(8 * holders.size());  // each look into the index misses the cache
        for (std::uint32_t e : holders) {
            if (edges_.cost(e) < 2 || product_kind(edges_, e, seed) != kind) continue;
            const std::uint32_t rest = rests.find(e, seed, kind);
            // each rest once, though hashes may have collided
            if (rest != RestIndex::kNone && rests.edge(rest, seed) == e) contexts_.push_back(rest);
        }
        if (contexts_.empty()) return {};
        products_.start(seed, contexts_, {2, 0, 0}, edges_.num_items());
        return products_.next();
    }

    Construction& diagram_;
    const EdgePool& edges_;
    std::int64_t fee_;
    SeedBicliques<EdgeContexts> shares_;
    SeedBicliques<RestContexts> products_;
    Array<std::uint32_t> contexts_;
};

}  // namespace nzdd
