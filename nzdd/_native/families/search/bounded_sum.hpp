// The sum of the weights of what a search takes lies between two bounds. A state holds the sum so far, or a
// mark where every sum that can follow is within the bounds.
#pragma once

#include <cstring>
#include <limits>
#include <variant>

#include "base/array.hpp"
#include "base/wide_integer.hpp"

namespace nzdd {

// Integers as words, of which absolute values add up to less than an eighth of the greatest integer.
struct SumBounds {
    const std::int64_t *weights, *bounds;  // of each edge or vertex; the least and the greatest sum
};

template <class Integer>
class BoundedSum {
    static constexpr Integer kWithin = std::numeric_limits<Integer>::max();

public:
    // `thing(i)`: the edge or vertex that step i decides
    template <class Thing>
    BoundedSum(const SumBounds& sum, std::size_t num_steps, const Thing& thing)
        : low_(integer_at<Integer>(sum.bounds, 0)),
          high_(integer_at<Integer>(sum.bounds, 1)),
          weight_(num_steps),
          least_(num_steps + 1, 0),
          most_(num_steps + 1, 0) {
        for (std::size_t i = num_steps; i-- > 0;) {
            weight_[i] = integer_at<Integer>(sum.weights, thing(i));
            least_[i] = least_[i + 1] + std::min<Integer>(weight_[i], 0);
            most_[i] = most_[i + 1] + std::max<Integer>(weight_[i], 0);
        }
    }

    static constexpr std::size_t bytes() { return sizeof(Integer); }
    void start(unsigned char* at) const { write(at, 0); }  // zero bytes

    // False where no sum that can follow is within the bounds.
    bool add(unsigned char* at, std::size_t step, bool take) const {
        Integer sum = read(at);
        if (sum == kWithin) return true;
        if (take) sum += weight_[step];
        const Integer least = sum + least_[step + 1], most = sum + most_[step + 1];
        if (most < low_ || least > high_) return false;
        write(at, low_ <= least && most <= high_ ? kWithin : sum);
        return true;
    }

    // Whether the sum so far is within the bounds, and whether all are that can follow.
    bool accepts(const unsigned char* at) const {
        const Integer sum = read(at);
        return sum == kWithin || (low_ <= sum && sum <= high_);
    }
    bool free(const unsigned char* at) const { return read(at) == kWithin; }

private:
    static Integer read(const unsigned char* at) {
        Integer value;
        std::memcpy(&value, at, sizeof(value));
        return value;
    }
    static void write(unsigned char* at, Integer value) { std::memcpy(at, &value, sizeof(value)); }

    Integer low_, high_;
    Array<Integer> weight_;        // of each step
    Array<Integer> least_, most_;  // the sums of all steps from one on
};

using AnyBoundedSum =
    std::variant<BoundedSum<std::int64_t>, BoundedSum<Integer128>, BoundedSum<WideInteger<kMostWords>>>;

}  // namespace nzdd
