// Colours for the vertices of a graph by a tabu search over conflicts (A. Hertz and D. de Werra, Using tabu
// search techniques for graph coloring, 1987).
#pragma once

#include <cstdint>
#include <limits>
#include <random>

#include "base/pulse.hpp"
#include "families/vertices/neighbours.hpp"

namespace nzdd {

// Each step gives one vertex with a neighbour of its colour the colour that leaves the fewest such pairs; its
// old colour is barred for a while, the longer the more pairs there are. Time O(vertices with such a
// neighbour · colours) a step, memory O(vertices · colours).
class TabuColouring {
public:
    TabuColouring(const Neighbours& graph, std::uint32_t num_colours, const std::uint32_t* colours,
                  std::uint64_t seed)
        : graph_(graph),
          num_colours_(num_colours),
          around_(graph.num_vertices * num_colours, 0),
          barred_(graph.num_vertices * num_colours, 0),
          place_(graph.num_vertices, kNone),
          random_(seed) {
        colour_.append(colours, graph.num_vertices);
        for (std::size_t v = 0; v < graph.num_vertices; ++v)
            each_neighbour(v, [&](std::size_t u) { ++around(u, colour_[v]); });
        for (std::size_t v = 0; v < graph.num_vertices; ++v) note(v);
    }

    // At most so many steps; whether no neighbours have the same colour at the end.
    bool run(std::uint64_t steps, Pulse& pulse) {
        std::int64_t fewest = pairs();
        for (std::uint64_t step = 1; !conflicting_.empty() && step <= steps; ++step) {
            pulse.within(step << 6);
            const std::int64_t now = pairs();
            fewest = std::min(fewest, now);
            move(step, fewest - now);
        }
        return conflicting_.empty();
    }

    Array<std::uint32_t> take_colours() { return std::move(colour_); }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::int32_t& around(std::size_t v, std::uint32_t colour) { return around_[v * num_colours_ + colour]; }
    std::uint64_t& barred(std::size_t v, std::uint32_t colour) { return barred_[v * num_colours_ + colour]; }
    std::uint64_t draw(std::uint64_t below) { return random_() % below; }

    template <class F>
    void each_neighbour(std::size_t v, F&& f) {
        for (std::size_t k = graph_.begin[v]; k < graph_.begin[v + 1]; ++k)
            f(std::size_t{graph_.list[k].vertex});
    }

    // Pairs of neighbours with one colour, each counted once.
    std::int64_t pairs() {
        std::int64_t sum = 0;
        for (std::uint32_t v : conflicting_) sum += around(v, colour_[v]);
        return sum / 2;
    }

    // Keep the list of vertices with a neighbour of their colour.
    void note(std::size_t v) {
        const bool conflicts = around(v, colour_[v]) > 0;
        if (conflicts == (place_[v] != kNone)) return;
        if (conflicts) {
            place_[v] = static_cast<std::uint32_t>(conflicting_.size());
            conflicting_.push_back(static_cast<std::uint32_t>(v));
        } else {
            const std::uint32_t last = conflicting_.back();
            conflicting_[place_[v]] = last;
            place_[last] = place_[v];
            place_[v] = kNone;
            conflicting_.pop_back();
        }
    }

    // The best move that is not barred, or that leaves fewer pairs than there ever were; ties by lot.
    void move(std::uint64_t step, std::int64_t record) {
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        std::uint64_t ties = 0;
        std::size_t vertex = conflicting_[0];
        std::uint32_t to = colour_[vertex];
        for (std::uint32_t v : conflicting_) {
            const std::int32_t here = around(v, colour_[v]);
            for (std::uint32_t c = 0; c < num_colours_; ++c) {
                if (c == colour_[v]) continue;
                const std::int64_t change = around(v, c) - here;
                if (change > best || (barred(v, c) > step && change >= record)) continue;
                ties = change < best ? 1 : ties + 1;
                best = change;
                if (draw(ties) == 0) {
                    vertex = v;
                    to = c;
                }
            }
        }
        const std::uint32_t from = colour_[vertex];
        if (to == from) return;  // all are barred
        barred(vertex, from) = step + 6 * conflicting_.size() / 10 + draw(10) + 1;
        colour_[vertex] = to;
        each_neighbour(vertex, [&](std::size_t u) {
            --around(u, from);
            ++around(u, to);
            note(u);
        });
        note(vertex);
    }

    const Neighbours& graph_;
    std::uint32_t num_colours_;
    Array<std::uint32_t> colour_;
    Array<std::int32_t> around_;   // how many neighbours of a vertex have a colour
    Array<std::uint64_t> barred_;  // the step up to which a colour is barred
    Array<std::uint32_t> conflicting_, place_;
    std::mt19937_64 random_;
};

}  // namespace nzdd
