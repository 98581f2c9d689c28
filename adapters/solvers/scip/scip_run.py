"""One solve by SCIP that can be watched and ended, and its answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import ExitStack
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np
from pyscipopt import Model, Variable
from pyscipopt.scip import PY_SCIP_EVENTTYPE as SCIP_EVENTTYPE

from nzdd.adapters.solvers.scip.handler import RowHandler
from nzdd.adapters.solvers.scip.heuristic import RepairHeuristic
from nzdd.adapters.solvers.scip.nameless import nameless_file
from nzdd.adapters.solvers.scip.scip_model import as_vector, point
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, in_words
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.row_generation.repair import is_repairable

REPORTED = 0.1
"""Seconds between two steps without a new incumbent."""

EVENTS = [
    SCIP_EVENTTYPE.BESTSOLFOUND,
    SCIP_EVENTTYPE.LPSOLVED,
    SCIP_EVENTTYPE.NODESOLVED,
    SCIP_EVENTTYPE.PRESOLVEROUND,
]

SOLVED = {
    "optimal": Status.OPTIMAL,
    "gaplimit": Status.OPTIMAL,
    "infeasible": Status.INFEASIBLE,
}

LIMITS = {"timelimit": TIME, "userinterrupt": INTERRUPTED, "memlimit": "memory"}

RAY_TOLERANCE = 1e-6
"""By which a row may cut off a ray whose largest entry is 1."""


class Run:
    """One solve of a SCIP model that holds the core of a lazy model; its columns are `variables`.

    The time of its steps begins at `started`, by `time.perf_counter`.
    """

    def __init__(
        self,
        lazy: LazyModel,
        model: Model,
        variables: list[Variable],
        started: float,
        on_step: OnStep | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self._lazy, self._model, self._variables = lazy, model, as_vector(variables)
        self._started, self._on_step, self._stop = started, on_step, stop
        self._handlers: list[RowHandler] = []
        self._error: BaseException | None = None
        self._reported = -math.inf
        self._value: float | None = None
        self._lock, self._running, self._interrupted = Lock(), False, False
        self._read_log: Callable[[], None] = lambda: None
        model.attachEventHandlerCallback(self._hear, EVENTS)

    def add_oracles(self, max_rows: int, repair: bool, propagate: bool) -> None:
        """Add a constraint handler for each oracle, and the heuristic where it applies."""
        for rows in self._lazy.oracles:
            handler = RowHandler(self._variables, rows, max_rows, self._fail, propagate=propagate)
            handler.include(self._model)
            self._handlers.append(handler)
        if repair and self._handlers and is_repairable(self._lazy):
            heuristic = RepairHeuristic(self._variables, lambda model: self._lazy, self._fail)
            heuristic.include(self._model)

    def add_hint(self, hint: Floats) -> None:
        """Propose a point, NaN where nothing is proposed."""
        model, values = self._model, self._lazy.core.rounded(hint)
        known = np.flatnonzero(~np.isnan(values))
        solution = model.createSol() if known.size == hint.size else model.createPartialSol()
        for column in known.tolist():
            model.setSolVal(solution, self._variables[column], float(values[column]))
        model.addSol(solution)

    def log_to(self, log: Callable[[str], None], stack: ExitStack) -> None:
        """Pass SCIP's log on through a file: SCIP would call Python without the global lock."""
        _, name = stack.enter_context(nameless_file())
        file = stack.enter_context(open(name, errors="replace"))  # noqa: SIM115
        self._model.setLogfile(name)
        rest = ""

        def read() -> None:
            nonlocal rest
            *lines, rest = (rest + file.read()).split("\n")
            for line in lines:
                log(line)

        self._read_log = read

    def interrupt(self) -> None:
        """End the solve; from any thread, at any time."""
        with self._lock:
            self._interrupted = True
            if self._running:
                self._model.interruptSolve()

    def solve(self) -> Result:
        """Run SCIP; once."""
        with self._lock:
            self._running = not self._interrupted
        if not self._running:
            message = limit = INTERRUPTED
            return Result(Status.NO_SOLUTION_FOUND, message, limit=limit, report=LazyReport())
        failure = None
        try:
            self._model.optimizeNogil()
        except Exception as error:
            failure = str(error)
        finally:
            with self._lock:
                self._running = False
        if self._error is not None:
            raise self._error
        self._read_log()
        return self._result(failure or self._model.getStatus())

    def _hear(self, model: Model, event: Any) -> None:
        """Answer an event of SCIP: end it, pass its log on, report a step."""
        try:
            if self._interrupted or (self._stop is not None and self._stop()):
                self.interrupt()
            self._read_log()
            better = event.getType() == SCIP_EVENTTYPE.BESTSOLFOUND
            if self._on_step is not None and (
                better or perf_counter() >= self._reported + REPORTED
            ):
                x = self._incumbent()
                value = None if x is None else self._lazy.core.objective_value(x)
                new, self._value = value != self._value, value
                seconds, bound = perf_counter() - self._started, self._dual_bound()
                core, report = self._lazy.core, self._report()
                self._on_step(report.step(core, seconds, bound, x, new=new))
                self._reported = perf_counter()
        except BaseException as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self._error = self._error or error
        self.interrupt()

    def _report(self) -> LazyReport:
        return LazyReport(
            sum(handler.rounds for handler in self._handlers),
            sum(handler.rows_added for handler in self._handlers),
            self._model.getNTotalNodes(),
            self._model.getNLPIterations(),
        )

    def _incumbent(self) -> Floats | None:
        model = self._model
        return point(model, self._variables, model.getBestSol()) if model.getNSols() else None

    def _dual_bound(self) -> float | None:
        bound = self._model.getDualbound()
        return None if self._model.isInfinity(abs(bound)) else bound

    def _result(self, status_name: str) -> Result:
        """The answer to a status of SCIP."""
        x, bound, limit = self._incumbent(), self._dual_bound(), LIMITS.get(status_name)
        if status_name in SOLVED:
            status, message = SOLVED[status_name], ""
        elif limit is not None:
            status = Status.NO_SOLUTION_FOUND if x is None else Status.FEASIBLE
            message = in_words(limit)
        elif status_name in {"unbounded", "inforunbd"}:
            x = bound = None
            status, message = self._unbounded()
        else:
            status, message = Status.OTHER_ERROR, f"SCIP ended with {status_name!r}"
        return Result(
            status,
            message,
            x=x,
            fun=None if x is None else self._lazy.core.objective_value(x),
            dual_bound=None if status is Status.INFEASIBLE else bound,
            limit=limit,
            report=self._report(),
        )

    def _unbounded(self) -> tuple[Status, str]:
        """What an unbounded set of rows found so far means for all rows."""
        model = self._model
        if model.hasPrimalRay():
            ray = np.array([model.getPrimalRayVal(variable) for variable in self._variables])
            ray /= np.abs(ray).max(initial=np.finfo(np.float64).tiny)
            cut_off, _ = self._lazy.separate(ray, 1, tolerance=RAY_TOLERANCE, ray=True)
            if not len(cut_off):
                return Status.INFEASIBLE_OR_UNBOUNDED, "no row bounds the objective"
        return (
            Status.OTHER_ERROR,
            "the rows that SCIP was given do not bound the objective; pass such rows as seed",
        )
