"""Distinct rows to calibrate with, and two halves of them, which depend on the rows alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrik

from nzdd.adapters.sklearn.equal_rows import Hashes, mixed_bits, row_hashes
from nzdd.formulations.learning.row_weights import evenly_taken
from nzdd.formulations.models.arrays import Floats

_STEP = np.uint64(0x9E3779B97F4A7C15)

MOST_ROWS, LEAST_OF_CLASS = 60_000, 1_000
"""Of more rows a sample is calibrated with; it has at least so many of each class, or all."""


class DistinctRows(NamedTuple):
    """Rows of a table, each once for each class, by class and then in random order.

    They depend neither on the order of the rows, nor on whether a row of weight 2 stands there
    once or twice.

    Attributes
    ----------
    places : ndarray of intp, shape (rows,)
        Where each of them stands.
    codes : ndarray of integers, shape (rows,)
        Their classes.
    weights : ndarray of float64, shape (rows,)
        Of all equal rows.
    hashes : ndarray of uint64, shape (rows,)
    """

    places: NDArray[np.intp]
    codes: NDArray[np.integer[Any]]
    weights: Floats
    hashes: Hashes

    @classmethod
    def of(cls, table: Any, codes: NDArray[np.integer[Any]], weights: Floats) -> DistinctRows:
        """Those of a table, with the class and the weight above 0 of each row.

        Time O(rows x columns + rows log rows).
        """
        hashes = row_hashes(table)
        order = np.lexsort((hashes, codes))
        hashes, codes = hashes[order], codes[order]
        differ = (hashes[1:] != hashes[:-1]) | (codes[1:] != codes[:-1])
        firsts = np.flatnonzero(np.concatenate(([True], differ)))
        weights = np.add.reduceat(weights[order], firsts)
        return cls(order[firsts], codes[firsts], weights, hashes[firsts])

    def sample(self) -> DistinctRows:
        """About `MOST_ROWS` of them, or all if there are not more, of the same weight per class."""
        if self.places.size <= MOST_ROWS:
            return self
        found, total = np.zeros(self.places.size), self.weights.sum()
        for code in range(int(self.codes.max()) + 1):
            rows = self.codes == code
            share = self.weights[rows].sum() / total
            wanted = max(LEAST_OF_CLASS, round(MOST_ROWS * share))
            found[rows] = evenly_taken(self.weights[rows], wanted)
        kept = np.flatnonzero(found)
        return DistinctRows(self.places[kept], self.codes[kept], found[kept], self.hashes[kept])

    def first_half(self) -> Floats:
        """How much of each weight goes to the first of two random halves of all rows.

        Of a row of weight n, to the nearest whole number but at least 1, a binomially distributed
        share of n: as if n rows went here or there. Of rows of weight 1 every other one goes here.
        """
        size = np.maximum(1.0, np.rint(self.weights))
        level = (mixed_bits(self.hashes + _STEP) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        count = np.clip(np.ceil(bdtrik(level, size, 0.5)), 0, size)
        single = np.flatnonzero(size == 1)
        count[single] = np.arange(single.size) % 2
        return np.asarray(self.weights * count / size)
