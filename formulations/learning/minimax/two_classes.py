"""The distinct rows of two classes, with their weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import Bools, Floats, as_array, as_floats

TOO_FEW = (
    "fewer than two rows of positive weight, and a covariance needs two; leave the class out or "
    "give it more rows"
)


@dataclass(frozen=True, slots=True, eq=False)
class TwoClasses:
    """The distinct rows of class x, then those of class y, each class in sorted order.

    Equal rows are merged and their weights added. So results depend neither on the order of the
    rows nor on whether a row of weight 2 is given once or twice.

    Attributes
    ----------
    rows : ndarray of float64, shape (num_rows, columns)
    shares : ndarray of float64, shape (num_rows,)
        The share of each row in the weight of its class.
    num_x : int
        How many of the rows are of class x.
    """

    rows: Floats
    shares: Floats
    num_x: int

    @classmethod
    def from_rows(
        cls, rows: ArrayLike, is_x: ArrayLike, weights: ArrayLike | None = None
    ) -> TwoClasses:
        """Check the rows, and merge equal ones.

        Parameters
        ----------
        rows : array_like of float, shape (num_rows, columns)
        is_x : array_like of bool, shape (num_rows,)
        weights : array_like of float, shape (num_rows,), optional
            Rows of weight 0 are left out.

        Raises
        ------
        ValueError
            If shapes do not fit, a value is not finite, a weight is negative, or a class has fewer
            than two rows.

        Notes
        -----
        Time O(columns rows log rows), memory O(rows columns).
        """
        table, flags = as_floats(rows, "rows"), as_array(is_x, "is_x").astype(bool)
        if table.ndim != 2 or not table.shape[1] or flags.shape != table.shape[:1]:
            raise ValueError(
                f"rows have shape {table.shape} and is_x has {flags.shape}; give a table of a "
                "column at least, and one flag for each row"
            )
        if not np.isfinite(table).all():
            raise ValueError("rows hold NaN or infinity; leave such rows out or fill them in")
        given = as_row_weights(weights, flags.size)
        for name, side in (("x", flags), ("y", ~flags)):
            if not enough_rows(given[side]):
                raise ValueError(f"class {name} has {TOO_FEW}")
        parts = [_distinct(table, given, side & (given > 0)) for side in (flags, ~flags)]
        return cls(
            np.concatenate([part[0] for part in parts]),
            np.concatenate([part[1] for part in parts]),
            len(parts[0][0]),
        )

    def scale(self) -> Floats:
        """The standard deviation of each column, or 1 if it is 0; both classes weigh the same."""
        mean = self.shares @ self.rows / 2
        deviation = np.sqrt(self.shares @ (self.rows - mean) ** 2 / 2)
        return np.where(deviation > 0, deviation, 1.0)


def enough_rows(weights: Floats) -> bool:
    """Whether rows with these weights have a covariance: two rows, or one of weight above 1."""
    return int(np.count_nonzero(weights)) > 1 or float(weights.sum()) > 1


def _distinct(table: Floats, weights: Floats, kept: Bools) -> tuple[Floats, Floats]:
    rows, inverse = np.unique(table[kept] + 0.0, axis=0, return_inverse=True)  # -0.0 becomes 0.0
    sums = np.bincount(inverse.ravel(), weights[kept])
    return rows, sums / sums.sum()
