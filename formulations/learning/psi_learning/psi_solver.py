"""Find the best plane for a psi-learning problem, with a proven bound."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.iteration.lp_engine import MakeRepricedEngine
from nzdd.formulations.learning.psi_learning.big_m import LARGEST, BigM, at_most, smallest_big_m
from nzdd.formulations.learning.psi_learning.bound_tightening import tightened
from nzdd.formulations.learning.psi_learning.psi_models import FORMS, PsiModel, SolveModel
from nzdd.formulations.learning.psi_learning.psi_problem import ON_THE_EDGE, Plane, PsiProblem
from nzdd.formulations.learning.psi_learning.psi_result import PsiResult
from nzdd.formulations.learning.psi_learning.regions import best_within
from nzdd.formulations.learning.psi_learning.row_moves import improved
from nzdd.formulations.models.result import Result, Status
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_choice, check_number

SHIFT = 2e-6
"""The least margin for rows on the boundary, if possible: more than the rounding of solvers."""

DIGITS = 1e-5
"""The relative accuracy with which a plane must have the objective of the solver's point."""

START = 0.2
"""The share of the time left for the search for a better start, and then for the values of M."""


def solve(
    problem: PsiProblem,
    solve_model: SolveModel,
    *,
    starts: Iterable[Plane] = (),
    make_engine: MakeRepricedEngine | None = None,
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
        Known planes, such as that of a support vector machine. The best of these is `improved` by
        moving rows; it or a constant function is the hint for the solver, and determines M.
    make_engine : callable, optional
        For linear programs that make M `tightened` in the compact form; such as
        `nzdd.adapters.solvers.glop.GlopEngine`.
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
    The best plane for given region-1 rows is that of an LP or QP. So the start is improved, and the
    solver's point is cleaned, since a binary of 1e-6 times M is a visible margin.
    """
    check_choice("form", form, tuple(FORMS))
    check_number("largest", largest, 1.0, above=True, infinite=True)
    limits, history = Limits(time_limit), History(on_step)
    # The functions 1, -1 and 0; the last puts every row on the boundary, at a loss of a. The search
    # hardly ever leaves them, so it starts from a plane that was given, if there is one.
    constants = [Plane(np.zeros(problem.num_features), value) for value in (1.0, -1.0, 0.0)]
    given = list(starts)
    best = min([*given, *constants], key=problem.objective)
    value = problem.objective(best)
    if not np.isfinite(value):
        raise ValueError(
            "no start has margins of 1 in the fixed rows and 0 in the correct ones; add the plane "
            "that they were taken from"
        )
    far, started = BigM(np.full(problem.num_rows, np.inf), np.inf), limits.seconds
    open_rows = int(problem.num_rows - problem.correct.sum())
    try:
        start = min(given, key=problem.objective, default=best)
        start = improved(problem, start, solve_model, limits.part(START))
        best = min(best, start, key=problem.objective)
        value = problem.objective(best)
        use = make_engine if form == "compact" else None
        far = _big_m(problem, best, largest, use, limits.part(START))
        history.add(0.0, value, open_rows)
        started = limits.seconds
        model = FORMS[form](problem, far)
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


def _big_m(
    problem: PsiProblem,
    best: Plane,
    largest: float,
    make_engine: MakeRepricedEngine | None,
    limits: Limits,
) -> BigM:
    value = problem.objective(best)
    if make_engine is None:
        return smallest_big_m(problem, value, largest)
    needed = smallest_big_m(problem, value, np.inf).values
    return at_most(problem, tightened(problem, needed, best, make_engine, limits), largest)


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
