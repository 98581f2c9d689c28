// The k shortest rows of a diagram. Every row but the first leaves the path of an earlier one at
// one node and continues by a shortest path (Lawler 1972; Eppstein 1998); with the distances to
// the leaf known, the best-first search wastes no step (Hart, Nilsson & Raphael 1968).
#pragma once

#include <functional>
#include <tuple>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/shortest_rows/level_zdd.hpp"
#include "diagram/shortest_rows/short_rows.hpp"

namespace nzdd {

class KShortest {
public:
    // At most `count` rows (< 2^62) shorter than `below`, shortest first up to rounding. Time
    // O(count x (depth + log count)), memory O(count) besides the rows.
    static ShortRows run(const Distances& at, std::uint64_t count, double below, Pulse& pulse) {
        pulse.stage("k shortest rows");
        KShortest search(at, count, below, pulse);
        if (count > 0 && at.to_root() < below) search.follow(at.zdd.root(), 0);
        while (search.rows_.size() < count && !search.open_.empty()) search.deviate();
        return std::move(search.rows_);
    }

private:
    struct Deviation {
        double length;  // of the shortest row that takes it
        std::uint64_t row;
        std::uint32_t node, kept;  // where it leaves the row, and how many symbols that keeps

        bool operator>(const Deviation& other) const {  // ties by number: every run is the same
            return std::tie(length, row, node) > std::tie(other.length, other.row, other.node);
        }
    };
    static constexpr std::greater<Deviation> kShortestOnTop{};

    KShortest(const Distances& at, std::uint64_t count, double below, Pulse& pulse)
        : at_(at), count_(count), limit_(below), pulse_(pulse) {}

    // Completes the row by a shortest path from a node, and opens the other branches on it.
    void follow(std::uint32_t v, double prefix) {
        const std::size_t row = rows_.size(), begin = static_cast<std::size_t>(rows_.offsets.back());
        while (v != kUnitFamily) {
            pulse_.within(steps_++);
            const bool high = at_.best(v);
            const double length = prefix + at_.through(v, !high);
            if (length < limit_)
                open({length, row, v, static_cast<std::uint32_t>(rows_.symbols.size() - begin)});
            prefix += at_.step(v, high);
            if (high) rows_.symbols.push_back(at_.zdd.symbol(v));
            v = at_.zdd.child(v, high);
        }
        rows_.end_row();
    }

    void deviate() {
        std::pop_heap(open_.begin(), open_.end(), kShortestOnTop);
        const Deviation next = open_.back();
        open_.pop_back();
        const auto first = static_cast<std::size_t>(rows_.offsets[next.row]);
        double prefix = 0;
        for (std::size_t i = first; i < first + next.kept; ++i) {
            prefix += at_.lengths[rows_.symbols[i]];
            rows_.symbols.push_back(rows_.symbols[i]);
        }
        const bool high = !at_.best(next.node);
        prefix += at_.step(next.node, high);
        if (high) rows_.symbols.push_back(at_.zdd.symbol(next.node));
        follow(at_.zdd.child(next.node, high), prefix);
    }

    // Each missing row needs at most one open deviation: once there are twice as many, the longer half is
    // dropped, and nothing longer than the rest is opened again.
    void open(Deviation deviation) {
        open_.push_back(deviation);
        std::push_heap(open_.begin(), open_.end(), kShortestOnTop);
        const std::uint64_t missing = count_ - rows_.size();
        if (open_.size() < 2 * missing + 64) return;
        Deviation* last = open_.begin() + missing - 1;
        std::nth_element(open_.begin(), last, open_.end(),
                         [](const Deviation& a, const Deviation& b) { return b > a; });
        limit_ = last->length;
        open_.resize(missing);
        std::make_heap(open_.begin(), open_.end(), kShortestOnTop);
    }

    const Distances& at_;
    std::uint64_t count_;
    double limit_;
    Pulse& pulse_;
    std::uint64_t steps_ = 0;
    Array<Deviation> open_;  // a heap
    ShortRows rows_;
};

}  // namespace nzdd
