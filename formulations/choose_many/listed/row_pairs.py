"""Pairs of rows that one member each meets: the same member, or two?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, diags_array, triu

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel

Mask = NDArray[np.bool_]

FRACTION = 1e-5

EVEN = 0.35
"""Shares as far from an integer as this are alike."""

RANKED, NEW, KNOWN = 30, 8, 3
"""Pairs of the highest rank that are looked at; the first of them that are tried unless they were
often, and those with the best gains so far."""

OFTEN = 4

LEAST_GAIN = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two rows, and the share of the members that meet both, between 0 and 1.

    Attributes
    ----------
    rows : (int, int)
    share : float
    one, both : ndarray of bool, shape (num_columns,)
        The columns that meet one of them, and both.
    """

    rows: tuple[int, int]
    share: float
    one: Mask
    both: Mask


@dataclass(eq=False)
class RowPairs:
    """The rows of which a point has one column, and what branching on pairs of them has gained.

    Attributes
    ----------
    rows : ndarray of int64, shape (k,)
    columns : csc_array, shape (num_columns, k)
        The columns of each row.
    """

    rows: NDArray[np.int64]
    columns: csc_array
    _gains: dict[tuple[int, int], NDArray[np.float64]] = field(default_factory=dict)

    @classmethod
    def of(cls, model: LinearModel) -> RowPairs:
        """The rows of a model of which one column, an integer, is 1. Time O(nonzeros)."""
        fits = model.integrality & (model.lower >= 0)
        wrong = ~fits[model.matrix.indices] | (model.matrix.data != 1.0)
        row = np.repeat(np.arange(model.num_rows), np.diff(model.matrix.indptr))
        right = np.bincount(row[wrong], minlength=model.num_rows) == 0
        rows = np.flatnonzero(right & (model.row_lower == 1.0) & (model.row_upper == 1.0))
        return cls(rows, csc_array(model.matrix[rows].T))

    def wider(self, num_columns: int) -> RowPairs:
        """The same with further columns that meet no row."""
        parts = self.columns.data, self.columns.indices, self.columns.indptr
        return RowPairs(self.rows, csc_array(parts, shape=(num_columns, self.rows.size)))

    def meet_all(self, first: int) -> bool:
        """Whether every column from `first` on meets a row, so that pairs tell points apart."""
        return bool((self.columns.sum(axis=1)[first:] > 0).all())

    def open(self, x: Floats, duals: Floats) -> Iterator[Pair]:
        """Pairs to try, of those that a fraction of the members meets.

        Rows of high duals come first, which few members meet. For pairs that were tried often their
        gains stand (T. Achterberg, T. Koch and A. Martin, Branching rules revisited, 2005).
        """
        has = csr_array(self.columns)
        common = triu(has.T @ diags_array(x) @ has, 1).tocoo()
        away = np.abs(common.data - np.rint(common.data))
        worth = duals[self.rows]
        rank = np.minimum(away, EVEN) * (worth[common.row] + worth[common.col])
        rank[away <= FRACTION] = -np.inf
        best = np.argsort(-rank, kind="stable")[:RANKED]
        best = best[rank[best] > -np.inf]
        pairs = np.stack((common.row, common.col), axis=1)[best].tolist()
        shares = dict(zip(map(tuple, pairs), common.data[best].tolist(), strict=True))
        new = [rows for rows in list(shares)[:NEW] if self._times(rows) < OFTEN]
        known = [rows for rows in shares if self._times(rows) and rows not in new]
        known.sort(key=lambda rows: -self._expected(rows, shares[rows]))
        for rows in known[:KNOWN] + new:
            met = self.columns[:, list(rows)].sum(axis=1)
            yield Pair(rows, shares[rows], met == 1, met == 2)

    def learn(self, pair: Pair, one: float, two: float) -> None:
        """Take what the bound gained where one member meets both rows, and where two do."""
        share = np.clip(pair.share, 0.1, 0.9)
        before = self._gains.get(pair.rows, np.zeros(3))
        self._gains[pair.rows] = before + np.array([one / (1.0 - share), two / share, 1.0])

    def _times(self, rows: tuple[int, int]) -> float:
        return float(self._gains[rows][2]) if rows in self._gains else 0.0

    def _expected(self, rows: tuple[int, int], share: float) -> float:
        one, two, times = self._gains[rows]
        return score(one / times * (1.0 - share), two / times * share)


def score(one: float, two: float) -> float:
    """How good a pair is whose parts gain so much."""
    return max(one, LEAST_GAIN) * max(two, LEAST_GAIN)
