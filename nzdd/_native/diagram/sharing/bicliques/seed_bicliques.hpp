// The bicliques of a seed, one after the other. Each is grown from the seed: the most frequent item of the
// contexts joins X, contexts without it leave; items that all contexts hold join at once. The best one
// found is given, and its contexts are gone for the next one.
#pragma once

#include <span>

#include "base/array.hpp"
#include "diagram/sharing/bicliques/biclique.hpp"
#include "diagram/sharing/bicliques/item_ranking.hpp"
#include "diagram/sharing/bicliques/local_contexts.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

// `Contexts` as for LocalContexts, and holds(c, item).
template <class Contexts>
class SeedBicliques {
public:
    SeedBicliques(const Contexts& contexts, WorkBudget& work) : contexts_(contexts), work_(work) {}

    // `all` contexts hold the seed; they must not change until the last call of `next`.
    void start(Item seed, const Array<std::uint32_t>& all, const Price& price, std::size_t num_items) {
        all_ = &all;
        price_ = price;
        local_.gather(contexts_, seed, all, num_items, work_);
        stride_ = static_cast<std::int64_t>(local_.stride());
        ranking_.start();
        const std::uint32_t size = local_.num_contexts();
        depth_of_.assign(size, 0);
        count_.assign(local_.num_items(), 0);
        in_x_.assign(local_.num_items(), false);
        x_.clear();
        join(Local::kSeed);
        here_ = {0, 0, size};
        for (std::uint32_t c = 0; c < size; ++c) here_.weight += local_.weight(c);
        for (std::uint32_t i = 0; i < local_.num_items(); ++i) here_.sum += local_.count(i);
    }

    // A biclique with the seed in X and C among the contexts that are left; gain 0: none saves.
    Biclique next() {
        Biclique best;
        std::size_t best_items = 0;
        bool all_left = true;  // whether the best one has all contexts that are left
        const auto consider = [&](const State& state) {
            const std::int64_t gain =
                price_.gain(x_.size(), stride_ * state.weight, state.size * local_.stride());
            if (gain <= best.gain || (stride_ > 1 && state.size < kFewest)) return false;
            best.gain = gain;
            best_items = x_.size();
            return true;
        };
        std::uint32_t item = join_common_of_all();
        const std::size_t in_all = x_.size();
        consider(here_);
        open_ = here_;
        depth_ = 0;
        while (item != kNone && bound(depth_ == 0 ? local_.count(item) : count_[item]) > best.gain) {
            restrict_to(item);
            item = join_common();
            if (!consider(open_)) continue;
            all_left = false;
            best_.clear();
            best_.append(contexts_left_.data(), contexts_left_.size());
        }
        if (best.gain > 0) {
            if (all_left) list_all_left();
            for (std::size_t i = 0; i < best_items; ++i) best.items.push_back(local_.item(x_[i]));
            take(best);
        }
        finish(in_all);
        if (best.gain > 0)
            for (std::uint32_t c : best_) leave(c);
        return best;
    }

private:
    using Local = LocalContexts<Contexts>;
    static constexpr std::size_t kFewest = 4;  // contexts of a sample that tell something
    static constexpr std::uint32_t kNone = ItemRanking::kNone;
    static constexpr std::uint32_t kGone = 0xffffffff;

    struct State {                 // of the contexts that hold all of X
        std::int64_t weight, sum;  // theirs, and that of all their entries outside X
        std::size_t size;
    };

    void join(std::uint32_t item) {
        x_.push_back(item);
        in_x_[item] = true;
    }

    // Items of all contexts that are left belong to X from now on; returns the most frequent of the others.
    std::uint32_t join_common_of_all() {
        std::uint32_t item = ranking_.top(local_, in_x_);
        for (; item != kNone && local_.count(item) == here_.weight; item = ranking_.top(local_, in_x_)) {
            here_.sum -= local_.count(item);
            join(item);
        }
        return item;
    }

    // Items that all open contexts hold join X; returns the most frequent of the others.
    std::uint32_t join_common() {
        std::uint32_t next = kNone;
        std::size_t kept = 0;
        open_.sum = 0;
        work_.spend(others_.size());
        for (std::uint32_t item : others_) {
            const std::int64_t count = count_[item];
            if (in_x_[item] || count == 0) continue;
            if (count == open_.weight) {
                join(item);
                count_[item] = 0;
                continue;
            }
            others_[kept++] = item;
            open_.sum += count;
            if (next == kNone || count > count_[next] ||
                (count == count_[next] && local_.item(item) < local_.item(next)))
                next = item;
        }
        others_.resize(kept);
        return next;
    }

    // No biclique from here on gains more, where the next item is held by contexts of weight `next`.
    std::int64_t bound(std::int64_t next) const {
        const auto x = static_cast<std::int64_t>(x_.size());
        return ((x - 1) * next + open_.sum) * stride_ - price_.an_item * (x + 1) - price_.once;
    }

