"""Find the best plane for a psi-learning problem, with a proven bound."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.learning.psi_learning.big_m import LARGEST, BigM, smallest_big_m
from nzdd.formulations.learning.psi_learning.psi_models import FORMS, PsiModel, SolveModel
from nzdd.formulations.learning.psi_learning.psi_problem import ON_THE_EDGE, Plane, PsiProblem
from nzdd.formulations.learning.psi_learning.psi_result import PsiResult
from nzdd.formulations.learning.psi_learning.regions import best_within
from nzdd.formulations.models.result import Result, Status
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_choice

SHIFT = 2e-6
"""The least margin for rows on the boundary, if possible: more than the rounding of solvers."""

DIGITS = 1e-5
"""The relative accuracy with which a plane must have the objective of the solver's point."""

ROUNDS = 10
"""The most improvements of the starting plane."""


def solve(
    problem: PsiProblem,
    solve_model: SolveModel,
    *,
    starts: Iterable[Plane] = (),
    form: str = "compact",
    time_limit: float | None = None,
    largest: float = LARGEST,
    on_step: OnStep | None = None,
) -> PsiResult:
    """Find the plane of least penalty and psi loss.

    Parameters
    ----------
    problem : PsiProblem
    solve_model : SolveModel
        A MILP solver for the 1-norm, which also gets LPs; a MIQP solver for the 2-norm.
    starts : iterable of Plane
        Known planes, such as that of a support vector machine. The best of these and of constant
        functions is the hint for the solver, and its objective determines M.
    form : {"compact", "paper"}
        `compact_model`, or `paper_model`, which has twice the binaries and the same optimum.
    time_limit : float, optional
        Wall-clock seconds in total, after which the best plane so far is returned.
    largest : float
        The largest M; see `smallest_big_m`.
    on_step : callable, optional
        Called with the bounds before and after the solver.

    Returns
    -------
    PsiResult
        After Ctrl-C in the solver, the best plane so far.

    Raises
    ------
    ValueError
        If an argument is out of range, or no start has the fixed and the correct rows where they
        must be.

    Notes
    -----
    The start is improved by fixing its region-1 rows and solving the remaining LP or QP. The
    solver's point is cleaned in the same way, since a binary of 1e-6 times M is a visible margin.
    """
    check_choice("form", form, tuple(FORMS))
    limits, history = Limits(time_limit), History(on_step)
    # The functions 1, -1 and 0; the last puts every row on the boundary, at a loss of a.
    constants = (Plane(np.zeros(problem.num_features), value) for value in (1.0, -1.0, 0.0))
    best = min((*starts, *constants), key=problem.objective)
    value = problem.objective(best)
    if not np.isfinite(value):
        raise ValueError(
            "no start has margins of 1 in the fixed rows and 0 in the correct ones; add the plane "
            "that they were taken from"
        )
    best = _improved(problem, best, solve_model, limits)
    value = problem.objective(best)
    far = smallest_big_m(problem, value, largest)
    open_rows = int(problem.num_rows - problem.correct.sum())
    history.add(0.0, value, open_rows)
    started = limits.seconds
    model = FORMS[form](problem, far)
    try:
        result = solve_model(model.model, hint=model.point(best), time_limit=limits.left)
    except KeyboardInterrupt:
        result = Result(Status.NO_SOLUTION_FOUND, INTERRUPTED, limit=INTERRUPTED)
    solved = limits.seconds
    if result.x is not None and np.isfinite(result.x).all():
        found = _cleaned(model, result.x, solve_model)
        best = found if problem.objective(found) <= value + 1e-9 * (1 + value) else best
    value = problem.objective(best)
    proven = 0.0 if result.dual_bound is None else result.dual_bound
    within = min(max(0.0, proven), value)
    bound = min(within, far.outside)
    history.add(bound, value, open_rows)
    status, message = _status(result, value, far)
    seconds = {"start": started, "solve": solved - started, "clean": limits.seconds - solved}
    return PsiResult(
        problem,
        best,
        value,
        bound,
        within,
        status,
        "; ".join(filter(None, (message, _constant(problem, best)))),
        result.limit,
        far,
        history.steps,
        seconds,
    )


def _improved(problem: PsiProblem, plane: Plane, solve_model: SolveModel, limits: Limits) -> Plane:
    """Find the best plane for the regions of this one, repeatedly while that improves it."""
    value = problem.objective(plane)
    for _ in range(ROUNDS):
        if limits.left == 0.0:
            break
        found = best_within(problem, problem.wrong(plane), solve_model, time_limit=limits.left)
        if found is None or problem.objective(found) >= value - 1e-6 * (1 + value):
            break
        plane, value = found, problem.objective(found)
    return plane


def _cleaned(model: PsiModel, x: Floats, solve_model: SolveModel) -> Plane:
    """The plane of a point without the solver's rounding, with boundary rows on the right side.

    If no plane allows that, as for equal rows of both classes, they stay on the boundary.
    """
    problem, wrong = model.problem, model.given_up(x)
    raw = model.plane(x)
    for shift in (SHIFT, 0.0):
        found = best_within(problem, wrong, solve_model, shift=shift)
        if found is not None:
            value, allowed = problem.objective(found), problem.objective(raw)
            if value <= allowed + DIGITS * max(1.0, abs(allowed)):
                return found
    return raw


def _status(result: Result, value: float, far: BigM) -> tuple[Status, str]:
    if result.status is not Status.OPTIMAL:
        return Status.FEASIBLE, result.message or str(result.status)
    claimed = value if result.fun is None else result.fun
    if value > claimed + DIGITS * max(1.0, abs(claimed)):
        return (
            Status.FEASIBLE,
            f"the solver's objective {claimed:.6g} relies on its tolerance for binaries; scale the "
            "features, or take a smaller C",
        )
    if value > far.outside + DIGITS * max(1.0, far.outside):
        return (
            Status.FEASIBLE,
            f"best among planes with margins within {far.values.max():g}; others could have "
            f"objectives from {far.outside:.6g} on; scale the features, or raise the limit of M",
        )
    return Status.OPTIMAL, ""


def _constant(problem: PsiProblem, plane: Plane) -> str:
    values = plane.values(problem.features)
    if (np.abs(values) <= ON_THE_EDGE).all():
        return "the best plane puts every row on the boundary; take a larger C or a"
    if (values > 0).all() or (values < 0).all():
        return "the best plane puts every row into the same class; take a larger C"
    return ""
