"""The method ``lazy``: rows are added where a solution violates them."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.methods.claims.settle import settled
from nzdd.adapters.methods.claims.settle_lazily import settled_lazily
from nzdd.adapters.solvers.driver import solve_lazily_once
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.adapters.solvers.registry import find_lazy_solver
from nzdd.formulations.models.binding import RowMultipliers
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.equal_rows import find_rows

if TYPE_CHECKING:
    from typing_extensions import Unpack


def solve_lazy(
    lazy: LazyModel,
    solver: str | None = None,
    *,
    given: Settings | None = None,
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
    given : Settings, optional
        The options, checked already.
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
    started, chosen = perf_counter(), given or settings(lazy.core, options)
    result = solve_lazily_once(lazy, find_lazy_solver(solver, lazy.core), chosen)
    return settled_lazily(lazy, result, chosen, started)


def solve_model(
    model: LinearModel,
    lazy: LazyModel,
    rows: NDArray[np.bool_],
    solver: str,
    settings: Settings,
    *,
    implicit: int = 0,
) -> Result:
    """Solve a model by a lazy model of it and the solver that `find_lazy_solver` found.

    Returns the result for the model itself.
    The lazy model is that of `LazyModel.from_model`, which moved these rows into oracles, perhaps
    with further ones, for implicit rows, at the end. Duals of rows that were never needed are zero,
    those of implicit rows are in `Result.multipliers`; reduced costs count them all.
    """
    started = perf_counter()
    result = solve_lazily_once(lazy, solver, settings)
    result = settled_lazily(lazy, result, settings, started)
    if not implicit and result.status in {Status.UNCONFIRMED, Status.NUMERICAL_ERROR}:
        failed = replace(result, status=Status.NUMERICAL_ERROR)
        second = settled(model, failed, settings, started)
        if second.status is not failed.status:
            return second
    if result.duals is not None:
        report, first = result.report, len(lazy.oracles) - implicit
        binds = report.row_duals != 0
        used = binds & (report.oracle < first)
        duals = np.zeros(model.num_rows)
        duals[~rows] = result.duals
        if first:  # some rows of the oracles are the model's own
            np.add.at(duals, find_rows(model, report.rows.take(used)), report.row_duals[used])
        multipliers = tuple(
            RowMultipliers(report.rows.key[binds & own], report.row_duals[binds & own])
            for own in (report.oracle == oracle for oracle in range(first, len(lazy.oracles)))
        )
        result = replace(result, duals=duals, multipliers=multipliers if implicit else None)
    return result
