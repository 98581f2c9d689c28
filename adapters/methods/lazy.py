"""The method ``lazy``: rows are added where a solution violates them."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.methods.claims.settle import settled
from nzdd.adapters.methods.claims.settle_lazily import settled_lazily
from nzdd.adapters.solvers.callbacks.licence import failed
from nzdd.adapters.solvers.driver import Call, drive
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.own_options import Value
from nzdd.adapters.solvers.registry import IN_ROUNDS, find_lazy_solver, own_options
from nzdd.formulations.models.binding import RowMultipliers
from nzdd.formulations.models.divisibility import divided
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.rows.equal_rows import find_rows
from nzdd.input.text import shown

if TYPE_CHECKING:
    from typing_extensions import Unpack


def solve_lazy(
    lazy: LazyModel,
    solver: str | None = None,
    **options: Unpack[Options],
) -> Result:
    """Solve by adding rows only where they bind.

    `nzdd.solve` does the same after a presolve.

    Parameters
    ----------
    lazy : LazyModel
    solver : {"scip", "glop", "highs", "cp_sat", "gurobi", "cplex", "xpress"}, optional
        For mixed-integer models: branch and cut in SCIP (the default where PySCIPOpt is installed)
        or in a solver with a licence of its own, the branch and bound of this package on GLOP, or
        HiGHS or CP-SAT in rounds, see `nzdd.formulations.row_generation.rounds.solve_mip`. Linear
        programs always take GLOP.
    **options
        See `nzdd.adapters.solvers.options.Options`; SCIP and GLOP ignore `threads`.

    Returns
    -------
    Result
        Checked against all rows by the oracles, with ``method="lazy"`` and a `LazyReport`.
        INFEASIBLE is confirmed, see `nzdd.adapters.methods.claims.settle_lazily.settled_lazily`.

    Raises
    ------
    ValueError
        If the name or an option is wrong.
    MissingExtraError
        If the solver is an extra that is not installed.
    LicenceError
        If its licence is missing, expired, or too small.
    KeyboardInterrupt
        On Ctrl-C, within half a second.
    """
    started = perf_counter()
    result = solve_lazily_once(lazy, solver, options)
    return settled_lazily(lazy, result, solve_lazily_once, options, started)


def solve_lazily_once(lazy: LazyModel, solver: str | None, options: Options) -> Result:
    """The answer of one solver, as in `solve_lazy`; INFEASIBLE is not confirmed."""
    checked_options = settings(lazy.core, options)
    chosen = find_lazy_solver(solver, lazy.core)
    arguments = (
        LazyModel(divided(lazy.core), lazy.oracles),
        chosen,
        checked_options.time_limit,
        checked_options.gap,
        checked_options.hint,
        checked_options.on_log is not None,
        checked_options.threads,
        _own_options(chosen, checked_options),
    )
    # HiGHS fixes its number of threads once a process.
    kind = f"lazy {chosen} {checked_options.threads}" if chosen in IN_ROUNDS else "lazy"
    worker = "nzdd.adapters.methods.lazy_worker"
    call = Call(worker, "solve", arguments, failed=failed, kind=kind)
    result = drive(lazy, lazy.core, chosen, checked_options, call, perf_counter())
    report = LazyReport() if result.report is None else result.report
    return replace(result, method="lazy", report=report)


def _own_options(solver: str, options: Settings) -> dict[str, Value]:
    """What the solver gets; ValueError where it is GLOP, which gets one model after another."""
    if solver != "glop":
        return own_options(solver, options)
    for name in options.solver_options:
        raise ValueError(
            f"solver_options has {shown(name)}, and lazy rows in GLOP take no such option; take "
            "method='direct', or for integer columns another solver"
        )
    return {}


def solve_model(
    model: LinearModel,
    lazy: LazyModel,
    rows: NDArray[np.bool_],
    solver: str | None = None,
    *,
    implicit: int = 0,
    **options: Unpack[Options],
) -> Result:
    """Solve a model by a lazy model of it, and return the result for the model itself.

    The lazy model is that of `LazyModel.from_model`, which moved these rows into oracles, perhaps
    with further ones, for implicit rows, at the end. Duals of rows that were never needed are zero,
    those of implicit rows are in `Result.multipliers`; reduced costs count them all.
    """
    started = perf_counter()
    result = solve_lazily_once(lazy, solver, options)
    result = settled_lazily(lazy, result, solve_lazily_once, options, started)
    if not implicit and result.status in {Status.UNCONFIRMED, Status.NUMERICAL_ERROR}:
        failed = replace(result, status=Status.NUMERICAL_ERROR)
        second = settled(model, failed, options, started)
        if second.status is not failed.status:
            return second
    if result.duals is not None:
        report, first = result.report, len(lazy.oracles) - implicit
        binds = report.row_duals != 0
        used = binds & (report.oracle < first)
        duals = np.zeros(model.num_rows)
        duals[~rows] = result.duals
        np.add.at(duals, find_rows(model, report.rows.take(used)), report.row_duals[used])
        multipliers = tuple(
            RowMultipliers(report.rows.key[binds & own], report.row_duals[binds & own])
            for own in (report.oracle == oracle for oracle in range(first, len(lazy.oracles)))
        )
        result = replace(result, duals=duals, multipliers=multipliers if implicit else None)
    return result
