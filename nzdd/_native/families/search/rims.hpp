// Two vertices far apart in each component of a graph: good places to begin a sweep over it.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/search/incidence.hpp"

namespace nzdd {

class Rims {
public:
    Array<std::uint32_t> near, far;  // one a component with an edge

    // Components are met from the vertices of `first` on. Time and memory O(vertices + edges).
    Rims(const Incidence& graph, const Array<std::uint32_t>& first, Pulse& pulse)
        : graph_(graph), round_(graph.num_vertices, 0), pulse_(pulse) {
        for (const std::uint32_t v : first) visit(v);
        for (std::uint32_t v = 0; v < graph.num_vertices; ++v) visit(v);
    }

private:
    void visit(std::uint32_t v) {
        if (round_[v] || graph_.begin[v] == graph_.begin[v + 1]) return;
        near.push_back(farthest(v, 1));
        far.push_back(farthest(near.back(), 2));
    }

    // A vertex at the greatest distance from `start`. Each round goes over a component once.
    std::uint32_t farthest(std::uint32_t start, std::uint8_t round) {
        queue_.clear();
        queue_.push_back(start);
        round_[start] = round;
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            pulse_.within(i);
            const std::uint32_t v = queue_[i];
            for (std::size_t k = graph_.begin[v]; k < graph_.begin[v + 1]; ++k) {
                const std::uint32_t w = graph_.other(graph_.edges[k], v);
                if (round_[w] == round) continue;
                round_[w] = round;
                queue_.push_back(w);
            }
        }
        return queue_.back();
    }

    const Incidence& graph_;
    Array<std::uint8_t> round_;  // the last one that met each vertex; 0: none
    Array<std::uint32_t> queue_;
    Pulse& pulse_;
};

}  // namespace nzdd
