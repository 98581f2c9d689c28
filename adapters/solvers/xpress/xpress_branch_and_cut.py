"""Whole models and lazy models, solved by Xpress."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from nzdd.adapters.extras import require
from nzdd.adapters.solvers.callbacks import callback_run as runs
from nzdd.adapters.solvers.callbacks.callback_run import Outcome
from nzdd.adapters.solvers.callbacks.licence import too_small, unlicensed
from nzdd.adapters.solvers.callbacks.watch import Watch
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.own_options import assign
from nzdd.adapters.solvers.xpress.xpress_oracle_rows import (
    RowCallbacks,
    Verdict,
    keep_implicit_rows,
)
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel

STATUSES = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "UNBOUNDED": Status.UNBOUNDED,
}

LIMITS = {
    "TIMELIMIT": TIME,
    "USER": INTERRUPTED,
    "CTRLC": INTERRUPTED,
    "MEMORYERROR": "memory",
    "NODELIMIT": "node",
    "ITERLIMIT": "iteration",
    "SOLLIMIT": "solution",
    "WORKLIMIT": "work",
}
"""The last four are among Xpress's own options alone."""

GAP_CLOSED = "MIPGAP"
"""Why Xpress stops where the gap is as small as asked for."""

TOO_LARGE = "?120 "
"""The number that begins Xpress's message about its licence."""

INFINITE = 1e20


def solve_mip(lazy: LazyModel, **options: Any) -> Result:
    """Solve a lazy model by Xpress's branch and cut.

    Takes the arguments of `nzdd.adapters.solvers.callbacks.callback_run.solve`, from `seed` on, and
    returns and raises the same.
    """
    return runs.solve(_Run, "xpress", lazy, **options)


