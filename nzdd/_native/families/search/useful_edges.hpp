// The edges of an undirected multigraph on a simple path between two vertices, or on a simple cycle: the
// biconnected component of an additional edge between the two, or all components of more than one edge.
// A depth-first search (J. Hopcroft and R. Tarjan 1973) removes each component when it closes. For paths
// it starts from the target with the source already met, and what remains open is the component of the
// paths. Time and memory O(vertices + edges).
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "families/search/incidence.hpp"

namespace nzdd {

class UsefulEdges {
public:
    // source and target differ
    static Array<bool> on_paths(const Incidence& graph, std::uint32_t source, std::uint32_t target,
                                Pulse& pulse) {
        UsefulEdges search(graph);
        search.found_[source] = 1;
        search.run(target, pulse);
        Array<bool> useful(graph.num_edges, false);
        for (const std::uint32_t edge : search.edges_) useful[edge] = true;
        return useful;
    }

    // A self-loop is a cycle.
    static Array<bool> on_cycles(const Incidence& graph, Pulse& pulse) {
        UsefulEdges search(graph);
        for (std::uint32_t v = 0; v < graph.num_vertices; ++v)
            if (search.found_[v] == 0) search.run(v, pulse);
        for (std::size_t edge = 0; edge < graph.num_edges; ++edge)
            if (graph.ends[2 * edge] == graph.ends[2 * edge + 1]) search.on_cycle_[edge] = true;
        return std::move(search.on_cycle_);
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    struct Visit {
        std::uint32_t vertex, by;       // the edge it was entered by
        std::uint32_t low;              // the earliest vertex its subtree has an edge to
        std::size_t next, edges_below;  // its next incident edge; edges met before it
    };

    explicit UsefulEdges(const Incidence& graph)
        : graph_(graph), found_(graph.num_vertices, 0), on_cycle_(graph.num_edges, false) {}

    void run(std::uint32_t start, Pulse& pulse) {
        enter(start, kNone, ++time_);
        for (; !path_.empty(); ++count_) {
            pulse.within(count_);
            advance();
        }
    }

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
        if (found_[w] == 0) return enter(w, edge, ++time_);
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
            close(visit.edges_below);
        else
            parent.low = std::min(parent.low, visit.low);
    }

    void close(std::size_t edges_below) {
        if (edges_.size() - edges_below > 1)
            for (std::size_t i = edges_below; i < edges_.size(); ++i) on_cycle_[edges_[i]] = true;
        edges_.resize(edges_below);
    }

    const Incidence& graph_;
    Array<std::uint32_t> found_;  // when; 0: not yet
    Array<bool> on_cycle_;        // in a component that has closed
    std::uint32_t time_ = 1;
    std::uint64_t count_ = 0;
    Array<Visit> path_;
    Array<std::uint32_t> edges_;  // of the components that are still open
};

}  // namespace nzdd
