"""Whether the numbers of an integer model are such that a solver's tolerances decide nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.linear import LinearModel

MODERATE = 1e5
"""The largest term of a row over its smallest coefficient. Solvers take what is within 1e-6 of an
integer for one: up to here that moves a row by less than its smallest coefficient."""

WIDE = 1e6
"""The largest coefficient of a row over its smallest. From here on HiGHS called a point optimal
that was far from it: 1 of 1,074 models that ``fuzz/hostile/parts/sizes.py`` draws, and none of
4,257 below; CPLEX one where they were 1e10 apart. SCIP and CP-SAT had none."""


def is_wide(model: LinearModel) -> bool:
    """Whether the coefficients of some row are more than `WIDE` apart. Time O(nonzeros)."""
    sizes, starts = _sizes(model)
    if not starts.size:
        return False
    least = np.minimum.reduceat(sizes, starts)
    return bool((np.maximum.reduceat(sizes, starts) >= WIDE * least).any())


def is_moderate(model: LinearModel) -> bool:
    """Whether no row has a term that is more than `MODERATE` times its smallest coefficient.

    A term is a coefficient times the bound of its column that is farther from 0, or times 1 if both
    are nearer; a column without one of its bounds may have any. Time O(nonzeros).
    """
    sizes, starts = _sizes(model)
    if not starts.size:
        return True
    reach = np.maximum(np.maximum(np.abs(model.lower), np.abs(model.upper)), 1.0)
    with np.errstate(over="ignore"):
        largest = np.maximum.reduceat(sizes * reach[model.matrix.indices], starts)
        return bool((largest <= MODERATE * np.minimum.reduceat(sizes, starts)).all())


def _sizes(model: LinearModel) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Absolute values of the coefficients, and where each row that has any starts."""
    matrix = model.matrix
    starts = matrix.indptr[:-1][np.diff(matrix.indptr) > 0].astype(np.int64)
    return np.abs(matrix.data), starts