class _Run:
    """See `nzdd.adapters.solvers.callbacks.callback_run.Run`."""

    def __init__(self, core: LinearModel, settings: Settings, watch: Watch) -> None:
        xpress = self._xpress = require("xpress", "the solver xpress")
        self._core, self._settings, self._watch = core, settings, watch
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that the licence is the free one
                model = self._model = xpress.problem()
        except (xpress.InterfaceError, xpress.SolverError) as error:  # pragma: no cover
            raise unlicensed("xpress", error) from None
        model.setOutputEnabled(False)
        controls = model.controls
        controls.miprelstop = settings.gap
        controls.miptol = 1e-6
        controls.miprelcutoff = controls.mipaddcutoff = 0.0  # which would widen the gap
        if settings.threads is not None:
            controls.threads = settings.threads
        errors = (xpress.InterfaceError, xpress.ModelError, xpress.SolverError)
        assign("xpress", settings.solver_options, model.getControl, model.setControl, *errors)
        if settings.on_log is not None:
            model.addMessageCallback(self._hear)
        model.addCheckTimeCallback(self._tick)
        self._rows = RowCallbacks(range(core.num_columns), watch.rows)
        if core.is_mixed_integer:
            model.addIntsolCallback(self._incumbent)
            if watch.rows:
                keep_implicit_rows(model)
                model.addPreIntsolCallback(self._candidate)
                model.addOptnodeCallback(self._node)

    def interrupt(self) -> None:
        """See `Run`."""
        self._model.interrupt()

    def solve(self) -> Outcome:
        """See `Run`."""
        model = self._model
        try:
            self._listed = _fill(self._xpress, model, self._core)
            if self._settings.hint is not None:
                known = np.flatnonzero(~np.isnan(self._settings.hint))
                model.addMipSol(self._settings.hint[known], known, "hint")
            if (left := self._watch.left) is not None:
                model.controls.timelimit = left
            if not self._watch.ended:
                model.optimize()
        except (self._xpress.SolverError, self._xpress.InterfaceError) as error:
            if str(error).startswith(TOO_LARGE):
                raise too_small("xpress", self._core, lazy=bool(self._watch.rows)) from None
            text = " ".join(str(error).split())  # pragma: no cover - no such model is known
            return Outcome(Status.OTHER_ERROR, text)  # pragma: no cover
        return self._outcome()

    def close(self) -> None:
        """See `Run`; the licence is that of the process."""
        self._model.reset()

    def _tick(self, model: Any, data: Any) -> None:
        """Xpress calls this now and then."""
        try:
            watch = self._watch
            if self._core.is_mixed_integer:
                watch.progress(_bound(model), int(model.attributes.nodes))
            else:
                watch.progress(None, 0)
        except BaseException as error:
            watch.fail(error)
        if watch.ended:
            self._model.interrupt()

    def _candidate(self, model: Any, data: Any, kind: int, cutoff: float) -> Verdict:
        try:
            return self._rows.candidate(model, data, kind, cutoff)
        except BaseException as error:
            self._fail(error)
            return 1, None

    def _node(self, model: Any, data: Any) -> None:
        try:
            x = self._rows.point(model)
            self._rows.node(model, data)
            repaired = None if x is None else self._watch.repaired(x)
            if repaired is not None:
                model.addMipSol(repaired)
        except BaseException as error:
            self._fail(error)

    def _incumbent(self, model: Any, data: Any) -> None:
        try:
            x = self._rows.point(model)
            if x is not None:
                self._watch.accept(x)
        except BaseException as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self._watch.fail(error)
        self._model.interrupt()

    def _hear(self, model: Any, data: Any, text: str | None, kind: int) -> None:
        if self._settings.on_log is not None and text:
            for line in text.splitlines():
                self._settings.on_log(line)

    def _outcome(self) -> Outcome:
        model, core = self._model, self._core
        attributes = model.attributes
        name, stop = attributes.solstatus.name, attributes.stopstatus
        iterations, nodes = int(attributes.simplexiter), 0
        x = bound = duals = None
        if name in {"OPTIMAL", "FEASIBLE"}:
            x = np.array(model.getSolution())
        if core.is_mixed_integer:
            nodes, bound = int(attributes.nodes), _bound(model)
        elif name == "OPTIMAL":
            bound, duals = attributes.objval, np.zeros(core.num_rows)
            duals[self._listed] = model.getDuals() if self._listed.size else []
        if attributes.solvestatus.name == "COMPLETED" and name in STATUSES:
            return Outcome(STATUSES[name], "", x, bound, None, duals, nodes, iterations)
        reason = self._xpress.StopType(stop).name
        limit = INTERRUPTED if self._watch.ended else LIMITS.get(reason)
        if limit is not None:
            x = x if core.is_mixed_integer else None
            return Outcome.at_limit(limit, x, bound, nodes, iterations)
        if reason == GAP_CLOSED:  # pragma: no cover - some releases call that COMPLETED
            return Outcome(Status.OPTIMAL, "", x, bound, None, duals, nodes, iterations)
        failed = attributes.solvestatus.name == "FAILED"  # pragma: no cover - no model known
        status = Status.NUMERICAL_ERROR if failed else Status.OTHER_ERROR  # pragma: no cover
        return Outcome(status, f"Xpress ended with status {name}")  # pragma: no cover


def _bound(model: Any) -> float | None:
    """The best bound; before the first linear program Xpress's own is zero, and proves nothing."""
    bound = float(model.attributes.bestbound)
    started = model.attributes.lpstatus.name != "UNSTARTED"
    return bound if started and abs(bound) < INFINITE else None


def _fill(xpress: Any, model: Any, core: LinearModel) -> NDArray[np.int64]:
    """Load the model; return which rows: those with a finite side."""
    lower, upper = core.row_lower, core.row_upper
    listed = np.flatnonzero(np.isfinite(lower) | np.isfinite(upper))
    matrix = csc_array(core.matrix[listed])
    low, high = lower[listed], upper[listed]
    kinds = np.where(low == high, "E", np.where(np.isfinite(low), "G", "L"))
    ranged = np.isfinite(low) & np.isfinite(high) & (low < high)
    kinds[ranged] = "R"
    with np.errstate(invalid="ignore"):
        width = np.where(ranged, high - low, 0.0)
    integer = np.flatnonzero(core.integrality)
    model.loadMIP(
        "",
        kinds,
        np.where(np.isfinite(high), high, low),
        width,
        core.objective,
        matrix.indptr,
        None,
        matrix.indices,
        matrix.data,
        np.clip(core.lower, -INFINITE, INFINITE),
        np.clip(core.upper, -INFINITE, INFINITE),
        np.full(integer.size, "I"),
        integer,
    )
    if core.offset:
        model.chgObj([-1], [-core.offset])
    if core.maximize:
        model.chgObjSense(xpress.maximize)
    return listed
