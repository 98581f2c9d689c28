"""The linear relaxation of a lazy model: one LP that moves from node to node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.iteration.lp_engine import UNSURE, LPAnswer, MakeEngine
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.result import Status
from nzdd.formulations.row_generation import solve_lp
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.row_generation.rows_in_use import RowsInUse
from nzdd.formulations.rows.separation import SeparatedRows

OLD = 20
"""LPs in a row in which a row did not bind, after which it may go."""


@dataclass(frozen=True, slots=True, eq=False)
class Vertex:
    """An optimum of the LP, as that of a minimisation: value and costs of a maximum are negated."""

    value: float
    x: Floats
    reduced_costs: Floats | None


class LazyRelaxation:
    """An engine with the core of a lazy model, the rows found so far, and bounds that change.

    The core must have ``lower <= upper`` everywhere; `lower` and `upper` here are the bounds now.
    `rounds` counts calls of the oracles, `iterations` those of the simplex method outside probes.
    """

    def __init__(self, lazy: LazyModel, make_engine: MakeEngine, limits: Limits) -> None:
        core = lazy.core
        self._lazy, self._make_engine, self._limits = lazy, make_engine, limits
        self._sign = -1.0 if core.maximize else 1.0
        self._rows = RowsInUse(core, make_engine)
        self._engine = self._rows.engine
        self._bounding: tuple[SeparatedRows, Ints] | None = None
        self._duals: Floats | None = None
        self._solves, self._purge_at = 0, OLD
        self.lower, self.upper = core.lower.copy(), core.upper.copy()
        self.rounds = self.rows_added = self.iterations = self.probe_iterations = 0

    def move_to(self, lower: Floats, upper: Floats) -> None:
        """Set the bounds of all columns; only those that change go to the engine."""
        changed = np.flatnonzero((lower != self.lower) | (upper != self.upper))
        if changed.size:
            self._engine.set_bounds(changed, lower[changed], upper[changed])
            self.lower, self.upper = lower.copy(), upper.copy()

    def solve(self) -> Vertex | Status:
        """The optimum of the LP, or else its status; rows not binding grow older.

        `Stopped` at a limit.
        """
        answer = self._solve()
        self.iterations += answer.iterations
        if answer.status in UNSURE and self._bounding is not None:
            # They were purged. With them, what is not bounded is not feasible.
            self.add(*self._bounding)
            answer = self._solve()
            self.iterations += answer.iterations
            if answer.status is Status.INFEASIBLE_OR_UNBOUNDED:
                return Status.INFEASIBLE
        self._solves += 1
        self._duals = answer.duals
        if answer.duals is not None:
            self._rows.grow_older(answer.duals)
        return self._vertex(answer)

    def probe(self, column: int, lower: float, upper: float) -> Vertex | Status:
        """Solve the LP with other bounds of one column, and put them back."""
        at = np.array([column])
        self._engine.set_bounds(at, np.array([lower]), np.array([upper]))
        try:
            answer = self._solve()
        finally:
            self._engine.set_bounds(at, self.lower[at], self.upper[at])
        self.probe_iterations += answer.iterations
        return self._vertex(answer)

    @property
    def rows(self) -> SeparatedRows:
        """The rows found so far that were not deleted."""
        return self._rows.rows

    @property
    def oracle(self) -> Ints:
        """The oracle that each of `rows` is from; -1 where that is not known."""
        return self._rows.oracle

    def separate(self, x: Floats, max_rows: int, tolerance: float, *, diverse: bool = False) -> int:
        """Add rows that x violates by more than the tolerance, and return how many."""
        added, calls = self._rows.separate(self._lazy, x, max_rows, tolerance, diverse=diverse)
        self.rounds += calls
        self.rows_added += added
        return added

    def add(self, rows: SeparatedRows, oracle: Ints) -> None:
        """Add the rows that are not there yet."""
        self.rows_added += self._rows.add(rows, oracle)

    def find_bounding_rows(self, tolerance: float) -> Status | None:
        """Add rows without which the LP is unbounded, where it is; its status if none bound it."""
        if self.solve() not in UNSURE:
            return None
        relaxed = self._lazy.relaxed()
        limits = self._limits
        answer = solve_lp(
            relaxed,
            self._make_engine,
            tolerance=tolerance,
            time_limit=limits.left,
            stop=limits.stops,
        )
        report: LazyReport = answer.report
        self.rounds += report.rounds
        self.iterations += report.lp_iterations
        if answer.limit is not None:
            raise Stopped(answer.limit)
        if answer.status is not Status.OPTIMAL or report.rows is None:
            return answer.status
        self.add(report.rows, report.oracle)
        return None

    def remember_bounding(self) -> None:
        """Remember the rows whose duals are not zero: they bound the LP under any bounds.

        Call it after a solve under the widest bounds.
        """
        if self._duals is not None:
            binds = np.flatnonzero(self._duals[self._lazy.core.num_rows :])
            self._bounding = self._rows.rows.take(binds), self._rows.oracle[binds]

    def purge(self, x: Floats) -> None:
        """Delete rows that have not bound for long and do not at x, if there are many."""
        if self._solves >= self._purge_at:
            self._rows.drop(OLD, x)
            self._purge_at = self._solves + OLD

    def keep_binding(self, x: Floats) -> None:
        """Delete rows that do not bind at x, the last optimum, if there are many."""
        self._rows.drop(0, x)

    def _solve(self) -> LPAnswer:
        self._limits.check()
        answer = self._engine.solve(self._limits.left)
        if answer.status is Status.NO_SOLUTION_FOUND:
            self._limits.check()
        return answer

    def _vertex(self, answer: LPAnswer) -> Vertex | Status:
        if answer.status is not Status.OPTIMAL:
            return answer.status
        if answer.objective is None or answer.x is None:
            return Status.NUMERICAL_ERROR
        costs = answer.reduced_costs
        return Vertex(
            self._sign * answer.objective, answer.x, None if costs is None else self._sign * costs
        )
