"""One solve by any solver: options, trivial answers, worker process, interruption, check, times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from time import perf_counter
from typing import Any

from nzdd.adapters.solvers.best_known import BestKnown
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.registry import find_solver
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel


def other_error(message: str) -> Result:
    """The result where a solver, or its process, fails."""
    return Result(Status.OTHER_ERROR, message)


@dataclass(frozen=True, slots=True)
class Call:
    """What a worker process runs, and what its answer means.

    Attributes
    ----------
    module, function : str
        The task, see `nzdd.adapters.workers.pool.call`.
    arguments : tuple
    read : callable
        Makes a result, unchecked, of the task's answer and the seconds that it took; by default the
        answer is one.
    failed : callable
        Makes a result of the message of a task that failed, or raises.
    kind : str
        Of the worker.
    loud : bool
        Whether what the task prints goes to stderr.
    """

    module: str
    function: str
    arguments: tuple[Any, ...]
    read: Callable[[Any, float], Result] | None = None
    failed: Callable[[str], Result] = other_error
    kind: str = ""
    loud: bool = False


def solve_once(model: LinearModel | QuadraticModel, solver: str | None, options: Options) -> Result:
    """The answer of one solver, checked; INFEASIBLE and UNBOUNDED are not confirmed.

    Parameters
    ----------
    model : LinearModel or QuadraticModel
        Only SCIP takes a quadratic one, integer columns or not; it meets rows and the objective to
        about 1e-6.
    solver : str or None
        One of `nzdd.adapters.solvers.registry.SOLVERS`.
    options : Options

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
    linear = _linear(model)
    chosen = find_solver(solver, linear)
    checked_options = settings(linear, options)
    started = perf_counter()
    call: Call = import_module(chosen.module).prepare(model, chosen.name, checked_options)
    return drive(model, chosen.name, checked_options, call, started)


def drive(
    model: LinearModel | QuadraticModel | LazyModel,
    solver: str,
    options: Settings,
    call: Call,
    started: float,
    on_step: OnStep | None = None,
) -> Result:
    """Run a solver in a worker process, unless the answer is trivial, and check the result.

    Parameters
    ----------
    model : LinearModel, QuadraticModel or LazyModel
    solver : str
        Its name, for the result.
    options : Settings
    call : Call
    started : float
        When the call began to be made, by `time.perf_counter`.
    on_step : callable, optional
        Called with each `LazyStep` that the task sends.
    """
    trivial = trivial_answer(_linear(model))
    # Without columns the rows behind oracles may still exclude the empty point.
    if trivial is not None and not (isinstance(model, LazyModel) and trivial.success):
        return checked(model, replace(trivial, solver=solver))
    known = BestKnown(model, options.hint, on_step)
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
    except worker_pool.InterruptedWorker as stop:
        result = known.result(stop.limit)
    except worker_pool.WorkerError as error:
        result = call.failed(str(error))
    solved = perf_counter()
    result = checked(model, replace(result, solver=solver), gap=options.gap)
    seconds = {"build": built - started, "solve": solved - built}
    return replace(result, seconds={**seconds, "check": perf_counter() - solved})


def _linear(model: LinearModel | QuadraticModel | LazyModel) -> LinearModel:
    """What of a model is linear and listed."""
    if isinstance(model, LazyModel):
        return model.core
    return model.linear if isinstance(model, QuadraticModel) else model
