"""When a search must stop: a time limit, or a request of the caller."""

from __future__ import annotations

import time
from collections.abc import Callable

INTERRUPTED, ITERATIONS, ROUNDING, TIME = "interrupted", "iterations", "rounding", "time"
MEMORY, COLUMNS = "memory", "columns"
"""What ends a method before its gap is closed: Ctrl-C, its limits, the accuracy of doubles,
or more columns than a search looks at together."""


def in_words(limit: str) -> str:
    """A limit for messages."""
    return limit if limit == INTERRUPTED else f"{limit} limit"


class Stopped(Exception):
    """A limit was reached; the argument is its name, "time" or "interrupted"."""


class Limits:
    """The limits of one solve, which starts now.

    It ends after `time_limit` seconds of wall-clock time, or when `stop` returns True.
    """

    def __init__(
        self, time_limit: float | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        self._started = time.perf_counter()
        self._time_limit, self._stop = time_limit, stop

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._started

    @property
    def left(self) -> float | None:
        """Seconds left, None without a time limit."""
        return None if self._time_limit is None else max(0.0, self._time_limit - self.seconds)

    def stops(self) -> bool:
        """Whether the caller asks to stop."""
        return self._stop is not None and self._stop()

    def ends(self) -> bool:
        """Whether a limit is reached."""
        return self.reached() is not None

    def part(self, share: float) -> Limits:
        """Limits that start now, with this share of the seconds that are left."""
        left = self.left
        return Limits(None if left is None else share * left, self.stops)

    def reached(self) -> str | None:
        """The name of the limit that is reached, if one is."""
        if self.stops():
            return INTERRUPTED
        return TIME if self.left == 0.0 else None

    def check(self) -> None:
        """Raise `Stopped` where a limit is reached."""
        if (limit := self.reached()) is not None:
            raise Stopped(limit)
