"""Row generation for linear programs most of whose rows are implicit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Limits, in_words
from nzdd.formulations.iteration.lp_engine import UNSURE, LPAnswer, MakeEngine
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.certificates import (
    as_direction,
    directions,
    improves_without_end,
    keeps_rows,
)
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.cutting_loop import CuttingLoop
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.row_generation.rows_in_use import RowsInUse
from nzdd.formulations.rows.separation import check_tolerance

MOST_LEFT = 100
"""Rows of each oracle, those that a direction leaves the most, that are checked one by one."""


def solve_lp(
    lazy: LazyModel,
    make_engine: MakeEngine,
    *,
    max_rows: int | None = None,
    tolerance: float = 1e-6,
    time_limit: float | None = None,
    on_step: OnStep | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Solve a model whose rows are found by oracles; its integrality is ignored.

    Parameters
    ----------
    lazy : LazyModel
    make_engine : MakeEngine
        One engine is made, or up to three where the rows of the core do not bound the objective.
    max_rows : int, optional
        Rows asked of an oracle in a round; by default a quarter of the columns, at least 100.
    tolerance : float
        Rows may be violated by this much, in absolute terms.
    time_limit : float, optional
        Wall-clock seconds.
    on_step : callable, optional
        Called with a `SolveStep` after each round.
    stop : callable, optional
        Asked before each solve; True ends the work.

    Returns
    -------
    Result
        Not yet `checked`. `duals` are those of the rows of the core; the `LazyReport` in `report`
        has the rows in use and theirs, and all other rows have the dual zero. UNBOUNDED comes with
        a feasible point. Where a limit strikes there is no point, but a `dual_bound`: the last
        optimum over some of the rows.

    Raises
    ------
    ValueError
        If `max_rows` or `tolerance` is not positive.

    Notes
    -----
    Every status is proven on all rows, up to the tolerances. The optimum over the rows in use never
    falls (we minimise), since only rows that do not bind are deleted, and only after it has risen;
    so there is an end where the number of rows is finite.
    """
    if max_rows is not None and max_rows < 1:
        raise ValueError(f"max_rows is {max_rows}; ask for one row at least")
    check_tolerance(tolerance)
    core = lazy.core
    max_rows = max_rows or max(100, core.num_columns // 4)
    loop = CuttingLoop(lazy, max_rows, tolerance, Limits(time_limit, stop), on_step)
    use = RowsInUse(core, make_engine)
    answer = loop.run(use)
    if answer.status in UNSURE:
        use, answer = _unsure(loop, use, core, make_engine)
    duals = np.zeros(core.num_rows + len(use)) if answer.duals is None else answer.duals
    return Result(
        answer.status,
        _message(answer.status, loop.limit, len(use)),
        x=answer.x,
        fun=answer.objective,
        dual_bound=None if answer.status is Status.INFEASIBLE else loop.dual_bound,
        duals=None if answer.duals is None else duals[: core.num_rows],
        reduced_costs=answer.reduced_costs,
        limit=loop.limit,
        method="lazy",
        seconds=loop.seconds,
        report=LazyReport(
            loop.rounds,
            loop.rows_added,
            0,
            loop.lp_iterations,
            use.rows,
            use.oracle,
            duals[core.num_rows :],
        ),
    )


def _unsure(
    loop: CuttingLoop, use: RowsInUse, core: LinearModel, make_engine: MakeEngine
) -> tuple[RowsInUse, LPAnswer]:
    """Continue where the rows in use do not bound the objective.

    A program is unbounded exactly where it has a point, and a direction that improves the objective
    and leaves no row and no bound. The search for the direction is a program of the same kind; if
    there is none, its rows bound the objective (duality).
    """
    rays = RowsInUse(directions(core), make_engine, ray=True)
    best = loop.run(rays)
    if best.status in UNSURE or best.status is Status.INFEASIBLE:  # 0 is one, and all are bounded
        return use, LPAnswer(Status.NUMERICAL_ERROR)
    if best.status is not Status.OPTIMAL or best.objective is None:
        return use, LPAnswer(best.status)
    if loop.improves(best.objective):
        if best.x is None or not _is_direction(loop.lazy, best.x):
            return use, LPAnswer(Status.NUMERICAL_ERROR)
        points = RowsInUse(core.without_objective(), make_engine)
        points.add(rays.rows, rays.oracle)
        found = loop.run(points, bounding=False)
        status = Status.UNBOUNDED if found.status is Status.OPTIMAL else found.status
        return points, LPAnswer(status, x=found.x)
    use.add(rays.rows, rays.oracle)
    answer = loop.run(use)
    if answer.status is Status.INFEASIBLE_OR_UNBOUNDED:
        return use, LPAnswer(Status.INFEASIBLE)
    if answer.status is Status.UNBOUNDED:
        return use, LPAnswer(Status.NUMERICAL_ERROR)
    return use, answer


def _is_direction(lazy: LazyModel, direction: Floats) -> bool:
    """Whether all rows hold along a direction as exactly as `improves_without_end` asks."""
    ray = as_direction(direction, lazy.core.num_columns)
    left, _ = lazy.separate(ray, MOST_LEFT, tolerance=0.0, ray=True)
    kept = keeps_rows(left.matrix, left.lower, left.upper, ray)
    return kept and improves_without_end(lazy.core, ray)


def _message(status: Status, limit: str | None, rows: int) -> str:
    """How the solve ended, as text."""
    if limit is not None:
        return in_words(limit)
    return {
        Status.INFEASIBLE: f"no point satisfies the core and {rows} rows of the oracles",
        Status.UNBOUNDED: "from a feasible point, a direction improves the objective without end",
        Status.NUMERICAL_ERROR: "the solver of linear programs failed",
    }.get(status, "")
