"""Whole models and lazy models, solved by CPLEX."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np

from nzdd.adapters.extras import require
from nzdd.adapters.solvers.callbacks import callback_run as runs
from nzdd.adapters.solvers.callbacks.callback_run import Outcome
from nzdd.adapters.solvers.callbacks.licence import too_small, unlicensed
from nzdd.adapters.solvers.callbacks.watch import Watch
from nzdd.adapters.solvers.cplex.cplex_oracle_rows import RowCallback, keep_implicit_rows
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.own_options import assign
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel

STATUSES = {
    "optimal": Status.OPTIMAL,
    "MIP_optimal": Status.OPTIMAL,
    "optimal_tolerance": Status.OPTIMAL,
    "infeasible": Status.INFEASIBLE,
    "MIP_infeasible": Status.INFEASIBLE,
    "infeasible_or_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "MIP_infeasible_or_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "unbounded": Status.UNBOUNDED,
    "MIP_unbounded": Status.UNBOUNDED,
    "relaxation_unbounded": Status.INFEASIBLE_OR_UNBOUNDED,
    "optimal_infeasible": Status.NUMERICAL_ERROR,
    "MIP_optimal_infeasible": Status.NUMERICAL_ERROR,
    "num_best": Status.NUMERICAL_ERROR,
}

LIMITS = {
    "abort_time_limit": TIME,
    "MIP_time_limit_feasible": TIME,
    "MIP_time_limit_infeasible": TIME,
    "abort_user": INTERRUPTED,
    "MIP_abort_feasible": INTERRUPTED,
    "MIP_abort_infeasible": INTERRUPTED,
    "mem_limit_feasible": "memory",
    "mem_limit_infeasible": "memory",
    "node_limit_feasible": "node",
    "node_limit_infeasible": "node",
    "solution_limit": "solution",
    "abort_iteration_limit": "iteration",
    "abort_dettime_limit": "work",
    "MIP_dettime_limit_feasible": "work",
    "MIP_dettime_limit_infeasible": "work",
}
"""Those of nodes, solutions, iterations and work are among CPLEX's own options alone."""

TOO_LARGE, LICENCES, INTEGER_TOO_LARGE = 1016, range(32000, 33000), 3018
"""Numbers of CPLEX's errors."""


def solve_mip(lazy: LazyModel, **options: Any) -> Result:
    """Solve a lazy model by CPLEX's branch and cut.

    Takes the arguments of `nzdd.adapters.solvers.callbacks.callback_run.solve`, from `seed` on, and
    returns and raises the same.
    """
    return runs.solve(_Run, "cplex", lazy, **options)


