"""Rows of bits in CSR form, from the run of bits that a row sets in each column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.bits import Runs

_BLOCK = 1 << 18
"""Runs written at a time, so that temporary arrays fit into the cache."""

Block = tuple[NDArray[np.int32], NDArray[np.int32]]


def bit_matrix(parts: list[Runs], offsets: list[int], num_rows: int, num_bits: int) -> sp.csr_array:
    """Rows of bits from the runs of each column.

    Parameters
    ----------
    parts : list of Runs
        One for each column.
    offsets : list of int
        The first bit of each column, ascending.
    num_rows, num_bits : int

    Returns
    -------
    csr_array of uint8, shape (num_rows, num_bits)
        With sorted indices. Time and memory O(runs + ones).
    """
    indptr = np.zeros(num_rows + 1, np.int64)
    if all(part.rows is None for part in parts):
        for part in parts:
            indptr[1:] += part.length
        np.cumsum(indptr, out=indptr)
        return _fill(_row_blocks(parts, offsets, num_rows), indptr, num_bits)
    everyone = np.arange(num_rows, dtype=np.int32)
    rows = [everyone if part.rows is None else part.rows for part in parts]
    columns = np.cumsum([0, *(held.size for held in rows)])
    start = np.concatenate(
        [part.start + np.int32(offset) for part, offset in zip(parts, offsets, strict=True)]
    )
    length = np.concatenate([part.length for part in parts])
    # scipy turns columns into rows; only the order is used
    order = sp.csc_array(
        (np.arange(start.size), np.concatenate(rows), columns), shape=(num_rows, len(parts))
    ).tocsr()
    start, length = start[order.data], length[order.data]
    indptr[:] = np.concatenate(([0], np.cumsum(length, dtype=np.int64)))[order.indptr]
    blocks = range(0, start.size, _BLOCK)
    return _fill(
        ((start[at : at + _BLOCK], length[at : at + _BLOCK]) for at in blocks), indptr, num_bits
    )


def _row_blocks(parts: list[Runs], offsets: list[int], num_rows: int) -> Iterator[Block]:
    """The runs in row order if every column has one in every row."""
    height = max(1, _BLOCK // max(1, len(parts)))
    for first in range(0, num_rows if parts else 0, height):
        block = slice(first, first + height)
        start = np.stack([part.start[block] for part in parts], axis=1)
        start += np.array(offsets, np.int32)
        length = np.stack([part.length[block] for part in parts], axis=1)
        yield start.ravel(), length.ravel()


def _fill(blocks: Iterable[Block], indptr: NDArray[np.integer[Any]], num_bits: int) -> sp.csr_array:
    """Write the bits of runs in row order."""
    total = int(indptr[-1])
    kind = np.int32 if total <= np.iinfo(np.int32).max else np.int64
    indices = np.empty(total, kind)
    written = 0
    for start, length in blocks:
        # the position of a bit in its run is its position in the block minus that of the run
        before = np.cumsum(length, dtype=np.int64) - length
        ones = np.repeat((start - before).astype(np.int32), length)
        ones += np.arange(ones.size, dtype=np.int32)
        indices[written : written + ones.size] = ones
        written += ones.size
    return sp.csr_array(
        (np.ones(total, np.uint8), indices, indptr.astype(kind)), shape=(indptr.size - 1, num_bits)
    )
