"""Mixed-integer programs whose rows are added when violated, by one whole solve after another."""

from __future__ import annotations

from collections.abc import Callable

from numpy.typing import ArrayLike

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import UNSURE, MakeEngine
from nzdd.formulations.models.result import Result
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.mixed_integer import checked_start, unbounded_at
from nzdd.formulations.row_generation.rounds.round_loop import RoundLoop
from nzdd.formulations.row_generation.rounds.round_solver import RoundSolver


def solve_mip(
    lazy: LazyModel,
    solve_round: RoundSolver,
    make_engine: MakeEngine,
    *,
    gap: float = 1e-6,
    tolerance: float = 1e-6,
    time_limit: float | None = None,
    hint: ArrayLike | None = None,
    on_step: OnStep | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Solve a mixed-integer model with row oracles, by a solver without callbacks.

    The linear relaxation is solved by row generation. Then, in rounds, the solver gets the model
    with the rows found so far, and the oracles separate its points. A point that is optimal for
    some of the rows and violates none is optimal for all.

    Parameters
    ----------
    lazy : LazyModel
        Minimised or maximised; binary, integer and continuous columns.
    solve_round : RoundSolver
        Solves a model with some of the rows.
    make_engine : MakeEngine
        One engine is made for the relaxation and for points whose integers are fixed, or another
        one or two where the relaxation starts unbounded.
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
    on_step : callable, optional
        Called with a `SolveStep` after each round, and at every new bound and incumbent.
    stop : callable, optional
        Asked before every solve; True ends the work.

    Returns
    -------
    Result
        OPTIMAL, INFEASIBLE, or UNBOUNDED where proven; FEASIBLE or NO_SOLUTION_FOUND at a limit
        ("time" or "interrupted"), also in the search for a point of an unbounded relaxation. The
        dual bound is the best one of all rounds: a bound for some of the rows is one for all. Where
        the solver fails, or gives nothing new, the status is FEASIBLE with the limit "numerical",
        or NUMERICAL_ERROR. Every point satisfies all rows. `report` is a `LazyReport`.

    Raises
    ------
    ValueError
        If the hint has another shape, `tolerance` is not positive, or `gap` is negative.

    Notes
    -----
    Each round starts the solver anew, so few and good rounds matter: early ones end at a wide gap,
    and every point of the solver is made feasible if possible, by the best values of the continuous
    columns with its integers, or by `repair`. The rows found on that way come into the next round,
    and the point is its start.

    References
    ----------
    Dantzig, Fulkerson and Johnson, "Solution of a large-scale traveling-salesman problem" (1954).
    """
    point = checked_start(lazy, gap, tolerance, hint)
    if isinstance(point, Result):
        return point
    limits = Limits(time_limit, stop)
    tight = lazy.tightened()
    result = RoundLoop(tight, solve_round, make_engine, gap, tolerance, limits, on_step).run(point)
    if result.status not in UNSURE:
        return result
    found = solve_mip(
        lazy.without_objective(),
        solve_round,
        make_engine,
        tolerance=tolerance,
        time_limit=limits.left,
        hint=hint,
        stop=stop,
    )
    return unbounded_at(lazy, found)
