"""One solve with row oracles inside a worker process."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.solvers.callbacks.whole_models import SOLVERS as CALLBACK_SOLVERS
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.adapters.solvers.in_rounds import WholeModels
from nzdd.adapters.solvers.own_options import OwnOptions
from nzdd.adapters.solvers.registry import IN_ROUNDS
from nzdd.adapters.workers.process import Job
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.certificates import may_be_unbounded
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation import branch_and_bound, rounds, solve_lp
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.repair import repair


def solve(
    job: Job,
    lazy: LazyModel,
    solver: str,
    time_limit: float | None,
    gap: float,
    hint: NDArray[np.float64] | None,
    log: bool,
    threads: int | None,
    own: OwnOptions,
) -> Result:
    """Solve by one of the solvers that get rows lazily.

    Steps and log lines go to the caller as they come.
    """
    stop = Event()
    job.on_interrupt(stop.set)
    limits = Limits(time_limit)
    return _Solve(job, lazy, solver, limits, stop, gap, hint, log, threads, own).run()


@dataclass(slots=True)
class _Solve:
    job: Job
    lazy: LazyModel
    solver: str
    limits: Limits
    stop: Event
    gap: float
    hint: NDArray[np.float64] | None
    log: bool
    threads: int | None
    own: OwnOptions
    any_point: bool = False
    """Whether any feasible point will do."""

    def run(self) -> Result:
        lazy = self.lazy
        if not lazy.core.is_mixed_integer:
            return self.relaxation()
        if self.solver in IN_ROUNDS:
            return self.rounds()
        if not may_be_unbounded(lazy.core):
            return self.mip(lazy)
        # The rows that bound the relaxation must be there from the start.
        root = self.relaxation()
        if root.status is Status.OPTIMAL:
            return self.mip(lazy, root)
        if root.status is Status.UNBOUNDED:
            return self.unbounded(root)
        return root

    def relaxation(self) -> Result:
        return solve_lp(
            self.lazy,
            GlopEngine,
            time_limit=self.limits.left,
            on_step=self.report,
            stop=self.stop.is_set,
        )

    def unbounded(self, root: Result) -> Result:
        """Where the relaxation is unbounded so is the model, if it has a point at all.

        True of rational data (Meyer 1974), and a float is rational.
        """
        core = self.lazy.core
        self.any_point = True
        result = self.mip(LazyModel(core.without_objective(), self.lazy.oracles), root)
        result = checked(self.lazy, replace(result, dual_bound=None))  # that of another objective
        if result.status not in {Status.OPTIMAL, Status.FEASIBLE}:
            return result
        message = "the relaxation is unbounded and there is a feasible point"
        return replace(result, status=Status.UNBOUNDED, message=message, limit=None)

    def mip(self, lazy: LazyModel, root: Result | None = None) -> Result:
        common: dict[str, Any] = {
            "gap": self.gap,
            "time_limit": self.limits.left,
            "hint": self.hint,
            "on_step": self.report,
            "stop": self.stop.is_set,
            "seed": None if root is None else root.report.rows,
        }
        if self.solver == "scip":
            from nzdd.adapters.solvers.scip import scip_branch_and_cut

            return scip_branch_and_cut.solve_mip(lazy, **common, **self.watched())
        if self.solver in CALLBACK_SOLVERS:
            module = import_module(CALLBACK_SOLVERS[self.solver])
            common |= self.watched() | {"threads": self.threads}
            result: Result = module.solve_mip(lazy, **common)
            return result
        return branch_and_bound.solve_mip(
            lazy, GlopEngine, heuristic=lambda x: repair(lazy, x), **common
        )

    def rounds(self) -> Result:
        solver = WholeModels(
            self.job, self.solver, self.log, self.threads, self.on_interrupt, self.own
        )
        return rounds.solve_mip(
            self.lazy,
            solver,
            GlopEngine,
            gap=self.gap,
            time_limit=self.limits.left,
            hint=self.hint,
            on_step=self.report,
            stop=self.stop.is_set,
        )

    def watched(self) -> dict[str, Any]:
        """How a solver hears of interruptions, where its log goes, and its own options."""
        log = (lambda line: self.job.log([line])) if self.log else None
        return {"on_interrupt": self.on_interrupt, "log": log, "own": self.own}

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
