// A ZDD renumbered level by level, for repeated sweeps: the nodes of one level do not depend on each
// other, and share their symbol's length.
#pragma once

#include <algorithm>
#include <iterator>
#include <limits>
#include <type_traits>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "diagram/zdd.hpp"

namespace nzdd {

// The length of what is no row: greater than that of any row, also if more lengths are added. Absolute
// values of integers must add up to less than half of it.
template <class Number>
constexpr Number no_row() {
    if constexpr (std::is_floating_point_v<Number>) {
        return std::numeric_limits<Number>::infinity();
    } else {
        Number half = std::numeric_limits<Number>::max();
        if constexpr (std::is_integral_v<Number>)
            half >>= 1;
        else
            half.words[std::size(half.words) - 1] >>= 1;
        return half;
    }
}

// Terminals stay 0 and 1; the other numbers grow from the last level to the root's, so that a
// node's number is greater than those of all nodes below it.
class LevelZdd {
public:
    // `symbols` lists the symbol of each level, or is null where levels are symbols. The diagram
    // must be without `fault`. Time O(nodes + levels).
    LevelZdd(const ZddView& zdd, std::size_t num_levels, const std::uint32_t* symbols, Pulse& pulse)
        : nodes_(zdd.num_nodes), symbols_(zdd.num_nodes) {
        pulse.stage("renumber nodes");
        Array<std::uint32_t> next(num_levels, 0);  // first the size of a level, then its next number
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) ++next[zdd.level[v]];
        std::uint32_t end = 2;
        for (std::size_t level = num_levels; level-- > 0;) {
            if (next[level] == 0) continue;
            const std::uint32_t begin = end;
            end += std::exchange(next[level], begin);
            runs_.push_back({symbols ? symbols[level] : static_cast<std::uint32_t>(level), end});
            std::fill(symbols_.begin() + begin, symbols_.begin() + end, runs_.back().symbol);
        }
        // The old order within a level: neighbours stay neighbours.
        Array<std::uint32_t> number(zdd.num_nodes);
        for (std::uint32_t terminal : {kEmptyFamily, kUnitFamily}) {
            number[terminal] = terminal;
            nodes_[terminal] = {terminal, terminal};
            symbols_[terminal] = 0;
        }
        for (std::size_t v = 2; v < zdd.num_nodes; ++v) {
            pulse(v, zdd.num_nodes);
            number[v] = next[zdd.level[v]]++;
            nodes_[number[v]] = {number[zdd.low[v]], number[zdd.high[v]]};
        }
        root_ = number[zdd.root];
    }

    std::size_t num_nodes() const { return nodes_.size(); }
    std::uint32_t root() const { return root_; }
    std::uint32_t symbol(std::uint32_t node) const { return symbols_[node]; }
    std::uint32_t child(std::uint32_t node, bool high) const {
        return high ? nodes_[node].high : nodes_[node].low;
    }

    // The length of the shortest row below each node; infinite where there is none. A symbol of
    // infinite length forbids its rows: infinity minus infinity is NaN and loses every
    // comparison.
    template <class Number>
    void distances(const Number* lengths, Number* distance, Pulse& pulse) const {
        pulse.stage("shortest rows");
        distance[kEmptyFamily] = no_row<Number>();
        distance[kUnitFamily] = 0;
        std::size_t v = 2, beaten = 0;
        for (const Run& run : runs_) {
            const Number length = lengths[run.symbol];
            for (; v < run.end; ++v) {
                const Number with = length + distance[nodes_[v].high];
                const Number without = distance[nodes_[v].low];
                distance[v] = with < without ? with : without;
            }
            if (v - beaten >= kBeat) pulse.beat(beaten = v, num_nodes());
        }
    }

    // For each symbol the least length that the other symbols of a row with it have: `beside`, by
    // symbol, infinite without a row. `prefix` is memory for a number a node. A symbol of infinite
    // length forbids rows, but not to itself.
    void least_beside(const double* lengths, const double* distance, double* prefix, double* beside,
                      std::size_t num_symbols, Pulse& pulse) const {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        pulse.stage("rows through each symbol");
        std::fill(prefix, prefix + num_nodes(), kInfinity);
        std::fill(beside, beside + num_symbols, kInfinity);
        prefix[root_] = 0;
        std::size_t v = num_nodes(), beaten = v;
        for (std::size_t run = runs_.size(); run-- > 0;) {
            const std::size_t begin = run > 0 ? runs_[run - 1].end : 2;
            const double length = lengths[runs_[run].symbol];
            double least = kInfinity;
            while (v > begin) {
                const auto [low, high] = nodes_[--v];
                const double here = prefix[v], with = here + length, through = here + distance[high];
                prefix[low] = here < prefix[low] ? here : prefix[low];  // no branch to mispredict
                prefix[high] = with < prefix[high] ? with : prefix[high];
                least = through < least ? through : least;
            }
            beside[runs_[run].symbol] = least;
            if (beaten - v >= kBeat) pulse.beat(num_nodes() - (beaten = v), num_nodes());
        }
    }

private:
    static constexpr std::size_t kBeat = std::size_t{1} << 18;

    struct Node {
        std::uint32_t low, high;
    };
    struct Run {  // the nodes of one level, from the end of the run before
        std::uint32_t symbol, end;
    };

    Array<Node> nodes_;
    Array<std::uint32_t> symbols_;
    Array<Run> runs_;
    std::uint32_t root_;
};

// What a search for short rows goes by: the length of the shortest row below each node.
template <class Number>
struct Distances {
    const LevelZdd& zdd;
    const Number *lengths, *distance;

    Number to_root() const { return distance[zdd.root()]; }
    Number step(std::uint32_t node, bool high) const { return high ? lengths[zdd.symbol(node)] : Number{0}; }
    Number through(std::uint32_t node, bool high) const {
        const Number below = distance[zdd.child(node, high)];
        return high ? lengths[zdd.symbol(node)] + below : below;
    }
    // The branch of a shortest row: as in the sweep, low on a tie.
    bool best(std::uint32_t node) const { return through(node, true) < through(node, false); }
};

}  // namespace nzdd
