"""Which rows of a model are compressed together, and in what form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.equal_rows import representatives


@dataclass(frozen=True, slots=True, eq=False)
class RowGroup:
    """Rows of one sense, ready to become a diagram.

    Attributes
    ----------
    name : {"inequality", "equality", "range"}
        ``inequality`` rows are ``sign * (a @ x) >= right_hand_side``, the others equalities; a
        range row has become one by a slack column of its own.
    rows : ndarray of int64, shape (k,)
        The rows of the model: of inequalities with the same left side only the tightest stays, of
        equal equalities one.
    redundant : ndarray of int64
        Rows that say nothing beyond one of `rows`.
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
    sign: NDArray[np.float64]
    matrix: csr_array[np.float64, tuple[int, int]]
    right_hand_side: NDArray[np.float64]
    slack_upper: NDArray[np.float64]

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
    equal = has_low & (low == high) & used
    ranged = has_low & has_high & (low < high) & used
    single = (has_low ^ has_high) & used
    groups = []
    if single.any():
        rows = np.flatnonzero(single)
        sign = np.where(has_low[rows], 1.0, -1.0)
        groups.append(
            _group("inequality", model, rows, sign, np.where(has_low[rows], low[rows], -high[rows]))
        )
    if equal.any():
        rows = np.flatnonzero(equal)
        groups.append(_group("equality", model, rows, np.ones(rows.size), low[rows]))
    if ranged.any():
        groups.append(_ranges(model, np.flatnonzero(ranged)))
    return groups


def _group(
    name: str,
    model: LinearModel,
    rows: NDArray[np.int64],
    sign: NDArray[np.float64],
    right: NDArray[np.float64],
) -> RowGroup:
    matrix = model.matrix[rows]
    matrix.data *= np.repeat(sign, np.diff(matrix.indptr))
    # the tightest of equal left sides first: the largest right-hand side
    sides = matrix
    if name == "equality":  # equal on both sides: a contradiction is for the solver to find
        sides = csr_array(hstack([matrix, csr_array(right[:, None])], format="csr"))
    keep = representatives(sides, -right) == np.arange(rows.size)
    return RowGroup(
        name,
        rows[keep],
        rows[~keep],
        sign[keep],
        csr_array(matrix[np.flatnonzero(keep)]),
        right[keep],
        np.empty(0),
    )


def _ranges(model: LinearModel, rows: NDArray[np.int64]) -> RowGroup:
    # a @ x - slack = lower, 0 <= slack <= upper - lower
    slacks = csr_array(
        (-np.ones(rows.size), (np.arange(rows.size), np.arange(rows.size))), shape=(rows.size,) * 2
    )
    matrix = csr_array(hstack([model.matrix[rows], slacks], format="csr"))
    matrix.sort_indices()
    return RowGroup(
        "range",
        rows,
        rows[:0],
        np.ones(rows.size),
        matrix,
        model.row_lower[rows],
        model.row_upper[rows] - model.row_lower[rows],
    )
