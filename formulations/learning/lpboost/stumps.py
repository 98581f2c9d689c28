"""Cuts of single columns, and the stumps they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Stump:
    """One answer up to a threshold in a column, another one beyond.

    Attributes
    ----------
    column : int
    threshold : float
        Infinite for a stump that says the same of every row.
    left, right : ndarray, shape (classes,) or ()
        The answers where ``X[:, column] <= threshold``, and elsewhere.
    """

    column: int
    threshold: float
    left: Floats
    right: Floats

    def predict(self, X: Any) -> Floats:
        """See `Hypothesis.predict`. X is dense. Time O(rows)."""
        beyond = np.asarray(X)[:, self.column] > self.threshold
        return np.asarray(np.stack((self.left, self.right))[beyond.astype(np.intp)])


class SortedColumns:
    """The columns of a table, sorted once for any number of searches.

    Parameters
    ----------
    X : ndarray, shape (rows, columns)
        Finite.

    Raises
    ------
    ValueError
        If it is not such a table.

    Notes
    -----
    Time O(rows log(rows) columns), memory O(rows columns).
    """

    def __init__(self, X: Floats) -> None:
        self.X = np.asarray(X, np.float64)
        if self.X.ndim != 2 or not self.X.size or not np.isfinite(self.X).all():
            raise ValueError(
                f"X has shape {self.X.shape}; give a table of finite numbers with a row and a "
                "column at least"
            )
        columns = np.ascontiguousarray(self.X.T)
        self._order = np.argsort(columns, axis=1, kind="stable")
        self._values = np.take_along_axis(columns, self._order, axis=1)
        # Behind the last row nothing is cut: the stump that says the same of every row.
        self._cuts = np.ones(columns.shape, np.bool_)
        self._cuts[:, :-1] = self._values[:, :-1] < self._values[:, 1:]

    def left_sums(self, amounts: Floats) -> Floats:
        """For every column and place in its order, the sum of the amounts up to there.

        Parameters
        ----------
        amounts : ndarray, shape (rows,)

        Returns
        -------
        ndarray, shape (columns, rows)
            Time O(rows x columns).
        """
        return np.asarray(np.cumsum(amounts[self._order], axis=1))

    def best(self, values: Floats) -> tuple[int, int]:
        """The column and the place of the cut with the largest value, the first of equal ones.

        Parameters
        ----------
        values : ndarray, shape (columns, rows)
            Only those at places between two different values, and at the end, count.
        """
        place = int(np.where(self._cuts, values, -np.inf).argmax())
        column, place = divmod(place, values.shape[1])
        return column, place

    def stump(self, cut: tuple[int, int], left: Any, right: Any) -> Stump:
        """The stump that cuts there, half way between the two values."""
        column, place = cut
        threshold = np.inf
        if place + 1 < self._values.shape[1]:
            below, beyond = self._values[column, place : place + 2].tolist()
            threshold = below / 2 + beyond / 2
            if not below <= threshold < beyond:  # neighbours among the floating-point numbers
                threshold = below
        return Stump(column, threshold, np.asarray(left, float), np.asarray(right, float))
