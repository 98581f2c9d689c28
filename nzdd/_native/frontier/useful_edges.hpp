// Which edges of an undirected multigraph lie on a simple path between two vertices: those in the
// biconnected component of one more edge between the two. One depth-first search from the target
// that has met the source already; components that close on the way are cut off (J. Hopcroft and
// R. Tarjan 1973), and what remains is the wanted one. Time and memory O(vertices + edges).
#pragma once

#include <algorithm>
#include <cstdint>

#include "array.hpp"
#include "frontier/incidence.hpp"
#include "pulse.hpp"

namespace nzdd {

class UsefulEdges {
public:
    // source and target differ
    static Array<bool> find(const Incidence& graph, std::uint32_t source, std::uint32_t target,
                            Pulse& pulse) {
        UsefulEdges search(graph);
        search.found_[source] = 1;
        search.enter(target, kNone, 2);
        for (std::uint64_t count = 0; !search.path_.empty(); ++count) {
            pulse.within(count);
            search.advance();
        }
        Array<bool> useful(graph.num_edges, false);
        for (std::uint32_t edge : search.edges_) useful[edge] = true;
        return useful;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Visit {
        std::uint32_t vertex, by;       // the edge it was entered by
        std::uint32_t low;              // the earliest vertex its subtree has an edge to
        std::size_t next, edges_below;  // its next incident edge; edges met before it
    };

    explicit UsefulEdges(const Incidence& graph) : graph_(graph), found_(graph.num_vertices, 0) {}

    void enter(std::uint32_t vertex, std::uint32_t by, std::uint32_t time) {
        found_[vertex] = time;
        path_.push_back({vertex, by, time, graph_.begin[vertex], edges_.size()});
        if (by != kNone) edges_.push_back(by);
    }

    void advance() {
        Visit& visit = path_.back();
        const std::uint32_t v = visit.vertex;
        if (visit.next == graph_.begin[v + 1]) return leave();
        const std::uint32_t edge = graph_.edges[visit.next++], w = graph_.other(edge, v);
        if (edge == visit.by) return;
        if (found_[w] == 0) return enter(w, edge, static_cast<std::uint32_t>(++time_));
        if (found_[w] >= found_[v]) return;  // a self-loop, or an edge met at its other end
        edges_.push_back(edge);
        visit.low = std::min(visit.low, found_[w]);
    }

    void leave() {
        const Visit visit = path_.back();
        path_.pop_back();
        if (path_.empty()) return;
        Visit& parent = path_.back();
        if (visit.low >= found_[parent.vertex])
            edges_.resize(visit.edges_below);
        else
            parent.low = std::min(parent.low, visit.low);
    }

    const Incidence& graph_;
    Array<std::uint32_t> found_;  // when; 0: not yet
    std::uint32_t time_ = 2;
    Array<Visit> path_;
    Array<std::uint32_t> edges_;  // of the components that are still open
};

}  // namespace nzdd
