"""Branch and bound over linear programs whose rows are added when violated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from numpy.typing import ArrayLike

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import UNSURE, MakeEngine
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.branch_and_bound.point_search import Heuristic
from nzdd.formulations.row_generation.branch_and_bound.tree_search import TreeSearch
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.mixed_integer import checked_start, unbounded_at
from nzdd.formulations.rows.separation import SeparatedRows

MOST_FEASIBILITY_LPS = 10_000
"""Spent on the question whether a model with an unbounded relaxation has a feasible point."""


def solve_mip(
    lazy: LazyModel,
    make_engine: MakeEngine,
    *,
    gap: float = 1e-6,
    tolerance: float = 1e-6,
    time_limit: float | None = None,
    hint: ArrayLike | None = None,
    heuristic: Heuristic | None = None,
    on_step: OnStep | None = None,
    stop: Callable[[], bool] | None = None,
    seed: SeparatedRows | None = None,
    propagate: bool = True,
) -> Result:
    """Solve a mixed-integer model with row oracles.

    Parameters
    ----------
    lazy : LazyModel
        Minimised or maximised; binary, integer and continuous columns.
    make_engine : MakeEngine
        One engine is made, or another one or two where the relaxation starts unbounded.
    gap : float
        ``|fun - dual_bound| / max(1, |fun|)`` at which a point counts as optimal.
    tolerance : float
        Rows are violated whose slack is below ``-tolerance``; points are feasible whose
        `Violation.scaled` in the core is at most tolerance.
    time_limit : float, optional
        Wall-clock seconds.
    hint : array_like, shape (num_columns,), optional
        A point to start from, NaN where no value is proposed. Its integers are rounded and moved
        into their bounds, and the other columns solved for.
    heuristic : callable, optional
        From the solution of an LP to a feasible point or None; called at the root and at every
        tenth node, less and less often while it finds nothing better.
    on_step : callable, optional
        Called with a `SolveStep` about twice a second, and at every new incumbent.
    stop : callable, optional
        Asked before every LP; True ends the search.
    seed : SeparatedRows, optional
        Rows of the oracles to start with, as `LazyReport.rows` of the linear relaxation.
    propagate : bool
        Tighten the bounds of nodes by all rows (`nzdd.formulations.propagation`).

    Returns
    -------
    Result
        OPTIMAL, INFEASIBLE, or UNBOUNDED where proven; INFEASIBLE_OR_UNBOUNDED where the
        relaxation is unbounded and no feasible point came up; FEASIBLE or NO_SOLUTION_FOUND at a
        limit ("time" or "interrupted"), with the least bound of all open nodes. Where LPs failed,
        the nodes left over keep their bound in `dual_bound`, and the status is FEASIBLE with the
        limit "numerical", or NUMERICAL_ERROR. Every point satisfies all rows. `report` is a
        `LazyReport`.

    Raises
    ------
    ValueError
        If the hint has another shape, `tolerance` is not positive, or `gap` is negative.

    Notes
    -----
    The tree may be infinite if integer columns have infinite bounds: give a limit.

    References
    ----------
    Land and Doig, "An automatic method of solving discrete programming problems" (1960).
    Padberg and Rinaldi, "A branch-and-cut algorithm" (1991).
    Achterberg, Koch and Martin, "Branching rules revisited" (2005).
    """
    point = checked_start(lazy, gap, tolerance, hint)
    if isinstance(point, Result):
        return point
    limits = Limits(time_limit, stop)
    search = TreeSearch(
        lazy, make_engine, gap, tolerance, limits, heuristic, on_step, propagate=propagate
    )
    result = search.run(point, seed)
    if result.status not in UNSURE:
        return result
    any_point = solve_mip(
        lazy.without_objective(),
        make_engine,
        tolerance=tolerance,
        time_limit=limits.left,
        hint=hint,
        heuristic=heuristic,
        stop=_after(MOST_FEASIBILITY_LPS, limits),
    )
    result = unbounded_at(lazy, any_point)
    if result.status in {Status.UNBOUNDED, Status.INFEASIBLE}:
        return result
    message = "the relaxation is unbounded, and no feasible point was found"
    status, limit = Status.INFEASIBLE_OR_UNBOUNDED, limits.reached()
    return replace(result, status=status, message=message, limit=limit)


def _after(calls: int, limits: Limits) -> Callable[[], bool]:
    """A function that returns True after a number of calls, or where the limits ask to stop."""

    def stop() -> bool:
        nonlocal calls
        calls -= 1
        return calls < 0 or limits.stops()

    return stop
