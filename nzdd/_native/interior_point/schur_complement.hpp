// The bordered Laplacian [B t B', B t F'; F t B', F t F' + E] of a Newton step, reduced to the columns:
//
//   S = F t F' + E - F t B' (B t B')^-1 B t F'
//
// Up to `dense` columns S is formed and factored. Of more, only the part of those with the smallest E
// beside F t F': among them are all that will have a weight, if these are few. Together with the
// diagonal of the others that preconditions conjugate gradients, whose products with S take the time
// of the labels and of the Laplacian's factor. Where many steps are needed the part grows.
#pragma once

#include <algorithm>
#include <numeric>

#include "base/array.hpp"
#include "base/dense_cholesky.hpp"
#include "base/pulse.hpp"
#include "interior_point/flow_network.hpp"
#include "interior_point/label_forest.hpp"

namespace nzdd {

class SchurComplement {
public:
    SchurComplement(const FlowNetwork& network, LabelForest& labels, std::size_t num_columns,
                    std::size_t dense)
        : network_(network),
          labels_(labels),
          laplacian_(network.laplacian),
          width_(num_columns),
          most_(std::min(num_columns, kGrowth * dense)),
          chosen_(num_columns),
          place_(num_columns),
          part_(std::min(num_columns, dense)),
          border_(network.num_potentials() * part_.size()) {
        std::iota(chosen_.begin(), chosen_.end(), 0);
        std::iota(place_.begin(), place_.end(), 0);
        if (is_exact()) return;
        for (Array<double>* array : {&squares_, &residual_, &step_, &image_, &scaled_}) array->resize(width_);
        block_.resize(part_.size());
        along_.resize(network.num_edges());
        potential_.resize(network.num_potentials());
    }

    // Whether solutions are exact but for rounding.
    bool is_exact() const { return part_.size() == width_; }

    // `conductance` t and `diagonal` E, which must stay until the next call. Time O(labels + fill x
    // dense columns + (nodes + dense columns) x dense columns^2).
    void factor(const double* conductance, const double* diagonal, double shift, Pulse& pulse) {
        conductance_ = conductance;
        diagonal_ = diagonal;
        laplacian_.factor(conductance, pulse);
        if (slow_) grow();
        if (!squares_.empty()) choose();
        const std::size_t width = part_.size();
        std::fill(border_.begin(), border_.end(), 0.0);
        for (std::size_t e = 0; e < network_.num_edges(); ++e) {
            pulse.within(e);
            double* from = border_.data() + network_.source[e] * width;
            double* to = border_.data() + network_.target[e] * width;
            const double amount = network_.sign[e] * conductance[e];
            labels_.for_each_column(e, [&](std::uint32_t j) {
                const std::uint32_t k = place_[j];
                if (k != LabelForest::kAbsent) from[k] += amount, to[k] -= amount;
            });
        }
        laplacian_.forward(border_.data(), width, pulse);
        part_.clear();
        labels_.products([&](std::size_t e) { return conductance[e]; }, place_.data(), part_, pulse);
        for (std::size_t k = 0; k < width; ++k) part_.row(k)[k] += diagonal[chosen_[k]];
        part_.set_scale();
        part_.subtract(border_.data(), laplacian_.inverse_pivots(), network_.root, pulse);
        part_.factor(shift, pulse);
    }

    // Replaces the right sides `node` and `column` by the solution. With conjugate gradients the
    // nodes' equations hold as well, and those of the columns up to a residual r with
    // r' E^-1 r <= tolerance.
    void solve(double* node, double* column, double tolerance, Pulse& pulse) {
        if (is_exact())
            solve_factored(node, column);
        else
            solve_iteratively(node, column, tolerance, pulse);
        node[network_.root] = 0;
    }

private:
    static constexpr std::size_t kGrowth = 4;  // the part has at most so many times `dense` columns
    static constexpr int kMostSteps = 300, kManySteps = 60;  // of conjugate gradients
    static constexpr double kRounding = 1e-20;               // of a squared residual

    void solve_factored(double* node, double* column) {
        const std::size_t width = width_, nodes = network_.root;
        const double* inverse_pivot = laplacian_.inverse_pivots();
        Pulse still;
        laplacian_.forward(node, 1, still);
        for (std::size_t v = 0; v < nodes; ++v) {
            const double a = node[v] * inverse_pivot[v];
            const double* y = border_.data() + v * width;
            for (std::size_t j = 0; j < width; ++j) column[j] -= a * y[j];
        }
        part_.solve(column);
        for (std::size_t v = 0; v < nodes; ++v) {
            const double* y = border_.data() + v * width;
            double sum = node[v];
            for (std::size_t j = 0; j < width; ++j) sum -= y[j] * column[j];
            node[v] = sum * inverse_pivot[v];
        }
        laplacian_.backward(node);
    }

    // Factors more columns, for fewer steps.
    void grow() {
        slow_ = false;
        const std::size_t size = std::min(most_, part_.size() + part_.size() / 2 + 1);
        if (size == part_.size()) return;
        part_ = DenseCholesky(size);
        border_.resize(network_.num_potentials() * size);
        block_.resize(size);
    }

