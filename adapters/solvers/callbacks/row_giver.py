"""From a point of a solver to the rows of oracles that it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.rows.separation import RowOracle, SeparatedRows, concatenated

MAX_ROWS = 50
"""Rows of an oracle a round: fewer take more rounds, more make the LPs slower."""

SEPARATED = 1e-4
"""Fractional points are cut off only if it is by more than this."""

NODE_ROUNDS = 2
"""Rounds in which a fractional node is cut off, before the solver branches."""

PATIENCE = 100
"""How often a point comes back against one row before the solver is taken not to feel it."""

INSPECTED = 100_000
"""Rows looked at in search of one that matters, before small violations are taken for rounding."""

Floats = NDArray[np.float64]


class RowGiver:
    """Rows of oracles that points of a solver violate, and the counts of what was given.

    Several threads may ask at a time. Candidates for a solution must satisfy every row to
    `tolerance`, absolute or relative to the row's side; a row that a solver has been given
    `PATIENCE` times for the same point is one that it evaluates differently, and no longer counts
    there.

    Attributes
    ----------
    rounds, rows_added : int
        Calls of the oracles for rows, and different rows given.
    """

    def __init__(
        self, oracles: Sequence[RowOracle], max_rows: int = MAX_ROWS, tolerance: float = 1e-6
    ) -> None:
        self._oracles, self._max_rows, self._tolerance = tuple(oracles), max_rows, tolerance
        self._num_columns = oracles[0].num_columns if oracles else 0
        self._root_rounds = 5 + self._num_columns // 20
        self._given: set[tuple[int, int]] = set()
        self._again: Counter[tuple[int, int, bytes]] = Counter()
        self._at_node: Counter[int] = Counter()
        self._lock = Lock()
        self.rounds = 0

    def __bool__(self) -> bool:
        return bool(self._oracles)

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return len(self._given)

    def for_candidate(self, x: Floats) -> SeparatedRows:
        """The rows that keep a candidate from being a solution; none if it is one."""
        found = [self._violated(oracle, x) for oracle in self._oracles]
        point = np.round(x, 6).tobytes()
        with self._lock:
            self.rounds += 1
            for place, rows in enumerate(found):
                felt = np.ones(len(rows), np.bool_)
                for row, key in enumerate(rows.key.tolist()):
                    self._again[place, key, point] += 1
                    felt[row] = self._again[place, key, point] <= PATIENCE
                found[place] = rows if felt.all() else rows.take(felt)
            if len(self._again) > INSPECTED:
                self._again.clear()
            return self._count(found)

    def for_relaxation(self, x: Floats, node: int) -> SeparatedRows:
        """Rows that cut off the solution of a node's relaxation; after a few rounds none.

        `node` is a number of the node; that of the root is 0.
        """
        with self._lock:
            self._at_node[node] += 1
            if self._at_node[node] > (NODE_ROUNDS if node else self._root_rounds):
                return SeparatedRows.none(self._num_columns)
            if len(self._at_node) > INSPECTED:
                self._at_node = Counter({0: self._at_node[0]})
        found = [
            oracle.separate(x, self._max_rows, tolerance=SEPARATED, diverse=True)
            for oracle in self._oracles
        ]
        with self._lock:
            self.rounds += 1
            return self._count(found)

    def for_ray(self, ray: Floats) -> SeparatedRows:
        """The rows that an unbounded direction violates."""
        scaled = ray / np.abs(ray).max(initial=np.finfo(np.float64).tiny)
        found = [
            oracle.separate(scaled, self._max_rows, tolerance=self._tolerance, ray=True)
            for oracle in self._oracles
        ]
        with self._lock:
            self.rounds += 1
            return self._count(found)

    def _count(self, found: list[SeparatedRows]) -> SeparatedRows:
        for place, rows in enumerate(found):
            self._given.update((place, key) for key in rows.key.tolist())
        return concatenated(found, self._num_columns)

    def _violated(self, oracle: RowOracle, x: Floats) -> SeparatedRows:
        """Rows of one oracle that x violates by more than the tolerance."""
        tolerance, max_rows = self._tolerance, self._max_rows
        while True:
            found = oracle.separate(x, max_rows, tolerance=tolerance, diverse=True)
            below = np.asarray(found.matrix @ x) < found.lower
            side = np.abs(np.where(below, found.lower, found.upper))
            matters = -found.slack > tolerance * np.maximum(1.0, side)
            if matters.any() or len(found) < max_rows or max_rows > INSPECTED:
                return found.take(matters)
            max_rows *= 4
