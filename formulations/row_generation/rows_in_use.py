"""The rows of oracles that a linear program contains."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.lp_engine import LPEngine
from nzdd.formulations.models.arrays import homogeneous
from nzdd.formulations.rows.separation import SeparatedRows, concatenated

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MANY = 0.2
"""The share of old rows from which on deleting them is worth a factorisation of the basis."""

STRICT = 1e-6
"""The slack from which on a row does not bind."""


class RowsInUse:
    """The rows of an engine after the first `num_core`, each of them once.

    Parameters
    ----------
    engine : LPEngine
    num_core, num_columns : int
        Of the model that the engine holds.
    ray : bool
        The program is about directions: rows enter it with zero for every finite bound.

    Attributes
    ----------
    oracle : ndarray of int64
        The oracle each of `rows` is from.
    """

    def __init__(
        self, engine: LPEngine, num_core: int, num_columns: int, *, ray: bool = False
    ) -> None:
        self.engine, self.ray = engine, ray
        self.num_core, self.num_columns = num_core, num_columns
        self.oracle: Ints = np.empty(0, np.int64)
        self._age: Ints = np.empty(0, np.int64)
        self._parts: list[SeparatedRows] = []
        self._present: set[tuple[int, int]] = set()

    def __len__(self) -> int:
        return self.oracle.size

    @property
    def rows(self) -> SeparatedRows:
        """The rows with their true bounds, in the order of the engine. Time O(nonzeros)."""
        self._parts = [concatenated(self._parts, self.num_columns)]
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

    def grow_older(self, duals: Floats) -> None:
        """Count each row's consecutive solves with dual zero, given the engine's duals."""
        self._age = np.where(duals[self.num_core :] == 0, self._age + 1, 0)

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
        self.engine.delete_rows(self.num_core + np.flatnonzero(old))
        self._present.difference_update(_identities(rows.take(old), self.oracle[old]))
        self._parts = [rows.take(~old)]
        self.oracle, self._age = self.oracle[~old], self._age[~old]
        return count


def _identities(rows: SeparatedRows, oracle: Ints) -> list[tuple[int, int]]:
    """What distinguishes a row from all others."""
    return list(zip(oracle.tolist(), rows.key.tolist(), strict=True))
