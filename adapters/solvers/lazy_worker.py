"""One solve inside a worker process: of a model with row oracles, or by a solver with callbacks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from threading import Event
from typing import Any

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.adapters.solvers.in_rounds import WholeModels
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.registry import IN_ROUNDS, LICENSED, own_options
from nzdd.adapters.workers.process import Job
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.certificates import may_be_unbounded
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation import branch_and_bound, rounds, solve_lp
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.mixed_integer import unbounded_at
from nzdd.formulations.row_generation.repair import repair


def solve(job: Job, lazy: LazyModel, solver: str, settings: Settings) -> Result:
    """Solve by one of the solvers that get rows lazily; without oracles a solver gets all rows.

    Steps and log lines go to the caller as they come.
    """
    stop = Event()
    job.on_interrupt(stop.set)
    return _Solve(job, lazy, solver, settings, Limits(settings.time_limit), stop).run()


@dataclass(slots=True)
class _Solve:
    job: Job
    lazy: LazyModel
    solver: str
    settings: Settings
    limits: Limits
    stop: Event
    any_point: bool = False
    """Whether any feasible point will do."""

    def run(self) -> Result:
        lazy = self.lazy
        if self.solver in LICENSED and not lazy.oracles:
            return self.mip(lazy)
        if not lazy.core.is_mixed_integer:
            return self.relaxation()
        if self.solver in IN_ROUNDS:
            solver = WholeModels(self.job, self.solver, self.settings, self.on_interrupt)
            solver.check_options()
            return rounds.solve_mip(lazy, solver, GlopEngine, **self.common())
        if not may_be_unbounded(lazy.core):
            return self.mip(lazy)
        # The rows that bound the relaxation must be there from the start.
        root = self.relaxation()
        if root.status is Status.OPTIMAL:
            return self.mip(lazy, root)
        if root.status is Status.UNBOUNDED:
            self.any_point = True
            return unbounded_at(lazy, self.mip(lazy.without_objective(), root))
        return root

    def relaxation(self) -> Result:
        return solve_lp(
            self.lazy,
            GlopEngine,
            time_limit=self.limits.left,
            on_step=self.report,
            stop=self.stop.is_set,
        )

    def mip(self, lazy: LazyModel, root: Result | None = None) -> Result:
        common = self.common() | {"seed": None if root is None else root.report.rows}
        if self.solver == "glop":
            return branch_and_bound.solve_mip(
                lazy, GlopEngine, heuristic=lambda x: repair(lazy, x), **common
            )
        common["on_interrupt"] = self.on_interrupt
        common["own"] = own_options(self.solver, self.settings)
        if self.settings.on_log is not None:
            common["log"] = lambda line: self.job.log([line])
        if self.solver in LICENSED:
            common["threads"] = self.settings.threads
        module = import_module(f"nzdd.adapters.solvers.{self.solver}")
        result: Result = module.solve_mip(lazy, **common)
        return result

    def common(self) -> dict[str, Any]:
        """What all methods for mixed-integer models take."""
        return {
            "gap": self.settings.gap,
            "time_limit": self.limits.left,
            "hint": self.settings.hint,
            "on_step": self.report,
            "stop": self.stop.is_set,
        }

    def on_interrupt(self, end: Callable[[], None]) -> None:
        def both() -> None:
            self.stop.set()
            end()

        self.job.on_interrupt(both)

    def report(self, step: SolveStep) -> None:
        if self.any_point:  # its values and bounds are those of another objective
            step = replace(step, lower=-math.inf, upper=math.inf)
        step = replace(step, seconds=self.limits.seconds)
        self.job.found(step.x, step.dual_bound, step)
