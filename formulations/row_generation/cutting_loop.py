"""The loop of row generation: solve, ask the oracles, add violated rows, repeat.

The cutting-plane method of Dantzig, Fulkerson and Johnson (1954).
"""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, Limits
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.row_generation.rows_in_use import RowsInUse

OLD = 5
"""Solves in a row in which a row did not bind, after which it may go."""

RAY_TOLERANCE = 1e-9
"""How much a direction may violate a row, or improve the objective, and still count as not."""


class CuttingLoop:
    """The loop, with the counts and limits that its runs in one solve share.

    `dual_bound` is the last optimum over some of the rows, `limit` what has ended the work, if
    anything has.
    """

    def __init__(
        self,
        lazy: LazyModel,
        max_rows: int,
        tolerance: float,
        limits: Limits,
        on_step: OnStep | None,
    ) -> None:
        self.rounds = self.rows_added = self.lp_iterations = 0
        self.seconds = {"lp": 0.0, "oracle": 0.0}
        self.dual_bound: float | None = None
        self.limit: str | None = None
        self.lazy, self._max_rows, self._tolerance = lazy, max_rows, tolerance
        self._limits, self._on_step = limits, on_step
        self._sign = -1.0 if lazy.core.maximize else 1.0

    def run(self, use: RowsInUse, *, bounding: bool = True) -> LPAnswer:
        """Add rows until the optimum violates none; over directions, until none improves.

        NO_SOLUTION_FOUND at a limit, Ctrl-C included. With `bounding` the engine has the objective
        of the model.
        """
        try:
            return self._run(use, bounding=bounding)
        except KeyboardInterrupt:
            self.limit = INTERRUPTED
            return LPAnswer(Status.NO_SOLUTION_FOUND)

    def improves(self, objective: float) -> bool:
        """Whether a direction of this objective improves that of the model."""
        largest = float(np.abs(self.lazy.core.objective).max(initial=0.0))
        return self._sign * objective < -RAY_TOLERANCE * largest

    def _run(self, use: RowsInUse, *, bounding: bool) -> LPAnswer:
        dropped_at = -math.inf
        while True:
            answer = self._solve(use)
            if answer.status is not Status.OPTIMAL or answer.x is None or answer.objective is None:
                return answer
            if use.ray and not self.improves(answer.objective):
                return answer
            if bounding and not use.ray:
                self.dual_bound = answer.objective
            if answer.duals is not None:
                use.grow_older(answer.duals)
            # Where rows are many and much alike, as in families made by a rule, asking for diverse
            # ones every other time saves half of the work; asking always can double it.
            if not self._separate(use, answer.x, diverse=self.rounds % 2 == 0):
                return answer
            # Rows may go only where the optimum has risen since the last time, or they might cycle.
            value = self._sign * answer.objective
            if not use.ray and value > dropped_at + 1e-9 * (1 + abs(value)):
                dropped_at = value if use.drop(OLD, answer.x) else dropped_at

    def _solve(self, use: RowsInUse) -> LPAnswer:
        self.limit = self.limit or self._limits.reached()
        if self.limit is not None:
            return LPAnswer(Status.NO_SOLUTION_FOUND)
        started = perf_counter()
        answer = use.engine.solve(self._limits.left)
        self.seconds["lp"] += perf_counter() - started
        self.lp_iterations += answer.iterations
        if answer.status is Status.NO_SOLUTION_FOUND:
            self.limit = self._limits.reached() or TIME
        return answer

    def _separate(self, use: RowsInUse, x: Floats, *, diverse: bool) -> int:
        """Add rows that x violates, and return how many."""
        started = perf_counter()
        tolerance = RAY_TOLERANCE if use.ray else self._tolerance
        added, _ = use.separate(self.lazy, x, self._max_rows, tolerance, diverse=diverse)
        self.rounds += 1
        self.rows_added += added
        self.seconds["oracle"] += perf_counter() - started
        if self._on_step is not None:
            report = LazyReport(self.rounds, self.rows_added)
            seconds, bound = self._limits.seconds, self.dual_bound
            self._on_step(report.step(self.lazy.core, seconds, bound))
        return added
