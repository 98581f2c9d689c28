"""The columns of a table, sorted once, and the sums of rows on the left of every cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.input.arrays import Floats

Ints = NDArray[np.int64]

RUNS = 64
"""How many runs there are at least, if there are as many cuts."""


class SortedColumns:
    """All cuts of the columns of a table: one after each of the different values of a column.

    The last cut of a column has all rows on its left.

    Parameters
    ----------
    X : ndarray, shape (rows, columns)
        Finite.

    Attributes
    ----------
    column : ndarray of int64, shape (cuts,)
        The column of each cut, ascending.
    threshold : ndarray, shape (cuts,)
        Half way between the two values that a cut separates, infinite for the last cut of a column.
    starts : ndarray of int64, shape (columns,)
        The first cut of each column.
    runs : ndarray of int64, shape (runs,)
        The first cut of each run: columns, cut up into even runs where there are few of them.

    Raises
    ------
    ValueError
        If X is not such a table.

    Notes
    -----
    Time O(rows log(rows) columns). The most frequent value of a column costs nothing in the
    searches: a search takes time, and the cuts take memory, in proportion to the other entries of
    the table. So columns of few ones are cheap.
    """

    def __init__(self, X: Floats) -> None:
        X = np.asarray(X, np.float64)
        if X.ndim != 2 or not X.size or not np.isfinite(X).all():
            raise ValueError(
                f"X has shape {X.shape}; give a table of finite numbers with a row and a column at "
                "least"
            )
        self._columns = columns = np.ascontiguousarray(X.T)
        order = np.argsort(columns, axis=1, kind="stable")
        values = np.take_along_axis(columns, order, axis=1).ravel()
        num_columns, num_rows = columns.shape
        new = np.ones(values.size, np.bool_)
        new[1:] = values[1:] != values[:-1]
        new[::num_rows] = True
        firsts = np.flatnonzero(new)
        sizes = np.diff(np.append(firsts, values.size))
        self.column = firsts // num_rows
        self.starts = np.searchsorted(self.column, np.arange(num_columns))
        self.threshold = _half_way(values[firsts])
        self.threshold[np.append(self.starts[1:], firsts.size) - 1] = np.inf
        sizes_of_columns = np.diff(np.append(self.starts, firsts.size))
        self.runs = _runs(self.starts, sizes_of_columns, -(-RUNS // num_columns))
        self._most = largest_of_each(sizes, self.starts)
        kept = np.ones(values.size, np.bool_)
        np.put(kept, _ranges(firsts[self._most], sizes[self._most]), False)
        sizes[self._most] = 0
        # The sums of a value's rows are a row of this matrix times the amounts.
        self._rows_of_values = csr_array(
            (
                np.ones(int(sizes.sum())),
                order.ravel()[kept].astype(np.int32),
                np.append(0, np.cumsum(sizes)),
            ),
            shape=(firsts.size, num_rows),
        )

    def left_sums(self, amounts: Floats) -> Floats:
        """The sums of the rows' amounts on the left of every cut.

        Parameters
        ----------
        amounts : ndarray, shape (rows, k)

        Returns
        -------
        ndarray, shape (cuts, k)
        """
        total = amounts.sum(axis=0)
        sums = np.asarray(self._rows_of_values @ amounts)
        sums[self._most] = total - np.add.reduceat(sums, self.starts)
        return np.asarray(np.cumsum(sums, axis=0) - self.column[:, None] * total)

    def beyond(self, cuts: Ints) -> NDArray[np.bool_]:
        """Whether a row is on the right of a cut, shape (cuts, rows)."""
        return np.asarray(self._columns[self.column[cuts]] > self.threshold[cuts, None])


def largest_of_each(values: NDArray[np.generic], starts: Ints) -> Ints:
    """The first place of the largest value in each run; a run ends where the next one starts."""
    sizes = np.diff(np.append(starts, values.size))
    places = np.flatnonzero(values == np.repeat(np.maximum.reduceat(values, starts), sizes))
    return np.asarray(places[np.searchsorted(places, starts)])


def _runs(starts: Ints, sizes: Ints, most: int) -> Ints:
    """The starts of even parts of ranges, at most so many of each and none of them empty."""
    parts = np.minimum(sizes, most)
    place = _ranges(np.zeros(starts.size, np.int64), parts)
    return np.asarray(
        np.repeat(starts, parts) + place * np.repeat(sizes, parts) // np.repeat(parts, parts)
    )


def _half_way(values: Floats) -> Floats:
    """Numbers between neighbours, which are at least the first of both and below the second."""
    beyond = np.append(values[1:], 0.0)
    middle = values / 2 + beyond / 2
    # neighbours among the floating-point numbers have none between them
    return np.where((values <= middle) & (middle < beyond), middle, values)


def _ranges(starts: Ints, sizes: Ints) -> Ints:
    """The numbers of several ranges, one after the other."""
    before = np.cumsum(sizes) - sizes
    return np.asarray(np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes))
