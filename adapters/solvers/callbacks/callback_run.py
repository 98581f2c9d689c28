"""One solve by a solver with callbacks, from start to result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from nzdd.adapters.solvers.callbacks.row_giver import RowGiver
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS
from nzdd.adapters.solvers.callbacks.watch import Watch
from nzdd.adapters.solvers.driver import Call
from nzdd.adapters.solvers.options import DEFAULT_GAP, Settings
from nzdd.adapters.solvers.own_options import OwnOptions
from nzdd.adapters.solvers.trivial import trivial_lazy_answer
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, in_words
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.rows.separation import SeparatedRows

Log = Callable[[str], None]

UNBOUNDED = {Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}

REFUTABLE = {Status.OPTIMAL, Status.FEASIBLE, Status.INFEASIBLE, Status.NO_SOLUTION_FOUND}
"""What is FEASIBLE where there is only another point than the solver's own."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """How a solver ended: see `nzdd.formulations.models.result.Result`."""

    status: Status
    message: str = ""
    x: Floats | None = None
    bound: float | None = None
    limit: str | None = None
    duals: Floats | None = None
    nodes: int = 0
    iterations: int = 0

    @classmethod
    def at_limit(
        cls,
        limit: str,
        x: Floats | None = None,
        bound: float | None = None,
        nodes: int = 0,
        iterations: int = 0,
    ) -> Outcome:
        """The outcome where a limit has ended the solve."""
        status = Status.NO_SOLUTION_FOUND if x is None else Status.FEASIBLE
        return cls(status, in_words(limit), x, bound, limit, None, nodes, iterations)


class Run(Protocol):
    """One solve by a solver, whose callbacks call a `Watch`."""

    def interrupt(self) -> None:
        """End the solve that runs; from any thread."""

    def solve(self) -> Outcome:
        """Solve, once. The bounds and points are of the model, its offset included."""

    def close(self) -> None:
        """Release memory, and what the run has of the licence."""


def prepare(model: LinearModel, solver: str, settings: Settings) -> Call:
    """The call of a solver for a whole model; linear programs get duals and reduced costs."""

    def read(answer: Result, seconds: float) -> Result:
        return replace(answer, method="direct", report=None)

    lazy = LazyModel(model, ())
    return Call("nzdd.adapters.solvers.lazy_worker", "solve", (lazy, solver, settings), read)


MakeRun = Callable[[LinearModel, Settings, Watch], Run]


def solve(
    make_run: MakeRun,
    solver: str,
    lazy: LazyModel,
    *,
    seed: SeparatedRows | None = None,
    time_limit: float | None = None,
    gap: float = DEFAULT_GAP,
    threads: int | None = None,
    hint: ArrayLike | None = None,
    on_step: OnStep | None = None,
    stop: Callable[[], bool] | None = None,
    on_interrupt: Callable[[Callable[[], None]], None] | None = None,
    log: Log | None = None,
    own: OwnOptions | None = None,
    max_rows: int = MAX_ROWS,
    repair: bool = True,
) -> Result:
    """Solve a lazy model, perhaps without any oracle, by the branch and cut of a solver.

    Parameters
    ----------
    make_run : callable
        Gives the core to the solver, with the rows of `seed`.
    solver : str
        Its name.
    lazy : LazyModel
        With oracles, there must be integer columns: solvers have no callbacks for rows of linear
        programs.
    seed : SeparatedRows, optional
        Rows that are there from the start. Needed where the core alone is unbounded.
    time_limit : float, optional
        Wall-clock seconds, the building of the solver's model included.
    gap : float
        Relative gap between objective and dual bound at which the solve may stop.
    threads : int, optional
        By default the solver's choice.
    hint : array of float, shape (num_columns,), optional
        A point to start from, NaN where no value is proposed.
    on_step : callable, optional
        Called with a `SolveStep` when there is a new incumbent, and now and then.
    stop : callable, optional
        Asked now and then; True ends the solve.
    on_interrupt : callable, optional
        Called once, with a function that another thread may call at any time to end the solve.
    log : callable, optional
        Gets the solver's log line by line.
    own : mapping, optional
        Options by the solver's own names, which come after all others.
    max_rows : int
        Rows of each oracle a round at most.
    repair : bool
        Use `nzdd.formulations.row_generation.repair` where it applies.

    Returns
    -------
    Result
        Not checked yet. `report` is a `LazyReport`. That the rows which the solver was given leave
        the objective unbounded proves nothing about the others: where there are oracles, the status
        is then OTHER_ERROR.

    Raises
    ------
    OptionError
        If the solver refuses one of its `own` options.
    LicenceError
        If the licence of the solver is missing, expired, or too small for the core and the seed.
    Exception
        What an oracle or one of the callables raises.
    """
    started = perf_counter()
    answer = trivial_lazy_answer(lazy, seed)
    if answer is not None:
        return replace(answer, method="lazy", solver=solver, report=LazyReport())
    core = lazy.core if seed is None else lazy.core.with_rows(seed.matrix, seed.lower, seed.upper)
    giver = RowGiver(lazy.oracles, max_rows)
    giver.fit(core)
    watch = Watch(lazy, giver, started, time_limit, on_step, stop, repairs=repair)
    settings = Settings(
        time_limit, threads, gap, _inside(core, hint), log, solver_options=own or {}
    )
    run = make_run(core, settings, watch)
    try:

        def interrupt() -> None:
            watch.ended = True
            run.interrupt()

        if on_interrupt is not None:
            on_interrupt(interrupt)
        if watch.ended:
            outcome = Outcome.at_limit(INTERRUPTED)
        elif watch.left == 0.0:
            outcome = Outcome.at_limit(TIME)
        else:
            outcome = run.solve()
    finally:
        run.close()
    if watch.error is not None:
        raise watch.error
    return _result(lazy, solver, outcome, watch)


def _inside(core: LinearModel, hint: ArrayLike | None) -> Floats | None:
    """The hint with rounded integers, within the bounds; None without a value or an integer."""
    if hint is None or not core.is_mixed_integer:
        return None
    point = core.rounded(hint)
    return None if np.isnan(point).all() else point


def _result(lazy: LazyModel, solver: str, outcome: Outcome, watch: Watch) -> Result:
    status, message, x = outcome.status, outcome.message, outcome.x
    bound = None if status is Status.INFEASIBLE else outcome.bound
    if status in UNBOUNDED:
        x = bound = None
        if lazy.oracles:
            status = Status.OTHER_ERROR
            message = (
                f"the rows that {solver} was given do not bound the objective; pass such rows as "
                "seed"
            )
    holds = x is not None and lazy.violation(lazy.snapped(x)).within(1e-6)
    if not holds and watch.x is not None and status in REFUTABLE:
        x, status = watch.x, Status.FEASIBLE
    duals = outcome.duals
    report = replace(watch.report(), nodes=outcome.nodes, lp_iterations=outcome.iterations)
    return Result(
        status,
        message,
        x=x,
        fun=None if x is None else lazy.objective_value(x),
        dual_bound=bound,
        duals=duals,
        reduced_costs=None if duals is None else lazy.core.objective - lazy.core.matrix.T @ duals,
        limit=outcome.limit,
        method="lazy",
        solver=solver,
        report=report,
    )
