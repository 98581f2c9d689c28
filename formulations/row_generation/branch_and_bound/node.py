"""A node of a branch and bound tree."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats


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
