// Rests: what is left of an edge without one of its items. Edges with the same rest differ in that
// item only. Rests are identified by a 64-bit hash; the edges are compared in full before a rest is used.
#pragma once

#include <span>

#include "base/array.hpp"
#include "base/hash_slots.hpp"
#include "diagram/sharing/kind.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/state/lazy_lists.hpp"
#include "diagram/sharing/state/seen_twice.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

class RestIndex {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Entry {  // the edge that is the rest and this item
        Item item;
        std::uint32_t edge;
        bool operator<(const Entry& other) const {
            return item != other.item ? item < other.item : edge < other.edge;
        }
        bool operator==(const Entry& other) const { return item == other.item; }  // one edge an item
    };

    RestIndex(const EdgePool& edges, WorkBudget& work) : edges_(edges), work_(work), slots_(work.pulse()) {}

    // The rests of all edges, except those that occur once: no product has them yet.
    void enter_all() {
        std::size_t num_items = 0;
        for (std::uint32_t e = 0; e < edges_.num_edges(); ++e) num_items += edges_.cost(e);
        sparing_ = num_items > kMany;
        seen_twice_.start(num_items);
        for (std::uint32_t e = 0; e < edges_.num_edges(); ++e) {
            for_each_rest(e, [&](Item, std::uint64_t key) { seen_twice_.add(key); });
            work_.beat(e);
        }
        for (std::uint32_t e = 0; e < edges_.num_edges(); ++e) {
            for_each_rest(e, [&](Item item, std::uint64_t key) {
                if (seen_twice_(key)) append(key, {item, e}, 2);
            });
            work_.beat(e);
        }
        limit_ = 2 * lists_.room() + kSmall;
    }

    // The rests of a new or changed edge; of very many items only those that were met before.
    void enter(std::uint32_t edge) {
        for_each_rest(edge, [&](Item item, std::uint64_t key) {
            if (sparing_) {
                seen_twice_.add(key);
                if (!seen_twice_(key)) return;
            }
            append(key, {item, edge}, 1);
        });
    }

    std::size_t num_rests() const { return lists_.num_lists(); }

    // The rest that an edge shares with others, its entries fresh; kNone where there is no other.
    std::uint32_t find(std::uint32_t edge, Item item, Kind kind) {
        const std::uint64_t rest_key = key(edge, item, kind);
        if (sparing_ && !seen_twice_(rest_key)) return kNone;
        const std::uint32_t rest = slot(rest_key) - 1;
        if (rest == kNone || (lists_[rest].size() == 1 && lists_[rest].front().edge == edge)) return kNone;
        fresh(rest);
        if (this->edge(rest, item) == kNone) {  // was alone when it was entered
            lists_.append(rest, {item, edge});
            fresh(rest);
        }
        return lists_[rest].size() > 1 ? rest : kNone;
    }

    // As it stands: sorted by item and without stale entries only after `find`, until the next change.
    std::span<const Entry> operator[](std::uint32_t rest) const { return lists_[rest]; }

    // The edge that is the rest and the item, or kNone.
    std::uint32_t edge(std::uint32_t rest, Item item) const {
        const auto entries = lists_[rest];
        const auto at = std::lower_bound(entries.begin(), entries.end(), Entry{item, 0});
        return at != entries.end() && at->item == item ? at->edge : kNone;
    }

    // Drops stale entries once there may be more of them than others. Numbers of rests change.
    void tidy() {
        if (lists_.room() <= limit_) return;
        work_.spend(4 * lists_.room());
        RestIndex clean(edges_, work_);
        for (std::uint32_t rest = 0; rest < num_rests(); ++rest) {
            const auto entries = fresh(rest);
            const auto room = static_cast<std::uint32_t>(entries.size());
            for (const Entry& entry : entries) clean.append(keys_[rest], entry, room);
            work_.beat(rest);
        }
        limit_ = 2 * clean.lists_.room() + kSmall;
        lists_ = std::move(clean.lists_);
        keys_.swap(clean.keys_);
        slots_.swap(clean.slots_);
    }

private:
    static constexpr std::size_t kSmall = 1 << 16, kMany = 500'000;

    std::span<const Entry> fresh(std::uint32_t rest) {
        if (!lists_.is_fresh(rest, edges_.epoch())) work_.spend(4 * lists_[rest].size());
        return lists_.fresh(rest, edges_.epoch(), [&](const Entry& entry, std::uint32_t since) {
            if (edges_[entry.edge].changed <= since) return false;
            if (!edges_.alive(entry.edge) || !edges_.holds(entry.edge, entry.item)) return true;
            const Kind kind = product_kind(edges_, entry.edge, entry.item);
            return kind == kNoKind || key(entry.edge, entry.item, kind) != keys_[rest];
        });
    }

    std::uint64_t key(std::uint32_t edge, Item item, Kind kind) const {
        return edges_[edge].hash - scramble(item) + (kind == kProductBehind ? 0x1234567u : 0u);
    }

    template <class Visit>
    void for_each_rest(std::uint32_t edge, const Visit& visit) {
        if (edges_.cost(edge) < 2) return;
        work_.spend(edges_.cost(edge));
        edges_.for_each_item(edge, [&](Item item) {
            const Kind kind = product_kind(edges_, edge, item);
            if (kind != kNoKind) visit(item, key(edge, item, kind));
        });
    }

    // The slot of the number of a rest.
    std::uint32_t& slot(std::uint64_t key) {
        return slots_.find(key, [&](std::uint32_t number) { return keys_[number - 1] == key; });
    }

    void append(std::uint64_t key, const Entry& entry, std::uint32_t room) {
        std::uint32_t& number = slot(key);
        if (!is_free(number)) return lists_.append(number - 1, entry);
        keys_.push_back(key);
        number = static_cast<std::uint32_t>(keys_.size());
        lists_.add_list(room);
        lists_.append(number - 1, entry);
        slots_.filled([this](std::uint32_t number) { return keys_[number - 1]; });
    }

    const EdgePool& edges_;
    WorkBudget& work_;
    LazyLists<Entry> lists_;
    Array<std::uint64_t> keys_;
    HashSlots<std::uint32_t> slots_;  // numbers plus one, by keys
    SeenTwice seen_twice_;
    bool sparing_ = false;
    std::size_t limit_ = kSmall;
};

}  // namespace nzdd
