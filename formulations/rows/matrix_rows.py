"""A row oracle over a matrix in memory: one product of matrix and vector a call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.models.arrays import (
    Floats,
    Matrix,
    as_bounds,
    as_matrix,
    as_point,
    homogeneous,
)
from nzdd.formulations.rows.separation import SeparatedRows


class MatrixRows:
    """Rows ``lower <= A x <= upper`` of any kind.

    Parameters
    ----------
    A : sparse or dense array, shape (m, n)
    lower, upper : array of float, shape (m,), or float
        Infinite where a row has no such side.

    Notes
    -----
    For more than a few thousand rows a `ConstraintDiagram` is faster.
    """

    def __init__(self, A: Any, lower: ArrayLike = -np.inf, upper: ArrayLike = np.inf) -> None:
        self.matrix = as_matrix("A", A)
        self.lower = as_bounds("lower", lower, self.num_rows, forbidden=np.inf)
        self.upper = as_bounds("upper", upper, self.num_rows, forbidden=-np.inf)

    @classmethod
    def trusted(cls, matrix: Matrix, lower: Floats, upper: Floats) -> MatrixRows:
        """Rows of a model, which are right already."""
        rows = cls.__new__(cls)
        rows.matrix, rows.lower, rows.upper = matrix, lower, upper
        return rows

    @property
    def num_columns(self) -> int:
        """The number of columns."""
        return int(self.matrix.shape[1])

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        return int(self.matrix.shape[0])

    def min_slack(self, x: ArrayLike) -> float:
        """The least slack of all rows at x; infinite without rows. Time O(nonzeros)."""
        return float(self._slack(x, ray=False).min(initial=np.inf))

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> SeparatedRows:
        """The most violated rows; see `RowOracle.separate`. The key of a row is its index.

        Time O(nonzeros). ``diverse`` rows are chosen from the ``10 * max_rows`` most violated rows;
        those with a column that no more violated row has come first.
        """
        slack = self._slack(x, ray=ray)
        rows = np.flatnonzero(slack < -tolerance)
        most = 10 * max_rows if diverse else max_rows
        if rows.size > most:
            rows = rows[np.argpartition(slack[rows], most - 1)[:most]]
        rows = rows[np.lexsort((rows, slack[rows]))]
        if diverse and rows.size > max_rows:
            rows = rows[self._diverse(rows)][:max_rows]
        return SeparatedRows(
            self.matrix[rows],
            self.lower[rows],
            self.upper[rows],
            slack[rows],
            rows.astype(np.uint64),
        )

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which columns may violate a row by going down, and which by going up."""
        row = np.repeat(np.arange(self.num_rows), np.diff(self.matrix.indptr))
        positive = self.matrix.data > 0
        low, high = np.isfinite(self.lower)[row], np.isfinite(self.upper)[row]
        down, up = np.zeros((2, self.num_columns), np.bool_)
        down[self.matrix.indices[np.where(positive, low, high)]] = True
        up[self.matrix.indices[np.where(positive, high, low)]] = True
        return down, up

    def _slack(self, x: ArrayLike, *, ray: bool) -> Floats:
        point = as_point(x, self.num_columns)
        if not np.isfinite(point).all():
            raise ValueError("x must be finite")
        activity = self.matrix @ point
        lower, upper = self.lower, self.upper
        if ray:
            lower, upper = homogeneous(lower), homogeneous(upper)
        slack: Floats = np.minimum(activity - lower, upper - activity)
        return slack

    def _diverse(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The order that puts rows with a column of their own first."""
        chosen = self.matrix[rows]
        row = np.repeat(np.arange(rows.size), np.diff(chosen.indptr))
        first = np.full(self.num_columns, rows.size)
        np.minimum.at(first, chosen.indices, row)
        own = np.zeros(rows.size, np.bool_)
        own[first[first < rows.size]] = True
        own[0] = True  # the most violated row comes first, even one without columns
        return np.argsort(~own, kind="stable")
