"""The rows of oracles that a linear program contains."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.models.arrays import Floats, Ints, homogeneous
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.separation import SeparatedRows, concatenated

MANY = 0.2
"""The share of old rows from which on deleting them is worth a factorisation of the basis."""

STRICT = 1e-6
"""The slack from which on a row does not bind."""


class RowsInUse:
    """An engine with the rows of a model, and after these rows of oracles, each of them once.

    With `ray` the program is about directions: rows enter it with zero for every finite bound.
    `oracle` has the oracle that each of `rows` is from.
    """

    def __init__(self, model: LinearModel, make_engine: MakeEngine, *, ray: bool = False) -> None:
        self.engine, self.ray = make_engine(model), ray
        self._num_core, self._num_columns = model.num_rows, model.num_columns
        self.oracle: Ints = np.empty(0, np.int64)
        self._age: Ints = np.empty(0, np.int64)
        self._parts: list[SeparatedRows] = []
        self._present: set[tuple[int, int]] = set()

    def __len__(self) -> int:
        return self.oracle.size

    @property
    def rows(self) -> SeparatedRows:
        """The rows with their true bounds, in the order of the engine. Time O(nonzeros)."""
        self._parts = [concatenated(self._parts, self._num_columns)]
        return self._parts[0]

    def add(self, rows: SeparatedRows, oracle: Ints) -> int:
        """Add those rows that are not there yet, and return how many. Time O(their nonzeros)."""
        fresh = np.zeros(len(rows), np.bool_)
        for at, row in enumerate(_identities(rows, oracle)):
            if row not in self._present:
                self._present.add(row)
                fresh[at] = True
        if not fresh.all():
            rows, oracle = rows.take(fresh), oracle[fresh]
        if len(rows):
            lower, upper = rows.lower, rows.upper
            if self.ray:
                lower, upper = homogeneous(lower), homogeneous(upper)
            self.engine.add_rows(rows.matrix, lower, upper)
            self._parts.append(rows)
            self.oracle = np.concatenate((self.oracle, oracle))
            self._age = np.concatenate((self._age, np.zeros(len(rows), np.int64)))
        return len(rows)

    def separate(
        self, lazy: LazyModel, x: Floats, max_rows: int, tolerance: float, *, diverse: bool = False
    ) -> tuple[int, int]:
        """Add rows of oracles that x violates; return how many, after how many calls.

        Zero means that all rows that x violates are present, and the engine is less exact.
        """
        calls = 0
        while True:
            calls += 1
            rows, oracle = lazy.separate(
                x, max_rows, tolerance=tolerance, diverse=diverse, ray=self.ray
            )
            added = self.add(rows, oracle)
            if added or len(rows) < max_rows:
                return added, calls
            max_rows *= 2

    def grow_older(self, duals: Floats) -> None:
        """Count each row's consecutive solves with dual zero, given the engine's duals."""
        self._age = np.where(duals[self._num_core :] == 0, self._age + 1, 0)

    def drop(self, age: int, x: Floats) -> int:
        """Delete rows of at least this age that x satisfies strictly, if many; return how many.

        Where x is the last optimum, it stays one: the duals of these rows are zero. Time
        O(nonzeros).
        """
        old = self._age >= age
        if old.sum() <= MANY * old.size:
            return 0
        rows = self.rows
        activity = rows.matrix @ x
        old &= np.minimum(activity - rows.lower, rows.upper - activity) > STRICT
        count = int(old.sum())
        if count <= MANY * old.size:
            return 0
        self.engine.delete_rows(self._num_core + np.flatnonzero(old))
        self._present.difference_update(_identities(rows.take(old), self.oracle[old]))
        self._parts = [rows.take(~old)]
        self.oracle, self._age = self.oracle[~old], self._age[~old]
        return count


def _identities(rows: SeparatedRows, oracle: Ints) -> list[tuple[int, int]]:
    """What distinguishes a row from all others."""
    return list(zip(oracle.tolist(), rows.key.tolist(), strict=True))
