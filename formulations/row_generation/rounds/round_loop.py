"""The loop: solve with some of the rows, separate the points, make them feasible, repeat."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits, Stopped
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation import branch_and_bound
from nzdd.formulations.row_generation.branch_and_bound.incumbent import Incumbent
from nzdd.formulations.row_generation.branch_and_bound.lazy_relaxation import LazyRelaxation, Vertex
from nzdd.formulations.row_generation.branch_and_bound.point_search import PointSearch
from nzdd.formulations.row_generation.branch_and_bound.search_report import SearchReport
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.repair import repair
from nzdd.formulations.row_generation.rounds.round_solver import RoundAnswer, RoundSolver

EXPLORING_LPS = 200
"""Of branch and bound, whose rows and points are a start."""

ROWS = 50
"""Diverse rows an oracle is asked for at a point."""

POINTS = 5
"""Points of a round that are separated, the best and the last ones before it."""

WIDEST_GAP, GAP_SHARE = 0.05, 0.2
"""A round may end at this share of the gap that is left, but no wider than at the former."""

LEAST_GAP = 1e-9
"""Solvers prove no smaller one."""

FIRST_SECONDS = 5.0
"""A round that is not at the final gap may take this long, or as long as all before it."""


class RoundLoop:
    """One solve, with the arguments of `solve_mip`. All values are those of a minimisation.

    Integer columns must have integer bounds, and no bounds may cross.
    """

    def __init__(
        self,
        lazy: LazyModel,
        solve_round: RoundSolver,
        make_engine: MakeEngine,
        gap: float,
        tolerance: float,
        limits: Limits,
        on_step: OnStep | None,
    ) -> None:
        core = lazy.core
        self._lazy, self._solve_round = lazy, solve_round
        self._gap, self._tolerance, self._limits = gap, tolerance, limits
        self._last_gap = max(gap, LEAST_GAP)
        self._sign = -1.0 if core.maximize else 1.0
        self._relaxation = LazyRelaxation(lazy, make_engine, limits)
        self._incumbent = Incumbent(lazy, tolerance, self._on_better)
        self._report = SearchReport(core, self._relaxation, self._incumbent, limits, on_step)
        self._points = PointSearch(lazy, self._relaxation, self._incumbent, tolerance, None)
        self._make_engine = make_engine
        self._locks = lazy.locks()
        self._proven, self._mips = -math.inf, 0

    def run(self, hint: Floats | None) -> Result:
        """Solve from a point, NaN where it proposes nothing.

        The status is UNBOUNDED or INFEASIBLE_OR_UNBOUNDED where the relaxation is unbounded.
        """
        limit, failed = None, False
        try:
            status = self._solve_relaxation()
            if status is not None:
                infeasible = status is Status.INFEASIBLE
                return self._report.ended(status, "no point satisfies everything" * infeasible)
            if hint is not None:
                self._points.complete(hint)
            self._explore()
            failed = not self._solve_rounds()
        except Stopped as stopped:
            limit = str(stopped)
        except KeyboardInterrupt:
            limit = INTERRUPTED
        result = self._report.result(self._bound, self._gap, limit)
        if failed and result.status is not Status.OPTIMAL:
            result = replace(result, message="the solver of the rounds gave nothing new")
        return replace(result, report=replace(result.report, mips=self._mips))

    def _solve_relaxation(self) -> Status | None:
        """Find the rows of the linear relaxation; its status if it has no optimum."""
        status = self._relaxation.find_bounding_rows(self._tolerance)
        if status is not None:
            return status
        rounds = 0
        while True:
            vertex = self._relaxation.solve()
            if vertex is Status.INFEASIBLE:
                return vertex
            if not isinstance(vertex, Vertex):
                return None  # the solver of the rounds may do better
            self._prove(vertex.value)
            if not self._separate(vertex.x, diverse=rounds % 2 == 0):
                self._relaxation.keep_binding(vertex.x)
                return None
            rounds += 1

    def _explore(self) -> None:
        """Take rows and points, but no bounds, from the first nodes of our branch and bound."""
        left = EXPLORING_LPS

        def stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0 or self._limits.stops()

        found = branch_and_bound.solve_mip(
            self._lazy,
            self._make_engine,
            gap=self._gap,
            tolerance=self._tolerance,
            time_limit=self._limits.left,
            hint=self._incumbent.x,
            heuristic=lambda x: repair(self._lazy, x, locks=self._locks),
            stop=stop,
        )
        if found.limit == INTERRUPTED and left >= 0:
            raise Stopped(INTERRUPTED)
        if found.x is not None:
            self._incumbent.offer(found.x)
        if found.report.rows is not None:
            self._relaxation.add(found.report.rows, found.report.oracle)

    def _solve_rounds(self) -> bool:
        """Solve until the gap is closed; False where the solver gives nothing new."""
        gap = WIDEST_GAP
        while not self._incumbent.within_gap(self._bound, self._gap):
            gap = self._next_gap(gap)
            before = self._bound, self._incumbent.value, self._relaxation.rows_added
            answer = self._solve(gap)
            if answer.status is Status.INFEASIBLE and self._incumbent.x is None:
                self._proven = math.inf
                return True
            if answer.dual_bound is not None:
                self._prove(self._sign * answer.dual_bound)
            for point in self._candidates(answer):
                self._look(point)
            self._report.state(self._bound, better=False)
            new = before != (self._bound, self._incumbent.value, self._relaxation.rows_added)
            if not new and gap <= self._last_gap:
                self._limits.check()
                if answer.limit is not None:  # one of the solver's own options
                    raise Stopped(answer.limit)
                return False
            if not new:
                gap /= 10
        return True

    def _next_gap(self, gap: float) -> float:
        """The relative gap at which the next round may end."""
        value = self._incumbent.value
        if math.isfinite(value):
            left = (value - self._bound) / max(1.0, abs(value))
            gap = min(gap, GAP_SHARE * left)
        return max(0.5 * self._last_gap, gap)

    def _solve(self, gap: float) -> RoundAnswer:
        self._limits.check()
        left = self._limits.left
        if gap > self._last_gap:
            most = max(FIRST_SECONDS, self._limits.seconds)
            left = most if left is None else min(left, most)
        self._mips += 1
        rows = self._relaxation.rows
        return self._solve_round(
            self._lazy.core.with_rows(rows.matrix, rows.lower, rows.upper),
            gap=gap,
            time_limit=left,
            hint=self._incumbent.x,
            on_bound=lambda bound: self._prove(self._sign * bound, report=True),
        )

    def _candidates(self, answer: RoundAnswer) -> list[Floats]:
        """Points of an answer whose integers differ, the best one first."""
        integrality = self._lazy.core.integrality
        best = [] if answer.x is None else [answer.x]
        points = [*best, *reversed(answer.points)]
        different: dict[bytes, Floats] = {}
        for point in points:
            different.setdefault((np.rint(point[integrality]) + 0.0).tobytes(), point)  # -0 is 0
        return list(different.values())[:POINTS]

    def _look(self, x: Floats) -> None:
        """Add rows that x violates, and offer points near it."""
        core = self._lazy.core
        if self._incumbent.offer(x):
            return
        point = np.clip(np.where(core.integrality, np.rint(x), x), core.lower, core.upper)
        self._separate(point, diverse=True)
        if not core.integrality.all():
            self._points.complete(point)
            return
        repaired = repair(self._lazy, point, locks=self._locks, on_rows=self._relaxation.add)
        if repaired is not None:
            self._incumbent.offer(repaired)

    def _separate(self, x: Floats, *, diverse: bool) -> int:
        return self._relaxation.separate(x, ROWS, self._tolerance, diverse=diverse)

    def _prove(self, value: float, *, report: bool = False) -> None:
        """All feasible points have at least this value."""
        bound = self._incumbent.bound(value)
        if bound > self._proven:
            self._proven = bound
            if report:
                self._report.state(self._bound, better=False)

    @property
    def _bound(self) -> float:
        """No feasible point has a lower value."""
        return min(self._proven, self._incumbent.value)

    def _on_better(self) -> None:
        self._report.state(self._bound, better=True)
