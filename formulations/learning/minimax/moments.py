"""What a minimax probability machine knows of a class: mean and covariance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import as_floats

if TYPE_CHECKING:
    from typing_extensions import Self

Floats = NDArray[np.float64]


class Moments(NamedTuple):
    """Mean and covariance of a class.

    Attributes
    ----------
    mean : ndarray of float64, shape (dimensions,)
    covariance : ndarray of float64, shape (dimensions, dimensions)
    """

    mean: Floats
    covariance: Floats

    @classmethod
    def of_rows(cls, rows: ArrayLike, weights: ArrayLike | None = None) -> Self:
        """The moments of the empirical distribution: weights that sum to 1, no ``n - 1``.

        So the bound of a machine holds of the rows themselves, exactly: they *are* a distribution
        with these moments.

        Parameters
        ----------
        rows : array_like, shape (num_rows, dimensions)
        weights : array_like of float, shape (num_rows,), optional

        Raises
        ------
        ValueError
            If there are no rows, or the weights do not fit or have no positive sum.

        Notes
        -----
        Time O(rows dimensions^2), memory O(rows dimensions).
        """
        table = as_floats(rows, "rows")
        if table.ndim != 2 or not len(table):
            raise ValueError(f"rows have shape {table.shape}; give a table with a row at least")
        shares = np.ones(len(table)) if weights is None else as_floats(weights, "weights")
        if shares.shape != (len(table),) or shares.min() < 0 or not 0 < shares.sum() < np.inf:
            raise ValueError(
                f"weights must be {len(table)} numbers of at least 0, one a row, with a positive "
                "and finite sum"
            )
        shares = as_row_weights(shares, len(table))
        shares = shares / shares.sum()
        mean = shares @ table
        deviations = table - mean
        return cls(mean, (deviations.T * shares) @ deviations)
