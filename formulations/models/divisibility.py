"""Rows whose sums are multiples of a number, so that their sides may be, too."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel

TOLERANCE = 1e-6
"""Solvers keep a side s up to this, times 1 + abs(s)."""

EXACT = 2.0**53
"""Integers below it are added without rounding."""


def row_divisors(values: Floats, indptr: NDArray[Any], integer: NDArray[np.bool_]) -> Floats:
    """The greatest common divisor of each row of a CSR matrix, shape (m,).

    0 where a row is empty, or a value no integer, too large, or not that of an `integer` column
    (a mask of the shape of the values). Time O(nonzeros).
    """
    filled = np.diff(indptr) > 0
    divisors = np.zeros(filled.size)
    if not filled.any():
        return divisors
    sizes = np.abs(values)
    whole = integer & (sizes == np.rint(sizes)) & (sizes < EXACT)
    starts = indptr[:-1][filled].astype(np.int64)
    found = np.gcd.reduceat(np.where(whole, sizes, 1.0).astype(np.int64), starts)
    divisors[filled] = np.where(np.logical_and.reduceat(whole, starts), found, 0)
    return divisors


def multiples(low: Floats, high: Floats, divisor: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest multiple between two sides, as numbers of divisors.

    A side that misses its nearest multiple by no more than the tolerance is meant as that one. The
    least is above the greatest where there is none.
    """
    below, above = (np.minimum(TOLERANCE * (1.0 + np.abs(s)), divisor / 2) for s in (low, high))
    least, greatest = np.ceil((low - below) / divisor), np.floor((high + above) / divisor)
    return least + 0.0, greatest + 0.0  # -0 is 0


def row_without_multiple(model: LinearModel) -> tuple[int, int, float] | None:
    """The first such row, the divisor of its coefficients, and its constant; None without one.

    Of rows over integer columns with integer coefficients; a column whose bounds are equal is a
    constant. Solvers that compute with floats may take long over such a row, and even call a point
    optimal that misses a side by little. Time O(nonzeros).
    """
    matrix = model.matrix
    fixed = model.lower == model.upper
    constant = np.where(fixed, model.lower, 0.0)
    integer = model.integrality | (fixed & (constant == np.rint(constant)))
    free = np.where(fixed[matrix.indices], 0.0, matrix.data)
    divisor = row_divisors(free, matrix.indptr, integer[matrix.indices])
    largest = abs(matrix) @ np.abs(constant)
    both = np.isfinite(model.row_lower) & np.isfinite(model.row_upper)
    at = np.flatnonzero((divisor > 0) & both & (largest < EXACT))
    shift = (matrix @ constant)[at]
    low, high = model.row_lower[at] - shift, model.row_upper[at] - shift
    least, greatest = multiples(low, high, divisor[at])
    none = np.flatnonzero(least > greatest)
    if not none.size:
        return None
    first = none[0]
    return int(at[first]), int(divisor[at[first]]), float(shift[first])


def divided(model: LinearModel) -> LinearModel:
    """The model whose rows of integers are divided by their divisors, with sides that are integers.

    The same integers satisfy it, up to the tolerance of sides; the linear relaxation may be
    tighter. Rows without a multiple between their sides stay. Time O(nonzeros).
    """
    matrix = model.matrix
    divisor = row_divisors(matrix.data, matrix.indptr, model.integrality[matrix.indices])
    at = np.flatnonzero(divisor)
    low, high = model.row_lower.copy(), model.row_upper.copy()
    sides = np.abs(np.stack((low[at], high[at])))
    at = at[(np.isinf(sides) | (sides < EXACT)).all(axis=0)]
    least, greatest = multiples(low[at], high[at], divisor[at])
    there_is = least <= greatest
    at = at[there_is]
    low[at], high[at] = least[there_is], greatest[there_is]
    factor = np.ones(divisor.size)
    factor[at] = divisor[at]
    if (factor == 1).all() and (low == model.row_lower).all() and (high == model.row_upper).all():
        return model
    data = matrix.data / np.repeat(factor, np.diff(matrix.indptr))
    return model.changed(
        matrix=csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape),
        row_lower=low,
        row_upper=high,
    )
