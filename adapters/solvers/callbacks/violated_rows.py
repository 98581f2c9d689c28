"""The rows of an oracle that a point violates, and the form in which solvers take them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

MAX_ROWS = 50
"""Rows of an oracle a round: fewer take more rounds, more make the LPs slower."""

SEPARATED = 1e-4
"""Fractional points are cut off only if it is by more than this, SCIP's own least efficacy."""

INSPECTED = 100_000
"""Rows looked at in search of one that matters, before small violations are taken for rounding."""


def violated_rows(
    oracle: RowOracle, x: Floats, max_rows: int, tolerance: float, but: Collection[int] = ()
) -> SeparatedRows:
    """Rows with an `excess` above the tolerance, except for those whose keys are in `but`."""
    while True:
        found = oracle.separate(x, max_rows, tolerance=tolerance, diverse=True)
        matters = excess(found, x) > tolerance
        if but:
            matters &= ~np.isin(found.key, np.fromiter(but, np.uint64, len(but)))
        if matters.any() or len(found) < max_rows or max_rows > INSPECTED:
            return found.take(matters)
        max_rows *= 4


def excess(rows: SeparatedRows, x: Floats) -> Floats:
    """By how much x violates rows, relative to their sides where these are beyond 1."""
    below = np.asarray(rows.matrix @ x) < rows.lower
    side = np.abs(np.where(below, rows.lower, rows.upper))
    return np.asarray(-rows.slack / np.maximum(1.0, side))


def one_sided(
    rows: SeparatedRows, columns: NDArray[np.int64]
) -> Iterator[tuple[str, float, list[int], list[float]]]:
    """Sense ("G" or "L"), side, columns and coefficients of each row, twice if it has two sides.

    `columns` are the solver's numbers of the columns; what columns of one number have is added up.
    """
    matrix = with_columns(rows.matrix, columns)
    start, places = matrix.indptr.tolist(), matrix.indices.tolist()
    values = matrix.data.tolist()
    for sense, side in (("G", rows.lower), ("L", rows.upper)):
        for row in np.flatnonzero(np.isfinite(side)).tolist():
            span = slice(start[row], start[row + 1])
            yield sense, float(side[row]), places[span], values[span]


def with_columns(
    matrix: csr_array[np.float64, tuple[int, int]], columns: NDArray[np.int64]
) -> csr_array[np.float64, tuple[int, int]]:
    """The matrix with other numbers of its columns; those that get one number are added up."""
    shape = matrix.shape[0], int(columns.max(initial=-1)) + 1
    found = csr_array((matrix.data, columns[matrix.indices], matrix.indptr), shape, copy=True)
    found.sum_duplicates()
    return found
