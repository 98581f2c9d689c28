// The rows of a family whose sum of integer coefficients lies between two bounds. Of a partial row that
// leads to a node only the sum matters, and all sums in an interval can be completed in the same ways. The
// interval of a node follows from those of its children, so nodes are made from the bottom up, and a sum
// that falls into a known interval is not followed further. (M. Behle 2007, threshold diagrams; I. Abio et
// al. 2012, A new look at BDDs for pseudo-Boolean constraints; of any family: M. Nishino, N. Yasuda, S.
// Minato and M. Nagata 2015, BDD-constrained search.) Time O(nodes log nodes) of all nodes met, with a
// stack of one entry a level.
#pragma once

#include <iterator>
#include <limits>
#include <map>
#include <vector>

#include "algebra/node_store.hpp"
#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/bounded_sum.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

template <class Integer>
class LinearSums {
public:
    // `sum` has a weight for each level; its bounds are at most one beyond the least and the greatest sum.
    static Zdd diagram(const ZddView& family, const SumBounds& sum, std::uint64_t max_states, Pulse& pulse) {
        LinearSums sums(family, sum, pulse);
        return sums.store_.diagram(sums.search(max_states));
    }

private:
    static constexpr Integer kLeast = std::numeric_limits<Integer>::min(),
                             kMost = std::numeric_limits<Integer>::max();

    // The family that all sums from `first` to `last` leave.
    struct Interval {
        Integer first, last;
        std::uint32_t node;
    };

    // A node of the family whose low and then high branch is followed.
    struct Visit {
        std::uint32_t node;
        Integer sum;
        Interval low;
        bool on_high;
    };

    LinearSums(const ZddView& family, const SumBounds& sum, Pulse& pulse)
        : family_(family),
          weights_(sum.weights),
          low_(integer_at<Integer>(sum.bounds, 0)),
          high_(integer_at<Integer>(sum.bounds, 1)),
          pulse_(pulse),
          store_(pulse),
          least_(family.num_nodes, 0),
          most_(family.num_nodes, 0),
          all_(family.num_nodes, kEmptyFamily),
          known_(family.num_nodes) {
        all_[kUnitFamily] = kUnitFamily;
        for (std::uint32_t v = 2; v < family.num_nodes; ++v) {
            pulse.within(v);
            const std::uint32_t without = family.low[v], with = family.high[v];
            least_[v] = least_[with] + step(v);
            most_[v] = most_[with] + step(v);
            if (without != kEmptyFamily) {
                least_[v] = std::min(least_[v], least_[without]);
                most_[v] = std::max(most_[v], most_[without]);
            }
            all_[v] = store_.make(family.level[v], all_[without], all_[with]);
        }
    }

    Integer step(std::uint32_t v) const { return integer_at<Integer>(weights_, family_.level[v]); }

    std::uint32_t search(std::uint64_t max_states) {
        pulse_.stage("search");
        std::uint32_t v = family_.root;
        Integer sum = 0;
        Interval found;
        for (std::uint64_t count = 0;; ++count) {
            pulse_.within(count);
            for (; !find(v, sum, found); v = family_.low[v]) path_.push_back({v, sum, {}, false});
            for (; !path_.empty() && path_.back().on_high; path_.pop_back()) {
                if (++num_states_ > max_states) throw TooManyStates(max_states);
                found = join(path_.back().node, path_.back().low, found);
            }
            if (path_.empty()) return found.node;
            Visit& visit = path_.back();
            visit.low = found;
            visit.on_high = true;
            sum = visit.sum + step(visit.node);
            v = family_.high[visit.node];
        }
    }

    // Always at a terminal.
    bool find(std::uint32_t v, Integer sum, Interval& found) const {
        const Integer too_small = low_ - most_[v], first = low_ - least_[v], last = high_ - most_[v],
                      too_great = high_ - least_[v];
        if (v == kEmptyFamily)
            found = {kLeast, kMost, kEmptyFamily};
        else if (sum < too_small)
            found = {kLeast, too_small - 1, kEmptyFamily};
        else if (sum > too_great)
            found = {too_great + 1, kMost, kEmptyFamily};
        else if (first <= sum && sum <= last)
            found = {first, last, all_[v]};
        else {
            const auto after = known_[v].upper_bound(sum);
            if (after == known_[v].begin()) return false;
            found = std::prev(after)->second;
            return sum <= found.last;
        }
        return true;
    }

    Interval join(std::uint32_t v, const Interval& low, const Interval& high) {
        const Interval joined{std::max(low.first, high.first == kLeast ? kLeast : high.first - step(v)),
                              std::min(low.last, high.last == kMost ? kMost : high.last - step(v)),
                              store_.make(family_.level[v], low.node, high.node)};
        known_[v].emplace(joined.first, joined);
        return joined;
    }

    const ZddView& family_;
    const std::int64_t* weights_;  // words
    Integer low_, high_;
    Pulse& pulse_;
    NodeStore store_;
    Array<Integer> least_, most_;                     // the sums of the rows from a node on
    Array<std::uint32_t> all_;                        // the node itself, in the store
    std::vector<std::map<Integer, Interval>> known_;  // the intervals of a node by their first sums
    Array<Visit> path_;
    std::uint64_t num_states_ = 0;
};

}  // namespace nzdd
