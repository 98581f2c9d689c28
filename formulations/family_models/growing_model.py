"""The ordinary columns and rows of a model, added step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack, vstack

from nzdd.formulations.family_models.column_numbers import Columns, checked_columns, widened
from nzdd.formulations.models.arrays import (
    Floats,
    Matrix,
    as_bounds,
    as_columns,
    as_matrix,
    as_vector,
    without_zeros,
)
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.memory import check_room
from nzdd.input.parameters import check_integer

MAX_LEVELS = 10_000


class GrowingModel:
    """A linear or mixed-integer model that grows by arrays of columns and rows."""

    def __init__(self, *, maximize: bool = False, offset: float = 0.0) -> None:
        self.maximize, self._offset = maximize, offset
        self._columns: list[tuple[Floats, Floats, Floats, NDArray[np.bool_]]] = []
        self._rows: list[tuple[csr_array[Any, Any], Floats, Floats]] = []
        self.num_columns = 0

    def add_columns(
        self,
        number: int,
        costs: ArrayLike = 0.0,
        *,
        lower: ArrayLike = 0.0,
        upper: ArrayLike = np.inf,
        integrality: ArrayLike = False,
    ) -> Columns:
        """Add columns, and return their numbers, shape (number,).

        Costs, bounds and integrality are arrays of that shape or single values, as those of a
        `LinearModel`. ValueError or TypeError as there.
        """
        check_integer("number", number, 0)
        check_room(int(number), 32, "columns", "add fewer")
        objective = as_vector("costs", costs, number)
        self._columns.append((objective, *as_columns(lower, upper, integrality, number)))
        self.num_columns += number
        return np.arange(self.num_columns - number, self.num_columns)

    def add_rows(
        self,
        matrix: Any,
        columns: ArrayLike,
        lower: ArrayLike = -np.inf,
        upper: ArrayLike = np.inf,
    ) -> None:
        """Add the rows ``lower <= matrix @ x[columns] <= upper``.

        Parameters
        ----------
        matrix : sparse or dense array, shape (m, k), or (k,) for one row
        columns : array of int, shape (k,)
            Of several groups of columns: ``np.concatenate((x, y))``.
        lower, upper : array of float, shape (m,), or float

        Raises
        ------
        ValueError
            If a shape does not fit, or a column does not exist.
        """
        rows = as_matrix("matrix", matrix, or_row=True)
        chosen = checked_columns(columns, self.num_columns)
        if chosen.shape != (rows.shape[1],):
            raise ValueError(
                f"columns has shape {chosen.shape}; the matrix needs ({rows.shape[1]},)"
            )
        low = as_bounds("lower", lower, rows.shape[0], forbidden=np.inf)
        high = as_bounds("upper", upper, rows.shape[0], forbidden=-np.inf)
        size = (rows.shape[0], self.num_columns)
        wide = csr_array((rows.data, chosen[rows.indices], rows.indptr), shape=size, copy=True)
        wide.sum_duplicates()
        self._rows.append((without_zeros("matrix", wide), low, high))

    def add_levels(self, columns: ArrayLike) -> Columns:
        """Add for each integer column and each of its values a column that is 1 at that value.

        With them, any function of a single column is linear: a table of values. Column ``[i, l]``
        is 1 where ``x[columns[i]]`` is its lower bound plus l.

        Parameters
        ----------
        columns : array of int, shape (k,)
            Integer columns with finite bounds.

        Returns
        -------
        ndarray of int64, shape (k, L)
            L is the most values that one of the columns has; columns beyond the values of theirs
            are 0.

        Raises
        ------
        ValueError
            If a column is not integer, or has no finite bounds, or more than `MAX_LEVELS` values.
        """
        chosen = checked_columns(columns, self.num_columns)
        if chosen.ndim != 1:
            raise ValueError(f"columns has {chosen.ndim} dimensions; give a vector of columns")
        _, lower, upper, integrality = self._all_columns()
        low, high = lower[chosen], upper[chosen]
        wrong = ~integrality[chosen] | ~np.isfinite(high - low) | (high - low >= MAX_LEVELS)
        if wrong.any():
            at = int(chosen[wrong][0])
            raise ValueError(
                f"column {at} is {'integer' if integrality[at] else 'continuous'} between "
                f"{lower[at]:g} and {upper[at]:g}; levels need integers with finite bounds, at "
                f"most {MAX_LEVELS} values"
            )
        exists, matrix, right = level_rows(low, high)
        new = self.add_columns(exists.size, upper=exists.ravel(), integrality=True)
        self.add_rows(matrix, np.concatenate((new, chosen)), right, right)
        return new.reshape(exists.shape)

    @property
    def linear(self) -> LinearModel:
        """All columns and ordinary rows, those of choices included. Time O(nonzeros)."""
        costs, lower, upper, integrality = self._all_columns()
        wide = [csr_array((1, self.num_columns))[:0]]
        wide += [widened(matrix, self.num_columns) for matrix, _, _ in self._rows]
        row_lower, row_upper = (
            np.concatenate([np.empty(0), *(part[side] for part in self._rows)]) for side in (1, 2)
        )
        return LinearModel.trusted(
            objective=costs,
            matrix=csr_array(vstack(wide, format="csr")),
            row_lower=row_lower,
            row_upper=row_upper,
            lower=lower,
            upper=upper,
            integrality=integrality,
            maximize=self.maximize,
            offset=self._offset,
        )

    def _all_columns(self) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
        parts = list(zip(*self._columns, strict=True)) or [(np.empty(0),)] * 4
        costs, lower, upper, flags = (np.concatenate(part) for part in parts)
        return costs, lower, upper, flags.astype(np.bool_)


def level_rows(lower: Floats, upper: Floats) -> tuple[NDArray[np.bool_], Matrix, Floats]:
    """Rows by which one of the levels of each column is 1, that of its value.

    Parameters
    ----------
    lower, upper : ndarray, shape (k,)
        Finite integers.

    Returns
    -------
    exists : ndarray of bool, shape (k, L)
        Whether the column has a value ``lower + l``; L is the most values that one has.
    matrix : csr_array, shape (2k, k L + k)
        Over the levels, raveled, and then the columns: the sum of the levels, and the sum of the
        values at the levels minus the column.
    right : ndarray, shape (2k,)
        Time and memory O(k L).
    """
    level = np.arange(int((upper - lower).max(initial=-1)) + 1)
    exists = level <= (upper - lower)[:, None]
    number, place = lower.size, np.arange(exists.size)
    each = np.repeat(np.arange(number), level.size)
    shape = (number, exists.size)
    total = csr_array((np.ones(exists.size), (each, place)), shape=shape)
    value = csr_array(((lower[:, None] + level).ravel(), (each, place)), shape=shape)
    minus = csr_array((-np.ones(number), (np.arange(number),) * 2), shape=(number, number))
    matrix = vstack([hstack([total, csr_array((number, number))]), hstack([value, minus])])
    return exists, csr_array(matrix), np.repeat([1.0, 0.0], number)
