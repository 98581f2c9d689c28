// The weighted Laplacian of a graph with one grounded node, as L D L' without subtractions: where
// weights tend to 0 a component hangs on the ground by 1e-20, and a plain Cholesky factor breaks
// down. The excess of a node, its weight to the ground, is carried along instead; every pivot is a
// sum of positive numbers.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

// The order and the pattern. Nodes are numbered in the order of elimination; the ground is node
// `num_nodes`.
class LaplacianPattern {
public:
    // Time and memory O(edges log edges + fill log fill).
    LaplacianPattern(std::size_t num_nodes, const std::uint32_t* source, const std::uint32_t* target,
                     std::size_t num_edges, Pulse& pulse)
        : num_nodes_(num_nodes), slot_(num_edges) {
        const auto none = static_cast<std::uint32_t>(num_nodes);
        pulse.stage("order the graph");
        fill(source, target, num_edges, pulse);
        const std::uint32_t* rows = row_.data();
        for (std::size_t e = 0; e < num_edges; ++e) {
            const auto [low, high] = std::minmax(source[e], target[e]);
            slot_[e] = high == none
                           ? -1 - static_cast<std::int64_t>(low)
                           : std::lower_bound(rows + begin_[low], rows + begin_[low + 1], high) - rows;
        }
    }

    std::size_t num_nodes() const { return num_nodes_; }
    std::size_t num_edges() const { return slot_.size(); }
    std::int64_t begin(std::size_t column) const { return begin_[column]; }
    std::int64_t end(std::size_t column) const { return begin_[column + 1]; }
    std::size_t num_entries() const { return row_.size(); }
    std::uint32_t row(std::int64_t entry) const { return row_[entry]; }
    // The entry of an edge, or -1 - v for an edge between v and the ground.
    std::int64_t slot(std::size_t edge) const { return slot_[edge]; }

private:
    // Column k of the factor: the later neighbours of k, and those of its children.
    void fill(const std::uint32_t* source, const std::uint32_t* target, std::size_t num_edges, Pulse& pulse) {
        const auto none = static_cast<std::uint32_t>(num_nodes_);
        Array<std::uint64_t> pairs;  // earlier node, later node
        for (std::size_t e = 0; e < num_edges; ++e) {
            const auto [low, high] = std::minmax(source[e], target[e]);
            if (high < none) pairs.push_back(std::uint64_t{low} << 32 | high);
        }
        std::sort(pairs.begin(), pairs.end());
        pairs.resize(static_cast<std::size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin()));
        Array<std::uint32_t> child(num_nodes_, none), sibling(num_nodes_, none), seen(num_nodes_, none);
        std::size_t pair = 0;
        for (std::uint32_t k = 0; k < num_nodes_; ++k) {
            pulse(k, num_nodes_);
            seen[k] = k;
            const auto meet = [&](std::uint32_t i) {
                if (seen[i] != k) seen[i] = k, row_.push_back(i);
            };
            for (; pair < pairs.size() && pairs[pair] >> 32 == k; ++pair)
                meet(static_cast<std::uint32_t>(pairs[pair]));
            for (std::uint32_t c = child[k]; c != none; c = sibling[c])
                for (std::int64_t q = begin_[c]; q < begin_[c + 1]; ++q) meet(row_[q]);
            std::sort(row_.begin() + begin_[k], row_.end());
            begin_.push_back(static_cast<std::int64_t>(row_.size()));
            if (begin_[k] == begin_[k + 1]) continue;
            const std::uint32_t parent = row_[begin_[k]];
            sibling[k] = child[parent];
            child[parent] = k;
        }
    }

    std::size_t num_nodes_;
    Array<std::int64_t> begin_{0}, slot_;
    Array<std::uint32_t> row_;
};

class LaplacianFactor {
public:
    explicit LaplacianFactor(const LaplacianPattern& pattern)
        : pattern_(pattern),
          weight_(pattern.num_entries()),
          factor_(pattern.num_entries()),
          inverse_pivot_(pattern.num_nodes()),
          excess_(pattern.num_nodes()) {}

    const double* inverse_pivots() const { return inverse_pivot_.data(); }

    // `weights`: one an edge, all positive. Left-looking.
    void factor(const double* weights, Pulse& pulse) {
        const std::size_t size = pattern_.num_nodes();
        Array<double> work(size + 1, 0.0);
        waiting_.assign(size, static_cast<std::uint32_t>(size));
        next_.resize(size);
        at_.resize(size);
        gather(weights);
        std::uint64_t steps = 0;
        for (std::uint32_t k = 0; k < size; ++k) {
            const std::int64_t begin = pattern_.begin(k), end = pattern_.end(k);
            for (std::int64_t q = begin; q < end; ++q) work[pattern_.row(q)] = weight_[q];
            for (std::uint32_t j = waiting_[k], after; j != size; j = after) {
                pulse.within(steps++);
                after = next_[j];
                const std::int64_t p = at_[j];
                const double share = factor_[p];  // of what leaves j, that towards k
                for (std::int64_t q = p + 1; q < pattern_.end(j); ++q)
                    work[pattern_.row(q)] += share * weight_[q];
                excess_[k] += share * excess_[j];
                await(j, p + 1);
            }
            double pivot = excess_[k];
            for (std::int64_t q = begin; q < end; ++q) pivot += weight_[q] = work[pattern_.row(q)];
            inverse_pivot_[k] = 1 / pivot;
            for (std::int64_t q = begin; q < end; ++q) factor_[q] = weight_[q] / pivot;
            await(k, begin);
        }
    }

    // Replaces b by L^-1 b, `width` right sides next to each other.
    void forward(double* b, std::size_t width, Pulse& pulse) const {
        for (std::size_t k = 0; k < pattern_.num_nodes(); ++k) {
            pulse.within(k);
            const double* from = b + k * width;
            for (std::int64_t q = pattern_.begin(k); q < pattern_.end(k); ++q) {
                double* to = b + pattern_.row(q) * width;
                for (std::size_t j = 0; j < width; ++j) to[j] += factor_[q] * from[j];
            }
        }
    }

    // Replaces b by L'^-1 b.
    void backward(double* b) const {
        for (std::size_t k = pattern_.num_nodes(); k-- > 0;)
            for (std::int64_t q = pattern_.begin(k); q < pattern_.end(k); ++q)
                b[k] += factor_[q] * b[pattern_.row(q)];
    }

private:
    void gather(const double* weights) {
        std::fill(weight_.begin(), weight_.end(), 0.0);
        std::fill(excess_.begin(), excess_.end(), 0.0);
        for (std::size_t e = 0; e < pattern_.num_edges(); ++e) {
            const std::int64_t slot = pattern_.slot(e);
            (slot < 0 ? excess_[-1 - slot] : weight_[slot]) += weights[e];
        }
    }

    // Has column j wait for the row of its entry p.
    void await(std::uint32_t j, std::int64_t p) {
        if (p == pattern_.end(j)) return;
        at_[j] = p;
        next_[j] = waiting_[pattern_.row(p)];
        waiting_[pattern_.row(p)] = j;
    }

    const LaplacianPattern& pattern_;
    Array<double> weight_, factor_, inverse_pivot_, excess_;
    Array<std::uint32_t> waiting_, next_;  // the columns that wait for a row, as lists
    Array<std::int64_t> at_;
};

}  // namespace nzdd
