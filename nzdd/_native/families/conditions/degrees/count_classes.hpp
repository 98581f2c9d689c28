// What a count so far means for a number that has to lie in a set in the end. Counts that the same further
// ones complete are one class, as in a minimal automaton. With `rest` more to decide, a class is a number:
// 0 for counts that nothing completes, odd where the count may stay as it is. Time O(most * counts that
// differ), memory O(classes).
#pragma once

#include "base/array.hpp"
#include "base/id_map.hpp"
#include "base/pulse.hpp"

namespace nzdd {

class CountClasses {
public:
    struct Next {
        std::uint32_t low, high;  // the class after one that is not counted, and after one that is
    };

    // `values`: rising. `most`: how many there are to decide.
    CountClasses(const std::uint32_t* values, std::size_t size, std::uint32_t most, Pulse& pulse) {
        size = static_cast<std::size_t>(std::upper_bound(values, values + size, most) - values);
        // All counts from the last one on are alike: in the set, or not.
        const bool open = size > 0 && values[size - 1] == most;
        std::uint32_t last = size == 0 ? 0 : open ? most : values[size - 1] + 1;
        for (std::size_t k = size; open && --k > 0 && values[k - 1] + 1 == last;) --last;
        Array<std::uint32_t> classes(last + 1, 0);  // of the counts
        for (std::size_t i = 0; i < size; ++i) classes[std::min(values[i], last)] = 1;
        IdMap known(pulse);
        begin_.push_back(0);
        next_.append(std::initializer_list<Next>{{0, 0}, {1, 0}}.begin(), 2);  // with no rest
        first_.push_back(classes[0]);
        for (std::uint32_t rest = 1; rest <= most; ++rest) {
            const std::size_t begin = next_.size();
            begin_.push_back(begin);
            next_.push_back({0, 0});
            known.clear(2);
            std::uint32_t number[] = {2, 1};  // the next even and odd class
            for (std::uint32_t count = 0; count <= std::min(last, most - rest); ++count) {
                pulse.within(count);
                const Next next{classes[count], classes[std::min(count + 1, last)]};
                classes[count] =
                    next.low == 0 && next.high == 0
                        ? 0
                        : known.find(
                              key(next), [&](std::uint32_t id) { return key(next_[begin + id]); },
                              [&] {
                                  const std::uint32_t id =
                                      std::exchange(number[next.low & 1], number[next.low & 1] + 2);
                                  while (next_.size() <= begin + id) next_.push_back({0, 0});
                                  next_[begin + id] = next;
                                  return id;
                              });
                largest_ = std::max(largest_, classes[count]);
            }
            first_.push_back(classes[0]);
        }
    }

    // Of the count 0.
    std::uint32_t first(std::uint32_t rest) const { return first_[rest]; }
    // By class, where one of `rest` is decided.
    const Next* next(std::uint32_t rest) const { return next_.data() + begin_[rest]; }
    std::uint32_t largest() const { return largest_; }

private:
    static std::uint64_t key(Next next) { return std::uint64_t{next.low} << 32 | next.high; }

    Array<std::size_t> begin_;  // of each rest in next_
    Array<Next> next_;
    Array<std::uint32_t> first_;
    std::uint32_t largest_ = 1;
};

}  // namespace nzdd
