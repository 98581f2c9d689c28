"""Whether the numbers of an integer model are such that a solver's tolerances decide nothing."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.models.linear import LinearModel

MODERATE = 1e5
"""The largest term of a row over its smallest coefficient. Solvers take what is within 1e-6 of an
integer for one: up to here that moves a row by less than its smallest coefficient."""


def is_moderate(model: LinearModel) -> bool:
    """Whether no row has a term that is more than `MODERATE` times its smallest coefficient.

    A term is a coefficient times the bound of its column that is farther from 0, or times 1 if both
    are nearer; a column without one of its bounds may have any. Time O(nonzeros).
    """
    matrix = model.matrix
    if not matrix.nnz:
        return True
    reach = np.maximum(np.maximum(np.abs(model.lower), np.abs(model.upper)), 1.0)
    sizes, starts = np.abs(matrix.data), matrix.indptr[:-1][np.diff(matrix.indptr) > 0]
    with np.errstate(over="ignore"):
        largest = np.maximum.reduceat(sizes * reach[matrix.indices], starts)
        return bool((largest <= MODERATE * np.minimum.reduceat(sizes, starts)).all())
