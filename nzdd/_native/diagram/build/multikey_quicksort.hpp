// Multikey quicksort of rows as sequences of levels (Bentley and Sedgewick 1997; Toda's zcomp
// builds ZDDs on it). The next two symbols of a row are kept beside its number as one 64-bit key,
// so most comparisons touch no row. A row that ends sorts behind all its extensions.
#pragma once

#include <stdexcept>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/row_list.hpp"

namespace nzdd {

class MultikeyQuicksort {
public:
    static Array<std::uint32_t> order(const RowTable& rows, Pulse& pulse) {
        MultikeyQuicksort sort(rows);
        pulse.stage("sort rows");
        sort.run(pulse);
        Array<std::uint32_t> order(rows.num_rows);
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = sort.items_[i].row;
        return order;
    }

private:
    static constexpr std::uint32_t kEnd = 0xffffffff;

    struct Item {
        std::uint64_t key;
        std::uint32_t row;
    };
    struct Range {
        std::size_t begin, end, depth;
    };

    explicit MultikeyQuicksort(const RowTable& rows) : rows_(rows) {
        if (rows.num_rows > kEnd)
            throw std::length_error("more than 2^32 - 1 rows of over 64 symbols");  // GCOVR_EXCL_LINE 64 GB
        items_.resize(rows.num_rows);
        for (std::size_t i = 0; i < items_.size(); ++i) items_[i].row = static_cast<std::uint32_t>(i);
    }

    std::uint64_t key(std::uint32_t row, std::size_t depth) const {
        return std::uint64_t{level(row, depth)} << 32 | level(row, depth + 1);
    }

    void load_keys(const Range& range) {
        for (std::size_t i = range.begin; i < range.end; ++i) items_[i].key = key(items_[i].row, range.depth);
    }

    // Ranges on the stack have their keys loaded.
    void run(Pulse& pulse) {
        Array<Range> waiting;
        const auto push = [&](const Range& range) {
            if (range.end - range.begin > 1) waiting.push_back(range);
        };
        Range all{0, items_.size(), 0};
        load_keys(all);
        push(all);
        std::uint64_t steps = 0;
        while (!waiting.empty()) {
            const Range range = waiting.back();
            waiting.pop_back();
            pulse(steps++, items_.size());
            if (range.end - range.begin > 100000) pulse.beat(range.begin, items_.size());
            if (range.end - range.begin <= kSmall) {
                insertion_sort(range);
                continue;
            }
            const std::uint64_t pivot = median_key(range);
            std::size_t less = range.begin, greater = range.end;
            for (std::size_t i = range.begin; i < greater;) {
                if (items_[i].key < pivot)
                    std::swap(items_[i++], items_[less++]);
                else if (items_[i].key > pivot)
                    std::swap(items_[i], items_[--greater]);
                else
                    ++i;
            }
            push({range.begin, less, range.depth});
            push({greater, range.end, range.depth});
            // rows that have ended are equal; the others go on two symbols deeper
            if ((pivot & kEnd) != kEnd && greater - less > 1) {
                const Range equal{less, greater, range.depth + 2};
                load_keys(equal);
                push(equal);
            }
        }
    }

    static constexpr std::size_t kSmall = 12;

    void insertion_sort(const Range& range) {
        for (std::size_t i = range.begin + 1; i < range.end; ++i) {
            const Item item = items_[i];
            std::size_t j = i;
            for (; j > range.begin && before(item, items_[j - 1], range.depth); --j)
                items_[j] = items_[j - 1];
            items_[j] = item;
        }
    }

    bool before(const Item& a, const Item& b, std::size_t depth) const {
        if (a.key != b.key) return a.key < b.key;
        for (std::size_t d = depth + 2;; ++d) {
            const std::uint32_t x = level(a.row, d), y = level(b.row, d);
            if (x != y) return x < y;
            if (x == kEnd) return false;
        }
    }

    std::uint32_t level(std::uint32_t row, std::size_t depth) const {
        return depth < rows_.size(row) ? rows_.begin(row)[depth] : kEnd;
    }

    std::uint64_t median_key(const Range& range) const {
        const std::size_t size = range.end - range.begin;
        const auto median = [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
            return std::max(std::min(a, b), std::min(std::max(a, b), c));
        };
        const auto at = [&](std::size_t eighth) { return items_[range.begin + size / 8 * eighth].key; };
        return median(median(at(0), at(1), at(2)), median(at(3), at(4), at(5)),
                      median(at(6), at(7), items_[range.end - 1].key));
    }

    const RowTable& rows_;
    Array<Item> items_;
};

}  // namespace nzdd
