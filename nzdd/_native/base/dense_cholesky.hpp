// A dense symmetric positive definite matrix, its upper triangle by rows, and its Cholesky factor.
#pragma once

#include <cmath>

#include "base/array.hpp"
#include "base/pulse.hpp"
#include "base/wide_vectors.hpp"

namespace nzdd {

class DenseCholesky {
public:
    explicit DenseCholesky(std::size_t size) : size_(size), entry_(size * size), scale_(size) {}

    std::size_t size() const { return size_; }
    double* row(std::size_t i) { return entry_.data() + i * size_; }
    void clear() { std::fill(entry_.begin(), entry_.end(), 0.0); }

    // Subtracts weight[r] y_r y_r' for `count` rows y_r below each other. Time O(count size^2).
    void subtract(const double* y, const double* weight, std::size_t count, Pulse& pulse) {
        std::size_t r = 0;
        for (; r + 4 <= count; r += 4) {
            pulse.within(r << 10);
            subtract_four(y + r * size_, size_, weight + r, 0);
        }
        for (; r < count; ++r) {
            const double* v = y + r * size_;
            for (std::size_t i = 0; i < size_; ++i) {
                const double a = weight[r] * v[i];
                double* to = row(i);
                for (std::size_t j = i; a != 0 && j < size_; ++j) to[j] -= a * v[j];
            }
        }
    }

    // Remembers the diagonal as the scale of every entry: what is subtracted may leave only rounding.
    void set_scale() {
        for (std::size_t i = 0; i < size_; ++i) scale_[i] = 1 / std::sqrt(row(i)[i]);
    }

    // In place; the matrix is first scaled and moved by `shift`. Time O(size^3).
    void factor(double shift, Pulse& pulse) {
        for (std::size_t i = 0; i < size_; ++i) {
            double* a = row(i);
            for (std::size_t j = i; j < size_; ++j) a[j] *= scale_[i] * scale_[j];
            a[i] += shift;
        }
        constexpr double kOnes[4] = {1, 1, 1, 1};
        for (std::size_t k = 0; k < size_; k += 4) {
            pulse.within(k << 12);
            const std::size_t end = std::min(size_, k + 4);
            for (std::size_t i = k; i < end; ++i) {
                double* a = row(i);
                const double inverse = 1 / std::sqrt(std::max(a[i], shift));
                for (std::size_t j = i; j < size_; ++j) a[j] *= inverse;
                for (std::size_t below = i + 1; below < end; ++below)
                    subtract_multiple(row(below) + below, a + below, a[below], size_ - below);
            }
            if (end < size_) subtract_four(row(k), size_, kOnes, end);
        }
    }

    // Replaces b by the solution.
    void solve(double* b) const {
        for (std::size_t i = 0; i < size_; ++i) b[i] *= scale_[i];
        for (std::size_t i = 0; i < size_; ++i) {
            const double* a = entry_.data() + i * size_;
            b[i] /= a[i];
            for (std::size_t j = i + 1; j < size_; ++j) b[j] -= a[j] * b[i];
        }
        for (std::size_t i = size_; i-- > 0;) {
            const double* a = entry_.data() + i * size_;
            double sum = b[i];
            for (std::size_t j = i + 1; j < size_; ++j) sum -= a[j] * b[j];
            b[i] = sum / a[i];
        }
        for (std::size_t i = 0; i < size_; ++i) b[i] *= scale_[i];
    }

private:
    // Four rows at once: the matrix passes through the cache a quarter as often.
    void subtract_four(const double* y, std::size_t stride, const double* weight, std::size_t from) {
        for (std::size_t i = from; i < size_; ++i) {
            double by[4];
            bool any = false;
            for (std::size_t k = 0; k < 4; ++k) {
                by[k] = weight[k] * y[k * stride + i];
                any |= by[k] != 0;
            }
            if (any) subtract_multiples(row(i) + i, y + i, stride, by, size_ - i);
        }
    }

    std::size_t size_;
    Array<double> entry_, scale_;
};

}  // namespace nzdd
