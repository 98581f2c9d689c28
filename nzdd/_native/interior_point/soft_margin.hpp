// A primal-dual interior-point method for the soft-margin flow program (Kurokawa et al. 2022, (8)-(11)):
//
//   min gamma  s.t.  f_j <= gamma and / or -f_j <= gamma for every column j,  f = F d,
//                    d a unit flow from root to leaf,  0 <= d_e <= m_e / (nu M)
//
// and, with eta > 0, for the entropic sub-problem (12) of ERLPBoost. Mehrotra's predictor and
// corrector; it starts with a flow, so that every iterate is one but for rounding. Each iteration
// proves a lower and an upper bound.
#pragma once

#include <cmath>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "interior_point/bounds.hpp"
#include "interior_point/flow_network.hpp"
#include "interior_point/label_forest.hpp"
#include "interior_point/newton_system.hpp"

namespace nzdd {

// On which sides a column is bounded by gamma. A free one is f_j = 0: its weight costs nothing. It
// stands on the two edges of the root alone, which f_j = 0 and the unit flow determine.
enum Side : std::uint8_t { kFree = 0, kPlus = 1, kMinus = 2, kBoth = 3 };

// A step of everything that moves.
struct Direction {
    NewtonStep newton;
    Array<double> zl, zu;          // of the multipliers of the box, an edge
    Array<double> p[2], omega[2];  // of the slacks and the weights of both sides, a column
};

class SoftMarginProgram {
public:
    // `start`: a flow strictly inside the box, balanced on free columns. `dense`: see SchurComplement.
    SoftMarginProgram(const FlowNetwork& network, LabelForest labels, Array<std::uint8_t> sides, FlowBox box,
                      Array<double> start, std::size_t dense)
        : network_(network),
          labels_(std::move(labels)),
          sides_(std::move(sides)),
          box_(std::move(box)),
          start_(std::move(start)),
          system_(network, labels_, sides_.size(), dense) {
        const std::size_t edges = network_.num_edges(), columns = sides_.size();
        d_.append(start_.data(), edges);
        g_.resize(edges);
        for (std::size_t e = 0; e < edges; ++e) g_[e] = box_.capacity[e] - d_[e];
        s_.assign(network_.num_potentials(), 0.0);
        w_.assign(columns, 0.0);
        f_.resize(columns);
        totals(d_.data());
        gamma_ = 0.1 + largest_total();
        for (int k = 0; k < 2; ++k)
            for (Array<double>* array : {&p_[k], &omega_[k], &target_[k]}) array->assign(columns, 0.0);
        double sum = 0;
        each_side([&](int k, std::size_t j) {
            p_[k][j] = gamma_ - kSign[k] * f_[j];
            sum += omega_[k][j] = 1 / p_[k][j];
            ++num_pairs_;
        });
        each_side([&](int k, std::size_t j) { w_[j] += kSign[k] * (omega_[k][j] /= sum); });
        num_pairs_ += 2 * edges;
        for (std::uint8_t side : sides_) has_free_ = has_free_ || side == kFree;
        zl_.resize(edges);
        zu_.resize(edges);
        for (std::size_t e = 0; e < edges; ++e) {
            zl_[e] = 1 / (static_cast<double>(num_pairs_) * d_[e]);
            zu_[e] = 1 / (static_cast<double>(num_pairs_) * g_[e]);
        }
        for (Array<double>* array : {&rd_, &theta_, &h_, &rl_, &ru_}) array->resize(edges);
        measure();
    }

    double upper() const { return upper_; }
    double lower() const { return lower_; }
    const Array<double>& flow() const { return best_flow_; }
    const Array<double>& weights() const { return best_weights_; }
    const Array<double>& potentials() const { return best_potentials_; }

