"""What a solve with callbacks reports while it runs, and what ends it."""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Lock, RLock
from time import perf_counter

from nzdd.adapters.solvers.callbacks.row_giver import RowGiver
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.row_generation.repair import is_repairable, repair

REPORTED = 0.1
"""Seconds between two steps without a new incumbent."""

REPAIR_SHARE, REPAIR_NODES = 0.05, 5
"""The heuristic's share of the time at most, and from how many nodes it tries one."""


class Watch:
    """One solve: its rows, its steps, its end. The callbacks of a solver call it, from any thread.

    The time of its steps begins at `started`, by `time.perf_counter`.

    Attributes
    ----------
    rows : RowGiver
    ended : bool
        Whether the solver should end.
    error : BaseException or None
        The first exception that a callback raised.
    """

    def __init__(
        self,
        lazy: LazyModel,
        rows: RowGiver,
        started: float,
        time_limit: float | None = None,
        on_step: OnStep | None = None,
        stop: Callable[[], bool] | None = None,
        *,
        repairs: bool = True,
    ) -> None:
        self.lazy, self.rows, self.ended = lazy, rows, False
        self.error: BaseException | None = None
        self.x: Floats | None = None
        self._started, self._on_step, self._stop = started, on_step, stop
        self._time_limit = time_limit
        self._sign = -1.0 if lazy.maximize else 1.0
        self._value, self._bound = math.inf, -math.inf  # of the minimum
        self._nodes, self._reported = 0, -math.inf
        self._steps, self._repairing = RLock(), Lock()
        self._repairs = repairs and bool(lazy.oracles) and is_repairable(lazy)
        self._locks = lazy.locks() if self._repairs else None
        self._repair_calls, self._repair_seconds = 0, 0.0

    def fail(self, error: BaseException) -> None:
        """End with an exception, which the caller of the solve gets."""
        self.error = self.error or error
        self.ended = True

    @property
    def left(self) -> float | None:
        """Seconds left, None without a limit; to be asked just before the solver starts."""
        if self._time_limit is None:
            return None
        return max(0.0, self._started + self._time_limit - perf_counter())

    @property
    def bound(self) -> float | None:
        """The best bound so far, in the model's own sense."""
        return self._sign * self._bound if math.isfinite(self._bound) else None

    def report(self) -> LazyReport:
        """The work so far."""
        return LazyReport(self.rows.rounds, self.rows.rows_added, self._nodes)

    def accept(self, x: Floats) -> None:
        """Take a point that satisfies all rows; a better one than before is a step.

        Not one that violates them once its integers are exact.
        """
        point = self.lazy.snapped(x)
        value = self._sign * self.lazy.objective_value(point)
        with self._steps:
            if value < self._value and self.lazy.violation(point).within(1e-6):
                self.x, self._value = point, value
                self._step(new=True)

    def progress(self, bound: float | None, nodes: int) -> bool:
        """Take bound and nodes, which now and then is a step; whether the solver should end."""
        if self._stop is not None and self._stop():
            self.ended = True
        with self._steps:
            if bound is not None and abs(bound) < 1e50:  # beyond is what solvers call infinite
                self._bound = max(self._bound, self._sign * bound)
            self._nodes = max(self._nodes, nodes)
            if perf_counter() >= self._reported + REPORTED:
                self._step(new=False)
        return self.ended

    def repaired(self, x: Floats) -> Floats | None:
        """A feasible point near that of a relaxation, now and then, where rows allow it."""
        if not self._repairs or not self._repairing.acquire(blocking=False):
            return None
        try:
            self._repair_calls += 1
            spent = perf_counter() - self._started
            if self._repair_calls % REPAIR_NODES != 1 or (
                self._repair_seconds > REPAIR_SHARE * (spent + 1.0)
            ):
                return None
            started = perf_counter()
            point = repair(self.lazy, x, locks=self._locks)
            self._repair_seconds += perf_counter() - started
            if point is None or self._sign * self.lazy.objective_value(point) >= self._value:
                return None
            return point
        finally:
            self._repairing.release()

    def _step(self, *, new: bool) -> None:
        self._reported = perf_counter()
        if self._on_step is not None:
            seconds = self._reported - self._started
            core, report = self.lazy.core, self.report()
            self._on_step(report.step(core, seconds, self.bound, self.x, new=new))
