"""Which rows of a model are compressed together, and in what form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.equal_rows import representatives


@dataclass(frozen=True, slots=True, eq=False)
class RowGroup:
    """Rows of one sense, ready to become a diagram.

    Attributes
    ----------
    name : {"inequality", "equality", "range"}
        ``inequality`` rows are ``sign * (a @ x) >= right_hand_side``, the others equalities; a
        range row becomes an equality by a slack column of its own.
    rows : ndarray of int64, shape (k,)
        The rows of the model. Of inequalities with the same left side only the tightest stays, of
        equal equalities one.
    redundant : ndarray of int64
        The other rows, which `rows` imply.
    sign : ndarray of float64, shape (k,)
    matrix : csr_array, shape (k, n + slacks)
        The left sides, signs and slack columns included.
    right_hand_side : ndarray of float64, shape (k,)
    slack_upper : ndarray of float64, shape (slacks,)
        The slack of range row ``i`` lies between 0 and this.
    """

    name: str
    rows: NDArray[np.int64]
    redundant: NDArray[np.int64]
    sign: Floats
    matrix: Matrix
    right_hand_side: Floats
    slack_upper: Floats

    @property
    def is_equality(self) -> bool:
        """Whether every edge constraint is an equality."""
        return self.name != "inequality"


def row_groups(model: LinearModel) -> list[RowGroup]:
    """The inequality, equality and range rows of a model; free and empty rows are in no group.

    Rows with an upper bound alone are negated. Time O(nonzeros log m).
    """
    low, high = model.row_lower, model.row_upper
    has_low, has_high = np.isfinite(low), np.isfinite(high)
    used = np.diff(model.matrix.indptr) > 0
    masks = {
        "inequality": has_low ^ has_high,
        "equality": has_low & (low == high),
        "range": has_low & has_high & (low < high),
    }
    rows = {name: np.flatnonzero(mask & used) for name, mask in masks.items()}
    return [_group(name, model, members) for name, members in rows.items() if members.size]


def _group(name: str, model: LinearModel, rows: NDArray[np.int64]) -> RowGroup:
    low, high = model.row_lower[rows], model.row_upper[rows]
    has_low = np.isfinite(low)
    sign, right = np.where(has_low, 1.0, -1.0), np.where(has_low, low, -high)
    matrix = _rows_of(model.matrix, rows)
    if (sign < 0).any():
        data = matrix.data * np.repeat(sign, np.diff(matrix.indptr))
        matrix = csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)
    if name == "range":  # a @ x - slack = low, 0 <= slack <= high - low
        number = np.arange(rows.size)
        slacks = csr_array((-np.ones(rows.size), (number, number)))
        matrix = csr_array(hstack([matrix, slacks], format="csr"))
        matrix.sort_indices()
        return RowGroup(name, rows, rows[:0], sign, matrix, right, high - low)
    # the tightest of equal left sides first: the largest right-hand side
    sides = matrix
    if name == "equality":  # equal on both sides: a contradiction is for the solver to find
        sides = csr_array(hstack([matrix, csr_array(right[:, None])], format="csr"))
    keep = representatives(sides, -right) == np.arange(rows.size)
    kept = _rows_of(matrix, np.flatnonzero(keep))
    return RowGroup(name, rows[keep], rows[~keep], sign[keep], kept, right[keep], np.empty(0))


def _rows_of(matrix: Matrix, rows: NDArray[np.int64]) -> Matrix:
    """Some rows in order, which are not copied where they are all there are."""
    return matrix if rows.size == matrix.shape[0] else csr_array(matrix[rows])
