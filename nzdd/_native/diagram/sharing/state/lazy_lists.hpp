// Many growing lists in one flat array. Stale entries stay until their list is read. A full list moves
// to the end of the array, with twice the room.
#pragma once

#include <span>

#include "base/array.hpp"

namespace nzdd {

template <class T>
class LazyLists {
public:
    std::size_t num_lists() const { return lists_.size(); }
    std::size_t room() const { return pool_.size(); }  // of all lists, holes included

    void add_list(std::uint32_t room = 0) {
        lists_.push_back({pool_.size(), 0, room, 0, 0});
        extend(room);
    }

    void append(std::size_t number, T value) {
        List& list = lists_[number];
        if (list.size == list.room) grow(list);
        pool_[list.begin + list.size++] = value;
    }

    // As the list stands.
    std::span<const T> operator[](std::size_t number) const {
        return {pool_.data() + lists_[number].begin, lists_[number].size};
    }

    // Whether `fresh` has nothing left to do.
    bool is_fresh(std::size_t number, std::uint32_t epoch) const {
        return lists_[number].epoch == epoch && lists_[number].size == lists_[number].sorted;
    }

    // The distinct entries that are not stale, sorted; found once an epoch. `stale(entry, since)`: whether an
    // entry is stale that was not at the end of epoch `since`, or is new.
    template <class Stale>
    std::span<const T> fresh(std::size_t number, std::uint32_t epoch, const Stale& stale) {
        List& list = lists_[number];
        if (!is_fresh(number, epoch)) {
            T *begin = pool_.data() + list.begin, *end = begin + list.size;
            const bool grown = list.size != list.sorted;
            const std::uint32_t since = list.epoch;
            end = std::remove_if(begin, end, [&](const T& value) { return stale(value, since); });
            if (grown) {
                if (!std::is_sorted(begin, end)) std::sort(begin, end);
                end = std::unique(begin, end);
            }
            list.size = list.sorted = static_cast<std::uint32_t>(end - begin);
            list.epoch = epoch;
        }
        return (*this)[number];
    }

private:
    struct List {
        std::size_t begin;
        std::uint32_t size, room;
        std::uint32_t sorted, epoch;  // how many entries the last look left, and when it was
    };

    void extend(std::size_t room) {
        for (std::size_t i = 0; i < room; ++i) pool_.push_back(T{});
    }

    void grow(List& list) {
        const std::uint32_t room = std::max<std::uint32_t>(2, 2 * list.room);
        if (list.begin + list.room == pool_.size()) {
            extend(room - list.room);
        } else {
            const std::size_t begin = pool_.size();
            extend(room);
            std::copy_n(pool_.data() + list.begin, list.size, pool_.data() + begin);
            list.begin = begin;
        }
        list.room = room;
    }

    Array<List> lists_;
    Array<T> pool_;
};

}  // namespace nzdd
