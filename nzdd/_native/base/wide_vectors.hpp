// Loops over wider vectors than those that every processor has, where the processor at hand has them.
#pragma once

#include <cstddef>

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define NZDD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define NZDD_WIDE
#endif

namespace nzdd {

// to[j] -= by * from[j]
NZDD_WIDE static inline void subtract_multiple(double* to, const double* from, double by, std::size_t size) {
    for (std::size_t j = 0; j < size; ++j) to[j] -= by * from[j];
}

// Of four vectors, `stride` apart, at once.
NZDD_WIDE static inline void subtract_multiples(double* to, const double* from, std::size_t stride,
                                                const double* by, std::size_t size) {
    const double *p = from, *q = p + stride, *r = q + stride, *s = r + stride;
    const double a = by[0], b = by[1], c = by[2], d = by[3];
    for (std::size_t j = 0; j < size; ++j) to[j] -= a * p[j] + b * q[j] + c * r[j] + d * s[j];
}

}  // namespace nzdd
