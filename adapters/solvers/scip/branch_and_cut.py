"""The rows of oracles in a SCIP model, and the solve of a lazy model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike

from nzdd.adapters.extras import missing
from nzdd.adapters.solvers.options import DEFAULT_GAP
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.row_generation.repair import is_repairable
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

try:
    from pyscipopt import Model, Variable
    from pyscipopt.scip import PY_SCIP_STAGE as SCIP_STAGE

    from nzdd.adapters.solvers.scip.handler import RowHandler
    from nzdd.adapters.solvers.scip.heuristic import RepairHeuristic
    from nzdd.adapters.solvers.scip.model import add_linear, columns, scip_model
    from nzdd.adapters.solvers.scip.run import Run
except ImportError as error:
    raise missing("pyscipopt", "branch and cut in SCIP") from error

MAX_ROWS = 50
"""Rows of an oracle a round: fewer take more rounds, more make the LPs slower."""


def add_rows(
    model: Model,
    variables: Sequence[Variable],
    rows: RowOracle,
    *,
    max_rows: int = MAX_ROWS,
    repair: bool = True,
) -> RowHandler:
    """Put all rows of an oracle into a PySCIPOpt model of your own.

    The rows are found where a point violates them: cut off at every node, enforced on integral
    solutions, asked of every candidate of a heuristic. Call it once for each oracle, before the
    model is solved; everything else in the model is as you like it.

    Parameters
    ----------
    model : pyscipopt.Model
    variables : sequence of pyscipopt.Variable
        ``variables[j]`` is column j of the rows. The model may have others.
    rows : RowOracle
        A `ConstraintDiagram`, a `MatrixRows`, or anything with their methods.
    max_rows : int
        Rows taken of one point at most.
    repair : bool
        Add a primal heuristic (`nzdd.formulations.row_generation.repair`) where all variables are
        integer and the rows are covering or packing rows.

    Returns
    -------
    RowHandler
        The constraint handler, with the counts `rounds` and `rows_added`.

    Raises
    ------
    TypeError
        If the model, a variable or the rows are something else.
    ValueError
        If the numbers of variables and columns differ, a variable is one of another model, or the
        model has been solved already.

    Notes
    -----
    Sets ``misc/allowstrongdualreds`` and ``misc/allowweakdualreds`` to False, and nothing else.
    Leave them so: locks tell SCIP which way a variable must not move on its own, but its symmetry
    handling and its splitting into components look at listed constraints only, and would cut
    optima off. ``separating/maxroundsroot = 5`` and ``separating/maxrounds = 2`` often help.

    Where an oracle raises an exception, SCIP prints it on stderr and ``model.optimize()`` raises
    ``SCIP: unspecified error!``.
    """
    _check_kinds(model, variables, rows)
    if len(variables) != rows.num_columns:
        raise ValueError(
            f"{len(variables)} variables do not fit rows over {rows.num_columns} columns"
        )
    if model.getStage() != SCIP_STAGE.PROBLEM:
        raise ValueError(
            f"the model is in stage {model.getStageName()}; add rows before it is solved, or call "
            "its freeTransform() first"
        )
    if max_rows < 1:
        raise ValueError(f"max_rows is {max_rows}; give a number >= 1")
    own = {variable.ptr() for variable in model.getVars()}
    for variable in variables:
        if variable.ptr() not in own:  # SCIP would crash
            raise ValueError(
                f"variable {variable.name!r} belongs to another model; give what addVar of this "
                "model returned"
            )
    handler = RowHandler(variables, rows, max_rows)
    handler.include(model)

    def lazy(model: Model) -> LazyModel:
        return LazyModel(columns(model, variables), (rows,))

    if repair and is_repairable(lazy(model)):
        RepairHeuristic(variables, lazy).include(model)
    return handler


def _check_kinds(model: Model, variables: Sequence[Variable], rows: RowOracle) -> None:
    if not isinstance(model, Model):
        raise TypeError(f"model must be a pyscipopt.Model, not {type(model).__name__}")
    if not hasattr(rows, "num_columns"):
        raise TypeError(
            f"rows must be a ConstraintDiagram or another row oracle, not {type(rows).__name__}; "
            "ConstraintDiagram.from_zdd makes one of a family"
        )
    for variable in variables:
        if not isinstance(variable, Variable):
            raise TypeError(
                f"variables must be a sequence of pyscipopt.Variable; one is {variable!r}"
            )


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
    max_rows: int = MAX_ROWS,
    repair: bool = True,
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
        Called with a `LazyStep` when there is a new incumbent, and now and then.
    stop : callable, optional
        Asked now and then; True ends the solve.
    on_interrupt : callable, optional
        Called once, with a function that another thread may call at any time to end the solve. SCIP
        hears of it between two linear programs.
    log : callable, optional
        Gets SCIP's log line by line.
    max_rows : int
        Rows of each oracle a round at most.
    repair : bool
        Use `nzdd.formulations.row_generation.repair` where it applies.

    Returns
    -------
    Result
        Not checked yet; see `nzdd.formulations.models.result.checked`. With ``method="lazy"`` and a
        `LazyReport`. That SCIP's rows leave the objective unbounded proves nothing about rows that
        it was not given: the status is then INFEASIBLE_OR_UNBOUNDED if no row of an oracle cuts
        off SCIP's ray, else OTHER_ERROR.

    Raises
    ------
    Exception
        What an oracle or one of the callables raises.

    Notes
    -----
    SCIP runs without the interpreter's lock, which its callbacks take. Memory: the core, twice.
    """
    started = perf_counter()
    answer = _without_scip(lazy, seed)
    if answer is not None:
        return replace(answer, method="lazy", solver="scip", report=LazyReport())
    with ExitStack() as stack:
        model, variables = scip_model(lazy.core)
        # Model and plugins hold each other; SCIP's memory should not wait for the collector.
        stack.callback(model.free)
        if seed is not None:
            add_linear(model, variables, seed.matrix, seed.lower, seed.upper)
        model.setParams(
            {**_rounds(lazy.core.num_columns), "limits/gap": gap, "misc/catchctrlc": False}
        )
        run = Run(lazy, model, variables, started, on_step, stop)
        run.add_oracles(max_rows, repair)
        if hint is not None:
            run.add_hint(np.asarray(hint, np.float64))
        if log is not None:
            run.log_to(log, stack)
        if on_interrupt is not None:
            on_interrupt(run.interrupt)
        if time_limit is not None:
            model.setParam("limits/time", max(0.0, time_limit - (perf_counter() - started)))
        return replace(run.solve(), method="lazy", solver="scip")


