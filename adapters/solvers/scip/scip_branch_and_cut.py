"""Lazy models, solved by SCIP's branch and cut."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike

from nzdd.adapters.extras import missing
from nzdd.adapters.solvers.callbacks.violated_rows import MAX_ROWS
from nzdd.adapters.solvers.options import DEFAULT_GAP
from nzdd.adapters.solvers.own_options import OwnOptions, assign
from nzdd.adapters.solvers.trivial import trivial_lazy_answer
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.result import Result
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import SeparatedRows

try:
    from pyscipopt.scip import PY_SCIP_PARAMSETTING as SCIP_PARAMSETTING

    from nzdd.adapters.solvers.scip.scip_model import add_linear, scip_model
    from nzdd.adapters.solvers.scip.scip_run import Run
except ImportError as error:
    raise missing("pyscipopt", "branch and cut in SCIP", error=error) from error

FEW_ROWS = 0.05
"""Rows a column that SCIP has from the start, up to which it adds no cuts of its own, if there are
many rows in oracles. Of rows that it was given on the way they cost more than they gain: without
them glass-sc has a better bound, and robust jobs take a fifth less time."""

MANY_ROWS = 20
"""Rows a column in oracles from which on they are many. Of few rows, such as the 28 of lseu, it is
SCIP's cuts that close the gap."""


def solve_mip(
    lazy: LazyModel,
    *,
    seed: SeparatedRows | None = None,
    time_limit: float | None = None,
    gap: float = DEFAULT_GAP,
    hint: ArrayLike | None = None,
    on_step: OnStep | None = None,
    stop: Callable[[], bool] | None = None,
    on_interrupt: Callable[[Callable[[], None]], None] | None = None,
    log: Callable[[str], None] | None = None,
    own: OwnOptions | None = None,
    max_rows: int = MAX_ROWS,
    repair: bool = True,
    propagate: bool = True,
) -> Result:
    """Solve a lazy model by SCIP's branch and cut.

    Parameters
    ----------
    lazy : LazyModel
    seed : SeparatedRows, optional
        Rows that are there from the start. Needed where the core alone is unbounded.
    time_limit : float, optional
        Wall-clock seconds, the building of SCIP's model included.
    gap : float
        Relative gap between objective and dual bound at which the solve may stop.
    hint : array of float, shape (num_columns,), optional
        A point to start from, NaN where no value is proposed.
    on_step : callable, optional
        Called with a `SolveStep` when there is a new incumbent, and now and then.
    stop : callable, optional
        Asked now and then; True ends the solve.
    on_interrupt : callable, optional
        Called once, with a function that another thread may call at any time to end the solve. SCIP
        hears of it between two linear programs.
    log : callable, optional
        Gets SCIP's log line by line.
    own : mapping, optional
        Options by SCIP's own names, which come after all others but the time limit.
    max_rows : int
        Rows of each oracle a round at most.
    repair : bool
        Use `nzdd.formulations.row_generation.repair` where it applies.
    propagate : bool
        Tighten the bounds of nodes by all rows of the oracles.

    Returns
    -------
    Result
        Not checked yet; see `nzdd.formulations.models.result.checked`. With ``method="lazy"`` and a
        `LazyReport`. That SCIP's rows leave the objective unbounded proves nothing about rows that
        it was not given: the status is then INFEASIBLE_OR_UNBOUNDED if no row of an oracle cuts
        off SCIP's ray, else OTHER_ERROR.

    Raises
    ------
    OptionError
        If SCIP refuses one of its `own` options.
    Exception
        What an oracle or one of the callables raises.

    Notes
    -----
    SCIP runs without the interpreter's lock, which its callbacks take. Memory: the core, twice.
    """
    started = perf_counter()
    answer = trivial_lazy_answer(lazy, seed)
    if answer is not None:
        return replace(answer, method="lazy", solver="scip", report=LazyReport())
    with ExitStack() as stack:
        model, variables = scip_model(lazy.core)
        # Model and plugins hold each other; SCIP's memory should not wait for the collector.
        stack.callback(model.free)
        if seed is not None:
            add_linear(model, variables, seed.matrix, seed.lower, seed.upper)
        # On the programs of Kurokawa et al. (2022), n = 25, separating at every node in few rounds
        # takes a third of the time of separating integral points only. With more columns in the
        # rows, more rounds pay before branching: sts405, n = 405.
        in_rows = sum(int(np.logical_or(*rows.locks()).sum()) for rows in lazy.oracles)
        if _comes_on_the_way(lazy):
            model.setSeparating(SCIP_PARAMSETTING.OFF)
        rounds = {"maxroundsroot": 5 + in_rows // 20, "maxrounds": 2}
        model.setParams({f"separating/{name}": count for name, count in rounds.items()})
        model.setParams({"limits/gap": gap, "misc/catchctrlc": False})
        known = model.getParams()
        assign("scip", own or {}, known.__getitem__, model.setParam, KeyError)
        run = Run(lazy, model, variables, started, on_step, stop)
        run.add_oracles(max_rows, repair, propagate)
        if hint is not None:
            run.add_hint(np.asarray(hint, np.float64))
        if log is not None:
            run.log_to(log, stack)
        if on_interrupt is not None:
            on_interrupt(run.interrupt)
        if time_limit is not None:
            model.setParam("limits/time", max(0.0, time_limit - (perf_counter() - started)))
        return replace(run.solve(), method="lazy", solver="scip")


def _comes_on_the_way(lazy: LazyModel) -> bool:
    """Whether nearly all rows are in oracles, and are many. Time O(nodes)."""
    columns = lazy.core.num_columns
    diagrams = [rows.zdd for rows in lazy.oracles if isinstance(rows, ConstraintDiagram)]
    listed = [rows.num_rows for rows in lazy.oracles if isinstance(rows, MatrixRows)]
    many = sum(zdd.count() for zdd in diagrams) + sum(listed) >= MANY_ROWS * columns
    return many and lazy.core.num_rows <= FEW_ROWS * columns
