"""The kind of a model, by its rows and columns, and the methods and solvers that suit it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.methods.auto import thresholds
from nzdd.adapters.methods.claims.doubt import is_wide
from nzdd.adapters.solvers.registry import LAZY_SOLVERS, SOLVERS
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.matrix_rows import MatrixRows


def reason_against_lazy(model: LinearModel, rows: NDArray[np.bool_], solver: str | None) -> str:
    """Why ``lazy`` with these rows in oracles does not suit a model; empty if it does."""
    if solver is not None and solver not in LAZY_SOLVERS:
        return f"{solver} was asked for"
    if rows.sum() < thresholds.TALL * max(1, model.num_columns):
        least = f"{thresholds.TALL} inequalities per column"
        return f"all rows at once: adding them on demand pays from {least} on"
    if model.is_mixed_integer and not of_one_kind(model, rows):
        return "all rows at once: adding them on demand pays for covering or packing rows only"
    return ""


def is_packing(model: LinearModel) -> bool:
    """Whether all columns are integer, and no row bounds them from below."""
    down, _ = MatrixRows.trusted(model.matrix, model.row_lower, model.row_upper).locks()
    return not down.any() and bool(model.integrality.all())


def of_one_kind(model: LinearModel, rows: NDArray[np.bool_]) -> bool:
    """Whether a model has nothing but covering rows, or nothing but packing rows, and bounds.

    Covering rows, such as ``x1 + x2 + x3 >= 1``, bound columns from below; packing rows, such as
    ``x1 + x2 <= 1``, from above; all must have the same coefficient. Only the rows of the mask
    count; the others may have at most one nonzero. Time O(nonzeros).
    """
    size = np.diff(model.matrix.indptr)
    if (size[~rows] > 1).any() or not rows.any():
        return False
    matrix = model.matrix if rows.all() else csr_array(model.matrix[np.flatnonzero(rows)])
    data = matrix.data
    if (np.abs(data) != abs(data[0])).any():
        return False
    # the sign of all coefficients of a row, 0 where they differ
    sums = np.add.reduceat(np.sign(data), matrix.indptr[:-1])
    sign = np.where(np.abs(sums) == size[rows], np.sign(sums), 0)
    low, high = np.isfinite(model.row_lower[rows]), np.isfinite(model.row_upper[rows])
    up = np.where(sign > 0, low, high) & (sign != 0)
    down = np.where(sign > 0, high, low) & (sign != 0)
    return bool((up & ~down).all() or (down & ~up).all())


def direct_solvers(model: LinearModel, *, most: int) -> tuple[str, ...]:
    """The solvers for a model, at most so many of them, those to start first in front.

    GLOP is the fastest on easy linear programs and the interior point method on hard ones. Of
    integer models HiGHS solves most. Beside it, CP-SAT is fast on tall and on tiny ones, and SCIP
    on wide and on mixed ones. HiGHS is not asked where rows have coefficients of all sizes.
    """
    if most == 1:
        return ("scip",) if model.is_mixed_integer else ("highs_ipm",)
    if not model.is_mixed_integer:
        return ("glop", "highs_ipm")
    is_tall = model.num_rows >= model.num_columns
    likes_cp_sat = is_tall or model.num_nonzeros <= thresholds.TINY
    solvers = ["highs", "cp_sat", "scip"] if likes_cp_sat else ["highs", "scip", "cp_sat"]
    try:
        SOLVERS["cp_sat"].check(model)
    except UnsupportedModelError:
        solvers.remove("cp_sat")
    if is_wide(model):
        solvers.remove("highs")
    return tuple(solvers[:most])
