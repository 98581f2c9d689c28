// An order of a graph's vertices in which few of those decided have neighbours that are not: the narrowest
// of some sweeps. A sweep begins at one vertex of each component and takes, of the vertices next to those
// taken, one with the fewest neighbours out of sight (on a tie the one seen first; I. P. King 1970). It
// depends on the graph alone, so that all families of a graph share it. Time O(edges log edges) a sweep.
#pragma once

#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/vertices/neighbours.hpp"

namespace nzdd {

class VertexOrder {
public:
    // The order of the vertices as they are numbered is one of those that are compared.
    static Array<std::uint32_t> best(const Neighbours& graph, Pulse& pulse) {
        Array<std::uint32_t> order, near, far;
        for (std::uint32_t v = 0; v < graph.num_vertices; ++v) order.push_back(v);
        double least = cost(graph, order);
        rims(graph, near, far, pulse);
        for (const Array<std::uint32_t>* starts : {&near, &far})
            for (const bool latest : {false, true}) {
                VertexOrder sweep(graph, latest);
                Array<std::uint32_t> found = sweep.from(*starts, pulse);
                if (const double number = cost(graph, found); number < least) {
                    least = number;
                    order.swap(found);
                }
            }
        return order;
    }

private:
    static constexpr std::uint32_t kNever = 0xffffffff;

    VertexOrder(const Neighbours& graph, bool latest)
        : graph_(graph), latest_(latest), seen_(graph.num_vertices, kNever), unseen_(graph.num_vertices) {
        for (std::size_t v = 0; v < graph.num_vertices; ++v)
            unseen_[v] = static_cast<std::uint32_t>(graph.degree(v));
    }

    // How many partial decisions there would be if each decided vertex next to others had two states.
    static double cost(const Neighbours& graph, const Array<std::uint32_t>& order) {
        Array<std::uint32_t> place(order.size()), ending(order.size(), 0);
        for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::uint32_t>(i);
        double width = 0, sum = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            std::uint32_t last = static_cast<std::uint32_t>(i);
            const std::uint32_t v = order[i];
            for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k)
                last = std::max(last, place[graph.list[k].vertex]);
            if (last > i) {
                ++width;
                ++ending[last];
            }
            width -= ending[i];
            sum += std::exp2(std::min(width, 1000.0));
        }
        return sum;
    }

    // Two vertices far apart in each component.
    static void rims(const Neighbours& graph, Array<std::uint32_t>& near, Array<std::uint32_t>& far,
                     Pulse& pulse) {
        Array<std::uint8_t> round(graph.num_vertices, 0);
        Array<std::uint32_t> queue;
        const auto farthest = [&](std::uint32_t start, std::uint8_t number) {
            queue.clear();
            queue.push_back(start);
            round[start] = number;
            for (std::size_t i = 0; i < queue.size(); ++i) {
                pulse.within(i);
                const std::uint32_t v = queue[i];
                for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
                    const std::uint32_t w = graph.list[k].vertex;
                    if (round[w] == number) continue;
                    round[w] = number;
                    queue.push_back(w);
                }
            }
            return queue.back();
        };
        for (std::uint32_t v = 0; v < graph.num_vertices; ++v) {
            if (round[v]) continue;
            near.push_back(farthest(v, 1));
            far.push_back(farthest(near.back(), 2));
        }
    }

    Array<std::uint32_t> from(const Array<std::uint32_t>& starts, Pulse& pulse) {
        Array<bool> taken(graph_.num_vertices, false);
        Array<std::uint32_t> sequence;
        sequence.reserve(graph_.num_vertices);
        std::uint64_t turn = 0;
        for (const std::uint32_t start : starts) {
            see(start);
            for (; !waiting_.empty(); ++turn) {
                pulse.within(turn);
                const std::uint64_t entry = waiting_.top();
                waiting_.pop();
                const std::uint32_t v = vertices_[number(static_cast<std::uint32_t>(entry))];
                if (taken[v] || unseen_[v] != entry >> 32) continue;  // it has waited anew since
                taken[v] = true;
                sequence.push_back(v);
                for (std::size_t k = graph_.begin[v]; k < graph_.begin[v + 1]; ++k)
                    if (seen_[graph_.list[k].vertex] == kNever) see(graph_.list[k].vertex);
            }
        }
        return sequence;
    }

    void see(std::uint32_t v) {
        seen_[v] = static_cast<std::uint32_t>(vertices_.size());
        vertices_.push_back(v);
        for (std::size_t k = graph_.begin[v]; k < graph_.begin[v + 1]; ++k) {
            const std::uint32_t w = graph_.list[k].vertex;
            --unseen_[w];
            if (seen_[w] != kNever) wait(w);
        }
        wait(v);
    }

    void wait(std::uint32_t v) { waiting_.push(std::uint64_t{unseen_[v]} << 32 | number(seen_[v])); }

    // Of the vertices with as few neighbours out of sight, the one seen first or last is next.
    std::uint32_t number(std::uint32_t seen) const { return latest_ ? kNever - seen : seen; }

    const Neighbours& graph_;
    bool latest_;
    Array<std::uint32_t> seen_;    // when
    Array<std::uint32_t> unseen_;  // how many neighbours out of sight each vertex has
    Array<std::uint32_t> vertices_;
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> waiting_;
};

}  // namespace nzdd
