"""Whole models and lazy models, solved by Gurobi."""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array, hstack

from nzdd.adapters.extras import require
from nzdd.adapters.solvers.callbacks import callback_run as runs
from nzdd.adapters.solvers.callbacks.callback_run import Outcome
from nzdd.adapters.solvers.callbacks.licence import too_small, unlicensed
from nzdd.adapters.solvers.callbacks.watch import Watch
from nzdd.adapters.solvers.gurobi.gurobi_oracle_rows import RowCallback
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.own_options import assign
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel

STATUSES = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "INF_OR_UNBD": Status.INFEASIBLE_OR_UNBOUNDED,
    "UNBOUNDED": Status.UNBOUNDED,
    "NUMERIC": Status.NUMERICAL_ERROR,
    "SUBOPTIMAL": Status.NUMERICAL_ERROR,
}

LIMITS = {
    "TIME_LIMIT": TIME,
    "INTERRUPTED": INTERRUPTED,
    "MEM_LIMIT": "memory",
    "NODE_LIMIT": "node",
    "ITERATION_LIMIT": "iteration",
    "SOLUTION_LIMIT": "solution",
    "WORK_LIMIT": "work",
    "USER_OBJ_LIMIT": "objective",
}
"""The last five are among Gurobi's own options alone."""

NO_LICENCE, TOO_LARGE = 10009, 10010
"""Numbers of Gurobi's errors."""


def solve_mip(lazy: LazyModel, **options: Any) -> Result:
    """Solve a lazy model by Gurobi's branch and cut.

    Takes the arguments of `nzdd.adapters.solvers.callbacks.callback_run.solve`, from `seed` on, and
    returns and raises the same.
    """
    return runs.solve(_Run, "gurobi", lazy, **options)


