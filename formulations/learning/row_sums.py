"""Sums of the weights of the symbols of rows, and decision values."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from nzdd.input.arrays import Floats
from nzdd.input.row_table import WORD_SYMBOLS, RowTable

_ENTRIES = 1 << 21
"""How many entries of the rows are processed at a time: 16 MB as floats."""


def decision_values(family: RowTable, weights: Floats, intercepts: Floats) -> Floats:
    """`LinearClassifier.decision_function` for given weights, shape (K, n), and intercepts."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = row_sums(family, weights) + intercepts
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values).all(axis=1)))
        raise ValueError(
            f"the weights of row {row} sum to more than a double holds; divide all weights and "
            "intercepts by a common factor"
        )
    return values[:, 0] if len(weights) == 1 else values


def row_sums(family: RowTable, weights: Floats) -> Floats:
    """The sums of the weights, shape (K, n), of each row's symbols, shape (num_rows, K).

    Symbols from n on count as 0. Time and memory: see `LinearClassifier.decision_function`.
    """
    sums = np.empty((family.num_rows, weights.shape[0]))
    if family.words is None:
        _add_sparse(family, weights, sums)
        return sums
    step = max(1, _ENTRIES // WORD_SYMBOLS)
    weights = np.ascontiguousarray(_fitted(weights, family.num_symbols).T)
    for start in range(0, family.num_rows, step):
        octets = family.words[start : start + step].astype(">u8").view(np.uint8).reshape(-1, 8)
        bits = np.unpackbits(octets, axis=1)[:, WORD_SYMBOLS - family.num_symbols :]
        np.matmul(bits.astype(np.float64), weights, out=sums[start : start + step])
    return sums


def _add_sparse(family: RowTable, weights: Floats, sums: Floats) -> None:
    offsets, symbols = family.to_csr()
    # one more column stands for all symbols without a weight
    width = weights.shape[1] + 1
    weights = _fitted(weights, width).T
    start = 0
    while start < family.num_rows:
        room = offsets[start] + _ENTRIES
        stop = max(start + 1, int(np.searchsorted(offsets, room, side="right")) - 1)
        part = symbols[offsets[start] : offsets[stop]]
        columns = np.minimum(part, width - 1).astype(np.int64)
        bounds = offsets[start : stop + 1] - offsets[start]
        shape = (stop - start, width)
        matrix = sp.csr_array((np.ones(part.size), columns, bounds), shape=shape)
        matrix.sum_duplicates()
        matrix.data[:] = 1  # a repeated symbol counts once
        sums[start:stop] = matrix @ weights
        start = stop


def _fitted(weights: Floats, width: int) -> Floats:
    """The weights of the first `width` symbols, 0 for those beyond."""
    return np.pad(weights[:, :width], ((0, 0), (0, max(0, width - weights.shape[1]))))
