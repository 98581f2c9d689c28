// Items by how much weight holds them, the most frequent first, while counts fall.
#pragma once

#include "base/array.hpp"
#include "diagram/sharing/state/edge_pool.hpp"

namespace nzdd {

class ItemRanking {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    void start() {
        looks_ = 0;
        heap_.clear();
    }

    // The most frequent local item but for those in X, or kNone. Few looks scan the items, more use a heap,
    // whose counts are brought up to date at its top.
    template <class Local>
    std::uint32_t top(Local& local, const Array<bool>& in_x) {
        const std::uint32_t num_items = local.num_items();
        if (looks_ < kScans) {
            ++looks_;
            std::uint32_t best = kNone;
            for (std::uint32_t i = 0; i < num_items; ++i) {
                if (in_x[i] || local.count(i) == 0) continue;
                if (best == kNone || entry(local, best) < entry(local, i)) best = i;
            }
            return best;
        }
        if (looks_ == kScans) {
            ++looks_;
            for (std::uint32_t i = 0; i < num_items; ++i) heap_.push_back(entry(local, i));
            std::make_heap(heap_.begin(), heap_.end());
        }
        while (!heap_.empty()) {
            const std::uint32_t i = heap_[0].local;
            if (!in_x[i] && local.count(i) > 0 && heap_[0].count == local.count(i)) return i;
            std::pop_heap(heap_.begin(), heap_.end());
            if (in_x[i] || local.count(i) == 0) {
                heap_.pop_back();
                continue;
            }
            heap_.back().count = local.count(i);
            std::push_heap(heap_.begin(), heap_.end());
        }
        return kNone;
    }

private:
    static constexpr int kScans = 3;

    struct Entry {
        std::int64_t count;
        Item item;
        std::uint32_t local;
        bool operator<(const Entry& other) const {  // the earlier item first on a tie
            return count != other.count ? count < other.count : item > other.item;
        }
    };

    template <class Local>
    static Entry entry(Local& local, std::uint32_t i) {
        return {local.count(i), local.item(i), i};
    }

    int looks_ = 0;
    Array<Entry> heap_;
};

}  // namespace nzdd
