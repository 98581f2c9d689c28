// A quadratic with a penalty on absolute values:
//     minimize  1/2 d'H d - c'd + sum_j penalty_j |w_j + d_j|,
// where some of the w_j + d_j may only have one sign.
#pragma once

#include <cmath>

#include "base/array.hpp"
#include "base/dense_cholesky.hpp"
#include "base/pulse.hpp"
#include "base/wide_vectors.hpp"
#include "rules/literal.hpp"

namespace nzdd {

// Coordinate descent, which finds out which weights are 0, and between its passes Newton steps for the
// others, with their signs kept: where columns are nearly alike, descent alone takes thousands of passes.
class Lasso {
public:
    // H is dense, symmetric and positive semidefinite, `size` by `size`. d starts at 0. A column without
    // curvature does not move. `signs` are `Signs`: one sign alone needs a penalty above 0.
    Lasso(const double* hessian, const double* linear, const double* weights, const double* penalty,
          const std::uint8_t* signs, std::size_t size)
        : hessian_(hessian), weights_(weights), penalty_(penalty), signs_(signs), step_(size, 0.0) {
        gradient_.append(linear, size);
    }

    // Ends once no step of a pass changes a derivative by more than `tolerance`.
    Array<double> run(double tolerance, std::size_t max_passes, Pulse& pulse) && {
        for (std::size_t pass = 1; pass <= max_passes; ++pass) {
            pulse.beat(pass, max_passes);
            if (descend() <= tolerance) break;
            if (pass % kPasses == 0) jump(pulse);
        }
        return std::move(step_);
    }

private:
    static constexpr std::size_t kPasses = 50;    // between two jumps
    static constexpr double kShift = 1e-10;       // of the scaled diagonal, which may be singular
    static constexpr std::size_t kMostJumps = 2;  // in a row

    std::size_t size() const { return step_.size(); }

    double now(std::size_t j) const { return weights_[j] + step_[j]; }

    // The step to a weight of 0 is exact: no rounding may be left of a rule that goes.
    void set(std::size_t j, double weight) {
        const double change = weight - now(j);
        step_[j] = weight - weights_[j];
        const double* row = hessian_ + j * size();
        subtract_multiple(gradient_.data(), row, change, size());
    }

    // One pass; the largest change of a derivative.
    double descend() {
        double most = 0;
        for (std::size_t j = 0; j < size(); ++j) {
            const double curvature = hessian_[j * size() + j];
            if (!(curvature > 0)) continue;
            const double target = gradient_[j] + curvature * now(j);
            const Signs sign = target > 0 ? kPositive : kNegative;
            const double shrunk =
                signs_[j] & sign ? std::max(std::abs(target) - penalty_[j], 0.0) / curvature : 0.0;
            const double weight = std::copysign(shrunk, target);
            if (weight == now(j)) continue;
            most = std::max(most, curvature * std::abs(weight - now(j)));
            set(j, weight);
        }
        return most;
    }

    // To the minimum over the weights that are not 0, or up to the first one that becomes 0.
    void jump(Pulse& pulse) {
        for (std::size_t count = 0; count < kMostJumps; ++count) {
            Array<std::size_t> free;
            for (std::size_t j = 0; j < size(); ++j)
                if (hessian_[j * size() + j] > 0 && (penalty_[j] == 0 || now(j) != 0)) free.push_back(j);
            if (free.empty()) return;
            DenseCholesky factor(free.size());
            Array<double> change(free.size());
            for (std::size_t a = 0; a < free.size(); ++a) {
                for (std::size_t b = a; b < free.size(); ++b)
                    factor.row(a)[b] = hessian_[free[a] * size() + free[b]];
                change[a] = gradient_[free[a]] - std::copysign(penalty_[free[a]], now(free[a]));
            }
            factor.set_scale();
            factor.factor(kShift, pulse);
            factor.solve(change.data());
            double share = 1;
            std::size_t first = free.size();
            for (std::size_t a = 0; a < free.size(); ++a) {
                const double weight = now(free[a]);
                if (penalty_[free[a]] > 0 && weight * (weight + share * change[a]) < 0)
                    share = -weight / change[a], first = a;
            }
            for (std::size_t a = 0; a < free.size(); ++a)
                set(free[a], a == first ? 0.0 : now(free[a]) + share * change[a]);
            if (first == free.size()) return;
        }
    }

    const double *hessian_, *weights_, *penalty_;
    const std::uint8_t* signs_;
    Array<double> gradient_, step_;  // c - H d, and d
};

}  // namespace nzdd
