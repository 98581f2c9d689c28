"""Terms of rows, and the bounds that a row implies for the column of each of its terms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Bools, Floats, Matrix
from nzdd.formulations.rows.edge_constraints import EXACT_INTEGERS, FAR_OUT
from nzdd.formulations.rows.separation import SeparatedRows
from nzdd.formulations.rows.symbols import totals

Bounds = tuple[Floats, Floats]

TOLERANCE = 1e-6
"""By which a row may be violated, and an integer column be off an integer."""

HUGE = 1e9
"""No bound beyond this is implied: at such values rows would hold to no tolerance."""

EPSILON = float(np.finfo(np.float64).eps)


class Terms:
    """Products of a coefficient and a column, each in a group: a row, or a symbol of a diagram.

    Attributes
    ----------
    group, column : ndarray, shape (num_terms,)
    coefficient : ndarray of float64, shape (num_terms,)
    columns : ndarray
        The columns that occur, without repetitions.
    """

    def __init__(self, matrix: Matrix) -> None:
        self.group = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
        self.column, self.coefficient = matrix.indices.astype(np.int64), matrix.data
        self.columns = np.unique(self.column)

    def greatest(self, coefficient: Floats, lower: Floats, upper: Floats) -> Floats:
        """The greatest value of each term within bounds, for other coefficients.

        Infinite without a bound, or with one so large that sums might overflow.
        """
        bound = np.where(coefficient > 0, upper[self.column], lower[self.column])
        with np.errstate(invalid="ignore", over="ignore"):
            value: Floats = coefficient * bound
        if np.abs(value).max(initial=0.0) < FAR_OUT:  # false for NaN, too
            return value
        value = np.where(coefficient == 0, 0.0, value)
        return np.where(np.abs(value) < FAR_OUT, value, np.inf)

    def implied(
        self,
        which: NDArray[np.int64],
        coefficient: Floats,
        rest: Floats,
        error: Floats | float,
        bounds: Bounds,
        integrality: Bools,
    ) -> None:
        """Tighten bounds by ``coefficient * x[column] >= -rest``, of some terms.

        Parameters
        ----------
        which : ndarray of int64, shape (k,)
            The terms.
        coefficient, rest : ndarray, shape (k,)
            The greatest value of all other terms of a row; infinite where nothing follows.
        error : ndarray, shape (k,), or float
            The rounding error that `rest` may have; zero if it is exact.
        bounds : pair of ndarray, shape (num_columns,)
            Changed in place. Bounds of continuous columns are rounded outwards. Those of integer
            columns are rounded inwards, after the row and the column were given their tolerance.
        integrality : ndarray of bool, shape (num_columns,)
        """
        column, size = self.column[which], np.abs(coefficient)
        whole = integrality[column]
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
        up, down = known & (coefficient > 0), known & (coefficient < 0)
        np.maximum.at(bounds[0], column[up], low[up])
        np.minimum.at(bounds[1], column[down], high[down])


def rounding_error(additions: Floats | int, size: Floats | float, exact: bool) -> Floats | float:
    """How far a sum of rounded products can be off.

    A sum of k rounded products is off by at most k + 1 units in the last place of the sum of their
    sizes (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2). A sum of
    integers is exact below 2**53.
    """
    error = 2.0 * (additions + 8) * EPSILON * size
    return np.where(size <= EXACT_INTEGERS, 0.0, error) if exact else error


def activities(rows: SeparatedRows, lower: Floats, upper: Floats) -> tuple[Bounds, Bounds]:
    """The least and the greatest value of each row's left side within bounds, and their errors."""
    terms, size = Terms(rows.matrix), len(rows)
    additions = np.diff(rows.matrix.indptr).astype(np.float64)
    found = []
    for sign in (-1.0, 1.0):
        values = terms.greatest(sign * terms.coefficient, lower, upper)
        error = rounding_error(additions, totals(terms.group, np.abs(values), size), exact=False)
        found.append((sign * totals(terms.group, values, size), np.asarray(error)))
    return found[0], found[1]


def broken(rows: SeparatedRows, lower: Floats, upper: Floats) -> Bools:
    """Which rows no point within the bounds satisfies, not even up to the tolerance.

    That is, the greatest activity is below the lower side, or the least above the upper one, by
    more than the rounding error.
    """
    (least, least_error), (greatest, greatest_error) = activities(rows, lower, upper)
    tolerance = [TOLERANCE * np.maximum(1.0, np.abs(side)) for side in (rows.lower, rows.upper)]
    with np.errstate(invalid="ignore"):
        low = greatest < rows.lower - tolerance[0] - greatest_error
        high = least > rows.upper + tolerance[1] + least_error
    return np.asarray(low | high)
