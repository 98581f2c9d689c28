// A path for each of given members.
#pragma once

#include "diagram/path_graph/path_graph.hpp"

namespace nzdd {

// Row i of `count` members contains symbol `symbol[k]` for each k of [offset[i], offset[i + 1]), `number[k]`
// times. A depth-first search, which turns back where the labels of an edge are not left. The path is empty
// if there is none, or none is found within kSteps.
class PathsOf {
public:
    PathsOf(const PathGraph& graph, const std::int64_t* label_offset, const std::uint32_t* label,
            std::size_t num_symbols)
        : graph_(graph), label_offset_(label_offset), label_(label), left_(num_symbols, 0) {
        first_.assign(graph.num_nodes + 1, 0);
        for (std::size_t e = 0; e < graph.num_edges; ++e) ++first_[graph.source[e] + 1];
        for (std::size_t v = 0; v < graph.num_nodes; ++v) first_[v + 1] += first_[v];
    }

    PathList run(std::size_t count, const std::int64_t* offset, const std::int64_t* symbol,
                 const std::int64_t* number, Pulse& pulse) {
        PathList paths;
        for (std::size_t i = 0; i < count; ++i) {
            std::int64_t open = 0;
            for (std::int64_t k = offset[i]; k < offset[i + 1]; ++k) open += left_[symbol[k]] = number[k];
            search(open, paths.edges, pulse);
            paths.end();
            for (std::int64_t k = offset[i]; k < offset[i + 1]; ++k) left_[symbol[k]] = 0;
        }
        return paths;
    }

private:
    static constexpr std::uint64_t kSteps = 1 << 20;

    // The last edges of a node come first: in graphs of patterns they take the large items, which come before
    // the small ones.
    void search(std::int64_t open, Array<std::uint32_t>& path, Pulse& pulse) {
        const std::size_t begin = path.size();
        std::uint32_t v = 0;
        std::size_t e = first_[1];  // the edge tried last
        for (std::uint64_t steps = 0;; ++steps) {
            pulse.within(steps);
            if (v == graph_.num_nodes - 1 && open == 0) return;
            do --e;
            while (e + 1 > first_[v] && !take(e));
            if (e + 1 > first_[v]) {
                open -= label_offset_[e + 1] - label_offset_[e];
                path.push_back(static_cast<std::uint32_t>(e));
                v = graph_.target[e];
                e = first_[v + 1];
                continue;
            }
            if (steps > kSteps) path.resize(begin);
            if (path.size() == begin) return;
            e = path.back();
            path.pop_back();
            give_back(e, label_offset_[e + 1]);
            open += label_offset_[e + 1] - label_offset_[e];
            v = graph_.source[e];
        }
    }

    bool take(std::size_t e) {
        for (std::int64_t k = label_offset_[e]; k < label_offset_[e + 1]; ++k) {
            if (left_[label_[k]] == 0) {
                give_back(e, k);
                return false;
            }
            --left_[label_[k]];
        }
        return true;
    }

    void give_back(std::size_t e, std::int64_t end) {
        for (std::int64_t k = label_offset_[e]; k < end; ++k) ++left_[label_[k]];
    }

    const PathGraph& graph_;
    const std::int64_t* label_offset_;
    const std::uint32_t* label_;
    Array<std::int64_t> left_;  // of each symbol of the member at hand
    Array<std::size_t> first_;  // the first edge of each node
};

}  // namespace nzdd
