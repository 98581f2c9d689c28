"""Redundant rows: covering rows whose columns contain those of another, packing rows inside one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd import ZDD, RowTable
from nzdd.formulations.models.arrays import Bools, Floats, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.equal_rows import representatives
from nzdd.zdd.algebra import StepLimitError

MAX_CLASSES = 8
"""With more right-hand sides, rows are compared only with those of the same one."""

MOST_STEPS = 2_000_000
"""The search for redundant rows ends after this many steps (about a second)."""


def dominated_rows(model: LinearModel) -> Bools:
    """Redundant rows, which may be dropped since the remaining rows imply them.

    A covering row (``>=``, equal coefficients, columns that cannot be negative) is implied by
    another one if its columns contain those of the other and its right-hand side is not larger. A
    packing row (``<=``) is implied if its columns are among those of the other and its right-hand
    side is not smaller. Of rows of any kind that differ only in a one-sided bound, the tightest
    stays.

    Parameters
    ----------
    model : LinearModel

    Returns
    -------
    ndarray of bool, shape (m,)
        Dropped rows may be given zero duals.

    Notes
    -----
    The covering rows that stay are the `minimal` rows of a ZDD, the packing rows its `maximal`
    ones. Their computation may take long; it ends after `MOST_STEPS` steps, and then no row of that
    group counts as redundant. Otherwise O(nonzeros log m).
    """
    drop = np.isneginf(model.row_lower) & np.isposinf(model.row_upper)
    unique = np.zeros(model.num_rows, np.bool_)
    for covering in (True, False):
        rows, matrix, right = _group(model, covering=covering)
        if rows.size > 1:
            redundant, distinct = _redundant(matrix, right, covering=covering)
            drop[rows[redundant]] = True
            unique[rows[distinct]] = True
    return drop | _looser(model, ~drop & ~unique)


def _looser(model: LinearModel, among: Bools) -> Bools:
    """Rows with the left side of another one that is at least as tight. O(nonzeros + m log m)."""
    low, high = np.isfinite(model.row_lower), np.isfinite(model.row_upper)
    drop = np.zeros(model.num_rows, np.bool_)
    for mask, tightness in (
        (low & ~high, -np.where(low, model.row_lower, 0.0)),
        (high & ~low, np.where(high, model.row_upper, 0.0)),
    ):
        rows = np.flatnonzero(mask & among)
        if rows.size > 1:
            first = representatives(csr_array(model.matrix[rows]), tightness[rows])
            drop[rows[first != np.arange(rows.size)]] = True
    return drop


def _redundant(matrix: Matrix, right: Floats, *, covering: bool) -> tuple[Bools, Bools]:
    """Which rows others imply, as far as this is found out in time; and which have no equal."""
    redundant, distinct = np.zeros((2, right.size), np.bool_)
    extreme, without = (
        (ZDD.minimal, ZDD.nonsupersets) if covering else (ZDD.maximal, ZDD.nonsubsets)
    )
    sides = np.unique(right)
    tighter: list[ZDD] = []
    for side in sides[::-1] if covering else sides:
        members = np.flatnonzero(right == side)
        part = matrix[members]
        family = RowTable.from_csr(part.indptr, part.indices, part.shape[1])
        zdd = ZDD.from_rows(family, order="natural")
        distinct[members] = zdd.count() == members.size
        try:
            kept = extreme(zdd, max_steps=MOST_STEPS)
            for other in tighter:
                kept = without(kept, other, max_steps=MOST_STEPS)
        except StepLimitError:
            continue
        if kept.count() < members.size:
            redundant[members] = ~kept.contains(family)
        if sides.size <= MAX_CLASSES:
            tighter.append(kept)
    # one side's rows may have equals with another side
    return redundant, distinct & (sides.size == 1)


def _group(model: LinearModel, *, covering: bool) -> tuple[NDArray[np.int64], Matrix, Floats]:
    """The covering or packing rows, left and right sides divided by the coefficient."""
    matrix = model.matrix
    low, high = np.isfinite(model.row_lower), np.isfinite(model.row_upper)
    candidates = np.flatnonzero((low ^ high) & (np.diff(matrix.indptr) > 0))
    if not candidates.size:
        return candidates, csr_array(matrix[:0]), np.empty(0)
    part = csr_array(matrix[candidates])
    starts = part.indptr[:-1]
    least, most = np.minimum.reduceat(part.data, starts), np.maximum.reduceat(part.data, starts)
    nonnegative = np.logical_and.reduceat(model.lower[part.indices] >= 0, starts)
    has_low = low[candidates]
    # divided by a negative coefficient a row changes its sense
    holds_up = (least > 0) == has_low
    fits = (least == most) & nonnegative & (holds_up == covering)
    side = np.where(has_low, model.row_lower[candidates], model.row_upper[candidates]) / least
    chosen = np.flatnonzero(fits)
    return candidates[chosen], csr_array(part[chosen]), side[chosen]
