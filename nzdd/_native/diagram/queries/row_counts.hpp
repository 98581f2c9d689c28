// The exact number of rows below each node, each in as many 64-bit limbs as it needs (least
// significant first, none for zero); and what they give: ranks of rows, and rows of ranks. The number of
// all rows alone needs less memory, and its magnitude hardly any time.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/queries/zdd_queries.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

using Limbs = std::span<const std::uint64_t>;

inline bool less(Limbs a, Limbs b) {
    if (a.size() != b.size()) return a.size() < b.size();
    for (std::size_t k = a.size(); k-- > 0;)
        if (a[k] != b[k]) return a[k] < b[k];
    return false;
}

inline void trim(Array<std::uint64_t>& a) {
    while (!a.empty() && a.back() == 0) a.pop_back();
}

inline std::uint64_t add_limbs(std::uint64_t a, std::uint64_t b, bool& carry) {
    const std::uint64_t partial = a + b, sum = partial + carry;
    carry = partial < a || sum < partial;
    return sum;
}

inline void add(Array<std::uint64_t>& a, Limbs b) {
    bool carry = false;
    for (std::size_t k = 0; k < b.size() || carry; ++k) {
        if (k == a.size()) a.push_back(0);
        a[k] = add_limbs(a[k], k < b.size() ? b[k] : 0, carry);
    }
}

// b <= a
inline void subtract(Array<std::uint64_t>& a, Limbs b) {
    bool borrow = false;
    for (std::size_t k = 0; k < b.size() || borrow; ++k) {
        const std::uint64_t before = a[k], partial = before - (k < b.size() ? b[k] : 0);
        a[k] = partial - borrow;
        borrow = partial > before || (borrow && partial == 0);
    }
    trim(a);
}

class RowCounts {
public:
    // Time and memory O(nodes x limbs).
    RowCounts(const ZddView& zdd, Pulse& pulse) : zdd_(zdd) {
        pulse.stage("count rows");
        begin_.reserve(zdd.num_nodes + 1);
        for (std::uint64_t begin : {0, 0, 1}) begin_.push_back(begin);
        limbs_.push_back(1);
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
            pulse(v, zdd.num_nodes);
            push_sum(zdd.low[v], zdd.high[v]);
        }
    }

    Limbs total() const { return below(zdd_.root); }

    // How many rows come before the given one (strictly increasing levels), where the one with the
    // symbol nearest to the root is first; nothing if the row is not in the family.
    std::optional<Array<std::uint64_t>> rank(std::span<const std::uint32_t> row) const {
        Array<std::uint64_t> before;
        const bool found = follow(zdd_, row, [&](std::uint32_t v, bool high) {
            if (!high) add(before, below(zdd_.high[v]));
        });
        return found ? std::optional(std::move(before)) : std::nullopt;
    }

    // Appends the levels of the row of a rank below the total; uses the rank up.
    void unrank(Array<std::uint64_t>& rank, Array<std::uint32_t>& levels) const {
        for (std::uint32_t v = zdd_.root; v >= 2;) {
            const bool high = less({rank.data(), rank.size()}, below(zdd_.high[v]));
            if (high)
                levels.push_back(zdd_.level[v]);
            else
                subtract(rank, below(zdd_.high[v]));
            v = high ? zdd_.high[v] : zdd_.low[v];
        }
    }

private:
    Limbs below(std::uint32_t v) const {
        return {limbs_.data() + begin_[v], static_cast<std::size_t>(begin_[v + 1] - begin_[v])};
    }

    void push_sum(std::uint32_t low, std::uint32_t high) {
        const std::size_t a = begin_[low], b = begin_[high];
        const std::size_t size_a = begin_[low + 1] - a, size_b = begin_[high + 1] - b;
        bool carry = false;
        for (std::size_t k = 0; k < std::max(size_a, size_b); ++k) {
            const std::uint64_t x = k < size_a ? limbs_[a + k] : 0, y = k < size_b ? limbs_[b + k] : 0;
            limbs_.push_back(add_limbs(x, y, carry));
        }
        if (carry) limbs_.push_back(1);
        begin_.push_back(limbs_.size());
    }

    ZddView zdd_;
    Array<std::uint64_t> limbs_, begin_;  // node v has limbs_[begin_[v]], ..., limbs_[begin_[v + 1] - 1]
};

// The number of all rows. The counts that no later node needs are dropped. Time O(nodes x limbs), memory
// O(nodes) and the limbs of the counts that are needed at once.
inline Array<std::uint64_t> count_rows(const ZddView& zdd, Pulse& pulse) {
    pulse.stage("count rows");
    Array<std::uint32_t> uses(zdd.num_nodes, 0), place(zdd.num_nodes), free;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
        ++uses[zdd.low[v]];
        ++uses[zdd.high[v]];
    }
    ++uses[zdd.root];
    std::vector<Array<std::uint64_t>> counts(2);
    counts[1].push_back(1);
    place[0] = 0;
    place[1] = 1;
    for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
        pulse(v, zdd.num_nodes);
        const std::uint32_t low = zdd.low[v], high = zdd.high[v];
        if (free.empty()) {
            free.push_back(static_cast<std::uint32_t>(counts.size()));
            counts.emplace_back();
        }
        place[v] = free.back();
        free.pop_back();
        Array<std::uint64_t>& sum = counts[place[v]];
        const Array<std::uint64_t>&a = counts[place[low]], &b = counts[place[high]];
        sum.clear();
        sum.append(a.data(), a.size());
        add(sum, {b.data(), b.size()});
        for (const std::uint32_t child : {low, high})
            if (--uses[child] == 0) free.push_back(place[child]);
    }
    return std::move(counts[place[zdd.root]]);
}

// The number of all rows as a floating-point number of any size: `mantissa * 2**exponent`, where the
// mantissa lies between 0.5 and 1 but for zero. Exact below 2^53. Time and memory O(nodes).
struct Magnitude {
    double mantissa;
    std::int64_t exponent;
};

inline Magnitude count_magnitude(const ZddView& zdd) {
    const auto at_node = [](std::size_t, Magnitude a, Magnitude b) {
        if (a.mantissa == 0 || (b.mantissa != 0 && a.exponent < b.exponent)) std::swap(a, b);
        if (b.mantissa == 0) return a;
        const int shift = static_cast<int>(std::max<std::int64_t>(b.exponent - a.exponent, -2000));
        int carried;
        a.mantissa = std::frexp(a.mantissa + std::ldexp(b.mantissa, shift), &carried);
        a.exponent += carried;
        return a;
    };
    return sweep<Magnitude>(zdd, {0, 0}, {0.5, 1}, at_node)[zdd.root];
}

}  // namespace nzdd
