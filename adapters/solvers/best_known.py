"""The best point and bound known of a solve that was stopped."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import in_words
from nzdd.formulations.models.result import Checkable, Result, Status, checked
from nzdd.formulations.row_generation.lazy_report import LazyReport, LazyStep

Floats = NDArray[np.float64]


class BestKnown:
    """What a solver has reported while it ran, and the point that it was given to start from.

    Parameters
    ----------
    model : LinearModel or LazyModel
        What points have to satisfy.
    hint : ndarray, shape (n,), optional
        Of use where it is complete.
    on_step : callable, optional
        Called with each step that the solver reports.
    """

    def __init__(
        self, model: Checkable, hint: Floats | None = None, on_step: OnStep | None = None
    ) -> None:
        self._model, self._on_step = model, on_step
        self._hint = None if hint is None or np.isnan(hint).any() else hint
        self._x: Floats | None = None
        self._bound: float | None = None
        self._report: LazyReport | None = None

    def hear(self, x: ArrayLike | None, bound: float | None, step: LazyStep | None = None) -> None:
        """Take what the solver reports: a better point than before, a bound, a step."""
        if x is not None:
            self._x = np.asarray(x, np.float64)
        if bound is not None and np.isfinite(bound):
            self._bound = bound
        if step is not None:
            self._report = LazyReport(step.number, step.rows_added, step.nodes)
            if self._on_step is not None:
                self._on_step(step)

    def result(self, limit: str) -> Result:
        """The result of a solve that a limit has ended: FEASIBLE, or NO_SOLUTION_FOUND."""
        status, x = Status.NO_SOLUTION_FOUND, None
        for known in (self._x, self._hint):
            if x is None and known is not None and self._is_feasible(known):
                status, x = Status.FEASIBLE, known
        message, report = in_words(limit), self._report
        return Result(status, message, x=x, dual_bound=self._bound, limit=limit, report=report)

    def completed(self, result: Result) -> Result:
        """The answer of a solver that a limit has stopped, with the best known point if any."""
        if result.status is not Status.NO_SOLUTION_FOUND or result.limit is None:
            return result
        known = self.result(result.limit)
        return result if known.x is None else replace(result, status=known.status, x=known.x)

    def _is_feasible(self, x: Floats) -> bool:
        return checked(self._model, Result(Status.FEASIBLE, x=x)).status is Status.FEASIBLE
