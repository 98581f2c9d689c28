// The greedy search: always apply a biclique of nearly the largest gain. Gains seldom grow when other
// bicliques are applied, so a heap holds the gain of each seed as last computed, and it is computed again
// at the top of the heap. To look at a seed takes far more work than to apply what is found, so all its
// bicliques are taken that are good enough. The diagram is exact wherever the work budget ends.
#pragma once

#include <queue>

#include "base/array.hpp"
#include "diagram/sharing/bicliques/biclique.hpp"
#include "diagram/sharing/bicliques/biclique_search.hpp"
#include "diagram/sharing/kind.hpp"
#include "diagram/sharing/state/construction.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

class Greedy {
public:
    static void run(Construction& diagram, std::int64_t fee) {
        Greedy greedy(diagram, fee);
        greedy.enter_seeds(static_cast<std::uint64_t>(fee));
        greedy.measure();
        greedy.last_change_ = diagram.work().spent();
        greedy.take_all();
    }

private:
    struct Candidate {
        std::int64_t gain;
        Item seed;
        Kind kind;
        bool operator<(const Candidate& other) const {  // the earlier seed and kind first on a tie
            if (gain != other.gain) return gain < other.gain;
            return seed != other.seed ? seed > other.seed : kind > other.kind;
        }
    };

    Greedy(Construction& diagram, std::int64_t fee)
        : diagram_(diagram), edges_(diagram.edges()), work_(diagram.work()), search_(diagram, fee) {}

    // All items, unless that takes too much of the budget: then those that take little work, and some of
    // the others, chosen by a fixed hash.
    void enter_seeds(std::uint64_t salt) {
        const std::size_t num_items = edges_.num_items();
        Array<double> cost(num_items, 0.0);
        double total = 0;
        const auto add = [&](Item item, std::size_t steps) {
            cost[item] += static_cast<double>(steps);
            total += static_cast<double>(steps);
        };
        for (std::uint32_t e = 0; e < edges_.num_edges(); ++e) {
            if (edges_.alive(e)) edges_.for_each_item(e, [&](Item item) { add(item, edges_.cost(e)); });
            work_.beat(e);
        }
        const RestIndex& rests = diagram_.rests();
        for (std::uint32_t r = 0; r < rests.num_rests(); ++r) {
            if (rests[r].size() > 1)
                for (const RestIndex::Entry& entry : rests[r]) add(entry.item, rests[r].size());
            work_.beat(r);
        }
        const double limit = static_cast<double>(work_.steps()) / kSeeding;
        for (Item item = 0; item < num_items; ++item) {
            const double chance =
                static_cast<double>(scramble(2 * std::uint64_t{item} + salt) >> 11) * 0x1p-53;
            if (cost[item] * static_cast<double>(num_items) <= limit || chance * total < limit) enter(item);
        }
    }

    // Sharing on either side of a node is the same as long as no edge of the seed has an end.
    void enter(Item seed) {
        while (both_sides_.size() <= seed) both_sides_.push_back(false);
        bool ends = false;
        for (std::uint32_t e : diagram_.holders(seed)) ends = ends || edges_.cost(e) > edges_[e].size;
        both_sides_[seed] = ends;
        enter(seed, kShareBefore);
        if (ends) enter(seed, kShareBehind);
        enter(seed, kProductBefore);
        enter(seed, kProductBehind);
    }

    void enter(Item seed, Kind kind) {
        if (work_.used_up()) return;
        const Biclique found = search_.find(seed, kind);
        if (found.gain > 0) heap_.push({found.gain, seed, kind});
    }

    void enter_other_side(const Candidate& candidate) {
        if (candidate.kind != kShareBefore || both_sides_[candidate.seed]) return;
        both_sides_[candidate.seed] = true;
        enter(candidate.seed, kShareBehind);
    }

    void take_all() {
        while (!heap_.empty() && !work_.used_up()) {
            const Candidate top = heap_.top();
            heap_.pop();
            const std::uint32_t first_new = edges_.num_nodes();
            const bool less = take_from(top);
            if (less || edges_.num_nodes() > first_new) enter_other_side(top);
            for (std::uint32_t node = first_new, end = edges_.num_nodes(); node < end; ++node) {
                enter(edges_.source_item(node));
                enter(edges_.target_item(node));
            }
        }
    }

    // Applies the bicliques of a seed while they are good enough; returns whether the first one saves less
    // than the candidate promised.
    bool take_from(const Candidate& top) {
        Biclique found = search_.find(top.seed, top.kind);
        const bool less = found.gain < top.gain;
        while (found.gain > 0) {
            if (!heap_.empty() && !good_enough(found.gain, heap_.top().gain)) {
                heap_.push({found.gain, top.seed, top.kind});
                break;
            }
            const bool sampled = found.from_sample;
            if (!diagram_.apply(found, top.kind)) break;
            last_change_ = work_.spent();
            if (work_.used_up()) break;
            if (is_product(top.kind)) {  // the other contexts may have changed
                heap_.push({found.gain, top.seed, top.kind});
                break;
            }
            found = search_.next();
            if (sampled && found.gain <= 0) found = search_.find(top.seed, top.kind);  // a finer sample
        }
        return less;
    }

    // The less work there is for a nonzero, the worse a biclique may be.
    void measure() {
        double nonzeros = 1;
        for (std::uint32_t e = 0; e < edges_.num_edges(); ++e)
            if (edges_.alive(e)) nonzeros += edges_.cost(e);
        closeness_ = std::clamp(static_cast<double>(work_.steps()) / nonzeros / kPlenty, 0.6, 0.9);
    }

    // At least so close to the largest gain still possible: the best is not worth waiting for. The share
    // falls with the work since the last change, faster towards the end of the budget.
    bool good_enough(std::int64_t gain, std::int64_t best) const {
        const auto steps = static_cast<double>(work_.steps()), spent = static_cast<double>(work_.spent());
        const double left = (steps - spent) / spent;
        const double patience = steps / kChanges * left * left;
        const double waited = spent - static_cast<double>(last_change_);
        return static_cast<double>(gain) * std::max(1.0, waited / patience) >=
               closeness_ * static_cast<double>(best);
    }

    static constexpr double kSeeding = 32;   // the part of the budget for a first look at the seeds
    static constexpr double kChanges = 512;  // how many the budget should be enough for
    static constexpr double kPlenty = 1000;  // steps for a nonzero, of which no more are needed

    Construction& diagram_;
    const EdgePool& edges_;
    WorkBudget& work_;
    BicliqueSearch search_;
    std::priority_queue<Candidate> heap_;
    Array<bool> both_sides_;
    double closeness_ = 0.9;
    std::int64_t last_change_ = 0;  // the work spent until then
};

}  // namespace nzdd
