// The sum of two multisets: the weight of a row is the sum of its weights. Both are split by the symbol
// of the topmost node, and the parts are added each for itself (R. E. Bryant, Graph-based algorithms
// for Boolean function manipulation, 1986). Calls wait on a stack of their own, so depth does not
// matter, and no pair is added twice. A pair can recur only if several paths lead to one of its
// nodes, and only such pairs are remembered: near the roots of large diagrams most nodes have one path.
// Time O(pairs of nodes that meet), memory O(nodes + pairs remembered).
#pragma once

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "base/memo.hpp"
#include "base/pulse.hpp"
#include "multiset/store.hpp"

namespace nzdd {

class MultisetSum {
public:
    static Array<MultisetNode> run(const MultisetView& f, const MultisetView& g, Pulse& pulse) {
        pulse.stage("add");
        MultisetSum sum(f.num_nodes + g.num_nodes, pulse);
        const std::uint32_t first = sum.store_.load(f), second = sum.store_.load(g);
        sum.shared_.assign(sum.store_.size(), 0);
        sum.find_shared(first, kFirst);
        sum.find_shared(second, kSecond);
        return sum.store_.diagram(sum.add(first, second));
    }

private:
    static constexpr std::uint8_t kFirst = 1, kSecond = 2;

    struct Pair {
        std::uint32_t f, g;
        bool operator==(const Pair&) const = default;
        std::uint64_t hash() const { return mix(std::uint64_t{f} << 32 | g); }
    };
    struct Task {
        std::uint32_t f, g, low;  // low: the sum of the low branches, once it is known
    };

    MultisetSum(std::size_t expected, Pulse& pulse) : pulse_(pulse), store_(expected, pulse), sums_(pulse) {}

    // Marks the nodes to which several paths lead from a root.
    void find_shared(std::uint32_t root, std::uint8_t mark) {
        Array<std::uint8_t> paths(std::size_t{root} + 1, 0);  // 2: several
        paths[root] = 1;
        for (std::uint32_t v = root; v > 0; --v) {
            pulse_.within(v);
            if (paths[v] == 2) shared_[v] |= mark;
            if (paths[v] == 0 || store_[v].is_terminal()) continue;
            for (const std::uint32_t child : {store_[v].low, store_[v].high})
                paths[child] = std::min<std::uint8_t>(2, paths[child] + paths[v]);
        }
    }

    bool recurs(std::uint32_t f, std::uint32_t g) const {
        return (shared_[f] & kFirst) && (shared_[g] & kSecond);
    }

    std::uint32_t add(std::uint32_t f, std::uint32_t g) {
        std::uint32_t sum = begin(f, g);
        while (!tasks_.empty()) {
            const Task task = tasks_.back();
            const std::uint32_t level = std::min(store_[task.f].level, store_[task.g].level);
            if (sum == kUnknown) {  // the task has just begun
                sum = begin(store_.low(task.f, level), store_.low(task.g, level));
            } else if (task.low == kUnknown) {
                tasks_.back().low = sum;
                sum = begin(store_.high(task.f, level), store_.high(task.g, level));
            } else {
                sum = store_.make(level, task.low, sum);
                if (recurs(task.f, task.g)) sums_.insert({task.f, task.g}, sum);
                tasks_.pop_back();
            }
        }
        return sum;
    }

    // The sum if it is known; otherwise a new task, and kUnknown.
    std::uint32_t begin(std::uint32_t f, std::uint32_t g) {
        if (f == kEmptyFamily) return g;
        if (g == kEmptyFamily) return f;
        if (store_[f].is_terminal() && store_[g].is_terminal())
            return store_.terminal(store_[f].weight() + store_[g].weight());
        const std::uint32_t sum = recurs(f, g) ? sums_.find({f, g}) : kUnknown;
        if (sum == kUnknown) {
            pulse_.within(++steps_);
            tasks_.push_back({f, g, kUnknown});
        }
        return sum;
    }

    Pulse& pulse_;
    MultisetStore store_;
    Array<Task> tasks_;
    Memo<Pair> sums_;
    Array<std::uint8_t> shared_;
    std::uint64_t steps_ = 0;
};

}  // namespace nzdd
