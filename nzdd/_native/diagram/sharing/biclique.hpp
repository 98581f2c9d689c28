// Bicliques: items X and contexts C such that every context holds all of X. Sharing and products
// are the same problem with other contexts (edges, rests); both save
//     (|X| - 1) W - an_item |X| - once - a_context |C|,   W the total weight of C.
// A biclique is grown from one item: the most frequent item of the contexts joins X, contexts
// without it leave; items that all contexts hold join at once. The best one found is taken.
#pragma once

#include <span>

#include "base/array.hpp"
#include "diagram/sharing/edge_pool.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

struct Biclique {
    std::int64_t gain = 0;
    Array<Item> items;
    Array<std::uint32_t> contexts;
};

struct Price {
    std::int64_t an_item, once, a_context;

    std::int64_t gain(std::size_t items, std::int64_t weight, std::size_t contexts) const {
        const auto x = static_cast<std::int64_t>(items);
        return (x - 1) * weight - an_item * x - once - a_context * static_cast<std::int64_t>(contexts);
    }
};

// `Contexts` has for a context c: for_each_item(c, visit), holds(c, item), weight(c), size(c).
template <class Contexts>
class BicliqueGrowth {
public:
    BicliqueGrowth(const Contexts& contexts, WorkBudget& work) : contexts_(contexts), work_(work) {}

    // The best biclique with `seed` in X and C among `all`, which all hold it; gain 0: none saves.
    Biclique grow(Item seed, const Array<std::uint32_t>& all, const Price& price, std::size_t num_items) {
        while (count_.size() < num_items) count_.push_back(0);
        start(seed, all);
        Biclique best;
        std::size_t best_items = 0, best_contexts = 0;
        while (true) {
            std::int64_t sum = 0;
            const Item next = join_common(sum);
            const std::int64_t gain = price.gain(items_.size(), stride_ * weight_, stride() * open_.size());
            if (gain > best.gain && (stride_ == 1 || open_.size() >= kFewest)) {
                best.gain = gain;
                best_items = items_.size();
                best_contexts = open_.size();
            }
            if (next == kNoItem || bound(price, count_[next], sum) <= best.gain) break;
            restrict_to(next);
        }
        for (Item item : others_) count_[item] = 0;
        if (best.gain <= 0) return best;
        best.items.append(items_.data(), best_items);
        if (stride_ == 1)
            best.contexts.append(order_.data(), best_contexts);
        else
            take_all(best, all, price);
        return best;
    }

private:
    static constexpr std::size_t kSample = 1 << 16;  // list entries looked at; of more, every k-th context
    static constexpr std::size_t kFewest = 4;        // contexts of a sample that tell something
    static constexpr std::int64_t kSkip = -1;

    std::size_t stride() const { return static_cast<std::size_t>(stride_); }

    void start(Item seed, const Array<std::uint32_t>& all) {
        std::size_t entries = 0;
        for (std::uint32_t c : all) entries += contexts_.size(c);
        stride_ = 1 + static_cast<std::int64_t>(entries / kSample);
        order_.clear();
        for (std::size_t i = 0; i < all.size(); i += stride()) order_.push_back(all[i]);
        open_ = {order_.data(), order_.size()};
        items_.clear();
        items_.push_back(seed);
        others_.clear();
        recount();
    }

    // Counts how much weight of the open contexts holds each item outside X.
    void recount() {
        for (Item item : others_) count_[item] = 0;
        others_.clear();
        for (Item item : items_) count_[item] = kSkip;
        weight_ = 0;
        for (std::uint32_t c : open_) {
            const std::int64_t weight = contexts_.weight(c);
            weight_ += weight;
            work_.spend(contexts_.size(c));
            contexts_.for_each_item(c, [&](Item item) {
                if (count_[item] == kSkip) return;
                if (count_[item] == 0) others_.push_back(item);
                count_[item] += weight;
            });
        }
        for (Item item : items_) count_[item] = 0;
    }

    // Items that all open contexts hold join X; returns the most frequent of the others.
    Item join_common(std::int64_t& sum) {
        Item next = kNoItem;
        std::size_t kept = 0;
        work_.spend(others_.size());
        for (Item item : others_) {
            const std::int64_t count = count_[item];
            if (count == weight_) items_.push_back(item);
            if (count <= 0 || count == weight_) {
                count_[item] = 0;
                continue;
            }
            others_[kept++] = item;
            sum += count;
            if (next == kNoItem || count > count_[next] || (count == count_[next] && item < next))
                next = item;
        }
        others_.resize(kept);
        return next;
    }

    // No biclique from here on with another item in X gains more.
    std::int64_t bound(const Price& price, std::int64_t next, std::int64_t sum) const {
        const auto x = static_cast<std::int64_t>(items_.size());
        return ((x - 1) * next + sum) * stride_ - price.an_item * (x + 1) - price.once;
    }

    // Contexts without the item move behind the open ones, so that any earlier state is a prefix.
    void restrict_to(Item item) {
        left_.clear();
        std::size_t kept = 0;
        work_.spend(5 * open_.size());
        for (std::uint32_t c : open_) {
            if (contexts_.holds(c, item))
                open_[kept++] = c;
            else
                left_.push_back(c);
        }
        std::copy(left_.begin(), left_.end(), open_.begin() + static_cast<std::ptrdiff_t>(kept));
        items_.push_back(item);
        count_[item] = 0;
        open_ = open_.first(kept);
        if (left_.size() >= kept) return recount();
        for (std::uint32_t c : left_) {
            const std::int64_t weight = contexts_.weight(c);
            weight_ -= weight;
            work_.spend(contexts_.size(c));
            contexts_.for_each_item(c, [&](Item other) {
                if (count_[other] > 0) count_[other] -= weight;
            });
        }
    }

    // After a sample: all contexts that fit, and what they really save.
    void take_all(Biclique& best, const Array<std::uint32_t>& all, const Price& price) {
        std::int64_t weight = 0;
        for (std::uint32_t c : all) {
            work_.spend(5 * best.items.size());
            const auto held = [&](Item item) { return contexts_.holds(c, item); };
            if (!std::all_of(best.items.begin(), best.items.end(), held)) continue;
            best.contexts.push_back(c);
            weight += contexts_.weight(c);
        }
        best.gain = price.gain(best.items.size(), weight, best.contexts.size());
    }

    Contexts contexts_;
    WorkBudget& work_;
    std::int64_t stride_ = 1, weight_ = 0;
    Array<std::uint32_t> order_, left_;  // the contexts, open ones first; those that have just left
    std::span<std::uint32_t> open_;
    Array<Item> items_, others_;  // X; items outside it with their counts
    Array<std::int64_t> count_;   // zero between two growths
};

}  // namespace nzdd
