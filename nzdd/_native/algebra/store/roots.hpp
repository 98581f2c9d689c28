// The families of a store that somebody holds. A family is known by a place here, since its number changes
// when the store is swept. All calls take a moment, whatever else runs.
#pragma once

#include <mutex>

#include "base/array.hpp"

namespace nzdd {

class Roots {
public:
    // `weight`: how many nodes were made for it.
    std::uint32_t add(std::uint32_t id, std::uint64_t weight) {
        const std::lock_guard lock(mutex_);
        std::uint32_t place = free_;
        if (place == kNone) {
            place = static_cast<std::uint32_t>(entries_.size());
            entries_.push_back({id, kNone, weight});
        } else {
            free_ = entries_[place].next_free;
            entries_[place] = {id, kNone, weight};
        }
        ++count_;
        return place;
    }

    void drop(std::uint32_t place) {
        const std::lock_guard lock(mutex_);
        dropped_ += entries_[place].weight;
        entries_[place] = {kNone, free_, 0};
        free_ = place;
        --count_;
    }

    std::uint32_t id(std::uint32_t place) const {
        const std::lock_guard lock(mutex_);
        return entries_[place].id;
    }

    bool equal(std::uint32_t place, std::uint32_t other) const {
        const std::lock_guard lock(mutex_);
        return entries_[place].id == entries_[other].id;
    }

    std::size_t count() const {
        const std::lock_guard lock(mutex_);
        return count_;
    }

    // The weight of the families dropped since the last sweep.
    std::uint64_t dropped() const {
        const std::lock_guard lock(mutex_);
        return dropped_;
    }

    void mark(Array<std::uint32_t>& ids) const {
        const std::lock_guard lock(mutex_);
        for (const Entry& entry : entries_)
            if (entry.id != kNone) ids[entry.id] = 1;
    }

    // After a sweep that left so many nodes. Those whose family was dropped, but which others share, count
    // for each of these: it may be the only one.
    void renumber(const Array<std::uint32_t>& ids, std::uint64_t num_nodes) {
        const std::lock_guard lock(mutex_);
        std::uint64_t weight = 0;
        for (const Entry& entry : entries_) weight += entry.weight;
        const std::uint64_t shared = num_nodes - std::min(num_nodes, weight);
        for (Entry& entry : entries_) {
            if (entry.id == kNone) continue;
            entry.id = ids[entry.id];
            entry.weight += shared;
        }
        dropped_ = 0;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Entry {
        std::uint32_t id, next_free;
        std::uint64_t weight;
    };

    mutable std::mutex mutex_;
    Array<Entry> entries_;
    std::uint32_t free_ = kNone;
    std::size_t count_ = 0;
    std::uint64_t dropped_ = 0;
};

}  // namespace nzdd
