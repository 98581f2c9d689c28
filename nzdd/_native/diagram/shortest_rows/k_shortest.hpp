// The rows of a diagram in order of length, as many as are asked for; the search goes on where it stopped.
// Every row but the first leaves the path of an earlier one at one node and continues by a shortest path
// (Lawler 1972; Eppstein 1998); with the distances to the leaf known, the best-first search wastes no step
// (Hart, Nilsson & Raphael 1968). No deviation is taken twice, so each row comes up once, whatever rounding
// does to lengths.
#pragma once

#include <functional>
#include <tuple>
#include <utility>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/row_list.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"

namespace nzdd {

// The order is exact where sums of numbers are, else up to rounding.
template <class Number>
class KShortest {
public:
    // Rows shorter than `below`.
    KShortest(const Distances<Number>& at, Number below) : at_(at), end_{below, 0, 0, 0}, limit_(end_) {}

    // Finds `count` (< 2^62) more rows, or all that are left. Time O(depth + log count) for each of them and
    // O(depth) for each row found before, memory O(rows found).
    [[gnu::noinline, gnu::flatten]] void extend(std::uint64_t count, Pulse& pulse) {
        pulse.stage("k shortest rows");
        missing_ = count;
        if (count == 0) return;
        if (rows_.size() > 0)
            reopen(pulse);
        else if (at_.to_root() < end_.length)
            add({at_.zdd.root(), 0}, Number{0}, at_.to_root(), pulse);
        while (missing_ > 0 && !open_.empty()) deviate(pulse);
    }

    RowList& rows() { return rows_; }
    const Number& length(std::size_t row) const { return found_[row].length; }

private:
    struct Deviation {
        Number length;  // of the shortest row that takes it
        std::uint64_t row;
        std::uint32_t node, kept;  // where it leaves the row, and how many symbols that keeps

        bool operator>(const Deviation& other) const {  // ties by number: every run is the same
            return std::tie(length, row, node) > std::tie(other.length, other.row, other.node);
        }
    };
    static constexpr std::greater<Deviation> kShortestOnTop{};

    // Where a row continues after it has left another one, and how many symbols it has before.
    struct Start {
        std::uint32_t node, kept;
    };

    struct Found {
        Number length;
        Start start;
    };

    void deviate(Pulse& pulse) {
        std::pop_heap(open_.begin(), open_.end(), kShortestOnTop);
        const Deviation next = open_.back();
        open_.pop_back();
        const auto first = static_cast<std::size_t>(rows_.offsets[next.row]);
        Number prefix{0};
        for (std::size_t i = first; i < first + next.kept; ++i) {
            prefix = prefix + at_.lengths[rows_.symbols[i]];
            rows_.symbols.push_back(rows_.symbols[i]);
        }
        const bool high = !at_.best(next.node);
        if (high) rows_.symbols.push_back(at_.zdd.symbol(next.node));
        add({at_.zdd.child(next.node, high), next.kept + high}, prefix + at_.step(next.node, high),
            next.length, pulse);
    }

    // Completes a row by a shortest path.
    void add(Start start, Number prefix, Number length, Pulse& pulse) {
        follow(rows_.size(), start, prefix, nullptr, pulse);
        rows_.end_row();
        found_.push_back({length, start});
        --missing_;
    }

    // Opens the deviations of a row, those after the known ones; of a new row, this appends the symbols.
    void follow(std::size_t row, Start start, Number prefix, const Deviation* known, Pulse& pulse) {
        for (std::uint32_t v = start.node, kept = start.kept; v != kUnitFamily;) {
            pulse.within(steps_++);
            const bool high = at_.best(v);
            const Number length = prefix + at_.through(v, !high);
            if (!(limit_.length < length)) open({length, row, v, kept}, known);
            if (high) {
                const std::uint32_t symbol = at_.zdd.symbol(v);
                if (!known) rows_.symbols.push_back(symbol);
                prefix = prefix + at_.lengths[symbol];
                ++kept;
            }
            v = at_.zdd.child(v, high);
        }
    }

    // Each missing row needs at most one open deviation: once there are twice as many, the longer half is
    // left out, and nothing longer than the rest is opened until more rows are asked for.
    void open(const Deviation& deviation, const Deviation* known) {
        if (!(limit_ > deviation) || (known && !(deviation > *known))) return;
        open_.push_back(deviation);
        std::push_heap(open_.begin(), open_.end(), kShortestOnTop);
        if (open_.size() < 2 * missing_ + 64) return;
        Deviation* last = open_.begin() + missing_ - 1;
        std::nth_element(open_.begin(), last, open_.end(),
                         [](const Deviation& a, const Deviation& b) { return b > a; });
        limit_ = *last;
        open_.resize(missing_);
        std::make_heap(open_.begin(), open_.end(), kShortestOnTop);
    }

    // Opens what was left out: the deviations after the limit.
    void reopen(Pulse& pulse) {
        if (!(end_ > limit_)) return;
        const Deviation known = std::exchange(limit_, end_);
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            Number prefix{0};
            const auto first = static_cast<std::size_t>(rows_.offsets[row]);
            for (std::size_t i = first; i < first + found_[row].start.kept; ++i)
                prefix = prefix + at_.lengths[rows_.symbols[i]];
            follow(row, found_[row].start, prefix, &known, pulse);
        }
    }

    Distances<Number> at_;
    Deviation end_, limit_;  // only deviations before it are open
    std::uint64_t missing_ = 0, steps_ = 0;
    Array<Deviation> open_;  // a heap
    RowList rows_;
    Array<Found> found_;
};

}  // namespace nzdd
