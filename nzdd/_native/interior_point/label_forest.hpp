// The labels of all edges as a forest: edges next to each other share the beginning of their
// labels, and every sum over labels becomes a sweep over the forest. The columns are the symbols
// that take part; labels of other symbols are left out.
#pragma once

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

class LabelForest {
public:
    static constexpr std::uint32_t kAbsent = 0xffffffff;

    // `column` of each symbol, kAbsent for one that takes no part. Time O(labels).
    LabelForest(std::size_t num_edges, const std::int64_t* label_offsets, const std::uint32_t* labels,
                const std::uint32_t* column, Pulse& pulse)
        : leaf_(num_edges) {
        parent_.push_back(0);
        column_.push_back(0);
        Array<std::uint32_t> path{0};  // the nodes of the edge before, from the root on
        for (std::size_t e = 0; e < num_edges; ++e) {
            pulse(e, num_edges);
            std::size_t depth = 0;
            for (std::int64_t k = label_offsets[e]; k < label_offsets[e + 1]; ++k) {
                const std::uint32_t j = column[labels[k]];
                if (j == kAbsent) continue;
                const std::uint32_t above = path[depth++];
                if (depth < path.size() && column_[path[depth]] == j) continue;
                path.resize(depth);
                path.push_back(static_cast<std::uint32_t>(parent_.size()));
                parent_.push_back(above);
                column_.push_back(j);
            }
            leaf_[e] = path[depth];
        }
        sum_.resize(parent_.size());
    }

    std::size_t num_nodes() const { return parent_.size(); }

    // The sum of the lengths of each edge's labels goes to `visit(edge, sum)`.
    template <class Visit>
    void lengths(const double* length, const Visit& visit) {
        sum_[0] = 0;
        for (std::size_t x = 1; x < parent_.size(); ++x) sum_[x] = sum_[parent_[x]] + length[column_[x]];
        for (std::size_t e = 0; e < leaf_.size(); ++e) visit(e, sum_[leaf_[e]]);
    }

    // The sum over the edges that carry each column: `amount(edge)` of them.
    template <class Amount>
    void totals(const Amount& amount, double* total, std::size_t num_columns) {
        collect(amount);
        std::fill_n(total, num_columns, 0.0);
        for (std::size_t x = parent_.size(); x-- > 1;) {
            total[column_[x]] += sum_[x];
            sum_[parent_[x]] += sum_[x];
        }
    }

    // For every two columns of places (i <= j) the sum over the edges that carry both, to row(i)[j].
    // `place`: of each column, kAbsent for one that takes no part.
    template <class Amount, class Matrix>
    void products(const Amount& amount, const std::uint32_t* place, Matrix& matrix, Pulse& pulse) {
        collect(amount);
        above_.resize(parent_.size());  // the next node towards the root whose column has a place
        for (std::size_t x = 1; x < parent_.size(); ++x) {
            const std::uint32_t up = parent_[x];
            above_[x] = up && place[column_[up]] == kAbsent ? above_[up] : up;
        }
        for (std::size_t x = parent_.size(); x-- > 1;) {
            pulse.within(x);
            const double mass = sum_[x];
            sum_[parent_[x]] += mass;
            const std::uint32_t j = place[column_[x]];
            if (j == kAbsent) continue;
            for (std::size_t y = x; y; y = above_[y]) {
                const std::uint32_t i = place[column_[y]];
                (i < j ? matrix.row(i)[j] : matrix.row(j)[i]) += mass;
            }
        }
    }

    template <class Visit>
    void for_each_column(std::size_t edge, const Visit& visit) const {
        for (std::uint32_t x = leaf_[edge]; x; x = parent_[x]) visit(column_[x]);
    }

private:
    template <class Amount>
    void collect(const Amount& amount) {
        std::fill(sum_.begin(), sum_.end(), 0.0);
        for (std::size_t e = 0; e < leaf_.size(); ++e) sum_[leaf_[e]] += amount(e);
    }

    Array<std::uint32_t> parent_, column_, leaf_;  // parents come before their children
    Array<std::uint32_t> above_;
    Array<double> sum_;
};

}  // namespace nzdd
