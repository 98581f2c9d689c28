// The linear system of a Newton step. With theta the diagonal of the edges, t = 1 / theta, B the
// node-edge incidence (root left out) and F the column-edge matrix,
//
//   theta dd + B' ds + F' dw            = h
//   B dd                                = r2
//   F dd           - E dw - c dgamma    = r3      E diagonal
//                  c' dw - kappa dgamma = r4
//
// Eliminating dd leaves a Laplacian bordered by the columns, see schur_complement.hpp.
#pragma once

#include <cmath>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "interior_point/flow_network.hpp"
#include "interior_point/label_forest.hpp"
#include "interior_point/schur_complement.hpp"

namespace nzdd {

struct NewtonStep {
    Array<double> d, s, w;  // an edge, a node (0 at the root), a column
    double gamma = 0;
    Array<double> reduced, totals;  // B' ds + F' dw, an edge; F dd, a column
};

class NewtonSystem {
public:
    NewtonSystem(const FlowNetwork& network, LabelForest& labels, std::size_t num_columns, std::size_t dense)
        : network_(network),
          labels_(labels),
          num_columns_(num_columns),
          conductance_(network.num_edges()),
          schur_(network, labels, num_columns, dense),
          node_side_(network.num_potentials()),
          column_side_(num_columns),
          direction_s_(network.num_potentials()),
          direction_w_(num_columns) {}

    // `tolerance`: of the columns' equations, see SchurComplement.
    void factor(const double* theta, const double* diagonal, const double* c, double kappa, double tolerance,
                Pulse& pulse) {
        diagonal_ = diagonal;
        c_ = c;
        kappa_ = kappa;
        tolerance_ = tolerance;
        for (std::size_t e = 0; e < network_.num_edges(); ++e) conductance_[e] = 1 / theta[e];
        schur_.factor(conductance_.data(), diagonal, shift_, pulse);
        std::fill(direction_s_.begin(), direction_s_.end(), 0.0);
        std::copy_n(c, num_columns_, direction_w_.data());
        schur_.solve(direction_s_.data(), direction_w_.data(), 0, pulse);
    }

    // What rounding loses in large conductances comes back by refinement of dd itself, until no
    // flow is off by more than `accuracy`.
    void solve(const double* h, const double* r2, const double* r3, double r4, double accuracy,
               NewtonStep& step, Pulse& pulse) {
        const std::size_t nodes = network_.num_potentials();
        const auto through = [&](std::size_t e) { return conductance_[e] * h[e]; };
        network_.divergence(through, node_side_.data());
        labels_.totals([&](std::size_t e) { return network_.sign[e] * through(e); }, column_side_.data(),
                       num_columns_);
        for (std::size_t v = 0; v < nodes; ++v) node_side_[v] -= r2[v];
        for (std::size_t j = 0; j < num_columns_; ++j) column_side_[j] -= r3[j];
        step.s.assign(nodes, 0.0);
        step.w.assign(num_columns_, 0.0);
        step.d.resize(network_.num_edges());
        step.reduced.assign(network_.num_edges(), 0.0);
        step.totals.resize(num_columns_);
        step.gamma = 0;
        for (std::size_t e = 0; e < network_.num_edges(); ++e) step.d[e] = through(e);
        double right = r4, before = HUGE_VAL;
        for (int round = 0;; ++round) {
            pulse.within(0);
            advance(right, step, pulse);
            // node_side_ and column_side_ become minus the residuals: the right side of the next round
            network_.divergence([&](std::size_t e) { return step.d[e]; }, node_side_.data());
            node_side_[network_.root] = 0;
            labels_.totals([&](std::size_t e) { return network_.sign[e] * step.d[e]; }, column_side_.data(),
                           num_columns_);
            std::copy_n(column_side_.data(), num_columns_, step.totals.data());
            double worst = 0;
            for (std::size_t v = 0; v < network_.root; ++v) {
                node_side_[v] -= r2[v];
                worst = std::max(worst, std::abs(node_side_[v]));
            }
            right = r4 + kappa_ * step.gamma;
            for (std::size_t j = 0; j < num_columns_; ++j) {
                column_side_[j] -= r3[j] + diagonal_[j] * step.w[j] + c_[j] * step.gamma;
                right -= c_[j] * step.w[j];
                if (schur_.is_exact()) worst = std::max(worst, std::abs(column_side_[j]));
            }
            if (round == kRefinements || worst <= accuracy || !(worst < 0.5 * before)) return;
            before = worst;
        }
    }

    // Has the next factor shifted more, against rounding. False where that would spoil the steps.
    bool shift_more() { return schur_.is_exact() && (shift_ *= 30) < 1e-9; }

private:
    static constexpr int kRefinements = 3;

    // Adds to the step the solution for what stands in node_side_ and column_side_.
    void advance(double right, NewtonStep& step, Pulse& pulse) {
        schur_.solve(node_side_.data(), column_side_.data(), tolerance_, pulse);
        double numerator = -right, denominator = kappa_;
        for (std::size_t j = 0; j < num_columns_; ++j) {
            numerator += c_[j] * column_side_[j];
            denominator += c_[j] * direction_w_[j];
        }
        const double gamma = numerator / denominator;
        step.gamma += gamma;
        for (std::size_t v = 0; v < network_.num_potentials(); ++v) {
            node_side_[v] -= gamma * direction_s_[v];
            step.s[v] += node_side_[v];
        }
        for (std::size_t j = 0; j < num_columns_; ++j) {
            column_side_[j] -= gamma * direction_w_[j];
            step.w[j] += column_side_[j];
        }
        labels_.lengths(column_side_.data(), [&](std::size_t e, double length) {
            const double drop = node_side_[network_.source[e]] - node_side_[network_.target[e]];
            const double reduced = drop + network_.sign[e] * length;
            step.reduced[e] += reduced;
            step.d[e] -= conductance_[e] * reduced;
        });
    }

    const FlowNetwork& network_;
    LabelForest& labels_;
    std::size_t num_columns_;
    const double* diagonal_ = nullptr;
    const double* c_ = nullptr;
    double kappa_ = 0, tolerance_ = 0;
    double shift_ = 3e-15;  // of the Schur complement, scaled: about what rounding leaves of a zero
    Array<double> conductance_;
    SchurComplement schur_;
    Array<double> node_side_, column_side_;
    Array<double> direction_s_, direction_w_;  // the solution for (0, c)
};

}  // namespace nzdd
