"""The best feasible point so far, and the values that a better one may have."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nzdd.formulations.models.arrays import Floats, decimal_scale
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.row_generation.lazy_model import LazyModel

EQUAL = 1e-9
"""Relative difference below which two objective values are the same."""

LP_ERROR = 1e-6
"""Relative error granted to the value of an LP before it is rounded up."""


class Incumbent:
    """The best point offered that satisfies every row, bound and integrality.

    `value` is that of the model as a minimisation, and infinite before there is a point `x`. A
    point has at most `tolerance` as `Violation.scaled` in the core, and as violation of the other
    rows. Integer columns must have integer bounds.
    """

    def __init__(self, lazy: LazyModel, tolerance: float, on_better: Callable[[], None]) -> None:
        self._lazy, self._tolerance, self._on_better = lazy, tolerance, on_better
        self._sign = -1.0 if lazy.core.maximize else 1.0
        self._step = objective_step(lazy.core)
        self.x: Floats | None = None
        self.value = np.inf

    @property
    def cutoff(self) -> float:
        """No point whose value, or the bound of whose node, is at least this can be better."""
        if self.x is None:
            return np.inf
        scale = max(1.0, abs(self.value))
        return self.value - max(EQUAL * scale, self._step - 2 * LP_ERROR * scale)

    def within_gap(self, bound: float, gap: float) -> bool:
        """Whether a dual bound proves the point optimal up to a relative gap."""
        return self.x is not None and self.value - bound <= gap * max(1.0, abs(self.value))

    def bound(self, value: float) -> float:
        """The bound on feasible points by the value of an LP, rounded up to an objective step."""
        return raised_bound(value, self._step, self._sign * self._lazy.core.offset)

    def offer(self, x: Floats) -> bool:
        """Take the rounded point if it is better and feasible; whether it is."""
        core = self._lazy.core
        point = np.clip(np.where(core.integrality, np.rint(x), x), core.lower, core.upper)
        value = self._sign * core.objective_value(point)
        if value >= self.value or not self._lazy.holds(point, self._tolerance):
            return False
        self.x, self.value = point, value
        self._on_better()
        return True


def raised_bound(bound: float, step: float, zero: float) -> float:
    """A lower bound on values ``zero + step * integer``, rounded up to the next of them.

    `step` is that of `objective_step`; 0 returns the bound. An error of 1e-6 is granted to it.
    """
    if not step or not np.isfinite(bound):
        return bound
    least = bound - LP_ERROR * max(1.0, abs(bound))
    return max(bound, zero + step * float(np.ceil((least - zero) / step)))


def objective_step(model: LinearModel) -> float:
    """The largest found s such that feasible points have values ``offset + s * integer``.

    Returns
    -------
    float
        0 if there is none: a continuous column has a cost, or costs have too many digits. Time
        O(n).
    """
    costs = model.objective[model.objective != 0]
    if not costs.size or not model.integrality[model.objective != 0].all():
        return 0.0
    scale = decimal_scale(costs)
    if scale is None:
        return 0.0
    return float(np.gcd.reduce(np.abs(np.rint(costs * scale)).astype(np.int64)) / scale)
