"""The bounds that an iterative method has proven after each of its steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

HEADER = f"{'step':>6}{'seconds':>9}{'columns':>9}{'lower':>16}{'upper':>16}{'gap':>10}"
"""The names of what `Step.line` shows."""


@dataclass(frozen=True, slots=True)
class Step:
    """The state after one iteration, or one round.

    Attributes
    ----------
    number : int
        From 0, the state before the first one.
    seconds : float
        Wall-clock time since the start.
    lower, upper : float
        Proven bounds on the optimum.
    columns : int
        How many symbols take part.
    """

    number: int
    seconds: float
    lower: float = -math.inf
    upper: float = math.inf
    columns: int = 0

    @property
    def gap(self) -> float:
        """The absolute gap ``upper - lower``."""
        return self.upper - self.lower

    def line(self) -> str:
        """The step as a line of the table under `HEADER`."""
        return (
            f"{self.number:>6,}{self.seconds:>9.2f}{self.columns:>9,}"
            f"{self.lower:>16.9g}{self.upper:>16.9g}{self.gap:>10.1e}"
        )


OnStep = Callable[[Any], object]
"""Called with a `Step`, or an object of a derived class, after every step."""


class History:
    """The steps so far, with their times; `on_step` is called with every step."""

    def __init__(self, on_step: OnStep | None = None) -> None:
        self.steps: list[Step] = []
        self._on_step = on_step
        self._started = perf_counter()

    def add(self, lower: float, upper: float, columns: int) -> Step:
        """Record a step, numbered from 0, and call `on_step`."""
        step = Step(len(self.steps), perf_counter() - self._started, lower, upper, columns)
        self.steps.append(step)
        if self._on_step is not None:
            self._on_step(step)
        return step