    // One iteration. False where no further progress is possible.
    bool iterate(Pulse& pulse) {
        const double gap = complementarity(), mu = gap / static_cast<double>(num_pairs_);
        factor(kInexact * mu, pulse);
        conservation(r2_);
        totals(d_.data());
        accuracy_ = std::clamp(1e-3 * mu, 1e-13, 1e-8);
        aim(0);
        direction(pulse);
        const double primal_room = step_length(true), dual_room = step_length(false);
        const double after = gap_after(primal_room, dual_room) / static_cast<double>(num_pairs_);
        const double sigma = std::clamp(std::pow(after / mu, 3), 1e-6, 0.8);
        aim_second_order(sigma * mu, std::min({1.0, primal_room, dual_room}));
        direction(pulse);
        const double factor = std::min(std::max(0.99, 1 - gap), 0.99995);
        const double primal = std::min(1.0, factor * step_length(true));
        const double dual = std::min(1.0, factor * step_length(false));
        const bool moves = primal + dual > 1e-9 && std::isfinite(step_.newton.gamma);
        const double known = upper_ - lower_;
        if (moves) {
            move(primal, dual);
            measure();
        }
        idle_ = moves && upper_ - lower_ < 0.99 * known ? 0 : idle_ + 1;
        if (moves && idle_ < kPatience) return true;
        idle_ = 0;
        return system_.shift_more();
    }

private:
    static constexpr double kSign[2] = {1, -1};
    static constexpr int kPatience = 8;  // iterations that prove nothing new
    // The square of the share of a product p omega that a step may miss.
    static constexpr double kInexact = 1e-4;

    // Visits the bounded sides: 0 stands for f_j <= gamma, 1 for -f_j <= gamma.
    template <class Visit>
    void each_side(const Visit& visit) const {
        for (int k = 0; k < 2; ++k)
            for (std::size_t j = 0; j < sides_.size(); ++j)
                if (sides_[j] & (k == 0 ? kPlus : kMinus)) visit(k, j);
    }

    void totals(const double* d) {
        labels_.totals([&](std::size_t e) { return network_.sign[e] * d[e]; }, f_.data(), f_.size());
    }

    double largest_total() {
        double most = -HUGE_VAL;
        each_side([&](int k, std::size_t j) { most = std::max(most, kSign[k] * f_[j]); });
        return most;
    }

    double complementarity() {
        double sum = 0;
        for (std::size_t e = 0; e < d_.size(); ++e) sum += d_[e] * zl_[e] + g_[e] * zu_[e];
        each_side([&](int k, std::size_t j) { sum += p_[k][j] * omega_[k][j]; });
        return sum;
    }

    // The residuals, and what this point proves.
    void measure() {
        double total = 0;
        each_side([&](int k, std::size_t j) { total += omega_[k][j]; });
        rg_ = 1 - total;
        double bound = (s_[network_.leaf] - s_[network_.root]) / total, entropy = 0;
        const bool flows =
            repair_flow(network_, box_, has_free_, start_.data(), d_.data(), enters_, leaves_, h_.data());
        labels_.lengths(w_.data(), [&](std::size_t e, double length) {
            const double r = s_[network_.source[e]] - s_[network_.target[e]] + network_.sign[e] * length;
            bound += box_.least(e, r / total);
            rd_[e] = r - zl_[e] + zu_[e];
            if (box_.eta > 0) {
                rd_[e] += std::log(d_[e] / box_.reference[e]) / box_.eta;
                entropy += box_.entropy(e, h_[e]) / box_.eta;
            }
        });
        totals(h_.data());
        const double value = largest_total() + entropy;
        if (flows && value < upper_) {
            upper_ = value;
            best_flow_.swap(h_);
            h_.resize(d_.size());
        }
        if (bound > lower_) {
            lower_ = bound;
            best_weights_.clear();
            best_potentials_.clear();
            for (double w : w_) best_weights_.push_back(w / total);
            for (double s : s_) best_potentials_.push_back(s / total);
        }
    }