class _Run:
    """See `nzdd.adapters.solvers.callbacks.callback_run.Run`."""

    def __init__(self, core: LinearModel, settings: Settings, watch: Watch) -> None:
        cplex = self._cplex = require("cplex", "the solver cplex")
        self._core, self._settings, self._watch = core, settings, watch
        try:
            model = self._model = cplex.Cplex()
        except cplex.exceptions.CplexError as error:  # pragma: no cover - depends on the licence
            raise unlicensed("cplex", error) from None
        log = _Log(settings.on_log) if settings.on_log is not None else None
        model.set_log_stream(log)
        model.set_results_stream(log)
        model.set_warning_stream(None)
        model.set_error_stream(None)
        self._aborter = model.use_aborter(cplex.Aborter()) or model.get_aborter()
        parameters = model.parameters
        parameters.mip.tolerances.mipgap.set(min(1.0, settings.gap))
        parameters.mip.tolerances.integrality.set(1e-6)
        if settings.threads is not None:
            parameters.threads.set(settings.threads)

        def own(name: str) -> Any:
            return attrgetter(name)(parameters)

        errors = (AttributeError, cplex.exceptions.CplexError)
        current, put = (lambda name: own(name).get()), (lambda name, value: own(name).set(value))
        assign("cplex", settings.solver_options, current, put, *errors)
        self._columns = list(range(core.num_columns))
        _fill(cplex, model, core)
        if settings.hint is not None:
            known = np.flatnonzero(~np.isnan(settings.hint))
            start = cplex.SparsePair(known.tolist(), settings.hint[known].tolist())
            model.MIP_starts.add(start, model.MIP_starts.effort_level.auto)
        self._codes = cplex.callbacks.Context
        self._callback = RowCallback(self._columns, watch.rows)
        if core.is_mixed_integer:
            contexts = self._codes.id.global_progress
            if watch.rows:
                contexts |= self._callback.contexts
                keep_implicit_rows(model)
            model.set_callback(self, contexts)

    def interrupt(self) -> None:
        """See `Run`."""
        self._aborter.abort()

    def solve(self) -> Outcome:
        """See `Run`."""
        try:
            if (left := self._watch.left) is not None:
                self._model.parameters.timelimit.set(left)
            self._model.solve()
        except self._cplex.exceptions.CplexError as error:
            number = error.args[2] if len(error.args) > 2 else 0
            if number == TOO_LARGE:
                lazy = bool(self._watch.rows)
                raise too_small("cplex", self._core, lazy=lazy) from None
            if number in LICENCES:  # pragma: no cover - depends on the licence
                raise unlicensed("cplex", error) from None
            status = Status.NUMERICAL_ERROR if number == INTEGER_TOO_LARGE else Status.OTHER_ERROR
            return Outcome(status, " ".join(str(error).split()))
        return self._outcome()

    def close(self) -> None:
        """See `Run`."""
        self._model.end()

    def invoke(self, context: Any) -> None:
        """CPLEX's callback, whose exceptions end the solve."""
        watch = self._watch
        try:
            # A candidate is checked to the end: CPLEX would accept it.
            if not watch.ended or context.in_candidate():
                self._watched(context)
        except BaseException as error:
            watch.fail(error)
            if context.in_candidate():
                context.reject_candidate()
        if watch.ended:
            context.abort()

    def _watched(self, context: Any) -> None:
        info, watch = self._codes.info, self._watch
        if watch.rows:
            point = self._callback.give(context)
            if point is not None:
                watch.accept(point)
            if context.in_relaxation():
                repaired = watch.repaired(np.array(context.get_relaxation_point()))
                if repaired is not None:
                    point = self._cplex.SparsePair(self._columns, repaired.tolist())
                    value = self._core.objective_value(repaired)
                    strategy = context.solution_strategy.check_feasible
                    context.post_heuristic_solution(point, value, strategy)
        elif context.in_global_progress() and context.get_int_info(info.feasible):
            watch.accept(np.array(context.get_incumbent()))
        bound = context.get_double_info(info.best_bound)
        watch.progress(bound, context.get_long_info(info.node_count))

    def _outcome(self) -> Outcome:
        solution, core = self._model.solution, self._core
        number, codes = solution.get_status(), solution.status
        names = [name for name in (*STATUSES, *LIMITS) if getattr(codes, name) == number]
        name = names[0] if names else solution.get_status_string()
        x = np.array(solution.get_values()) if solution.is_primal_feasible() else None
        iterations, nodes = int(solution.progress.get_num_iterations()), 0
        bound = duals = None
        if core.is_mixed_integer:
            nodes = int(solution.progress.get_num_nodes_processed())
            if STATUSES.get(name, Status.OPTIMAL) is Status.OPTIMAL:
                bound = solution.MIP.get_best_objective()
                bound = bound if abs(bound) < self._cplex.infinity else None
        elif name == "optimal":
            bound = solution.get_objective_value()
            duals = np.array(solution.get_dual_values())
        if name in LIMITS:
            x = x if core.is_mixed_integer else None
            return Outcome.at_limit(LIMITS[name], x, bound, nodes, iterations)
        message = "" if name in STATUSES else f"CPLEX ended with status {name!r}"
        status = STATUSES.get(name, Status.OTHER_ERROR)
        return Outcome(status, message, x, bound, None, duals, nodes, iterations)


class _Log:
    """A stream of which each line goes to a function."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log, self._rest = log, ""

    def write(self, text: str) -> None:
        """Take text."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._log(line)

    def flush(self) -> None:
        """Nothing waits."""


def _fill(cplex: Any, model: Any, core: LinearModel) -> None:
    """Columns and rows; rows without a finite side are ranges without end."""

    def finite(values: Floats) -> list[float]:
        clipped: list[float] = np.clip(values, -cplex.infinity, cplex.infinity).tolist()
        return clipped

    kinds = (
        {"types": np.where(core.integrality, "I", "C").tolist()} if core.is_mixed_integer else {}
    )
    model.variables.add(
        obj=core.objective.tolist(), lb=finite(core.lower), ub=finite(core.upper), **kinds
    )
    model.objective.set_offset(core.offset)
    if core.maximize:
        model.objective.set_sense(model.objective.sense.maximize)
    low, high = core.row_lower, core.row_upper
    ranged = np.isfinite(low) & np.isfinite(high) & (low < high)
    sense = np.where(low == high, "E", np.where(np.isfinite(low), "G", "L"))
    sense[ranged] = "R"
    with np.errstate(invalid="ignore"):
        width = np.where(ranged, high - low, 0.0)
    model.linear_constraints.add(
        rhs=finite(np.where(np.isfinite(low), low, high)),
        senses="".join(sense.tolist()),
        range_values=width.tolist(),
    )
    if core.num_nonzeros:
        row = np.repeat(np.arange(core.num_rows), np.diff(core.matrix.indptr))
        entries = zip(
            row.tolist(), core.matrix.indices.tolist(), core.matrix.data.tolist(), strict=True
        )
        model.linear_constraints.set_coefficients(entries)
