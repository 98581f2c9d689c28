"""The mean and the covariance of a class."""

from __future__ import annotations

from typing import NamedTuple

from numpy.typing import ArrayLike

from nzdd.formulations.learning.row_weights import as_row_weights
from nzdd.input.arrays import Floats, as_floats


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
    def of_rows(cls, rows: ArrayLike, weights: ArrayLike | None = None) -> Moments:
        """The moments of the empirical distribution, whose weights sum to 1 (not to n - 1).

        So the bound of a machine holds exactly on the rows themselves, which are a distribution
        with these moments.

        Parameters
        ----------
        rows : array_like, shape (num_rows, dimensions)
        weights : array_like of float, shape (num_rows,), optional

        Raises
        ------
        ValueError
            If there are no rows, or the weights do not fit or their sum is not positive.

        Notes
        -----
        Time O(rows dimensions^2), memory O(rows dimensions).
        """
        table = as_floats(rows, "rows")
        if table.ndim != 2 or not len(table):
            raise ValueError(f"rows have shape {table.shape}; give a table with a row at least")
        shares = as_row_weights(weights, len(table))
        if not shares.any():
            raise ValueError("all weights are 0; give at least one row a weight above 0")
        shares = shares / shares.sum()
        mean = shares @ table
        deviations = table - mean
        return cls(mean, (deviations.T * shares) @ deviations)
