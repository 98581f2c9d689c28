// The order of a graph's edges that all its families share: of several sweeps over each component, the one
// with the least cost. These are the order the edges come in, greedy orders from two vertices far apart
// (edge_order.hpp), and breadth-first orders that begin at a side of the component: a shortest path between
// two corners, which are vertices at a locally greatest distance from the middle. On a grid the latter
// are its rows.
//
// The cost is a guess at the number of states of a search, the same for all families: the sum over the steps
// of a product over the vertices on the frontier, 4 where two edges or more are decided and two or more are
// not, and 3 where a vertex can be the end of one edge only. Time O(edges log edges) an order.
#pragma once

#include <cmath>
#include <limits>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/search/edge_order.hpp"
#include "families/search/incidence.hpp"
#include "families/search/rims.hpp"

namespace nzdd {

class GraphOrder {
public:
    // Components one after the other, by their first edges.
    static Array<std::uint32_t> best(const Incidence& graph, Pulse& pulse) {
        Array<std::uint32_t> order, number(graph.num_vertices, kNone), queue, edges, ends;
        Array<bool> met(graph.num_edges, false);
        order.reserve(graph.num_edges);
        for (std::uint32_t first = 0; first < graph.num_edges; ++first) {
            if (met[first]) continue;
            queue.clear();
            edges.clear();
            ends.clear();
            const auto meet = [&](std::uint32_t v) {
                if (number[v] != kNone) return;
                number[v] = static_cast<std::uint32_t>(queue.size());
                queue.push_back(v);
            };
            meet(graph.ends[2 * first]);
            for (std::size_t i = 0; i < queue.size(); ++i) {
                pulse.within(i);
                const std::uint32_t v = queue[i];
                for (std::size_t k = graph.begin[v]; k < graph.begin[v + 1]; ++k) {
                    const std::uint32_t edge = graph.edges[k];
                    meet(graph.other(edge, v));
                    if (!met[edge]) edges.push_back(edge);
                    met[edge] = true;
                }
            }
            std::sort(edges.begin(), edges.end());
            for (const std::uint32_t edge : edges)
                for (std::size_t end = 0; end < 2; ++end) ends.push_back(number[graph.ends[2 * edge + end]]);
            const Incidence part(ends.data(), edges.size(), queue.size());
            for (const std::uint32_t i : GraphOrder(part, pulse).found_) order.push_back(edges[i]);
        }
        return order;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;
    static constexpr std::size_t kMostCorners = 6, kMostMiddles = 5;

    // Of a connected graph.
    GraphOrder(const Incidence& graph, Pulse& pulse) : graph_(graph), pulse_(pulse) {
        Array<std::uint32_t> sequence;
        for (std::uint32_t edge = 0; edge < graph.num_edges; ++edge) sequence.push_back(edge);
        offer(std::move(sequence));
        if (graph.num_edges < 3) return;
        const Rims rims(graph, {}, pulse);
        offer(EdgeOrder::from(graph, rims.near, pulse));
        offer(EdgeOrder::from(graph, rims.far, pulse));
        const Array<std::uint32_t> corners = corners_between(rims.near[0], rims.far[0]);
        for (std::size_t i = 0; i < corners.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) offer(sweep(path(corners[i], corners[j])));
    }

    void offer(Array<std::uint32_t> sequence) {
        const double number = cost(sequence);
        if (number >= least_) return;
        least_ = number;
        found_ = std::move(sequence);
    }

    // The logarithm.
    double cost(const Array<std::uint32_t>& sequence) const {
        Array<std::uint32_t> decided(graph_.num_vertices, 0);
        double width = 0, most = 0, sum = 0;
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            pulse_.within(i);
            for (std::size_t end = 0; end < 2; ++end) {
                const std::uint32_t v = graph_.ends[2 * sequence[i] + end];
                const auto degree = static_cast<std::uint32_t>(graph_.begin[v + 1] - graph_.begin[v]);
                width -= weight(decided[v], degree);
                width += weight(++decided[v], degree);
            }
            sum = width > most ? sum * std::exp(most - width) + 1 : sum + std::exp(width - most);
            most = std::max(most, width);
        }
        return most + std::log(sum);
    }

    static double weight(std::uint32_t decided, std::uint32_t degree) {
        const std::uint32_t fewer = std::min(decided, degree - decided);
        return fewer == 0 ? 0 : std::log(fewer == 1 ? 3.0 : 4.0);
    }

