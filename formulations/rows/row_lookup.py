"""Which row of a model a separated row is."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import SeparatedRows

Ints = NDArray[np.int64]
Matrix: TypeAlias = "csr_array[np.float64, tuple[int, int]]"  # new in scipy 1.16


def find_rows(model: LinearModel, rows: SeparatedRows) -> NDArray[np.int64]:
    """The row of the model that each separated row is, shape (k,).

    A row may lack one of the two bounds it has in the model. Of equal rows the first counts.

    Raises
    ------
    ValueError
        If a row is not one of the model.

    Notes
    -----
    Rows are looked up by a random projection and compared in full. Time O(nonzeros + k log k).
    """
    direction = np.random.default_rng(0).random(model.num_columns)
    sought = np.asarray(rows.matrix @ direction)
    have = np.asarray(model.matrix @ direction)
    order = np.argsort(have, kind="stable")
    near = 1e-9 * (1 + np.abs(sought))
    first = np.searchsorted(have[order], sought - near)
    last = np.searchsorted(have[order], sought + near, side="right")
    place, row = _pairs(first, last, order)
    same = _same_coefficients(model.matrix, row, rows.matrix, place)
    for mine, theirs in ((rows.lower, model.row_lower), (rows.upper, model.row_upper)):
        same &= np.isinf(mine[place]) | (mine[place] == theirs[row])
    found = np.full(len(rows), model.num_rows)
    np.minimum.at(found, place[same], row[same])
    if (found == model.num_rows).any():
        raise ValueError(
            f"separated row {int(np.argmax(found))} is not a row of the model; pass the model "
            "whose rows the oracle has"
        )
    return found


def _pairs(first: Ints, last: Ints, order: Ints) -> tuple[Ints, Ints]:
    """Every separated row with every row of the model in its segment of `order`."""
    counts = last - first
    place = np.repeat(np.arange(counts.size), counts)
    steps = np.arange(place.size) - np.repeat(np.cumsum(counts) - counts, counts)
    return place, order[first[place] + steps]


def _same_coefficients(one: Matrix, rows: Ints, other: Matrix, others: Ints) -> NDArray[np.bool_]:
    """Whether pairs of rows of two canonical matrices have the same entries."""
    left, right = csr_array(one[rows]), csr_array(other[others])
    same: NDArray[np.bool_] = np.diff(left.indptr) == np.diff(right.indptr)
    left, right = csr_array(left[same]), csr_array(right[same])
    differs = (left.indices != right.indices) | (left.data != right.data)
    pair = np.repeat(np.flatnonzero(same), np.diff(left.indptr))
    same[pair[differs]] = False
    return same
