"""The best point and the best dual bound of several solvers of one model, as they run."""

from __future__ import annotations

from threading import Lock

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.workers.process import OnFound
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.branch_and_bound.incumbent import (
    objective_step,
    raised_bound,
)
from nzdd.formulations.row_generation.lazy_model import LazyModel

Floats = NDArray[np.float64]


class SharedBounds:
    """Where a point of one solver meets the bound of another, the model is solved.

    Each bound holds for all feasible points, and each point is checked on all rows, so that they
    may come from anywhere. Where all feasible points have values on a grid, as with integer costs
    of integer columns, a bound is rounded to the next value of it.

    Parameters
    ----------
    model : LinearModel or LazyModel
        What the points are checked on.
    gap : float
        Relative gap, as of `nzdd.adapters.solvers.options.Options`.
    """

    def __init__(self, model: LinearModel | LazyModel, gap: float) -> None:
        core = model.core if isinstance(model, LazyModel) else model
        self._model, self._gap, self._lock = model, gap, Lock()
        self._sign = -1.0 if core.maximize else 1.0
        self._step, self._zero = objective_step(core), self._sign * core.offset
        self._x: Floats | None = None
        self._value, self._bound = np.inf, -np.inf  # of the minimum
        self._finder = self._prover = ""

    def listener(self, name: str, then: OnFound | None = None) -> OnFound:
        """The option `on_found` for a solver of this name, perhaps with a function to call, too."""

        def hear(x: Floats | None, bound: float | None) -> None:
            if x is not None:
                self._offer(x, name)
            if bound is not None:
                self._prove(bound, name)
            if then is not None:
                then(x, bound)

        return hear

    def answer(self) -> Result | None:
        """The optimum, where the best point meets the best bound. From any thread, in O(1)."""
        with self._lock:
            room = self._value - self._bound
            if self._x is None or room > self._gap * max(1.0, abs(self._value)):
                return None
            names = dict.fromkeys((self._finder, self._prover))
            return Result(
                Status.OPTIMAL,
                f"the point is from {self._finder}, its bound from {self._prover}",
                x=self._x,
                fun=self._sign * self._value,
                dual_bound=self._sign * min(self._bound, self._value),
                solver=" and ".join(names),
            )

    def _offer(self, x: Floats, name: str) -> None:
        value = self._sign * self._model.objective_value(x)
        if not value < self._value:
            return
        if checked(self._model, Result(Status.FEASIBLE, x=x)).status is not Status.FEASIBLE:
            return
        with self._lock:
            if value < self._value:
                self._x, self._value, self._finder = x, value, name

    def _prove(self, bound: float, name: str) -> None:
        raised = raised_bound(self._sign * bound, self._step, self._zero)
        with self._lock:
            if raised > self._bound:
                self._bound, self._prover = raised, name