    void factor(double tolerance, Pulse& pulse) {
        for (std::size_t e = 0; e < d_.size(); ++e) {
            theta_[e] = zl_[e] / d_[e] + zu_[e] / g_[e];
            if (box_.eta > 0) theta_[e] += 1 / (box_.eta * d_[e]);
        }
        diagonal_.assign(w_.size(), 0.0);
        c_.assign(w_.size(), 0.0);
        each_side([&](int k, std::size_t j) {
            diagonal_[j] += delta(k, j);
            c_[j] += kSign[k] * delta(k, j);
        });
        kappa_ = 0;
        for (std::size_t j = 0; j < w_.size(); ++j) {
            if (sides_[j] == kFree) continue;
            const double sum = diagonal_[j];
            if (sides_[j] == kBoth) kappa_ += 4 * (delta(0, j) * delta(1, j)) / sum;
            diagonal_[j] = 1 / sum;
            c_[j] /= sum;
        }
        system_.factor(theta_.data(), diagonal_.data(), c_.data(), kappa_, tolerance, pulse);
    }

    double delta(int k, std::size_t j) const { return omega_[k][j] / p_[k][j]; }

    // What the products d zl, g zu and p omega shall become, less what they are.
    void aim(double mu) {
        for (std::size_t e = 0; e < d_.size(); ++e) {
            rl_[e] = mu - d_[e] * zl_[e];
            ru_[e] = mu - g_[e] * zu_[e];
        }
        each_side([&](int k, std::size_t j) { target_[k][j] = mu - p_[k][j] * omega_[k][j]; });
    }

    // The same with the products of the steps that were found: of short ones only a share.
    void aim_second_order(double mu, double share) {
        for (std::size_t e = 0; e < d_.size(); ++e) {
            rl_[e] = mu - d_[e] * zl_[e] - share * step_.newton.d[e] * step_.zl[e];
            ru_[e] = mu - g_[e] * zu_[e] + share * step_.newton.d[e] * step_.zu[e];
        }
        each_side([&](int k, std::size_t j) {
            target_[k][j] = mu - p_[k][j] * omega_[k][j] - share * step_.p[k][j] * step_.omega[k][j];
        });
    }

    // The Newton step towards these targets.
    void direction(Pulse& pulse) {
        const std::size_t edges = d_.size(), columns = w_.size();
        for (std::size_t e = 0; e < edges; ++e) h_[e] = rl_[e] / d_[e] - ru_[e] / g_[e] - rd_[e];
        r3_.assign(columns, 0.0);
        double r4 = rg_;
        each_side([&](int k, std::size_t j) {
            const double share = target_[k][j] / p_[k][j];
            r3_[j] -= kSign[k] * share;
            r4 -= share;
        });
        for (std::size_t j = 0; j < columns; ++j) {
            r4 -= c_[j] * r3_[j];
            r3_[j] = sides_[j] == kFree ? -f_[j] : r3_[j] * diagonal_[j];
        }
        system_.solve(h_.data(), r2_.data(), r3_.data(), r4, accuracy_, step_.newton, pulse);
        recover();
    }

    // The steps of slacks and multipliers. Of each pair the larger multiplier is what the smaller
    // one leaves, so that dual feasibility is exact however large theta is.
    void recover() {
        step_.zl.resize(d_.size());
        step_.zu.resize(d_.size());
        for (int k = 0; k < 2; ++k) {
            step_.p[k].resize(w_.size());
            step_.omega[k].resize(w_.size());
        }
        for (std::size_t e = 0; e < d_.size(); ++e) {
            double both = rd_[e] + step_.newton.reduced[e];
            if (box_.eta > 0) both += step_.newton.d[e] / (box_.eta * d_[e]);
            step_.zl[e] = (rl_[e] - zl_[e] * step_.newton.d[e]) / d_[e];
            step_.zu[e] = (ru_[e] + zu_[e] * step_.newton.d[e]) / g_[e];
            if (zl_[e] > zu_[e])
                step_.zl[e] = both + step_.zu[e];
            else
                step_.zu[e] = step_.zl[e] - both;
        }
        each_side([&](int k, std::size_t j) {
            step_.p[k][j] = step_.newton.gamma - kSign[k] * step_.newton.totals[j];
            step_.omega[k][j] = (target_[k][j] - omega_[k][j] * step_.p[k][j]) / p_[k][j];
        });
        for (std::size_t j = 0; j < w_.size(); ++j) {
            const double dw = step_.newton.w[j];
            if (sides_[j] == kPlus) step_.omega[0][j] = dw;
            if (sides_[j] == kMinus) step_.omega[1][j] = -dw;
            if (sides_[j] != kBoth) continue;
            if (omega_[0][j] > omega_[1][j])
                step_.omega[0][j] = dw + step_.omega[1][j];
            else
                step_.omega[1][j] = step_.omega[0][j] - dw;
        }
    }

