"""A node of a branch and bound tree, and the bounds that the costs of its LP imply."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats

LP_ERROR = 1e-6
"""Added to a number of steps before it is rounded down."""

SMALL = 1e-9
"""Reduced costs and distances from bounds up to this count as zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A part of the feasible set: the bounds that differ from those of the root."""

    bound: float  # no point in it has a lower objective value (we minimise)
    columns: NDArray[np.int64]  # of each branching from the root; one may occur several times
    lower: Floats  # of these columns from there on
    upper: Floats
    value: float = -np.inf  # of the LP of the parent
    up: bool = False  # whether the last branching went up
    distance: float = 0.0  # that it moved the column from its value in the LP, at least

    @classmethod
    def root(cls) -> Node:
        """The node of all points."""
        return cls(-np.inf, np.empty(0, np.int64), np.empty(0), np.empty(0))

    @property
    def depth(self) -> int:
        """The number of branchings from the root."""
        return self.columns.size

    def bounds(self, lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
        """The bounds of all columns, given those of the root. Time O(columns + depth)."""
        lower, upper = lower.copy(), upper.copy()
        np.maximum.at(lower, self.columns, self.lower)
        np.minimum.at(upper, self.columns, self.upper)
        return lower, upper

    def split(
        self, column: int, at: float, ends: tuple[float, float], value: float = -np.inf
    ) -> tuple[Node, Node]:
        """The parts below and above a value of an integer column, with the bound of this node.

        An integer `at` goes to the part below unless that leaves nothing above. `ends` are the
        different bounds of the column in this node. `value` is the LP value of this node, if the
        column has the value `at` in that LP. Time O(depth).
        """
        below = min(max(np.floor(at), ends[0]), ends[1] - 1)
        known = np.isfinite(value)
        down = replace(
            self,
            columns=np.append(self.columns, column),
            lower=np.append(self.lower, ends[0]),
            upper=np.append(self.upper, below),
            value=value,
            up=False,
            distance=max(0.0, at - below) if known else 0.0,
        )
        up = replace(
            down,
            lower=np.append(self.lower, below + 1),
            upper=np.append(self.upper, ends[1]),
            up=True,
            distance=max(0.0, below + 1 - at) if known else 0.0,
        )
        return down, up


def fix_by_reduced_costs(
    x: Floats,
    reduced_costs: Floats,
    lower: Floats,
    upper: Floats,
    integrality: NDArray[np.bool_],
    room: float,
) -> tuple[Floats, Floats]:
    """Tightened bounds of integer columns, from an optimum of the LP of a minimisation. Time O(n).

    A column at a bound may leave it only as far as the room allows: what a point may cost above the
    LP. No point that costs less is lost.
    """
    at_lower = np.flatnonzero(integrality & (reduced_costs > SMALL) & (x <= lower + SMALL))
    at_upper = np.flatnonzero(integrality & (reduced_costs < -SMALL) & (x >= upper - SMALL))
    steps = np.floor(max(room, 0.0) / np.maximum(np.abs(reduced_costs), SMALL) + LP_ERROR)
    new_lower, new_upper = lower.copy(), upper.copy()
    new_upper[at_lower] = np.minimum(upper[at_lower], lower[at_lower] + steps[at_lower])
    new_lower[at_upper] = np.maximum(lower[at_upper], upper[at_upper] - steps[at_upper])
    return new_lower, new_upper
