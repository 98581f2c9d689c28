// The greedy search: always apply a biclique of nearly the largest gain. Gains seldom grow when other
// bicliques are applied, so a heap holds the gain of each seed as last computed, and it is computed again
// at the top of the heap. To look at a seed takes far more work than to apply what is found, so all its
// bicliques are taken that are good enough. The diagram is exact wherever the work budget ends.
#pragma once

#include <cmath>
#include <numeric>
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
    // `salt` chooses the seeds to look at, where there are too many.
    static void run(Construction& diagram, std::int64_t fee, std::uint64_t salt) {
        Greedy greedy(diagram, fee);
        greedy.enter_seeds(salt);
        greedy.start_ = diagram.work().spent();
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
    // the others, chosen by a fixed hash. That is an estimate, so there is an end to it, and items are met in
    // an order that jumps about among them all.
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
        const std::int64_t end = work_.spent() + work_.steps() / kSeedingEnd;
        std::size_t step = 1 + num_items * 5 / 8;
        while (std::gcd(step, num_items) > 1) ++step;
        std::size_t next = 0;
        for (std::size_t i = 0; i < num_items && work_.spent() < end; ++i) {
            work_.beat(i);
            const auto item = static_cast<Item>(next);
            next = (next + step) % num_items;
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
            if (!diagram_.apply(found, top.kind) || work_.used_up()) break;
            if (is_product(top.kind)) {  // the other contexts may have changed
                heap_.push({found.gain, top.seed, top.kind});
                break;
            }
            found = search_.next();
            if (sampled && found.gain <= 0) found = search_.find(top.seed, top.kind);  // a finer sample
        }
        return less;
    }

    // The best is not worth waiting for, the less so the less is left of the budget: a run that ends early
    // has always taken nearly the best, and one that does not has looked at few seeds in vain.
    bool good_enough(std::int64_t gain, std::int64_t best) const {
        const auto left = static_cast<double>(work_.steps() - work_.spent());
        const auto first = static_cast<double>(work_.steps() - start_);
        return static_cast<double>(gain) >=
               std::sqrt(kClose * std::max(0.0, left / first)) * static_cast<double>(best);
    }

    static constexpr double kClose = 0.81;  // the square of the share of the best gain asked for at first
    static constexpr double kSeeding = 32;  // the part of the budget for a first look at the seeds
    static constexpr std::int64_t kSeedingEnd = 7;  // the part that it never exceeds

    Construction& diagram_;
    const EdgePool& edges_;
    WorkBudget& work_;
    BicliqueSearch search_;
    std::priority_queue<Candidate> heap_;
    Array<bool> both_sides_;
    std::int64_t start_ = 0;  // the work spent before the first change
};

}  // namespace nzdd
