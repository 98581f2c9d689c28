"""Terms of rows, and the bounds that a row implies for the column of each of its terms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.edge_constraints import EXACT_INTEGERS, FAR_OUT
from nzdd.formulations.rows.separation import SeparatedRows

Mask = NDArray[np.bool_]

TOLERANCE = 1e-6
"""By which a row may be violated, and an integer column be off an integer."""

HUGE = 1e9
"""No bound beyond this is implied: at such values rows would hold to no tolerance."""

EPSILON = float(np.finfo(np.float64).eps)


class Terms:
    """Products of a coefficient and a column, each in a group, sorted by column.

    A group is a row, or a symbol of a diagram.

    Attributes
    ----------
    group, column : ndarray, shape (num_terms,)
    coefficient : ndarray of float64, shape (num_terms,)
    columns : ndarray
        The columns that occur, without repetitions.
    """

    def __init__(
        self, group: NDArray[np.integer], column: NDArray[np.integer], coefficient: Floats
    ) -> None:
        order = np.argsort(column, kind="stable")
        self.group, self.column = group[order], column[order].astype(np.int64)
        self.coefficient = coefficient[order]
        starts = np.ones(order.size, np.bool_)
        starts[1:] = self.column[1:] != self.column[:-1]
        self._starts = np.flatnonzero(starts)
        self.columns = self.column[self._starts]

    def greatest(self, coefficient: Floats, lower: Floats, upper: Floats) -> Floats:
        """The greatest value of each term within bounds, for other coefficients.

        Infinite without a bound, or with one so large that sums might overflow.
        """
        bound = np.where(coefficient > 0, upper[self.column], lower[self.column])
        with np.errstate(invalid="ignore", over="ignore"):
            value = np.where(coefficient == 0, 0.0, coefficient * bound)
        return np.where(np.abs(value) < FAR_OUT, value, np.inf)

    def implied(
        self,
        coefficient: Floats,
        rest: Floats,
        error: Floats | float,
        integrality: Mask,
    ) -> tuple[Floats, Floats]:
        """The bounds of all columns that follow from ``coefficient * x[column] >= -rest``.

        Parameters
        ----------
        coefficient, rest : ndarray, shape (num_terms,)
            The greatest value of all other terms of a row; infinite where nothing follows.
        error : ndarray, shape (num_terms,), or float
            The rounding error that `rest` may have; zero if it is exact.
        integrality : ndarray of bool, shape (num_columns,)

        Returns
        -------
        lower, upper : ndarray, shape (num_columns,)
            Infinite where nothing follows. Bounds of continuous columns are rounded outwards.
            Those of integer columns are rounded inwards, after the row and the column were given
            their tolerance.
        """
        size = np.abs(coefficient)
        whole = integrality[self.column]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            value = -rest / coefficient
            slack = error / size
            slack = np.where(whole, slack + TOLERANCE * np.maximum(1.0, 1.0 / size), slack)
            known = (size > 0) & (np.abs(value) < HUGE) & (slack < HUGE)
            # What is exact stays so: an integer whose product with an integer has no rounding.
            exact = (np.asarray(error) == 0) & (value == np.rint(value))
            exact &= value * coefficient == -rest
            low, high = value - slack, value + slack
        low = np.where(whole, np.ceil(low), np.where(exact, value, np.nextafter(low, -np.inf)))
        high = np.where(whole, np.floor(high), np.where(exact, value, np.nextafter(high, np.inf)))
        low = np.where(known & (coefficient > 0), low, -np.inf)
        high = np.where(known & (coefficient < 0), high, np.inf)
        lower, upper = np.full(integrality.size, -np.inf), np.full(integrality.size, np.inf)
        if self.columns.size:
            lower[self.columns] = np.maximum.reduceat(low, self._starts)
            upper[self.columns] = np.minimum.reduceat(high, self._starts)
        return lower, upper


def rounding_error(additions: Floats | int, size: Floats | float, exact: bool) -> Floats | float:
    """How far a sum of rounded products can be off.

    A sum of k rounded products is off by at most k + 1 units in the last place of the sum of their
    sizes (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2). A sum of
    integers is exact below 2**53.
    """
    error = 2.0 * (additions + 8) * EPSILON * size
    return np.where(size <= EXACT_INTEGERS, 0.0, error) if exact else error


def are_integers(values: Floats) -> bool:
    """Whether all finite values are integers."""
    finite = values[np.isfinite(values)]
    return bool((finite == np.rint(finite)).all())


def broken(rows: SeparatedRows, lower: Floats, upper: Floats) -> Mask:
    """Which rows no point within the bounds satisfies, not even up to the tolerance.

    That is, the greatest activity is below the lower side, or the least above the upper one.
    """
    matrix = rows.matrix
    row = np.repeat(np.arange(len(rows)), np.diff(matrix.indptr))
    terms = Terms(row, matrix.indices, matrix.data)

    def greatest(sign: float) -> Floats:
        values = terms.greatest(sign * terms.coefficient, lower, upper)
        return np.bincount(terms.group, values, len(rows))

    def misses(activity: Floats, side: Floats) -> Mask:
        with np.errstate(invalid="ignore"):
            return np.asarray(activity < side - TOLERANCE * np.maximum(1.0, np.abs(side)))

    return misses(greatest(1.0), rows.lower) | misses(greatest(-1.0), -rows.upper)
