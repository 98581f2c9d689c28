// The diagram of the sets whose sum of integer coefficients lies between two bounds. Of a
// partial decision only the sum matters, and all sums in an interval can be completed in the same ways.
// The interval of a node follows from those of its
// children, so nodes are made from the bottom up, and a sum that falls into a known interval is not
// followed further. (M. Behle 2007, threshold diagrams; I. Abio et al. 2012, A new look at BDDs for
// pseudo-Boolean constraints.) Time O(nodes log nodes), with a stack of one entry a symbol.
#pragma once

#include <iterator>
#include <limits>
#include <map>
#include <vector>

#include "algebra/node_store.hpp"
#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"
#include "families/search/frontier_search.hpp"

namespace nzdd {

class LinearSums {
public:
    // `coefficients`: one a level. Their absolute values add up to at most 2^61, and `low` and `high`
    // lie between the least and the greatest sum.
    static Zdd diagram(const std::int64_t* coefficients, std::size_t size, std::int64_t low,
                       std::int64_t high, std::uint64_t max_states, Pulse& pulse) {
        LinearSums sums(coefficients, size, low, high, pulse);
        return sums.store_.diagram(sums.search(max_states));
    }

private:
    static constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(),
                                  kMost = std::numeric_limits<std::int64_t>::max();

    // The family that all sums from `first` to `last` leave.
    struct Interval {
        std::int64_t first, last;
        std::uint32_t node;
    };

    // A node whose low and then high branch is followed.
    struct Visit {
        std::int64_t sum;
        Interval low;
        bool on_high;
    };

    LinearSums(const std::int64_t* coefficients, std::size_t size, std::int64_t low, std::int64_t high,
               Pulse& pulse)
        : coefficients_(coefficients),
          size_(size),
          low_(low),
          high_(high),
          pulse_(pulse),
          store_(pulse),
          least_(size + 1, 0),
          most_(size + 1, 0),
          all_(size + 1, kUnitFamily),
          known_(size) {
        for (std::size_t level = size; level-- > 0;) {
            pulse.within(level);
            least_[level] = least_[level + 1] + std::min<std::int64_t>(coefficients[level], 0);
            most_[level] = most_[level + 1] + std::max<std::int64_t>(coefficients[level], 0);
            all_[level] = store_.make(static_cast<std::uint32_t>(level), all_[level + 1], all_[level + 1]);
        }
    }

    std::uint32_t search(std::uint64_t max_states) {
        pulse_.stage("search");
        std::int64_t sum = 0;
        Interval found;
        for (std::uint64_t count = 0;; ++count) {
            pulse_.within(count);
            for (; !find(path_.size(), sum, found); path_.push_back({sum, {}, false})) {
            }
            for (; !path_.empty() && path_.back().on_high; path_.pop_back()) {
                if (++num_states_ > max_states) throw TooManyStates(max_states);
                found = join(path_.size() - 1, path_.back().low, found);
            }
            if (path_.empty()) return found.node;
            Visit& visit = path_.back();
            visit.low = found;
            visit.on_high = true;
            sum = visit.sum + coefficients_[path_.size() - 1];
        }
    }

    // Always at the last level.
    bool find(std::size_t level, std::int64_t sum, Interval& found) const {
        const std::int64_t too_small = low_ - most_[level], first = low_ - least_[level],
                           last = high_ - most_[level], too_great = high_ - least_[level];
        if (sum < too_small)
            found = {kLeast, too_small - 1, kEmptyFamily};
        else if (sum > too_great)
            found = {too_great + 1, kMost, kEmptyFamily};
        else if (first <= sum && sum <= last)
            found = {first, last, all_[level]};
        else {
            const auto after = known_[level].upper_bound(sum);
            if (after == known_[level].begin()) return false;
            found = std::prev(after)->second;
            return sum <= found.last;
        }
        return true;
    }

    Interval join(std::size_t level, const Interval& low, const Interval& high) {
        const std::int64_t step = coefficients_[level];
        const Interval joined{std::max(low.first, high.first == kLeast ? kLeast : high.first - step),
                              std::min(low.last, high.last == kMost ? kMost : high.last - step),
                              store_.make(static_cast<std::uint32_t>(level), low.node, high.node)};
        known_[level].emplace(joined.first, joined);
        return joined;
    }

    const std::int64_t* coefficients_;
    std::size_t size_;
    std::int64_t low_, high_;
    Pulse& pulse_;
    NodeStore store_;
    Array<std::int64_t> least_, most_;                     // the sums of all symbols from a level on
    Array<std::uint32_t> all_;                             // all sets of them
    std::vector<std::map<std::int64_t, Interval>> known_;  // the intervals of a level by their first sums
    Array<Visit> path_;
    std::uint64_t num_states_ = 0;
};

}  // namespace nzdd
