// The sum of two multisets: the weight of a row is the sum of its weights. Both are split by the symbol
// of the topmost node, and the parts are added each for itself (R. E. Bryant, Graph-based algorithms
// for Boolean function manipulation, 1986). Calls wait on a stack of their own, so depth does not
// matter, and no pair is added twice. A pair can only come again where several paths lead to either
// node, and only then it is remembered: near the roots of large diagrams most have one.
// Time O(pairs of nodes that meet), memory O(nodes + pairs remembered).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "array.hpp"
#include "diagram/id_map.hpp"
#include "multiset/store.hpp"
#include "pulse.hpp"

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
    static constexpr std::uint32_t kUnknown = 0xffffffff;  // no node has this number

    static constexpr std::uint8_t kFirst = 1, kSecond = 2;

    struct Entry {
        std::uint32_t f, g, sum;  // sum kUnknown: free
    };
    struct Task {
        std::uint32_t f, g, low;  // low: the sum of the low branches, once it is known
    };

    MultisetSum(std::size_t expected, Pulse& pulse) : pulse_(pulse), store_(expected, pulse) { reset(1024); }

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
                if (recurs(task.f, task.g)) remember({task.f, task.g, sum});
                tasks_.pop_back();
            }
        }
        return sum;
    }

    // The sum where it is at hand; otherwise a new task, and kUnknown.
    std::uint32_t begin(std::uint32_t f, std::uint32_t g) {
        if (f == kEmptyFamily) return g;
        if (g == kEmptyFamily) return f;
        if (store_[f].is_terminal() && store_[g].is_terminal())
            return store_.terminal(store_[f].weight() + store_[g].weight());
        const std::uint32_t sum = recurs(f, g) ? entries_[place_of(f, g)].sum : kUnknown;
        if (sum == kUnknown) {
            pulse_.within(++steps_);
            tasks_.push_back({f, g, kUnknown});
        }
        return sum;
    }

    // Where the pair is, or would be.
    std::size_t place_of(std::uint32_t f, std::uint32_t g) const {
        std::size_t place = mix(std::uint64_t{f} << 32 | g) >> shift_;
        while (entries_[place].sum != kUnknown && (entries_[place].f != f || entries_[place].g != g))
            place = (place + 1) & mask_;
        return place;
    }

    void remember(const Entry& entry) {
        if (2 * ++size_ > entries_.size()) grow();
        entries_[place_of(entry.f, entry.g)] = entry;
    }

    void reset(std::size_t capacity) {
        entries_.resize(capacity);
        for (std::size_t i = 0; i < capacity; ++i) {
            entries_[i].sum = kUnknown;
            pulse_.within(i);
        }
        mask_ = capacity - 1;
        shift_ = 64 - std::countr_zero(capacity);
    }

    void grow() {
        Array<Entry> old;
        old.swap(entries_);
        reset(2 * old.size());
        for (std::size_t i = 0; i < old.size(); ++i) {
            pulse_.within(i);
            if (old[i].sum != kUnknown) entries_[place_of(old[i].f, old[i].g)] = old[i];
        }
    }

    Pulse& pulse_;
    MultisetStore store_;
    Array<Task> tasks_;
    Array<Entry> entries_;
    Array<std::uint8_t> shared_;
    std::size_t size_ = 0, mask_ = 0;
    std::uint64_t steps_ = 0;
    int shift_ = 0;
};

}  // namespace nzdd
