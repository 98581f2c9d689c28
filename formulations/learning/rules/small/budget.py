"""How many rules and literals a vote may have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats


@dataclass(frozen=True, slots=True)
class Budget:
    """How many rules and how many literals a vote may have; None: any number."""

    max_rules: int | None = None
    max_literals: int | None = None

    @property
    def given(self) -> bool:
        """Whether there is one."""
        return self.max_rules is not None or self.max_literals is not None

    def held(self, orders: NDArray[Any]) -> int:
        """How many of some rules, taken one after the other, it holds."""
        held = orders.size if self.max_rules is None else min(self.max_rules, orders.size)
        if self.max_literals is None:
            return held
        return min(held, int(np.count_nonzero(np.cumsum(orders) <= self.max_literals)))

    def room(self, orders: Sequence[int], max_order: int) -> int:
        """The most literals of one more rule; 0: there is no room for a rule."""
        if self.max_rules is not None and len(orders) >= self.max_rules:
            return 0
        if self.max_literals is None:
            return max_order
        return max(0, min(max_order, self.max_literals - sum(orders)))

    def stages(self) -> list[Budget]:
        """The budgets up to this one, the least first."""
        if self.max_rules is not None:
            return [Budget(size, self.max_literals) for size in range(self.max_rules + 1)]
        return [Budget(None, size) for size in range((self.max_literals or 0) + 1)]

    def largest_norm(self, penalty: Floats) -> float:
        """The most that the penalties of the rules of a vote sum to."""
        if self.max_literals is None:
            return (self.max_rules or 0) * float(penalty[1:].max())
        most = np.zeros(self.max_literals + 1)  # for so many literals at most
        steps = self.max_literals if self.max_rules is None else self.max_rules
        for _ in range(min(steps, self.max_literals)):
            more = most.copy()
            for order in range(1, min(penalty.size, most.size)):
                more[order:] = np.maximum(more[order:], most[:-order] + penalty[order])
            most = more
        return float(most[-1])
