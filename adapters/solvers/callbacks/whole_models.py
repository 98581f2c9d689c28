"""Whole models in the worker process, by a solver that can also take rows in callbacks."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.solvers.callbacks.licence import failed
from nzdd.adapters.solvers.driver import Call
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.own_options import OwnOptions
from nzdd.adapters.solvers.registry import own_options
from nzdd.adapters.workers.process import Job
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.row_generation.lazy_model import LazyModel

SOLVERS = {name: f"nzdd.adapters.solvers.{name}" for name in ("gurobi", "cplex", "xpress")}
"""Their modules, each with a function ``solve_mip``, which takes models without oracles too."""


def prepare(model: LinearModel, solver: str, settings: Settings) -> Call:
    """The call of one of `SOLVERS`; linear programs get duals and reduced costs."""
    arguments = (
        model,
        solver,
        settings.time_limit,
        settings.gap,
        settings.threads,
        settings.hint,
        settings.on_log is not None,
        own_options(solver, settings),
    )
    return Call(__name__, solve_whole.__name__, arguments, failed=failed)


def solve_whole(
    job: Job,
    model: LinearModel,
    solver: str,
    time_limit: float | None,
    gap: float,
    threads: int | None,
    hint: NDArray[np.float64] | None,
    log: bool,
    own: OwnOptions,
) -> Result:
    """Solve a model; points and bounds go to the caller as they come."""

    def report(step: SolveStep) -> None:
        job.found(step.x, step.dual_bound, step)

    result: Result = import_module(SOLVERS[solver]).solve_mip(
        LazyModel(model, ()),
        time_limit=time_limit,
        gap=gap,
        threads=threads,
        own=own,
        hint=hint,
        on_step=report,
        on_interrupt=job.on_interrupt,
        log=(lambda line: job.log([line])) if log else None,
    )
    return replace(result, method="direct", report=None)
