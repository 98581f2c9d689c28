"""One of the solvers of whole models, called again and again in a worker process that runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from time import perf_counter
from typing import Any

from nzdd.adapters.errors import OptionError
from nzdd.adapters.solvers.driver import Call
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.registry import SOLVERS
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.adapters.workers.process import Job, OnFound
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.row_generation.rounds.round_solver import RoundAnswer

OnInterrupt = Callable[[Callable[[], None]], None]


@dataclass(frozen=True, slots=True)
class WholeModels:
    """A `RoundSolver` by one of `registry.SOLVERS`, part of a job.

    Log lines go to the job; `on_interrupt` is told how the solve that runs can be stopped.
    """

    job: Job
    solver: str
    settings: Settings
    on_interrupt: OnInterrupt

    def check_options(self) -> None:
        """OptionError where the solver does not take one of its own; there may be no round."""
        options = replace(self.settings, hint=None, on_log=None)
        self._run(self._call(LinearModel([]), options), lambda *found: None)

    def __call__(
        self,
        model: LinearModel,
        *,
        gap: float,
        time_limit: float | None,
        hint: Floats | None,
        on_bound: Callable[[float], object],
    ) -> RoundAnswer:
        """See `RoundSolver`."""
        points: list[Floats] = []

        def found(x: Floats | None, bound: float | None, *more: object) -> None:
            if x is not None:
                points.append(x)
            if bound is not None:
                on_bound(bound)

        options = replace(self.settings, gap=gap, time_limit=time_limit, hint=hint)
        result = trivial_answer(model)
        if result is None:
            result = self._run(self._call(model, options), found)
        return RoundAnswer(result.status, result.x, result.dual_bound, tuple(points), result.limit)

    def _call(self, model: LinearModel, options: Settings) -> Call:
        call: Call = import_module(SOLVERS[self.solver].module).prepare(model, self.solver, options)
        return call

    def _run(self, call: Call, found: OnFound) -> Result:
        """What `nzdd.adapters.workers.pool.call` does, in this process."""
        started = perf_counter()
        task = getattr(import_module(call.module), call.function)
        try:
            answer: Any = task(_Part(self.job, found, self.on_interrupt), *call.arguments)
        except OptionError:
            raise
        except Exception as error:
            return call.failed(f"{type(error).__name__}: {error}")
        return answer if call.read is None else call.read(answer, perf_counter() - started)


class _Part(Job):
    """A solve as part of another job."""

    def __init__(self, job: Job, on_found: OnFound, on_interrupt: OnInterrupt) -> None:
        self._job, self._on_found, self._on_interrupt = job, on_found, on_interrupt

    def log(self, items: list[Any]) -> None:
        self._job.log(items)

    def found(self, *found: Any) -> None:
        self._on_found(*found)

    def on_interrupt(self, stop: Callable[[], None]) -> None:
        self._on_interrupt(stop)
