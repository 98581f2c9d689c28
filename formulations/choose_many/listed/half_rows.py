"""Rows that integers satisfy: halves of a few rows, rounded (zero-half cuts)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csc_array, csr_array, vstack

from nzdd import _core
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import SeparatedRows

MOST_ROWS = 600
"""With more rows not all sets of three are looked at."""

SUPPORT = 1e-9
"""Values of columns up to this count as 0."""


@dataclass(frozen=True, eq=False)
class HalfRows:
    """Half the sum of one to three rows of integers, all coefficients and the side rounded up.

    An oracle. For columns that are integers from 0 on (A. Caprara and M. Fischetti, {0, 1/2}-
    Chvatal-Gomory cuts, 1996; of three rows that ask for a member each M. Jepsen et al.,
    Subset-row inequalities applied to the vehicle-routing problem with time windows, 2008).

    Attributes
    ----------
    rows : csr_array
        The rows in question, as ``rows @ x >= sides``.
    sides : ndarray
    """

    rows: Matrix
    sides: Floats

    @classmethod
    def of(cls, model: LinearModel) -> HalfRows:
        """Of the rows of a model that have integers only. Time O(nonzeros)."""
        matrix = model.matrix
        fits = (model.integrality & (model.lower >= 0))[matrix.indices]
        fits &= matrix.data == np.rint(matrix.data)
        row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
        whole = np.bincount(row[~fits], minlength=matrix.shape[0]) == 0
        low, high = model.row_lower, model.row_upper
        below = whole & np.isfinite(low)
        above = whole & np.isfinite(high) & (low != high)
        rows = csr_array(vstack((matrix[below], -matrix[above]), format="csr"))
        return cls(rows, np.ceil(np.concatenate((low[below], -high[above])) - SUPPORT))

    @property
    def num_columns(self) -> int:
        """The number of columns."""
        return int(self.rows.shape[1])

    def min_slack(self, x: ArrayLike) -> float:
        """The least slack of all of them at x."""
        found = self.separate(x, 1, tolerance=0.0)
        return float(found.slack[0]) if len(found) else 0.0

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> SeparatedRows:
        """Those that x violates most. Time O(rows^3)."""
        del diverse
        x = np.asarray(x, np.float64)
        size = self.sides.size
        if ray or not 0 < size <= MOST_ROWS:
            return SeparatedRows.none(self.num_columns)
        taken = np.flatnonzero(x > SUPPORT)
        part = csc_array(self.rows.tocsc()[:, taken])
        odd = part.data % 2 != 0
        part.data = odd.astype(np.float64)
        part.eliminate_zeros()
        slack = np.asarray(self.rows @ x - self.sides)
        triples, weights = _core.odd_rows(
            size,
            part.indptr.astype(np.int64),
            part.indices.astype(np.uint32),
            np.ascontiguousarray(x[taken]),
            slack,
            (self.sides % 2 != 0).astype(np.uint8),
            1.0 - 2.0 * tolerance,
        )
        best = np.argsort(weights, kind="stable")[:max_rows]
        return self._halves(triples.reshape(-1, 3)[best].astype(np.int64), x)

    def _halves(self, triples: NDArray[np.int64], x: Floats) -> SeparatedRows:
        size, count = self.sides.size, len(triples)
        there = triples < size
        at = np.repeat(np.arange(count), there.sum(axis=1))
        choose = csr_array((np.full(at.size, 0.5), (at, triples[there])), shape=(count, size))
        matrix = csr_array(choose @ self.rows)
        matrix.data = np.ceil(matrix.data)
        matrix.eliminate_zeros()
        lower = np.ceil(choose @ self.sides)
        key = (triples @ np.array([(size + 1) ** 2, size + 1, 1])).astype(np.uint64)
        upper = np.full(count, np.inf)
        return SeparatedRows(matrix, lower, upper, np.asarray(matrix @ x) - lower, key)

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Every column may violate a row, either way."""
        every = np.ones(self.num_columns, np.bool_)
        return every, every
