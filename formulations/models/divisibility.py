"""Rows whose sums are multiples of a number, where no multiple lies between their sides."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.models.linear import LinearModel

TOLERANCE = 1e-6
"""Solvers keep a side s up to this, times 1 + abs(s)."""

LARGEST = 2.0**53


def row_without_multiple(model: LinearModel) -> tuple[int, int] | None:
    """The first such row and the divisor of its coefficients; None where there is none.

    Of rows over integer columns with integer coefficients. Solvers that compute with floats may
    take long over such a row, and even call a point optimal that misses a side by little. Time
    O(nonzeros).
    """
    matrix, low, high = model.matrix, model.row_lower, model.row_upper
    filled = np.flatnonzero((np.diff(matrix.indptr) > 0) & np.isfinite(low) & np.isfinite(high))
    if not filled.size:
        return None
    part = matrix[filled]
    sizes = np.abs(part.data)
    whole = model.integrality[part.indices] & (sizes == np.rint(sizes)) & (sizes < LARGEST)
    starts = part.indptr[:-1].astype(np.int64)
    divisor = np.gcd.reduceat(np.where(whole, sizes, 1.0).astype(np.int64), starts)
    low, high = low[filled], high[filled]
    least = low - TOLERANCE * (1.0 + np.abs(low))
    most = high + TOLERANCE * (1.0 + np.abs(high))
    none = np.logical_and.reduceat(whole, starts) & (np.ceil(least / divisor) * divisor > most)
    at = np.flatnonzero(none)
    return (int(filled[at[0]]), int(divisor[at[0]])) if at.size else None