def _rounds(num_columns: int) -> dict[str, int]:
    """The rounds of separation at the root and at the other nodes.

    On the mixed-integer programs of Kurokawa et al. (2022), n = 25, separating at every node in few
    rounds takes a third of the time of separating integral points only. Models with more columns
    need more rounds before branching pays: sts405, n = 405.
    """
    return {"separating/maxroundsroot": 5 + num_columns // 20, "separating/maxrounds": 2}


def _without_scip(lazy: LazyModel, seed: SeparatedRows | None) -> Result | None:
    """The answer without columns, or with rows or bounds that no point satisfies."""
    core = lazy.core
    answer = trivial_answer(core)
    if answer is not None:
        if answer.status is Status.INFEASIBLE or lazy.min_slack(np.zeros(0)) >= 0:
            return answer
        return Result(Status.INFEASIBLE, "a row of an oracle excludes 0, and there are no columns")
    given = [(core.matrix, core.row_lower, core.row_upper)]
    if seed is not None:
        given.append((seed.matrix, seed.lower, seed.upper))
    for matrix, lower, upper in given:
        empty = np.diff(matrix.indptr) == 0
        if np.any(lower > upper) or np.any(empty & ((lower > 0) | (upper < 0))):
            return Result(Status.INFEASIBLE, "there is a row that no point satisfies")
    return None
