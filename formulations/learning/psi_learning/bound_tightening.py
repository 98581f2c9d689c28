"""Smaller values of M, by linear programs: optimality-based bound tightening."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, eye_array, hstack, vstack

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import MakeRepricedEngine
from nzdd.formulations.learning.psi_learning.psi_models import function_rows
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats

LEAST = 0.1
"""A round that takes less than this share off the sum of all M is the last."""

SAFE = 1e-5
"""How much larger, relative and absolute, values are than those of linear programs."""

PROBE = 10
"""A round that after so many rows is unlikely to end in time is given up."""

CURVED = 1.1
"""How many times as much as its tangents half the square of w may be."""


def tightened(
    problem: PsiProblem,
    values: Floats,
    best: Plane,
    make_engine: MakeRepricedEngine,
    limits: Limits | None = None,
) -> Floats:
    """How far rows lie on the wrong side of planes that are as good as a known one, at most.

    Parameters
    ----------
    problem : PsiProblem
    values : ndarray, shape (n,)
        Bounds on ``-y_i (w @ x_i + b)`` that some optimal plane satisfies.
    best : Plane
        The known plane.
    make_engine : callable
        An engine for linear programs, such as `nzdd.adapters.solvers.glop.GlopEngine`.
    limits : Limits, optional
        When to stop; the values so far are right.

    Returns
    -------
    ndarray, shape (n,)
        Bounds, at least 0, that the same planes satisfy; 0 where a row must be on its own side.

    Notes
    -----
    The convex envelope of the psi loss over margins from -M on falls by 2 / (1 + M) a unit. With it
    in place of the loss, all planes at least as good as `best` are in a polyhedron, for the 2-norm
    together with tangents to half the square of w. A linear program for each row finds its least
    margin there. Smaller M raise the envelope, so it goes on in rounds. Belotti et al. (2016, On
    handling indicator constraints in mixed integer programming) show what that gains for the ramp
    loss. Time of a round: n linear programs of n rows, each from the basis of the one before.
    """
    limits = Limits() if limits is None else limits
    upper, tangents = problem.objective(best), best.weights[None, :]
    values = np.where(problem.correct, 0.0, values)
    while upper > SAFE**2 and not limits.ends():
        before = values
        values, tangents = _round(problem, values, upper, tangents, make_engine, limits)
        if (1 + values).sum() >= (1 - LEAST) * (1 + before).sum():
            break
    return values


def _round(
    problem: PsiProblem,
    values: Floats,
    upper: float,
    tangents: Floats,
    make_engine: MakeRepricedEngine,
    limits: Limits,
) -> tuple[Floats, Floats]:
    """The values after a linear program for each row, and the tangents that held in one of them."""
    d, found = problem.num_features, values.copy()
    margins = function_rows(problem)[0].toarray()
    model = relaxation(problem, values, upper)
    engine, costs = make_engine(model), np.zeros(model.num_columns)
    if problem.norm == "l2":
        engine.add_rows(*_tangent_rows(tangents, upper, model.num_columns))
    held = np.zeros(len(tangents), bool)
    rows, clock = np.flatnonzero(~problem.correct), limits.part(1.0)
    for count, row in enumerate(rows):
        if limits.ends() or (count == PROBE and _late(clock, rows.size)):
            break
        costs[: margins.shape[1]] = margins[row]
        engine.set_objective(costs)
        answer = engine.solve(limits.left)
        if answer.status is not Status.OPTIMAL or answer.objective is None or answer.x is None:
            continue
        found[row] = min(found[row], max(0.0, (SAFE - answer.objective) * (1 + SAFE)))
        if problem.norm == "l2":
            w, square = answer.x[:d], answer.x[d + 1]
            below = tangents @ w - 0.5 * (tangents**2).sum(axis=1)
            held |= below >= square - SAFE * upper
            if 0.5 * w @ w > CURVED * square + SAFE * upper:
                engine.add_rows(*_tangent_rows(w[None, :], upper, model.num_columns))
                tangents, held = np.vstack((tangents, w)), np.append(held, True)
    return found, tangents[held]


def _late(clock: Limits, num_rows: int) -> bool:
    """Whether a round will not end in time, after `PROBE` of its rows."""
    return clock.left is not None and clock.seconds * (num_rows - PROBE) > PROBE * clock.left


def relaxation(problem: PsiProblem, values: Floats, upper: float) -> LinearModel:
    """A linear program whose points include all planes with an objective of at most `upper`.

    Margins are at least ``-values``. Columns: those of w and b; for the 2-norm half the square of
    w; what each row lacks to margin 1, in two parts with rising costs. The objective is 0. Time and
    memory O(n d).
    """
    n, a = problem.num_rows, problem.a
    margins, cost, lower = function_rows(problem)
    square = int(problem.norm == "l2")
    # Straight from margin 1 to the loss of 2 at -M, unless the loss of a at margin 0 is below.
    straight = a * (1 + values) > 2
    near = np.where(problem.fixed | (straight & ~problem.correct), 0.0, 1.0)
    beyond = np.where(problem.correct, 0.0, np.where(straight, 1 + values, values))
    slope = np.where(straight, 2 / (1 + values), (2 - a) / np.maximum(values, SAFE))
    budget = np.concatenate((cost, np.ones(square), a * problem.costs, slope * problem.costs))
    lacks = csr_array(hstack([margins, csr_array((n, square)), eye_array(n), eye_array(n)]))
    return LinearModel(
        np.zeros(budget.size),
        vstack([lacks, csr_array(budget[None, :] / upper)]),
        np.append(np.ones(n), -np.inf),
        np.append(np.full(n, np.inf), 1 + SAFE),
        np.concatenate((lower, np.zeros(square + 2 * n))),
        np.concatenate((np.full(cost.size + square, np.inf), near, beyond)),
    )


def _tangent_rows(
    points: Floats, upper: float, num_columns: int
) -> tuple[csr_array, Floats, Floats]:
    """Half the square of w is at least its tangents at the points."""
    count, d = points.shape
    rows = np.zeros((count, num_columns))
    rows[:, :d], rows[:, d + 1] = -points, 1.0
    lower = -0.5 * (points**2).sum(axis=1)
    return csr_array(rows / upper), lower / upper, np.full(count, np.inf)