    // b - B d: what leaves too little.
    void conservation(Array<double>& out) {
        out.resize(network_.num_potentials());
        network_.divergence([this](std::size_t e) { return d_[e]; }, out.data());
        for (std::size_t v = 0; v < out.size(); ++v) out[v] = -out[v];
        out[network_.leaf] -= 1;
    }

    // How far the last step keeps the primal (dual) quantities positive; may exceed 1.
    double step_length(bool primal) {
        double most = 0;  // of -change / value
        if (primal)
            for (std::size_t e = 0; e < d_.size(); ++e)
                most = std::max(most, std::max(-step_.newton.d[e] / d_[e], step_.newton.d[e] / g_[e]));
        else
            for (std::size_t e = 0; e < d_.size(); ++e)
                most = std::max(most, std::max(-step_.zl[e] / zl_[e], -step_.zu[e] / zu_[e]));
        each_side([&](int k, std::size_t j) {
            most = std::max(most, primal ? -step_.p[k][j] / p_[k][j] : -step_.omega[k][j] / omega_[k][j]);
        });
        return most > 0 ? 1 / most : 2;
    }

    double gap_after(double primal, double dual) {
        primal = std::min(1.0, primal);
        dual = std::min(1.0, dual);
        double sum = 0;
        for (std::size_t e = 0; e < d_.size(); ++e)
            sum += (d_[e] + primal * step_.newton.d[e]) * (zl_[e] + dual * step_.zl[e]) +
                   (g_[e] - primal * step_.newton.d[e]) * (zu_[e] + dual * step_.zu[e]);
        each_side([&](int k, std::size_t j) {
            sum += (p_[k][j] + primal * step_.p[k][j]) * (omega_[k][j] + dual * step_.omega[k][j]);
        });
        return sum;
    }

    void move(double primal, double dual) {
        for (std::size_t e = 0; e < d_.size(); ++e) {
            d_[e] += primal * step_.newton.d[e];
            g_[e] -= primal * step_.newton.d[e];
            zl_[e] += dual * step_.zl[e];
            zu_[e] += dual * step_.zu[e];
        }
        gamma_ += primal * step_.newton.gamma;
        for (std::size_t v = 0; v < s_.size(); ++v) s_[v] += dual * step_.newton.s[v];
        for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += dual * step_.newton.w[j];
        each_side([&](int k, std::size_t j) {
            p_[k][j] += primal * step_.p[k][j];
            omega_[k][j] += dual * step_.omega[k][j];
        });
    }

    const FlowNetwork& network_;
    LabelForest labels_;
    Array<std::uint8_t> sides_;
    FlowBox box_;
    Array<double> start_;
    NewtonSystem system_;
    Direction step_;
    std::size_t num_pairs_ = 0;
    bool has_free_ = false;

    int idle_ = 0;
    double gamma_ = 0, kappa_ = 0, rg_ = 0, accuracy_ = 0;
    Array<double> d_, g_, zl_, zu_;              // flow, room, and their multipliers
    Array<double> s_, w_, f_;                    // potentials, weights, totals of columns
    Array<double> p_[2], omega_[2], target_[2];  // slacks and weights of both sides; an aim
    Array<double> rd_, theta_, h_, rl_, ru_;
    Array<double> diagonal_, c_, r2_, r3_, enters_, leaves_;

    double upper_ = HUGE_VAL, lower_ = -HUGE_VAL;
    Array<double> best_flow_, best_weights_, best_potentials_;
};

}  // namespace nzdd
