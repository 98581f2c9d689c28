// The contexts of a seed and their items under local numbers, by context and by item: a search among
// them touches a small part of the memory. Of very many contexts every k-th is looked at.
#pragma once

#include <span>

#include "base/array.hpp"
#include "diagram/sharing/state/edge_pool.hpp"
#include "diagram/sharing/work_budget.hpp"

namespace nzdd {

// `Contexts` has for a context c: for_each_item(c, visit), weight(c), size(c), and prefetch(c) for its items.
template <class Contexts>
class LocalContexts {
public:
    static constexpr std::uint32_t kSeed = 0;  // the local number of the seed
    static constexpr std::size_t kAhead = 8;   // contexts whose items are prefetched

    // All `contexts` hold the seed; there are `num_items` items.
    void gather(const Contexts& from, Item seed, const Array<std::uint32_t>& contexts, std::size_t num_items,
                WorkBudget& work) {
        clear(num_items);
        std::size_t size = 0;
        for (std::uint32_t c : contexts) size += from.size(c);
        stride_ = 1 + size / kSample;
        number(seed);
        for (std::size_t i = 0; i < contexts.size(); i += stride_) {
            if (i + kAhead * stride_ < contexts.size()) from.prefetch(contexts[i + kAhead * stride_]);
            const std::uint32_t c = contexts[i];
            const std::int64_t weight = from.weight(c);
            context_.push_back(c);
            weight_.push_back(weight);
            from.for_each_item(c, [&](Item item) {
                if (item == seed) return;
                const std::uint32_t local = number(item);
                count_[local] += weight;
                ++holders_begin_[local];
                entries_.push_back(local);
            });
            begin_.push_back(static_cast<std::uint32_t>(entries_.size()));
        }
        invert();
        work.spend(4 * (context_.size() + entries_.size()));
    }

    std::size_t stride() const { return stride_; }
    std::uint32_t num_contexts() const { return static_cast<std::uint32_t>(context_.size()); }
    std::uint32_t num_items() const { return static_cast<std::uint32_t>(item_.size()); }
    std::uint32_t context(std::uint32_t c) const { return context_[c]; }
    std::int64_t weight(std::uint32_t c) const { return weight_[c]; }
    Item item(std::uint32_t local) const { return item_[local]; }

    // The weight of the contexts that hold an item, for the user to keep up; 0 for the seed.
    std::int64_t& count(std::uint32_t local) { return count_[local]; }

    // The items of a context but for the seed.
    std::span<const std::uint32_t> items(std::uint32_t c) const {
        return {entries_.data() + begin_[c], begin_[c + 1] - begin_[c]};
    }
    // The contexts that hold an item, ascending.
    std::span<const std::uint32_t> holders(std::uint32_t local) const {
        return {holders_.data() + holders_begin_[local], holders_begin_[local + 1] - holders_begin_[local]};
    }

private:
    static constexpr std::size_t kSample = 1 << 16;  // entries that are looked at
    static constexpr std::uint32_t kNone = 0xffffffff;

    void clear(std::size_t num_items) {
        for (Item item : item_) local_[item] = kNone;
        while (local_.size() < num_items) local_.push_back(kNone);
        for (Array<std::uint32_t>* each : {&item_, &context_, &begin_, &entries_, &holders_begin_})
            each->clear();
        weight_.clear();
        count_.clear();
        begin_.push_back(0);
    }

    std::uint32_t number(Item item) {
        std::uint32_t& local = local_[item];
        if (local == kNone) {
            local = num_items();
            item_.push_back(item);
            count_.push_back(0);
            holders_begin_.push_back(0);
        }
        return local;
    }

    // From the numbers of holders to their places, then the lists themselves.
    void invert() {
        std::uint32_t end = 0;
        for (std::uint32_t& begin : holders_begin_) end += std::exchange(begin, end);
        next_.clear();
        next_.append(holders_begin_.data(), holders_begin_.size());
        holders_begin_.push_back(end);
        holders_.resize(end);
        for (std::uint32_t c = 0; c < num_contexts(); ++c)
            for (std::uint32_t local : items(c)) holders_[next_[local]++] = c;
    }

    std::size_t stride_ = 1;
    Array<std::uint32_t> local_;          // of each item; kNone for those that no context holds
    Array<Item> item_;                    // of each local number
    Array<std::uint32_t> context_;        // the contexts, by local number
    Array<std::int64_t> weight_, count_;  // of each context; of each item
    Array<std::uint32_t> begin_, entries_;
    Array<std::uint32_t> holders_begin_, holders_, next_;
};

}  // namespace nzdd
