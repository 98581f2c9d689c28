"""What a tree search reports during the search and at the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import Limits, in_words
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.branch_and_bound.incumbent import Incumbent
from nzdd.formulations.row_generation.branch_and_bound.lazy_relaxation import LazyRelaxation
from nzdd.formulations.row_generation.lazy_report import LazyReport

STATE_SECONDS = 0.5
"""Seconds between two reports of the state."""


@dataclass(slots=True)
class SearchReport:
    """Counts the nodes done, and turns bounds of a minimisation into the model's own sense."""

    core: LinearModel
    relaxation: LazyRelaxation
    incumbent: Incumbent
    limits: Limits
    on_step: OnStep | None
    nodes: int = 0
    reported: float = 0.0

    def node(self, bound: float) -> None:
        """One more node is done; all feasible points have at least this value."""
        self.nodes += 1
        if self.limits.seconds >= self.reported + STATE_SECONDS:
            self.state(bound, better=False)

    def state(self, bound: float, *, better: bool) -> None:
        """Report the state, perhaps with a better incumbent."""
        if self.on_step is None:
            return
        self.reported = self.limits.seconds
        x, work, proven = self.incumbent.x, self._work(), self._own(bound)
        point = None if x is None else x.copy()
        self.on_step(work.step(self.core, self.reported, proven, point, new=better))

    def ended(self, status: Status, message: str = "") -> Result:
        """The result of a search without a point and without a bound."""
        seconds = {"solve": self.limits.seconds}
        return Result(status, message, method="lazy", seconds=seconds, report=self._work())

    def result(self, bound: float, gap: float, limit: str | None) -> Result:
        """The result of a search that has ended, or reached a limit."""
        x = self.incumbent.x
        message = "linear programs failed; the dual bound is that of the nodes left over"
        if limit is not None:
            message = in_words(limit)
        if self.incumbent.within_gap(bound, gap):
            status, limit, message = Status.OPTIMAL, None, ""
        elif x is not None:
            status, limit = Status.FEASIBLE, limit or "numerical"
        elif limit is not None:
            status = Status.NO_SOLUTION_FOUND
        elif bound < np.inf:
            status = Status.NUMERICAL_ERROR
        else:
            return self.ended(Status.INFEASIBLE, "no point satisfies everything")
        fun = None if x is None else self.core.objective_value(x)
        ended = self.ended(status, message)
        rows, oracle = self.relaxation.rows, self.relaxation.oracle
        report = replace(ended.report, rows=rows, oracle=oracle)
        proven = self._own(bound)
        return replace(ended, x=x, fun=fun, dual_bound=proven, limit=limit, report=report)

    def _work(self) -> LazyReport:
        done = self.relaxation
        iterations = done.iterations + done.probe_iterations
        return LazyReport(done.rounds, done.rows_added, self.nodes, iterations)

    def _own(self, bound: float) -> float | None:
        sign = -1.0 if self.core.maximize else 1.0
        return sign * bound if np.isfinite(bound) else None
