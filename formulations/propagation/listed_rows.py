"""Bound propagation over the rows of a matrix, one by one."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.propagation.implied_bounds import (
    TOLERANCE,
    Bounds,
    Terms,
    broken,
    rounding_error,
)
from nzdd.formulations.rows.edge_constraints import are_integers
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import SeparatedRows
from nzdd.formulations.rows.symbols import totals


class ListedRows:
    """What rows ``lower <= A x <= upper`` imply for the bounds of the columns."""

    def __init__(self, rows: MatrixRows, integrality: Bools) -> None:
        self._rows, self._integrality = rows, integrality
        self._terms = Terms(rows.matrix)
        self.columns = self._terms.columns
        self._additions = np.diff(rows.matrix.indptr).astype(np.float64)
        sides = np.concatenate((rows.lower, rows.upper))
        self._integers = are_integers(rows.matrix.data) and are_integers(sides)

    def tighten(self, lower: Floats, upper: Floats) -> tuple[Bounds | None, bool]:
        """Bounds implied by all rows, and whether a row is perhaps `broken`.

        Returns
        -------
        bounds : pair of ndarray, shape (num_columns,), or None
            Infinite where nothing tighter follows; None if nothing does at all.
        suspect : bool
            Time O(nonzeros).
        """
        terms, bounds, suspect = self._terms, None, False
        group = terms.group
        width = (upper - lower)[terms.column]
        for sign, side in ((1.0, self._rows.lower), (-1.0, -self._rows.upper)):
            coefficient = sign * terms.coefficient
            value = terms.greatest(coefficient, lower, upper)
            own, unbounded, error = self._sums(value, side, lower, upper)
            suspect |= bool(((unbounded == 0) & (own < -TOLERANCE)).any())
            finite = np.isfinite(value)
            rest = own[group] - np.where(finite, value, 0.0)
            alone = unbounded[group] - ~finite == 0  # no other term is unbounded
            which = np.flatnonzero(alone & (~finite | (own[group] < np.abs(coefficient) * width)))
            if not which.size:
                continue
            if bounds is None:
                bounds = np.full(lower.size, -np.inf), np.full(lower.size, np.inf)
            some = coefficient[which], rest[which], error[group[which]]
            terms.implied(which, *some, bounds, self._integrality)
        return bounds, suspect

    def broken(self, lower: Floats, upper: Floats) -> SeparatedRows:
        """A row that no point within the bounds satisfies, or none. Time O(nonzeros)."""
        rows = self._rows
        keys = np.arange(rows.num_rows, dtype=np.uint64)
        every = SeparatedRows(rows.matrix, rows.lower, rows.upper, np.zeros(keys.size), keys)
        return every.take(np.flatnonzero(broken(every, lower, upper))[:1])

    def hold(self, lower: Floats, upper: Floats) -> bool:
        """Whether every point within the bounds satisfies all rows. Time O(nonzeros)."""
        for sign, side in ((1.0, self._rows.lower), (-1.0, -self._rows.upper)):
            value = self._terms.greatest(-sign * self._terms.coefficient, lower, upper)
            own, unbounded, error = self._sums(value, -side, lower, upper)
            if ((side > -np.inf) & ((unbounded > 0) | ~(own <= -error))).any():
                return False
        return True

    def _sums(
        self, value: Floats, side: Floats, lower: Floats, upper: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Of each row the sum of its finite values less a side, its other terms, the error."""
        group, size = self._terms.group, self._rows.num_rows
        finite = np.isfinite(value)
        bounded = np.where(finite, value, 0.0)
        own = totals(group, bounded, size) - side
        unbounded = totals(group, ~finite, size)
        columns = self.columns
        exact = self._integers and are_integers(lower[columns]) and are_integers(upper[columns])
        sizes = totals(group, np.abs(bounded), size)
        sizes = sizes + np.where(np.isfinite(side), np.abs(side), 0.0)
        error = np.asarray(rounding_error(self._additions, sizes, exact), np.float64)
        return own, unbounded, error
