"""One solve by any solver: options, trivial answers, worker process, interruption, check, times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.registry import find_solver
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.adapters.workers import pool as worker_pool
from nzdd.adapters.workers.process import OnFound
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, in_words
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Checkable, Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport, LazyStep

Floats = NDArray[np.float64]


def other_error(message: str) -> Result:
    """The result where a solver, or its process, fails."""
    return Result(Status.OTHER_ERROR, message)


@dataclass(frozen=True, slots=True)
class Call:
    """What a worker process runs, by `nzdd.adapters.workers.pool.call`, and what its answer means.

    `read` turns the answer and the seconds that it took into an unchecked result; without it the
    answer is a result. `failed` turns the message of a task that failed into a result, or raises.
    """

    module: str
    function: str
    arguments: tuple[Any, ...]
    read: Callable[[Any, float], Result] | None = None
    failed: Callable[[str], Result] = other_error
    kind: str = ""
    loud: bool = False


def solve_once(model: LinearModel | QuadraticModel, solver: str | None, options: Options) -> Result:
    """The answer of one of `registry.SOLVERS`, checked; INFEASIBLE and UNBOUNDED are not confirmed.

    Only SCIP takes a quadratic model, with or without integer columns; it meets rows and the
    objective to about 1e-6.

    Raises
    ------
    ValueError
        If the name or an option is wrong, or (`UnsupportedModelError`) the solver cannot take the
        model.
    MissingExtraError
        If the solver is an extra that is not installed.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second: the solver runs in a process of its own.

    Notes
    -----
    The process is kept for the next call. The first call takes a tenth of a second longer, the
    model is held twice in memory, and a crash of the solver is a `Result` with OTHER_ERROR.
    """
    linear = model.linear if isinstance(model, QuadraticModel) else model
    chosen = find_solver(solver, linear)
    checked_options = settings(linear, options)
    started = perf_counter()
    call: Call = import_module(chosen.module).prepare(model, chosen.name, checked_options)
    return drive(model, linear, chosen.name, checked_options, call, started)


def drive(
    model: Checkable,
    linear: LinearModel,
    solver: str,
    options: Settings,
    call: Call,
    started: float,
    on_step: OnStep | None = None,
) -> Result:
    """Run a solver in a worker process, unless the answer is trivial, and check the result.

    `linear` is the linear part of the model, for a lazy model its core. Building the call started
    at `started`, by `time.perf_counter`. `on_step` gets each `LazyStep` that the task sends.
    """
    trivial = trivial_answer(linear)
    # Without columns the rows of oracles may still exclude the empty point.
    if trivial is not None and not (isinstance(model, LazyModel) and trivial.success):
        return checked(model, replace(trivial, solver=solver))
    known = BestKnown(model, options.hint, on_step, options.on_found)
    built = perf_counter()
    try:
        answer = worker_pool.call(
            call.module,
            call.function,
            *call.arguments,
            kind=call.kind,
            loud=call.loud,
            on_log=options.on_log,
            on_found=known.hear,
            interrupt=options.interrupt,
            wait=options.wait,
            time_limit=options.time_limit,
        )
        if call.read is not None:
            answer = call.read(answer, perf_counter() - built)
        result = known.completed(answer)
        if result.limit == INTERRUPTED and not (options.interrupt and options.interrupt.is_set()):
            # The pool asked it to end because it exceeded its time limit by far.
            result = replace(result, limit=TIME, message=in_words(TIME))
    except worker_pool.InterruptedWorker as stop:
        result = known.result(stop.limit)
    except worker_pool.WorkerError as error:
        result = call.failed(str(error))
    solved = perf_counter()
    result = checked(model, replace(result, solver=solver), gap=options.gap)
    seconds = {"build": built - started, "solve": solved - built}
    return replace(result, seconds={**seconds, "check": perf_counter() - solved})


class BestKnown:
    """The best point and bound that a solver has reported, or the hint that it started from.

    A hint with NaN does not count. `on_step` is called with each step that the solver reports, and
    `on_found` with each point and bound.
    """

    def __init__(
        self,
        model: Checkable,
        hint: Floats | None = None,
        on_step: OnStep | None = None,
        on_found: OnFound | None = None,
    ) -> None:
        self._model, self._on_step, self._on_found = model, on_step, on_found
        self._hint = None if hint is None or np.isnan(hint).any() else hint
        self._x: Floats | None = None
        self._bound: float | None = None
        self._report: LazyReport | None = None

    def hear(self, x: ArrayLike | None, bound: float | None, step: LazyStep | None = None) -> None:
        """Take what the solver reports: a better point than before, a bound, a step."""
        if x is not None:
            self._x = np.asarray(x, np.float64)
        if bound is not None and np.isfinite(bound):
            self._bound = bound
        if self._on_found is not None and (x is not None or bound is not None):
            self._on_found(x, bound)
        if step is not None:
            self._report = LazyReport(step.number, step.rows_added, step.nodes)
            if self._on_step is not None:
                self._on_step(step)

    def result(self, limit: str) -> Result:
        """The result of a solve that a limit has ended: FEASIBLE, or NO_SOLUTION_FOUND."""
        found = Result(
            Status.NO_SOLUTION_FOUND,
            in_words(limit),
            dual_bound=self._bound,
            limit=limit,
            report=self._report,
        )
        for x in (self._x, self._hint):
            claimed = Result(Status.FEASIBLE, x=x)
            if x is not None and checked(self._model, claimed).status is Status.FEASIBLE:
                return replace(found, status=Status.FEASIBLE, x=x)
        return found

    def completed(self, result: Result) -> Result:
        """The answer of a solver that has no point, with the best known one if any.

        Of one that a limit has stopped, or that calls the model infeasible; `checked` refutes that.
        """
        if result.status is Status.INFEASIBLE:
            return replace(result, x=self.result("").x)
        if result.status is not Status.NO_SOLUTION_FOUND or result.limit is None:
            return result
        known = self.result(result.limit)
        return result if known.x is None else replace(result, status=known.status, x=known.x)
