// A path for each of given members.
#pragma once

#include <algorithm>
#include <numeric>

#include "base/hash_slots.hpp"
#include "diagram/path_graph/path_graph.hpp"

namespace nzdd {

// Row i of `count` members contains symbol `symbol[k]` for each k of [offset[i], offset[i + 1]), `number[k]`
// times. A depth-first search, which turns back where the labels of an edge are not left, where a label is
// left that no later edge has, or where it has failed before with the same labels left. The path is empty if
// there is none, or none is found within kSteps.
class PathsOf {
public:
    PathsOf(const PathGraph& graph, const std::int64_t* label_offset, const std::uint32_t* label,
            std::size_t num_symbols, Pulse& pulse)
        : graph_(graph),
          label_offset_(label_offset),
          label_(label),
          pulse_(pulse),
          left_(num_symbols, 0),
          latest_(num_symbols, 0),
          first_(graph.num_nodes + 1, 0),
          order_(graph.num_edges),
          place_(graph.num_edges),
          failed_(pulse) {
        for (std::size_t e = 0; e < graph.num_edges; ++e) ++first_[graph.source[e] + 1];
        for (std::size_t v = 0; v < graph.num_nodes; ++v) first_[v + 1] += first_[v];
        for (std::size_t e = 0; e < graph.num_edges; ++e) {  // sources ascend
            for (std::int64_t k = label_offset[e]; k < label_offset[e + 1]; ++k) {
                latest_[label[k]] = graph.source[e];
            }
        }
        sort_edges();
    }

    PathList run(std::size_t count, const std::int64_t* offset, const std::int64_t* symbol,
                 const std::int64_t* number) {
        PathList paths;
        for (std::size_t i = 0; i < count; ++i) {
            open_ = 0;
            hash_ = 0;
            member_.clear();
            for (std::int64_t k = offset[i]; k < offset[i + 1]; ++k) {
                const auto n = static_cast<std::uint64_t>(number[k]);
                left_[symbol[k]] = number[k];
                member_.push_back(static_cast<std::uint32_t>(symbol[k]));
                open_ += number[k];
                hash_ += n * scramble(static_cast<std::uint64_t>(symbol[k]));
            }
            std::sort(member_.begin(), member_.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return latest_[a] < latest_[b]; });
            search(paths.edges);
            paths.end();
            for (std::int64_t k = offset[i]; k < offset[i + 1]; ++k) left_[symbol[k]] = 0;
        }
        return paths;
    }

private:
    static constexpr std::uint64_t kSteps = 1 << 20;
    static constexpr std::size_t kRemembered = 1 << 22;

    struct Failed {
        std::uint64_t key = 0;
        friend bool is_free(const Failed& slot) { return slot.key == 0; }
    };

    std::size_t num_labels(std::size_t e) const { return label_offset_[e + 1] - label_offset_[e]; }

    // The edges of a node with the most labels come first, of equals the last ones: in graphs of patterns
    // they take most of the large items, which come before the small ones.
    void sort_edges() {
        std::iota(order_.begin(), order_.end(), 0u);
        for (std::size_t v = 0; v < graph_.num_nodes; ++v) {
            pulse_.within(v);
            std::sort(order_.begin() + first_[v], order_.begin() + first_[v + 1],
                      [&](std::uint32_t a, std::uint32_t b) {
                          return num_labels(a) != num_labels(b) ? num_labels(a) > num_labels(b) : a > b;
                      });
        }
        for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = static_cast<std::uint32_t>(i);
    }

    void search(Array<std::uint32_t>& path) {
        if (failed_.size() > kRemembered) failed_.clear();
        const std::size_t begin = path.size();
        std::uint32_t v = 0;
        std::size_t at = first_[0];  // the next edge to try
        for (std::uint64_t steps = 0;; ++steps) {
            pulse_.within(steps);
            if (v == graph_.num_nodes - 1 && open_ == 0) return;
            while (at < first_[v + 1] && !take(order_[at])) ++at;
            if (at < first_[v + 1]) {
                const std::uint32_t e = order_[at];
                if (is_late(graph_.target[e]) || has_failed(graph_.target[e])) {
                    give_back(e, label_offset_[e + 1]);
                    ++at;
                    continue;
                }
                path.push_back(e);
                v = graph_.target[e];
                at = first_[v];
                continue;
            }
            if (steps > kSteps) {
                path.resize(begin);
                return;
            }
            if (path.size() == begin) return;
            note_failed(v);
            const std::uint32_t e = path.back();
            path.pop_back();
            give_back(e, label_offset_[e + 1]);
            v = graph_.source[e];
            at = place_[e] + 1;
        }
    }

    // Sums tell what is left apart: two of 2^64 that agree hide a path at worst.
    std::uint64_t key(std::uint32_t v) const { return scramble(hash_ ^ mix(v + 1)) | 1; }

    // Whether something is left that no edge from a node on has.
    bool is_late(std::uint32_t v) const {
        for (const std::uint32_t s : member_) {
            if (latest_[s] >= v) return false;
            if (left_[s] > 0) return true;
        }
        return false;
    }

    bool has_failed(std::uint32_t v) const {
        const std::uint64_t mine = key(v);
        return !is_free(failed_.find(mine, [&](const Failed& slot) { return slot.key == mine; }));
    }

    void note_failed(std::uint32_t v) {
        failed_.find(key(v), [](const Failed&) { return false; }) = {key(v)};
        failed_.filled([](const Failed& slot) { return slot.key; });
    }

    bool take(std::size_t e) {
        for (std::int64_t k = label_offset_[e]; k < label_offset_[e + 1]; ++k) {
            if (left_[label_[k]] == 0) {
                give_back(e, k);
                return false;
            }
            --left_[label_[k]];
            --open_;
            hash_ -= scramble(label_[k]);
        }
        return true;
    }

    void give_back(std::size_t e, std::int64_t end) {
        for (std::int64_t k = label_offset_[e]; k < end; ++k) {
            ++left_[label_[k]];
            ++open_;
            hash_ += scramble(label_[k]);
        }
    }

    const PathGraph& graph_;
    const std::int64_t* label_offset_;
    const std::uint32_t* label_;
    Pulse& pulse_;
    Array<std::int64_t> left_;     // of each symbol of the member at hand
    Array<std::uint32_t> latest_;  // for each symbol, the last node of which an edge has it
    Array<std::uint32_t> member_;  // the symbols of the member at hand, by that node
    std::int64_t open_ = 0;        // of all symbols
    std::uint64_t hash_ = 0;       // of what is left
    Array<std::size_t> first_;     // where the edges of each node begin
    Array<std::uint32_t> order_;   // the edges of each node as they are tried
    Array<std::uint32_t> place_;   // of each edge in `order_`
    HashSlots<Failed> failed_;     // nodes from which no path has just the symbols that were left
};

}  // namespace nzdd
