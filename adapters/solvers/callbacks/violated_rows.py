"""The rows of an oracle that a candidate for a solution violates."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

MAX_ROWS = 50
"""Rows of an oracle a round: fewer take more rounds, more make the LPs slower."""

SEPARATED = 1e-4
"""Fractional points are cut off only if it is by more than this, SCIP's own least efficacy."""

INSPECTED = 100_000
"""Rows looked at in search of one that matters, before small violations are taken for rounding."""

Floats = NDArray[np.float64]


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
