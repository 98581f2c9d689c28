"""Solving a model whose rows are found by oracles, in a process of its own."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import MissingExtraError
from nzdd.adapters.methods.claims import settled
from nzdd.adapters.methods.lazy_claims import settled_lazily
from nzdd.adapters.methods.lazy_task import LazySettings
from nzdd.adapters.solvers.best_known import BestKnown
from nzdd.adapters.solvers.options import Options, settings
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport, LazyStep
from nzdd.formulations.rows.row_lookup import find_rows

if TYPE_CHECKING:
    from typing_extensions import Unpack

SOLVERS = ("scip", "glop")
"""What takes rows lazily: SCIP's branch and cut (the extra ``scip``), and our own on GLOP."""


def solve_lazy(
    lazy: LazyModel,
    solver: str | None = None,
    *,
    on_step: OnStep | None = None,
    **options: Unpack[Options],
) -> Result:
    """Solve by adding rows only where they bind.

    Parameters
    ----------
    lazy : LazyModel
    solver : {"scip", "glop"}, optional
        For mixed-integer models: branch and cut in SCIP (the default where PySCIPOpt is installed),
        or the branch and bound of this package on GLOP. Linear programs always take GLOP.
    on_step : callable, optional
        Called with a `LazyStep` every now and then.
    **options
        See `nzdd.adapters.solvers.options.Options`; `threads` is ignored.

    Returns
    -------
    Result
        Checked against all rows by the oracles, with ``method="lazy"`` and a `LazyReport`.
        INFEASIBLE is confirmed, see `nzdd.adapters.methods.lazy_claims.settled_lazily`.

    Raises
    ------
    ValueError
        If the name or an option is wrong.
    MissingExtraError
        If SCIP is asked for and PySCIPOpt is not installed.
    KeyboardInterrupt
        On Ctrl-C, within half a second.
    """
    started = perf_counter()
    result = solve_lazily_once(lazy, solver, options, on_step)
    return settled_lazily(lazy, result, solve_lazily_once, lazy_solvers(), options, started)


def solve_lazily_once(
    lazy: LazyModel, solver: str | None, options: Options, on_step: OnStep | None = None
) -> Result:
    """What one solver answers, as in `solve_lazy`; that there is no point is its word alone."""
    core = lazy.core
    wanted = settings(core, options)
    if solver not in (None, *SOLVERS):
        raise ValueError(
            f"solver {solver!r} cannot add rows lazily; choose one of {', '.join(SOLVERS)}"
        )
    if not core.is_mixed_integer:
        solver = "glop"
    elif solver == "scip" and not has_scip():
        cure = "take solver='glop'"
        raise MissingExtraError("branch and cut in SCIP", "PySCIPOpt", "scip", cure)
    chosen = solver or ("scip" if has_scip() else "glop")
    started = perf_counter()
    trivial = trivial_answer(core)
    if trivial is not None and trivial.status is Status.INFEASIBLE:
        return replace(trivial, method="lazy", solver=chosen)
    known = BestKnown(lazy, wanted.hint)
    report = LazyReport()

    def heard(item: Any) -> None:
        nonlocal report
        if not isinstance(item, LazyStep):
            if wanted.on_log is not None:
                wanted.on_log(item)
            return
        known.hear(item.x, item.dual_bound)
        report = LazyReport(item.number, item.rows_added, item.nodes)
        if on_step is not None:
            on_step(item)

    task = LazySettings(chosen, wanted.time_limit, wanted.gap, wanted.hint, bool(wanted.on_log))
    try:
        result: Result = worker_pool.call(
            "nzdd.adapters.methods.lazy_task",
            "solve",
            lazy,
            task,
            kind="lazy",
            on_log=heard,
            **wanted.ends(),
        )
        result = known.completed(result)
    except worker_pool.InterruptedWorker as stop:
        result = replace(known.result(stop.limit), report=report)
    except worker_pool.WorkerError as error:
        result = Result(Status.OTHER_ERROR, str(error))
    solved = perf_counter()
    result = checked(lazy, replace(result, method="lazy", solver=chosen), gap=wanted.gap)
    seconds = {"solve": solved - started, "check": perf_counter() - solved}
    return replace(result, seconds=seconds)


def solve_model(
    model: LinearModel,
    lazy: LazyModel,
    rows: NDArray[np.bool_],
    solver: str | None = None,
    *,
    unlisted: int = 0,
    on_step: OnStep | None = None,
    **options: Unpack[Options],
) -> Result:
    """Solve a model some of whose rows were put behind oracles; the answer is one to the model.

    Parameters
    ----------
    model : LinearModel
    lazy : LazyModel
        The same model by `LazyModel.from_model`, perhaps with further oracles behind.
    rows : ndarray of bool, shape (m,)
        Which rows are behind the oracles.
    unlisted : int
        How many further oracles there are.
    solver, on_step, **options
        See `solve_lazy`.

    Returns
    -------
    Result
        Checked on all rows. Duals of rows that were never needed are zero, those of
        rows in no list are in the report only; reduced costs count them all.
    """
    started = perf_counter()
    result = solve_lazy(lazy, solver, on_step=on_step, **options)
    if not unlisted and result.status in {Status.UNCONFIRMED, Status.NUMERICAL_ERROR}:
        failed = replace(result, status=Status.NUMERICAL_ERROR)
        second = settled(model, failed, options, started)
        if second.status is not failed.status:
            return second
    if result.duals is not None:
        report = result.report
        used = (report.row_duals != 0) & (report.oracle < len(lazy.oracles) - unlisted)
        duals = np.zeros(model.num_rows)
        duals[~rows] = result.duals
        np.add.at(duals, find_rows(model, report.rows.take(used)), report.row_duals[used])
        result = replace(result, duals=duals)
    return result


def lazy_solvers() -> tuple[str, ...]:
    """Those of `SOLVERS` that are installed."""
    return SOLVERS if has_scip() else ("glop",)


def has_scip() -> bool:
    """Whether PySCIPOpt is installed."""
    return find_spec("pyscipopt") is not None
