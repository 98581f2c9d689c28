"""What a tree search reports during the search and at the end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Limits, in_words
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.branch_and_bound.incumbent import Incumbent
from nzdd.formulations.row_generation.branch_and_bound.lazy_relaxation import LazyRelaxation
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport, LazyStep

STATE_SECONDS = 0.5
"""Seconds between two reports of the state."""


class SearchReport:
    """Counts nodes, and turns bounds of a minimisation into the model's own sense.

    Parameters
    ----------
    lazy : LazyModel
    relaxation : LazyRelaxation
    incumbent : Incumbent
    limits : Limits
    on_step : callable or None

    Attributes
    ----------
    nodes : int
        Done so far.
    """

    def __init__(
        self,
        lazy: LazyModel,
        relaxation: LazyRelaxation,
        incumbent: Incumbent,
        limits: Limits,
        on_step: OnStep | None,
    ) -> None:
        self._core, self._relaxation, self._incumbent = lazy.core, relaxation, incumbent
        self._limits, self._on_step = limits, on_step
        self._told = 0.0
        self.nodes = 0

    def node(self, bound: float) -> None:
        """One more node is done; all feasible points have at least this value."""
        self.nodes += 1
        if self._limits.seconds >= self._told + STATE_SECONDS:
            self._tell(bound, better=False)

    def better(self, bound: float) -> None:
        """There is a new incumbent."""
        self._tell(bound, better=True)

    def ended(self, status: Status) -> Result:
        """The result of a search without a point and without a bound."""
        return Result(status, method="lazy", seconds=self._seconds(), report=self._work())

    def result(self, bound: float, gap: float, limit: str | None) -> Result:
        """The result of a search that has ended, or reached a limit."""
        x = self._incumbent.x
        if self._incumbent.within_gap(bound, gap):
            status, limit = Status.OPTIMAL, None
        elif x is not None:
            status, limit = Status.FEASIBLE, limit or "numerical"
        elif limit is not None:
            status = Status.NO_SOLUTION_FOUND
        elif bound < np.inf:
            status = Status.NUMERICAL_ERROR
        else:
            return replace(self.ended(Status.INFEASIBLE), message="no point satisfies everything")
        return Result(
            status,
            "" if status is Status.OPTIMAL else _message(limit),
            x=x,
            fun=self._value(),
            dual_bound=self._own(bound),
            limit=limit,
            method="lazy",
            seconds=self._seconds(),
            report=self._work(),
        )

    def _tell(self, bound: float, *, better: bool) -> None:
        if self._on_step is None:
            return
        self._told = self._limits.seconds
        x, work, proven = self._incumbent.x, self._work(), self._own(bound)
        point = None if x is None else x.copy()
        self._on_step(LazyStep.of(self._core, work, self._told, proven, point, new=better))

    def _work(self) -> LazyReport:
        done = self._relaxation
        iterations = done.iterations + done.probe_iterations
        return LazyReport(done.rounds, done.rows_added, self.nodes, iterations)

    def _value(self) -> float | None:
        x = self._incumbent.x
        return None if x is None else self._core.objective_value(x)

    def _own(self, bound: float) -> float | None:
        sign = -1.0 if self._core.maximize else 1.0
        return sign * bound if np.isfinite(bound) else None

    def _seconds(self) -> dict[str, float]:
        return {"solve": self._limits.seconds}


def _message(limit: str | None) -> str:
    """Why a search ended early, as text."""
    if limit is None or limit == "numerical":
        return "linear programs failed; the dual bound is that of the nodes left over"
    return in_words(limit)
