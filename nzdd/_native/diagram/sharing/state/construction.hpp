// A diagram under construction: its edges, which of them hold an item, and what is left of them
// without it. Bicliques are put behind new nodes; kind.hpp says how.
#pragma once

#include <span>

#include "base/array.hpp"
#include "diagram/sharing/bicliques/biclique.hpp"
#include "diagram/sharing/kind.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/state/lazy_lists.hpp"
#include "diagram/sharing/state/rest_index.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

class Construction {
public:
    Construction(EdgePool pool, WorkBudget& work)
        : edges_(std::move(pool)), work_(work), rests_(edges_, work) {
        Array<std::uint32_t> count(edges_.num_items(), 0);
        const auto num_edges = static_cast<std::uint32_t>(edges_.num_edges());
        for (std::uint32_t e = 0; e < num_edges; ++e) {
            edges_.for_each_item(e, [&](Item item) { ++count[item]; });
            work_.beat(e);
        }
        for (std::uint32_t holders : count) holders_.add_list(holders);
        for (std::uint32_t e = 0; e < num_edges; ++e) {
            edges_.for_each_item(e, [&](Item item) { holders_.append(item, e); });
            work_.beat(e);
        }
        rests_.enter_all();
    }
    Construction(const Construction&) = delete;  // the index of rests looks at the edges

    const EdgePool& edges() const { return edges_; }
    RestIndex& rests() { return rests_; }
    WorkBudget& work() { return work_; }

    // The edges that hold an item.
    std::span<const std::uint32_t> holders(Item item) {
        if (!holders_.is_fresh(item, edges_.epoch())) work_.spend(8 * holders_[item].size());
        return holders_.fresh(item, edges_.epoch(), [&](std::uint32_t edge, std::uint32_t since) {
            return edges_[edge].changed > since && (!edges_.alive(edge) || !edges_.holds(edge, item));
        });
    }

    // Puts a biclique behind a new node; false, and nothing has changed, if hashes have collided.
    bool apply(const Biclique& found, Kind kind) {
        const bool done = is_product(kind) ? product(found, is_before(kind)) : share(found, is_before(kind));
        rests_.tidy();
        return done;
    }

    // Replaces paths of two edges by one edge each, which take the weight of the edge that is one
    // of several. No biclique can be looked for afterwards: rests are not kept up.
    void join(std::span<const std::uint32_t> entering, std::span<const std::uint32_t> leaving) {
        edges_.begin_change();
        Array<std::uint32_t> in, out;  // copies: new edges may move the lists
        in.append(entering.data(), entering.size());
        out.append(leaving.data(), leaving.size());
        for (std::uint32_t i : in)
            for (std::uint32_t o : out) add(joined(i, o, edges_[in.size() == 1 ? o : i].weight));
        for (std::uint32_t e : in) edges_.kill(e);
        for (std::uint32_t e : out) edges_.kill(e);
    }

private:
    bool share(const Biclique& found, bool before) {
        edges_.begin_change();
        const Ends ends = add_node(before);
        Array<Item> labels;
        for (Item item : found.items)
            if (edges_.is_label(item)) labels.push_back(item);
        std::sort(labels.begin(), labels.end());
        double weight = 0;
        for (std::uint32_t e : found.contexts) {
            weight += edges_[e].weight;
            give_up(e, {labels.data(), labels.size()}, ends.of_rests);
        }
        add_part({found.items.data(), found.items.size()}, ends.of_items, weight);
        return true;
    }

    bool product(const Biclique& found, bool before) {
        const std::size_t x = found.items.size();
        const Item head = found.items[0];
        Array<std::uint32_t> edges;  // the edge of the k-th item and the c-th rest at x c + k
        for (std::uint32_t rest : found.contexts) {
            const std::uint32_t first = rests_.edge(rest, head);
            for (Item item : found.items) {
                edges.push_back(rests_.edge(rest, item));
                if (!edges_.same_rest(first, head, edges.back(), item)) return false;
            }
        }
        edges_.begin_change();
        const Ends ends = add_node(before);
        Array<double> weight(x, 0.0);
        for (std::size_t c = 0; c < edges.size(); c += x) {  // the first edge becomes that of the rest
            const std::uint32_t kept = edges[c];
            weight[0] += edges_[kept].weight;
            for (std::size_t k = 1; k < x; ++k) {
                weight[k] += edges_[edges[c + k]].weight;
                edges_.add_weight(kept, edges_[edges[c + k]].weight);
                edges_.kill(edges[c + k]);
            }
            give_up(kept, {&head, std::size_t{edges_.is_label(head)}}, ends.of_rests);
        }
        for (std::size_t k = 0; k < x; ++k) add_part({&found.items[k], 1}, ends.of_items, weight[k]);
        return true;
    }

    // The ends of edges at a new node: on the side of the items, and on that of what is left.
    struct Ends {
        Item of_items, of_rests;
    };

    Ends add_node(bool before) {
        const std::uint32_t node = edges_.add_node();
        holders_.add_list();
        holders_.add_list();
        const Item source = edges_.source_item(node), target = edges_.target_item(node);
        return before ? Ends{target, source} : Ends{source, target};
    }

    void give_up(std::uint32_t edge, std::span<const Item> labels, Item end) {
        edges_.take_out(edge, labels, end);
        holders_.append(end, edge);
        rests_.enter(edge);
    }

    // A new edge of some items, which meets a node at `end`.
    void add_part(std::span<const Item> items, Item end, double weight) {
        PoolEdge edge{edges_.end_of_labels(), 0, 0, kNoItem, kNoItem, weight};
        Array<Item> labels;
        for (Item item : items) {
            if (edges_.is_label(item))
                labels.push_back(item);
            else
                (edges_.is_source(item) ? edge.source : edge.target) = item;
        }
        (edges_.is_source(end) ? edge.source : edge.target) = end;
        std::sort(labels.begin(), labels.end());
        for (Item label : labels) edges_.add_label(label);
        edge.size = static_cast<std::uint32_t>(labels.size());
        rests_.enter(add(edge));
    }

    std::uint32_t add(const PoolEdge& edge) {
        const std::uint32_t number = edges_.add(edge);
        edges_.for_each_item(number, [&](Item item) { holders_.append(item, number); });
        return number;
    }

    // The labels of two edges, merged, of which at most one has a tag.
    PoolEdge joined(std::uint32_t first, std::uint32_t second, double weight) {
        const PoolEdge &a = edges_[first], &b = edges_[second];
        const std::size_t begin = edges_.end_of_labels();
        std::uint32_t i = 0, j = 0;
        while (i < a.size || j < b.size) {
            const auto left = edges_.labels(first), right = edges_.labels(second);
            const bool from_left = j == b.size || (i < a.size && left[i] < right[j]);
            edges_.add_label(from_left ? left[i++] : right[j++]);
        }
        return {begin, a.size + b.size, std::max(a.tag, b.tag), a.source, b.target, weight};
    }

    EdgePool edges_;
    WorkBudget& work_;
    LazyLists<std::uint32_t> holders_;  // of each item
    RestIndex rests_;
};

}  // namespace nzdd
