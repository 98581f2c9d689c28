"""The best plane where it is known which rows are given up."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.psi_learning.big_m import BigM
from nzdd.formulations.learning.psi_learning.hinge_qp import hinge_qp
from nzdd.formulations.learning.psi_learning.models import (
    PsiModel,
    SolveModel,
    compact_model,
    with_squares,
)
from nzdd.formulations.learning.psi_learning.problem import Plane, PsiProblem


def best_within(
    problem: PsiProblem,
    wrong: NDArray[np.bool_],
    solve_model: SolveModel,
    *,
    shift: float = 0.0,
    time_limit: float | None = None,
) -> Plane | None:
    """The best plane that gives up given rows: an LP for the 1-norm, `hinge_qp` for the 2-norm.

    Parameters
    ----------
    problem : PsiProblem
    wrong : ndarray of bool, shape (n,)
    solve_model : SolveModel
        Of linear programs.
    shift, time_limit
        See `region_model`; the time is that of the solver.

    Returns
    -------
    Plane or None
        None where there is none, or none was found.
    """
    if problem.norm == "l2":
        prices = np.where(problem.fixed | wrong, 0.0, problem.a * problem.costs)
        floors = np.where(wrong, -np.inf, np.where(problem.fixed, 1.0, shift))
        return hinge_qp(problem.features, problem.signs, prices, floors)
    model = region_model(problem, wrong, shift)
    result = solve_model(model.model, time_limit=time_limit)
    return None if result.x is None else model.plane(result.x)


def region_model(problem: PsiProblem, wrong: NDArray[np.bool_], shift: float = 0.0) -> PsiModel:
    """The best plane when the rows that are given up are known, as an LP or a QP without any M.

    Parameters
    ----------
    problem : PsiProblem
    wrong : ndarray of bool, shape (n,)
        Rows that may lie anywhere and cost 2; the margins of the others are at least 0.
    shift : float
        At least this, instead, so that no rounding puts a row on the wrong side.
    """
    n = problem.num_rows
    linear = compact_model(problem, BigM(np.ones(n), np.inf)).linear
    up = wrong.astype(float)
    row_lower = linear.row_lower.copy()
    row_lower[:n][wrong] = -np.inf
    lower, upper = linear.lower.copy(), linear.upper.copy()
    lower[-n:] = upper[-n:] = up
    upper[-2 * n : -n] = np.where(problem.fixed | wrong, 0.0, 1.0 - shift)
    linear = linear.replace(row_lower=row_lower, lower=lower, upper=upper, integrality=False)
    return PsiModel(problem, with_squares(problem, linear), "compact")
