"""Bounds tightened by all rows of oracles, until none tightens one further; and how often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.models.arrays import Floats, as_point
from nzdd.formulations.propagation.diagram_rows import DiagramRows
from nzdd.formulations.propagation.implied_bounds import Bounds
from nzdd.formulations.propagation.listed_rows import ListedRows
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows, check_columns

STEP = 0.05
"""The share of a column's range, or of the size of its bound, that is worth a change."""

SMALL = 1e-3

LONGEST = 3
"""Nodes of a tree left out at most: where propagation cuts off none, it costs little."""


class ImplyingRows(Protocol):
    """Rows that imply bounds; `columns` are those that they have."""

    columns: NDArray[np.int64]

    def tighten(self, lower: Floats, upper: Floats) -> tuple[Bounds | None, bool]:
        """Tighter bounds that follow, if any do, and whether a row is perhaps `broken`."""

    def broken(self, lower: Floats, upper: Floats) -> SeparatedRows:
        """A row that no point within the bounds satisfies, or none."""

    def hold(self, lower: Floats, upper: Floats) -> bool:
        """Whether every point within the bounds satisfies all rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Propagation:
    """What the rows imply.

    Attributes
    ----------
    lower, upper : ndarray, shape (num_columns,)
        Bounds that every point satisfies that is within the given ones and satisfies the rows.
    infeasible : SeparatedRows
        None, or one row that no point within these bounds satisfies.
    oracle : int
        The oracle that this row is from; -1 without one.
    calls : int
        How many times an oracle's rows were looked at.
    """

    lower: Floats
    upper: Floats
    infeasible: SeparatedRows
    oracle: int = -1
    calls: int = 0


class Propagator:
    """Bound propagation over the rows of some oracles.

    Parameters
    ----------
    oracles : iterable of RowOracle
        Of `ConstraintDiagram` and `MatrixRows` all rows are used, each as if it were listed; other
        oracles imply nothing.
    integrality : array of bool, shape (num_columns,)

    Raises
    ------
    ValueError
        If an oracle is not over these columns.
    """

    def __init__(self, oracles: Iterable[RowOracle], integrality: ArrayLike) -> None:
        self._integrality = np.asarray(integrality, np.bool_)
        oracles = tuple(oracles)
        check_columns(oracles, self._integrality.size)
        self._none = SeparatedRows.none(self._integrality.size)
        self._parts: list[tuple[int, ImplyingRows]] = []
        for index, oracle in enumerate(oracles):
            if isinstance(oracle, ConstraintDiagram):
                self._parts.append((index, DiagramRows(oracle, self._integrality)))
            elif isinstance(oracle, MatrixRows):
                self._parts.append((index, ListedRows(oracle, self._integrality)))
        self.columns = np.zeros(self._integrality.size, np.bool_)
        """Which columns occur in the rows."""
        for _, part in self._parts:
            self.columns[part.columns] = True

    def tighten(self, lower: ArrayLike, upper: ArrayLike, *, max_rounds: int = 20) -> Propagation:
        """Tighten bounds until no row tightens one further by much.

        Parameters
        ----------
        lower, upper : array of float, shape (num_columns,)
            No lower bound above the upper one.
        max_rounds : int
            How often at most the rows of each oracle are looked at. Without a limit the bounds of
            continuous columns could converge for ever.

        Returns
        -------
        Propagation
            A bound of a continuous column changes only by 5% of the column's range or of the
            bound. No point is cut off that satisfies all rows and bounds, rounding errors
            included; nor one whose integers are off, and whose rows are violated, by less than
            1e-6, as far as integer columns go. Time O(nodes) for each look at a diagram.
        """
        size = self._integrality.size
        low, high = as_point(lower, size, "lower"), as_point(upper, size, "upper")
        waiting = [True] * len(self._parts)
        calls = 0
        for _ in range(max_rounds):
            for place, (index, part) in enumerate(self._parts):
                if not waiting[place]:
                    continue
                waiting[place] = False
                calls += 1
                bounds, suspect = part.tighten(low, high)
                if suspect:
                    row = part.broken(low, high)
                    if len(row):
                        return Propagation(low, high, row, index, calls)
                if bounds is None:
                    continue
                new_low, new_high = self._merged(low, high, *bounds)
                changed = (new_low != low) | (new_high != high)
                if changed.any():
                    low, high = new_low, new_high
                    for other, (_, rows) in enumerate(self._parts):
                        waiting[other] |= bool(changed[rows.columns].any())
            if not any(waiting):
                break
        return Propagation(low, high, self._none, calls=calls)

    def redundant(self, lower: ArrayLike, upper: ArrayLike) -> list[int]:
        """The oracles all of whose rows hold everywhere within the bounds."""
        low, high = np.asarray(lower, np.float64), np.asarray(upper, np.float64)
        return [index for index, part in self._parts if part.hold(low, high)]

    def _merged(
        self, low: Floats, high: Floats, implied_low: Floats, implied_high: Floats
    ) -> tuple[Floats, Floats]:
        """The tighter of two bounds where that is worth a change; they never cross."""
        with np.errstate(invalid="ignore"):
            width = high - low
            whole = self._integrality

            def step(bound: Floats) -> Floats:
                scale = np.maximum(np.minimum(width, np.abs(bound)), SMALL)
                return np.where(whole | np.isinf(bound), 0.0, STEP * scale)

            up = (implied_low > low + step(low)) & (low < high)
            down = (implied_high < high - step(high)) & (low < high)
        new_low = np.where(up, np.minimum(implied_low, high), low)
        new_high = np.where(down, np.maximum(implied_high, low), high)
        # Where they cross, no point is left; the row behind the other bound is then broken.
        return new_low, np.where(new_high < new_low, high, new_high)


class Frequency:
    """How often bounds are propagated in a tree search: more rarely as long as it is of no use.

    The same calls in every run: it counts, and measures no time.
    """

    def __init__(self) -> None:
        self._pause = self._left = 0

    def due(self) -> bool:
        """Whether to make this call; then say by `record` whether it was of use."""
        self._left -= 1
        return self._left < 0

    def record(self, *, useful: bool) -> None:
        """After a call that was of use the next one is due, else one after a longer pause."""
        self._pause = 0 if useful else min(2 * self._pause + 1, LONGEST)
        self._left = self._pause
