"""The best plane if the rows on the wrong side, in region 1, are known."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.learning.psi_learning.big_m import BigM
from nzdd.formulations.learning.psi_learning.hinge_qp import hinge_qp
from nzdd.formulations.learning.psi_learning.psi_models import (
    PsiModel,
    SolveModel,
    compact_model,
    with_squares,
)
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem
from nzdd.input.arrays import Bools


def best_within(
    problem: PsiProblem,
    wrong: Bools,
    solve_model: SolveModel,
    *,
    shift: float = 0.0,
    time_limit: float | None = None,
) -> Plane | None:
    """The best plane with these rows in region 1; None if there is none, or none was found.

    By an LP for the 1-norm, see `region_model`, and by `hinge_qp` for the 2-norm. The time limit is
    that of the solver.
    """
    if problem.norm == "l2":
        prices = np.where(problem.fixed | wrong, 0.0, problem.a * problem.costs)
        floors = np.where(wrong, -np.inf, np.where(problem.fixed, 1.0, shift))
        return hinge_qp(problem.features, problem.signs, prices, floors)
    model = region_model(problem, wrong, shift)
    result = solve_model(model.model, time_limit=time_limit)
    return None if result.x is None else model.plane(result.x)


def region_model(problem: PsiProblem, wrong: Bools, shift: float = 0.0) -> PsiModel:
    """The problem of `best_within` as an LP or a QP, without any M.

    The rows of `wrong` may have any margin and cost 2. The margins of the others are at least 0, or
    at least `shift`, so that rounding does not put them on the wrong side.
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
