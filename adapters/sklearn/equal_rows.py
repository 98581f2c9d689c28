"""Equal rows of a table: each once, with the weight of all, in an order that the rows decide."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.columns import Numbers, column_reader
from nzdd.formulations.models.arrays import Floats

Hashes = NDArray[np.uint64]

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP = 0x9E3779B97F4A7C15


def distinct_rows(
    X: Any, y: NDArray[Any], weights: Floats, *, as_given: bool = False
) -> tuple[Any, NDArray[Any], Floats]:
    """The distinct pairs of a row and a target, with their total weights.

    Parameters
    ----------
    X : ndarray of float64 or sparse matrix, shape (rows, columns)
    y : ndarray, shape (rows,)
    weights : ndarray of float64, shape (rows,)
    as_given : bool

    Returns
    -------
    X, y, weights
        Sorted by the values of the rows, of a sparse matrix by their hashes; `as_given`: in the
        order in which they first occur. Time O(rows log(rows) columns).
    """
    if sp.issparse(X):
        hashes = row_hashes(X)
        order = np.lexsort((y, hashes))
        hashes = hashes[order]
        differ = hashes[1:] != hashes[:-1]
    else:
        order = np.lexsort((y, *X.T))
        rows = X[order]
        differ = (rows[1:] != rows[:-1]).any(axis=1)
    targets = y[order]
    firsts = np.flatnonzero(np.concatenate(([True], differ | (targets[1:] != targets[:-1]))))
    places, totals = order[firsts], np.add.reduceat(weights[order], firsts)
    if as_given:
        back = np.argsort(places)
        places, totals = places[back], totals[back]
    return X[places], y[places], totals


def row_hashes(table: Any) -> Hashes:
    """A number for each row that only depends on its values; equal rows have equal ones.

    Parameters
    ----------
    table : array_like, sparse matrix or DataFrame, shape (rows, columns)
        With columns of other values than numbers and categories, the numbers are those of the rows.

    Returns
    -------
    ndarray of uint64, shape (rows,)
        Values that a sparse matrix does not store count as 0. Two different rows of a million have
        the same number with a probability of 3e-8. Time O(rows x columns).
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


def mixed_bits(bits: Hashes) -> Hashes:
    """The finalizer of SplitMix64 (Steele, Lea and Flood 2014)."""
    bits = (bits ^ (bits >> np.uint64(30))) * _FIRST
    bits = (bits ^ (bits >> np.uint64(27))) * _SECOND
    return bits ^ (bits >> np.uint64(31))


def _mixed(values: NDArray[Any], key: np.uint64) -> Hashes:
    """Well-distributed numbers for the values of a column; 0 for the value 0."""
    if values.dtype != np.float64:  # beyond 2**53: by doubles, and by the last digits
        parts = values.astype(np.float64), (values % 2**32).astype(np.float64)
        return _mixed(parts[0], key) + _mixed(parts[1], ~key)
    given = values + 0.0  # no negative zeros
    given[np.isnan(given)] = np.nan  # one of the many
    bits = mixed_bits(given.view(np.uint64) ^ key)
    bits[given == 0] = 0
    return bits