    // The columns to factor, and the diagonal of F t F' + E.
    void choose() {
        labels_.totals([this](std::size_t e) { return conductance_[e]; }, squares_.data(), width_);
        std::iota(chosen_.begin(), chosen_.end(), 0);
        const auto first = [this](std::uint32_t i, std::uint32_t j) {
            return diagonal_[i] * squares_[j] < diagonal_[j] * squares_[i];
        };
        const auto end = chosen_.begin() + static_cast<std::ptrdiff_t>(part_.size());
        std::nth_element(chosen_.begin(), end, chosen_.end(), first);
        std::sort(chosen_.begin(), end);
        std::fill(place_.begin(), place_.end(), LabelForest::kAbsent);
        for (std::uint32_t k = 0; k < part_.size(); ++k) place_[chosen_[k]] = k;
        for (std::size_t j = 0; j < width_; ++j) squares_[j] += diagonal_[j];
    }

    void solve_iteratively(double* node, double* column, double tolerance, Pulse& pulse) {
        const std::size_t nodes = network_.root;
        solve_laplacian(node);
        node[nodes] = 0;
        labels_.totals([&](std::size_t e) { return network_.sign[e] * conductance_[e] * drop(node, e); },
                       image_.data(), width_);
        for (std::size_t j = 0; j < width_; ++j) residual_[j] = column[j] - image_[j];
        std::fill_n(column, width_, 0.0);
        double size = precondition();
        std::copy_n(scaled_.data(), width_, step_.data());
        tolerance = std::max(tolerance, kRounding * missed());
        int steps = 0;
        for (; steps < kMostSteps && missed() > tolerance; ++steps) {
            pulse.within(0);
            apply();
            double curvature = 0;
            for (std::size_t j = 0; j < width_; ++j) curvature += step_[j] * image_[j];
            if (!(curvature > 0)) break;  // rounding
            const double length = size / curvature;
            for (std::size_t j = 0; j < width_; ++j) {
                column[j] += length * step_[j];
                residual_[j] -= length * image_[j];
            }
            const double before = size;
            size = precondition();
            for (std::size_t j = 0; j < width_; ++j) step_[j] = scaled_[j] + size / before * step_[j];
        }
        slow_ = slow_ || steps > kManySteps;
        // B t F' w of the solution
        labels_.lengths(column, [&](std::size_t e, double length) { along_[e] = network_.sign[e] * length; });
        network_.divergence([&](std::size_t e) { return conductance_[e] * along_[e]; }, potential_.data());
        solve_laplacian(potential_.data());
        for (std::size_t v = 0; v < nodes; ++v) node[v] -= potential_[v];
    }

    // image_ = S step_
    void apply() {
        labels_.lengths(step_.data(),
                        [&](std::size_t e, double length) { along_[e] = network_.sign[e] * length; });
        network_.divergence([&](std::size_t e) { return conductance_[e] * along_[e]; }, potential_.data());
        solve_laplacian(potential_.data());
        potential_[network_.root] = 0;
        const auto rest = [&](std::size_t e) { return along_[e] - drop(potential_.data(), e); };
        labels_.totals([&](std::size_t e) { return network_.sign[e] * conductance_[e] * rest(e); },
                       image_.data(), width_);
        for (std::size_t j = 0; j < width_; ++j) image_[j] += diagonal_[j] * step_[j];
    }

    // residual_' E^-1 residual_
    double missed() const {
        double sum = 0;
        for (std::size_t j = 0; j < width_; ++j)
            if (diagonal_[j] > 0) sum += residual_[j] * residual_[j] / diagonal_[j];
        return sum;
    }

    // scaled_ = M residual_; returns residual_' M residual_.
    double precondition() {
        for (std::size_t k = 0; k < part_.size(); ++k) block_[k] = residual_[chosen_[k]];
        part_.solve(block_.data());
        double size = 0;
        for (std::size_t j = 0; j < width_; ++j) {
            scaled_[j] = place_[j] == LabelForest::kAbsent ? residual_[j] / squares_[j] : block_[place_[j]];
            size += residual_[j] * scaled_[j];
        }
        return size;
    }

    double drop(const double* potential, std::size_t e) const {
        return potential[network_.source[e]] - potential[network_.target[e]];
    }

    void solve_laplacian(double* b) const {
        Pulse still;
        laplacian_.forward(b, 1, still);
        for (std::size_t v = 0; v < network_.root; ++v) b[v] *= laplacian_.inverse_pivots()[v];
        laplacian_.backward(b);
    }

    const FlowNetwork& network_;
    LabelForest& labels_;
    LaplacianFactor laplacian_;
    std::size_t width_;
    const double* conductance_ = nullptr;
    const double* diagonal_ = nullptr;
    std::size_t most_;                     // columns of the factor
    bool slow_ = false;                    // whether there were many steps since the last factor
    Array<std::uint32_t> chosen_, place_;  // the columns of the factor first; their places there
    DenseCholesky part_;
    Array<double> border_;
    Array<double> squares_, residual_, step_, image_, scaled_, block_;  // a column
    Array<double> along_, potential_;                                   // an edge, a node
};

}  // namespace nzdd