    // Contexts without the item are open no longer.
    void restrict_to(std::uint32_t item) {
        work_.spend(local_.holders(item).size());
        kept_.clear();
        for (std::uint32_t c : local_.holders(item))
            if (depth_of_[c] == depth_) kept_.push_back(c);
        for (std::uint32_t c : kept_) depth_of_[c] = depth_ + 1;
        join(item);
        2 * kept_.size() < open_.size ? recount() : subtract();
        for (std::uint32_t x : x_) count_[x] = 0;
        contexts_left_.swap(kept_);
        open_.size = contexts_left_.size();
        if (depth_++ == 0) {
            touched_.clear();
            touched_.append(contexts_left_.data(), contexts_left_.size());
        }
    }

    void recount() {
        for (std::uint32_t item : others_) count_[item] = 0;
        others_.clear();
        open_.weight = 0;
        for (std::uint32_t c : kept_) {
            const std::int64_t weight = local_.weight(c);
            open_.weight += weight;
            work_.spend(local_.items(c).size());
            for (std::uint32_t item : local_.items(c)) {
                if (count_[item] == 0 && !in_x_[item]) others_.push_back(item);
                count_[item] += weight;
            }
        }
    }

    void subtract() {
        const auto close = [this](std::uint32_t c) {
            if (depth_of_[c] != depth_) return;
            const std::int64_t weight = local_.weight(c);
            open_.weight -= weight;
            work_.spend(local_.items(c).size());
            for (std::uint32_t item : local_.items(c)) count_[item] -= weight;
        };
        if (depth_ > 0) {
            for (std::uint32_t c : contexts_left_) close(c);
            return;
        }
        work_.spend(local_.num_items());
        for (std::uint32_t item = 0; item < local_.num_items(); ++item) {
            count_[item] = local_.count(item);
            if (!in_x_[item] && count_[item] > 0) others_.push_back(item);
        }
        for (std::uint32_t c = 0; c < local_.num_contexts(); ++c) close(c);
    }

    void list_all_left() {
        best_.clear();
        for (std::uint32_t c = 0; c < local_.num_contexts(); ++c)
            if (depth_of_[c] != kGone) best_.push_back(c);
    }

    // The contexts of the best biclique; after a sample all that fit, and what they really save.
    void take(Biclique& best) {
        best.from_sample = stride_ > 1;
        if (!best.from_sample) {
            for (std::uint32_t c : best_) best.contexts.push_back(local_.context(c));
            return;
        }
        std::int64_t weight = 0;
        const Array<std::uint32_t>& all = *all_;
        const std::span<const Item> items(best.items.data(), best.items.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            work_.spend(5 * items.size());
            if (i + Local::kAhead < all.size()) contexts_.prefetch(all[i + Local::kAhead]);
            const std::uint32_t c = all[i];
            const auto held = [&](Item item) { return contexts_.holds(c, item); };
            if (!std::all_of(items.rbegin(), items.rend(), held)) continue;  // fewest hold the last item
            best.contexts.push_back(c);
            weight += contexts_.weight(c);
        }
        best.gain = price_.gain(best.items.size(), weight, best.contexts.size());
    }

    // Back to X and the contexts that `start` and `leave` have left.
    void finish(std::size_t in_all) {
        for (std::uint32_t item : others_) count_[item] = 0;
        others_.clear();
        for (std::size_t i = in_all; i < x_.size(); ++i) in_x_[x_[i]] = false;
        x_.resize(in_all);
        if (depth_ > 0)
            for (std::uint32_t c : touched_) depth_of_[c] = 0;
    }

    void leave(std::uint32_t c) {
        depth_of_[c] = kGone;
        const std::int64_t weight = local_.weight(c);
        --here_.size;
        here_.weight -= weight;
        work_.spend(local_.items(c).size());
        for (std::uint32_t item : local_.items(c)) {
            local_.count(item) -= weight;
            if (!in_x_[item]) here_.sum -= weight;
        }
    }

    Contexts contexts_;
    WorkBudget& work_;
    Price price_{};
    const Array<std::uint32_t>* all_ = nullptr;
    Local local_;
    ItemRanking ranking_;
    std::int64_t stride_ = 1;
    State here_{}, open_{};  // of the contexts that are left, and of those open at this depth
    std::uint32_t depth_ = 0;
    Array<std::uint32_t> depth_of_;    // of each context: how far it was open
    Array<std::uint32_t> x_, others_;  // X; items outside it with their counts
    Array<std::int64_t> count_;        // in the open contexts, from depth 1; else zero
    Array<bool> in_x_;
    Array<std::uint32_t> contexts_left_, kept_, touched_, best_;
};

}  // namespace nzdd