    // The distance of each vertex from the nearest of the first ones, and the vertices as they are met.
    void spread(const Array<std::uint32_t>& first, Array<std::uint32_t>& distance,
                Array<std::uint32_t>& queue) const {
        distance.assign(graph_.num_vertices, kNone);
        queue.clear();
        for (const std::uint32_t v : first) {
            distance[v] = 0;
            queue.push_back(v);
        }
        for (std::size_t i = 0; i < queue.size(); ++i) {
            pulse_.within(i);
            const std::uint32_t v = queue[i];
            for (std::size_t k = graph_.begin[v]; k < graph_.begin[v + 1]; ++k) {
                const std::uint32_t w = graph_.other(graph_.edges[k], v);
                if (distance[w] != kNone) continue;
                distance[w] = distance[v] + 1;
                queue.push_back(w);
            }
        }
    }

    // A shortest path.
    Array<std::uint32_t> path(std::uint32_t from, std::uint32_t to) const {
        Array<std::uint32_t> distance, queue, vertices{from};
        spread({to}, distance, queue);
        while (vertices.back() != to) {
            const std::uint32_t v = vertices.back();
            std::size_t k = graph_.begin[v];
            while (distance[graph_.other(graph_.edges[k], v)] >= distance[v]) ++k;
            vertices.push_back(graph_.other(graph_.edges[k], v));
        }
        return vertices;
    }

    // Of some vertices half-way between the two, the one that is nearest to all others.
    std::uint32_t middle(std::uint32_t near, std::uint32_t far) const {
        Array<std::uint32_t> from_near, from_far, distance, queue, halfway;
        spread({far}, from_far, queue);
        spread({near}, from_near, queue);
        std::uint32_t least = kNone;
        for (const std::uint32_t v : queue) {
            const std::uint32_t number = std::max(from_near[v], from_far[v]);
            if (number > least) continue;
            if (number < least) halfway.clear();
            least = number;
            halfway.push_back(v);
        }
        std::uint32_t found = halfway[0], fewest = kNone;
        const std::size_t few = std::min(halfway.size(), kMostMiddles);
        for (std::size_t i = 0; i < few; ++i) {
            const std::uint32_t v = halfway[(2 * i + 1) * halfway.size() / (2 * few)];
            spread({v}, distance, queue);
            if (distance[queue.back()] >= fewest) continue;
            fewest = distance[queue.back()];
            found = v;
        }
        return found;
    }

    // The farthest few from the middle, and no neighbours.
    Array<std::uint32_t> corners_between(std::uint32_t near, std::uint32_t far) const {
        Array<std::uint32_t> distance, queue, corners;
        spread({middle(near, far)}, distance, queue);
        for (std::size_t i = queue.size(); i-- > 0 && corners.size() < kMostCorners;) {
            const std::uint32_t v = queue[i];
            bool corner = true;
            for (std::size_t k = graph_.begin[v]; corner && k < graph_.begin[v + 1]; ++k) {
                const std::uint32_t w = graph_.other(graph_.edges[k], v);
                corner = distance[w] <= distance[v] &&
                         std::find(corners.begin(), corners.end(), w) == corners.end();
            }
            if (corner) corners.push_back(v);
        }
        return corners;
    }

    // Breadth first; each vertex with its edges to the later ones.
    Array<std::uint32_t> sweep(const Array<std::uint32_t>& first) const {
        Array<std::uint32_t> distance, queue, place(graph_.num_vertices), sequence, own;
        spread(first, distance, queue);
        for (std::size_t i = 0; i < queue.size(); ++i) place[queue[i]] = static_cast<std::uint32_t>(i);
        for (const std::uint32_t v : queue) {
            own.clear();
            for (std::size_t k = graph_.begin[v]; k < graph_.begin[v + 1]; ++k)
                if (place[graph_.other(graph_.edges[k], v)] >= place[v]) own.push_back(graph_.edges[k]);
            std::sort(own.begin(), own.end(), [&](std::uint32_t a, std::uint32_t b) {
                const std::uint32_t at_a = place[graph_.other(a, v)], at_b = place[graph_.other(b, v)];
                return at_a != at_b ? at_a < at_b : a < b;
            });
            const auto end = std::unique(own.begin(), own.end());  // a self-loop is met twice
            sequence.append(own.data(), static_cast<std::size_t>(end - own.begin()));
        }
        return sequence;
    }

    const Incidence& graph_;
    Pulse& pulse_;
    double least_ = std::numeric_limits<double>::infinity();
    Array<std::uint32_t> found_;
};

}  // namespace nzdd
