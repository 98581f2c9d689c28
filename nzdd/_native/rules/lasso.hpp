// Coordinate descent for a quadratic with a penalty on absolute values:
//     minimize  1/2 d'H d - c'd + sum_j penalty_j |w_j + d_j|.
#pragma once

#include <cmath>

#include "base/array.hpp"
#include "base/pulse.hpp"

namespace nzdd {

// H is dense, symmetric and positive semidefinite, `size` by `size`. `step` starts at d and ends there;
// it stops once no step of a pass changes a derivative by more than `tolerance`. A column without
// curvature does not move. Returns the number of passes.
inline std::size_t lasso(const double* hessian, const double* linear, const double* weights,
                         const double* penalty, std::size_t size, double tolerance, std::size_t max_passes,
                         double* step, Pulse& pulse) {
    Array<double> gradient;  // c - H d
    gradient.append(linear, size);
    for (std::size_t j = 0; j < size; ++j)
        if (step[j] != 0)
            for (std::size_t k = 0; k < size; ++k) gradient[k] -= hessian[j * size + k] * step[j];
    for (std::size_t pass = 1; pass <= max_passes; ++pass) {
        double most = 0;
        for (std::size_t j = 0; j < size; ++j) {
            const double curvature = hessian[j * size + j];
            if (!(curvature > 0)) continue;
            const double now = weights[j] + step[j];
            const double target = gradient[j] + curvature * now;
            const double shrunk = std::max(std::abs(target) - penalty[j], 0.0) / curvature;
            const double change = std::copysign(shrunk, target) - now;
            if (change == 0) continue;
            step[j] += change;
            most = std::max(most, curvature * std::abs(change));
            const double* row = hessian + j * size;
            for (std::size_t k = 0; k < size; ++k) gradient[k] -= row[k] * change;
        }
        pulse.beat(pass, max_passes);
        if (most <= tolerance) return pass;
    }
    return max_passes;
}

}  // namespace nzdd
