"""Pairs of rows, of which one member meets the first: does it meet the second, too?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, diags_array

from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.models.linear import LinearModel

FRACTION = 1e-5

EVEN = 0.35
"""Shares as far from an integer as this are alike."""

RANKED, NEW, KNOWN = 30, 8, 3
"""Pairs of the highest rank that are looked at; the first of them that are tried unless they were
often, and those with the best gains so far."""

OFTEN = 4
"""Trials after which the gains of a pair are believed."""

LEAST_GAIN = 1e-3

MOST = 0.5
"""The share of columns that must meet a single row, or pairs leave too much undecided."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A row that one member meets, and another one that this member may meet, too.

    Attributes
    ----------
    rows : (int, int)
    share : float
        How much of the first row is met together with the second, between 0 and 1.
    both, apart : ndarray of bool, shape (num_columns,)
        The columns that meet both rows; those that no point has beside one of these.
    """

    rows: tuple[int, int]
    share: float
    both: Bools
    apart: Bools


@dataclass(eq=False)
class RowPairs:
    """The rows that members meet, and what branching on pairs of them has gained.

    Attributes
    ----------
    rows : ndarray of int64, shape (k,)
    single : ndarray of bool, shape (k,)
        Which of them one member meets, no more and no less.
    columns : csc_array of float, shape (num_columns, k)
        1 for the columns that meet each.
    """

    rows: NDArray[np.int64]
    single: Bools
    columns: csc_array
    _gains: dict[tuple[int, int], NDArray[np.float64]] = field(default_factory=dict)

    @classmethod
    def of(cls, model: LinearModel) -> RowPairs:
        """The rows of a model in which columns, all integers, add something. Time O(nonzeros)."""
        matrix, low = model.matrix, model.row_lower
        fits = model.integrality & (model.lower >= 0)
        row = np.repeat(np.arange(model.num_rows), np.diff(matrix.indptr))

        def without(entries: Bools) -> Bools:
            return np.asarray(np.bincount(row[entries], minlength=model.num_rows) == 0)

        rows = np.flatnonzero((low >= 1) & without(~fits[matrix.indices] | (matrix.data < 0)))
        single = (low == 1) & (model.row_upper == 1) & without(matrix.data != 1)
        columns = csc_array(matrix[rows].T)
        columns.data[:] = 1.0
        return cls(rows, single[rows], columns)

    def wider(self, num_columns: int) -> RowPairs:
        """The same with further columns that meet no row."""
        parts = self.columns.data, self.columns.indices, self.columns.indptr
        columns = csc_array(parts, shape=(num_columns, self.rows.size))
        return RowPairs(self.rows, self.single, columns)

    def tell(self, first: int) -> bool:
        """Whether they tell points apart: most columns from `first` on meet a single row."""
        met = self.columns[:, self.single].sum(axis=1)[first:] > 0
        return bool(met.sum() >= MOST * max(1, met.size))

    def open(self, x: Floats, duals: Floats) -> Iterator[Pair]:
        """Pairs to try, of those that a fraction of the members meets.

        Rows of high duals come first, which few members meet. For pairs that were tried often their
        gains stand (T. Achterberg, T. Koch and A. Martin, Branching rules revisited, 2005).
        """
        has, single = csr_array(self.columns), np.flatnonzero(self.single)
        common = (csr_array(self.columns[:, single]).T @ diags_array(x) @ has).tocoo()
        first, second = single[common.row], common.col
        away = np.abs(common.data - np.rint(common.data))
        worth = duals[self.rows]
        rank = np.minimum(away, EVEN) * (worth[first] + worth[second])
        rank[(away <= FRACTION) | (self.single[second] & (second < first))] = -np.inf
        best = np.argsort(-rank, kind="stable")[:RANKED]
        best = best[rank[best] > -np.inf]
        pairs = np.stack((first, second), axis=1)[best].tolist()
        shares = dict(zip(map(tuple, pairs), common.data[best].tolist(), strict=True))
        new = [rows for rows in list(shares)[:NEW] if self._times(rows) < OFTEN]
        known = [rows for rows in shares if self._times(rows) and rows not in new]
        known.sort(key=lambda rows: -self._expected(rows, shares[rows]))
        for rows in known[:KNOWN] + new:
            yield self._pair(rows, shares[rows])

    def _pair(self, rows: tuple[int, int], share: float) -> Pair:
        met = self.columns[:, list(rows)].toarray() > 0
        both = met[:, 0] & met[:, 1]
        apart = (met[:, 0] | met[:, 1]) if self.single[rows[1]] else met[:, 0]
        return Pair(rows, share, both, apart & ~both)

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
