"""Two halves of training rows that depend on what the rows hold, not on their order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrik

from nzdd.adapters.sklearn.encoding.columns import Numbers, column_reader

Hashes = NDArray[np.uint64]

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP = 0x9E3779B97F4A7C15


def row_hashes(table: Any) -> Hashes:
    """A number for each row that only depends on its values; equal rows have equal ones.

    Parameters
    ----------
    table : array_like, sparse matrix or DataFrame, shape (rows, columns)
        With columns of other values than numbers and categories, the numbers are those of the rows.

    Returns
    -------
    ndarray of uint64, shape (rows,)
        Values that a sparse matrix does not store count as 0. Time O(rows x columns).
    """
    if not hasattr(table, "shape"):  # lists, for an encoder
        table = np.array(table, dtype=object)
    size = table.shape[0]
    sums = np.zeros(size, np.uint64)
    read = column_reader(table)
    try:
        for index in range(table.shape[1]):
            column = read(index, f"x{index}")
            key = np.uint64((index + 1) * _STEP % 2**64)
            if not isinstance(column, Numbers):
                sums += _mixed((column.codes + 1).astype(np.float64), key)
            elif column.rows is None:
                sums += _mixed(column.values, key)
            else:
                sums[column.rows] += _mixed(column.values, key)
    except (TypeError, ValueError):  # dates, infinite numbers
        return np.arange(size, dtype=np.uint64)
    return sums


def first_half(
    table: Any, codes: NDArray[np.integer[Any]], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How much of the weight of each row goes to the first of two random halves of all rows.

    A row of weight 2 is treated as two rows are: of n equal rows of a class (total weight n, at
    least 1) a binomially distributed number goes to the first half, each of them with the same
    share. It depends on what the row holds. Of single rows every other one goes there.

    Parameters
    ----------
    table : ndarray, sparse matrix or DataFrame, shape (rows, columns)
    codes : ndarray of integers, shape (rows,)
        The class of each row.
    weights : ndarray of float64, shape (rows,)

    Returns
    -------
    ndarray of float64, shape (rows,)
        From 0 to `weights`. It does not depend on the order of the rows. Time O(rows x columns +
        rows log rows).
    """
    hashes, shares = row_hashes(table), np.empty(weights.size)
    for code in range(int(codes.max()) + 1):
        rows = np.flatnonzero(codes == code)
        values, which = np.unique(hashes[rows], return_inverse=True)
        size = np.maximum(1.0, np.rint(np.bincount(which, weights[rows])))
        level = (_mixed_bits(values + np.uint64(_STEP)) >> np.uint64(11)).astype(
            np.float64
        ) * 2.0**-53
        share = np.clip(np.ceil(bdtrik(level, size, 0.5)), 0, size) / size
        single = np.flatnonzero(size == 1)
        share[single] = (np.arange(single.size) + code) % 2
        shares[rows] = share[which]
    return np.asarray(weights * shares)


def _mixed(values: NDArray[Any], key: np.uint64) -> Hashes:
    """Well-distributed numbers for the values of a column; 0 for the value 0."""
    if values.dtype != np.float64:  # beyond 2**53: by doubles, and by the last digits
        parts = values.astype(np.float64), (values % 2**32).astype(np.float64)
        return _mixed(parts[0], key) + _mixed(parts[1], ~key)
    given = values + 0.0  # no negative zeros
    given[np.isnan(given)] = np.nan  # one of the many
    bits = _mixed_bits(given.view(np.uint64) ^ key)
    bits[given == 0] = 0
    return bits


def _mixed_bits(bits: Hashes) -> Hashes:
    """The finalizer of SplitMix64 (Steele, Lea and Flood 2014)."""
    bits = (bits ^ (bits >> np.uint64(30))) * _FIRST
    bits = (bits ^ (bits >> np.uint64(27))) * _SECOND
    return bits ^ (bits >> np.uint64(31))
