"""From a point of a solver to the rows of oracles that it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from threading import Lock

import numpy as np

from nzdd.adapters.solvers.callbacks.violated_rows import (
    MAX_ROWS,
    SEPARATED,
    excess,
    violated_rows,
)
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.integer_rows import IntegerRows
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows, concatenated

NODE_ROUNDS = 2
"""Rounds in which a fractional node is cut off, before the solver branches."""

PATIENCE = 100
"""How often a point comes back against one row before the solver is taken not to feel it."""

ROUNDING = 1e-4
"""A row that is violated by more than this always counts: no solver takes that for rounding."""

REMEMBERED = 100_000
"""Points and nodes of which counts are kept at most."""


class RowGiver:
    """Rows of oracles that points of a solver violate, and the counts of what was given.

    Several threads may ask at a time. Candidates for a solution must satisfy every row to
    `tolerance`, absolute or relative to the row's side; a row violated by less than `ROUNDING`, or
    only once integers are exact, that a solver has been given `PATIENCE` times for the same point
    is one that it evaluates differently, and no longer counts there.

    Attributes
    ----------
    rounds, rows_added : int
        Calls of the oracles for rows, and different rows given.
    """

    def __init__(
        self, oracles: Sequence[RowOracle], max_rows: int = MAX_ROWS, tolerance: float = 1e-6
    ) -> None:
        self._given_oracles, self._max_rows, self._tolerance = tuple(oracles), max_rows, tolerance
        self._oracles: tuple[RowOracle, ...] = self._given_oracles
        self._num_columns = oracles[0].num_columns if oracles else 0
        self._root_rounds = 5 + self._num_columns // 20
        self._given: set[tuple[int, int]] = set()
        self._again: Counter[tuple[int, int, bytes]] = Counter()
        self._at_node: Counter[int] = Counter()
        self._lock = Lock()
        self.rounds = 0

    def fit(self, columns: LinearModel) -> None:
        """Give rows as these bounds and integers allow: of a user's model, at each solve anew."""
        self._oracles = tuple(IntegerRows(oracle, columns) for oracle in self._given_oracles)

    def __bool__(self) -> bool:
        return bool(self._oracles)

    @property
    def rows_added(self) -> int:
        """The number of different rows given."""
        return len(self._given)

    def violated(self, x: Floats) -> SeparatedRows:
        """The rows that a candidate violates; none if it is a solution."""
        found = self._violated(x)
        with self._lock:
            self.rounds += 1
        return concatenated(found, self._num_columns)

    def for_candidate(self, x: Floats) -> SeparatedRows:
        """The rows that keep a candidate from being a solution; none if it is one."""
        found = self._violated(x)
        point = blake2b(np.round(x, 6).tobytes(), digest_size=16).digest()
        with self._lock:
            self.rounds += 1
            if len(self._again) > REMEMBERED or not any(map(len, found)):
                self._again.clear()  # a solution: what comes next may be another solve
            for place, rows in enumerate(found):
                activity = np.asarray(rows.matrix @ x)
                outside = np.maximum(rows.lower - activity, activity - rows.upper)
                counts = (excess(rows, x) > ROUNDING) & (outside > self._tolerance)
                for row in np.flatnonzero(~counts).tolist():
                    key = place, int(rows.key[row]), point
                    self._again[key] += 1
                    counts[row] = self._again[key] <= PATIENCE
                found[place] = rows.take(counts)
            return self._count(found)

    def for_relaxation(self, x: Floats, node: int) -> SeparatedRows:
        """Rows that cut off the solution of a node's relaxation; after a few rounds none.

        `node` is a number of the node; that of the root is 0.
        """
        with self._lock:
            if node == 0 < max(self._at_node, default=0) or len(self._at_node) > REMEMBERED:
                self._at_node.clear()  # the root after other nodes is that of another solve
            self._at_node[node] += 1
            if self._at_node[node] > (NODE_ROUNDS if node else self._root_rounds):
                return SeparatedRows.none(self._num_columns)
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

    def _violated(self, x: Floats) -> list[SeparatedRows]:
        return [
            violated_rows(oracle, x, self._max_rows, self._tolerance) for oracle in self._oracles
        ]
