"""One solve by any solver: options, trivial answers, worker process, interruption, check, times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from time import perf_counter
from typing import Any

from nzdd.adapters.errors import LicenceError, OptionError
from nzdd.adapters.solvers.best_known import BestKnown
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.registry import IN_ROUNDS, find_solver
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.adapters.workers import pool
from nzdd.adapters.workers.pool import MemoryWatch
from nzdd.formulations.iteration.limits import INTERRUPTED, MEMORY, TIME, in_words
from nzdd.formulations.models.divisibility import divided
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Checkable, Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.input.text import shown


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


def solve_once(
    model: LinearModel | QuadraticModel, solver: str | None, options: Options | Settings
) -> Result:
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
    given = divided(model) if isinstance(model, LinearModel) else model
    call: Call = import_module(chosen.module).prepare(given, chosen.name, checked_options)
    return drive(model, linear, chosen.name, checked_options, call, started)


def solve_lazily_once(lazy: LazyModel, solver: str, settings: Settings) -> Result:
    """The checked answer of a solver that `find_lazy_solver` found; INFEASIBLE is not confirmed."""
    if solver == "glop":  # which gets one model after another
        for name in settings.solver_options:
            raise ValueError(
                f"solver_options has {shown(name)}, and lazy rows in GLOP take no such option; "
                "take method='direct', or for integer columns another solver"
            )
    # HiGHS fixes its number of threads once a process.
    kind = f"lazy {solver} {settings.threads}" if solver in IN_ROUNDS else "lazy"
    given = LazyModel(divided(lazy.core), lazy.oracles)
    call = Call("nzdd.adapters.solvers.lazy_worker", "solve", (given, solver, settings), kind=kind)
    result = drive(lazy, lazy.core, solver, settings, call, perf_counter())
    return replace(result, method="lazy", report=result.report or LazyReport())


def drive(
    model: Checkable,
    linear: LinearModel,
    solver: str,
    options: Settings,
    call: Call,
    started: float,
) -> Result:
    """Run a solver in a worker process, unless the answer is trivial, and check the result.

    `linear` is the linear part of the model, for a lazy model its core. Building the call started
    at `started`, by `time.perf_counter`.
    """
    trivial = None if options.examined else trivial_answer(linear)
    # Without columns the rows of oracles may still exclude the empty point.
    if trivial is not None and not (isinstance(model, LazyModel) and trivial.success):
        return checked(model, replace(trivial, solver=solver))
    known = BestKnown(model, linear, solver, options)
    memory = None if options.memory_limit is None else MemoryWatch(options.memory_limit)
    built = perf_counter()
    try:
        answer = pool.call(
            call.module,
            call.function,
            *call.arguments,
            kind=call.kind,
            loud=call.loud,
            on_log=options.on_log,
            on_found=known.hear,
            on_beat=known.beat,
            interrupt=options.interrupt,
            wait=options.wait,
            time_limit=options.time_limit,
            memory=memory,
        )
        if call.read is not None:
            answer = call.read(answer, perf_counter() - built)
        result = known.completed(answer)
        if result.limit == INTERRUPTED and not (options.interrupt and options.interrupt.is_set()):
            # The pool asked it to end because it exceeded a limit.
            limit = MEMORY if memory is not None and memory.exceeded else TIME
            result = replace(result, limit=limit, message=in_words(limit))
    except pool.InterruptedWorker as stop:
        result = known.result(stop.limit)
    except pool.WorkerError as error:
        name, _, text = str(error).partition(": ")
        for kind in (LicenceError, OptionError):
            if name == kind.__name__:
                raise kind(text) from None
        result = call.failed(str(error))
    solved = perf_counter()
    result = checked(model, replace(result, solver=solver), gap=options.gap)
    known.end(result)
    seconds = {"build": built - started, "solve": solved - built}
    return replace(result, seconds={**seconds, "check": perf_counter() - solved})
