"""Which row of a model a separated row is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import SeparatedRows


def find_rows(model: LinearModel, rows: SeparatedRows) -> NDArray[np.int64]:
    """The row of the model that each separated row is, shape (k,).

    A row may lack one of the two bounds it has in the model. Of equal rows the first counts.

    Raises
    ------
    ValueError
        If a row is none of the model's.

    Notes
    -----
    Rows are looked up by a random projection and compared in full. Time O(nonzeros + k log k).
    """
    direction = np.random.default_rng(0).random(model.num_columns)
    wanted = np.asarray(rows.matrix @ direction)
    have = np.asarray(model.matrix @ direction)
    order = np.argsort(wanted, kind="stable")
    near = 1e-9 * (1 + np.abs(have))
    first = np.searchsorted(wanted[order], have - near)
    last = np.searchsorted(wanted[order], have + near, side="right")
    found = np.full(len(rows), -1)
    for row in np.flatnonzero(last > first):
        for place in order[first[row] : last[row]]:
            if found[place] < 0 and _is_row(model, int(row), rows, int(place)):
                found[place] = row
    if (found < 0).any():
        raise ValueError(f"separated row {int(np.argmin(found))} is no row of the model")
    return found


def _is_row(model: LinearModel, row: int, rows: SeparatedRows, place: int) -> bool:
    a, b = model.matrix.indptr[row : row + 2]
    c, d = rows.matrix.indptr[place : place + 2]
    sides = (rows.lower[place], model.row_lower[row]), (rows.upper[place], model.row_upper[row])
    return (
        np.array_equal(model.matrix.indices[a:b], rows.matrix.indices[c:d])
        and np.array_equal(model.matrix.data[a:b], rows.matrix.data[c:d])
        and all(mine == theirs or np.isinf(mine) for mine, theirs in sides)
    )