class _Run:
    """See `nzdd.adapters.solvers.callbacks.callback_run.Run`."""

    def __init__(self, core: LinearModel, settings: Settings, watch: Watch) -> None:
        gp = self._gp = require("gurobipy", "the solver gurobi")
        self._core, self._settings, self._watch = core, settings, watch
        self._lock, self._running, self._rest = Lock(), False, ""
        try:
            self._env = gp.Env(params={"OutputFlag": 0})  # nothing on stdout, no banner either
        except gp.GurobiError as error:
            raise unlicensed("gurobi", error) from None
        model = self._model = gp.Model(env=self._env)
        parameters = model.Params
        parameters.MIPGap = settings.gap
        parameters.IntFeasTol = 1e-6
        if settings.threads is not None:
            parameters.Threads = settings.threads
        if settings.on_log is not None:
            parameters.LogToConsole = 0
            parameters.OutputFlag = 1
        if watch.rows:
            parameters.LazyConstraints = 1
        info, errors = model.getParamInfo, (gp.GurobiError, TypeError)
        assign(
            "gurobi", settings.solver_options, lambda name: info(name)[2], model.setParam, *errors
        )
        self._variables, self._rows, self._listed = fill(gp, model, core)
        if settings.hint is not None:
            undefined = np.isnan(settings.hint)
            self._variables.Start = np.where(undefined, gp.GRB.UNDEFINED, settings.hint)
        self._callback = RowCallback(self._variables, watch.rows)

    def interrupt(self) -> None:
        """See `Run`."""
        with self._lock:
            if self._running:
                self._model.terminate()

    def solve(self) -> Outcome:
        """See `Run`."""
        gp = self._gp
        try:
            if (left := self._watch.left) is not None:
                self._model.Params.TimeLimit = left
            with self._lock:
                self._running = True
            self._model.optimize(self._called)
        except gp.GurobiError as error:
            if error.errno == TOO_LARGE:
                lazy = bool(self._watch.rows)
                raise too_small("gurobi", self._core, lazy=lazy) from None
            if error.errno == NO_LICENCE:  # pragma: no cover - found when the environment starts
                raise unlicensed("gurobi", error) from None
            return Outcome(Status.OTHER_ERROR, str(error))  # pragma: no cover - no model known
        finally:
            with self._lock:
                self._running = False
        return self._outcome()

    def close(self) -> None:
        """See `Run`."""
        self._model.dispose()
        self._env.dispose()

    def _called(self, model: Any, where: int) -> None:
        """Gurobi's callback, whose exceptions end the solve."""
        codes, watch = self._gp.GRB.Callback, self._watch
        try:
            if where == codes.MESSAGE:
                self._hear(model.cbGet(codes.MSG_STRING))
                return
            # A candidate is checked to the end: Gurobi would accept it.
            if not watch.ended or where == codes.MIPSOL:
                self._watched(model, where)
        except BaseException as error:
            watch.fail(error)
        if watch.ended:
            model.terminate()

    def _watched(self, model: Any, where: int) -> None:
        codes, watch = self._gp.GRB.Callback, self._watch
        point = self._callback.give(model, where)
        if point is not None:
            watch.accept(point)
        relaxed = self._callback.relaxed(model, where)
        repaired = None if relaxed is None else watch.repaired(relaxed)
        if repaired is not None:
            model.cbSetSolution(self._variables, repaired)
            model.cbUseSolution()
        if where == codes.MIP:
            nodes = int(model.cbGet(codes.MIP_NODCNT))
            watch.progress(model.cbGet(codes.MIP_OBJBND), nodes)
        elif where != codes.MIPNODE:
            watch.progress(None, 0)

    def _hear(self, text: str) -> None:
        *lines, self._rest = (self._rest + text).split("\n")
        if self._settings.on_log is not None:
            for line in lines:
                self._settings.on_log(line)

    def _outcome(self) -> Outcome:
        model, core, codes = self._model, self._core, self._gp.GRB.Status
        names = [name for name in (*STATUSES, *LIMITS) if getattr(codes, name) == model.Status]
        name = names[0] if names else str(model.Status)
        x = self._variables.X if model.SolCount else None
        if core.is_mixed_integer:
            bound, nodes = model.ObjBound, int(model.NodeCount)
        else:
            bound, nodes = model.ObjVal if name == "OPTIMAL" else None, 0
        if bound is not None and abs(bound) >= self._gp.GRB.INFINITY:
            bound = None
        iterations = int(model.IterCount)
        if name in LIMITS:
            x = x if core.is_mixed_integer else None
            return Outcome.at_limit(LIMITS[name], x, bound, nodes, iterations)
        duals = None
        if name == "OPTIMAL" and not core.is_mixed_integer:
            duals = np.zeros(core.num_rows)
            duals[self._listed] = self._rows.Pi if self._listed.size else 0.0
        status = STATUSES.get(name, Status.OTHER_ERROR)
        message = "" if name in STATUSES else f"Gurobi ended with status {name}"
        return Outcome(status, message, x, bound, None, duals, nodes, iterations)


def fill(gp: Any, model: Any, core: LinearModel) -> tuple[Any, Any, NDArray[np.int64]]:
    """Variables, rows, and which rows of the core these are: those with a finite side.

    A row with two different sides gets a column for its activity, as Gurobi's own ranges do.
    """
    lower, upper = core.row_lower, core.row_upper
    listed = np.flatnonzero(np.isfinite(lower) | np.isfinite(upper))
    matrix, low, high = core.matrix[listed], lower[listed], upper[listed]
    ranged = np.flatnonzero(np.isfinite(low) & np.isfinite(high) & (low < high))
    variables = model.addMVar(
        core.num_columns,
        lb=core.lower,
        ub=core.upper,
        obj=core.objective,
        vtype=np.where(core.integrality, "I", "C"),
    )
    model.ObjCon = core.offset
    model.ModelSense = -1 if core.maximize else 1
    everything = variables
    sense = np.where(low == high, "=", np.where(np.isfinite(low), ">", "<"))
    right = np.where(np.isfinite(low), low, high)
    if ranged.size:
        activities = model.addMVar(ranged.size, lb=low[ranged], ub=high[ranged])
        everything = gp.concatenate((variables, activities))
        identity = eye_array(listed.size, format="csc")[:, ranged]
        matrix = csr_array(hstack((matrix, -identity), format="csr"))
        sense[ranged], right[ranged] = "=", 0.0
    rows = model.addMConstr(csr_array(matrix), everything, sense, right) if listed.size else None
    return variables, rows, listed
