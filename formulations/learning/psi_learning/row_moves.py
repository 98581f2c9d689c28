"""Better planes, by moving single rows into region 1 or out of it."""

from __future__ import annotations

from itertools import cycle

import numpy as np

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.psi_learning.psi_models import SolveModel
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem
from nzdd.formulations.learning.psi_learning.regions import best_within

ROUNDS = 10
"""The most improvements of a plane for the regions that it has."""

PROGRESS = 1e-6
"""The relative improvement that counts."""


def improved(
    problem: PsiProblem, plane: Plane, solve_model: SolveModel, limits: Limits | None = None
) -> Plane:
    """A plane that is best for its regions, and not improved by moving one row.

    Rows with margins below 1 are moved into region 1, or out of it, one after the other from the
    smallest margin on, until a pass over all has no success or a limit is reached. Each takes an LP
    or a QP for the regions.
    """
    limits = Limits() if limits is None else limits
    plane = _settled(problem, plane, solve_model, limits)
    value, since = problem.objective(plane), 0
    margins, wrong = problem.margins(plane), problem.wrong(plane)
    for row in cycle(np.argsort(np.abs(margins)).tolist()):
        if since == problem.num_rows or limits.ends():
            break
        since += 1
        if problem.correct[row] or margins[row] >= 1:
            continue
        moved = wrong.copy()
        moved[row] = not moved[row]
        found = best_within(problem, moved, solve_model, time_limit=limits.left)
        if found is None or not _better(problem.objective(found), value):
            continue
        plane = _settled(problem, found, solve_model, limits)
        value, since = problem.objective(plane), 0
        margins, wrong = problem.margins(plane), problem.wrong(plane)
    return plane


def _settled(problem: PsiProblem, plane: Plane, solve_model: SolveModel, limits: Limits) -> Plane:
    """The best plane for the regions of this one, repeatedly while that improves it."""
    value = problem.objective(plane)
    for _ in range(ROUNDS):
        if limits.left == 0.0:
            break
        found = best_within(problem, problem.wrong(plane), solve_model, time_limit=limits.left)
        if found is None or not _better(problem.objective(found), value):
            break
        plane, value = found, problem.objective(found)
    return plane


def _better(value: float, than: float) -> bool:
    return value < than - PROGRESS * (1 + than)
