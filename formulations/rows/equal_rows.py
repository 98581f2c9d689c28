"""Equal rows and equal sets, found by hashes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats, Ints, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import SeparatedRows

Hashes = NDArray[np.uint64]

BLOCK = 2**17
"""Terms that are added up at a time."""


def mix(keys: Hashes) -> Hashes:
    """Scramble 64-bit keys (the finaliser of splitmix64)."""
    keys = keys ^ keys >> np.uint64(30)  # a new array, the only one that long calls need
    keys *= np.uint64(0xBF58476D1CE4E5B9)
    keys += np.uint64(0x9E3779B97F4A7C15)
    keys ^= keys >> np.uint64(27)
    keys *= np.uint64(0x94D049BB133111EB)
    keys ^= keys >> np.uint64(31)
    return keys


def segment_sums(terms: Callable[[slice], Hashes], offsets: NDArray[Any]) -> Hashes:
    """Sums modulo 2**64 of the terms between offsets, empty segments included.

    The hash of a set is the sum of the hashes of its members. `terms` is called for blocks of whole
    segments: with very many terms, fresh memory for all of them takes longer than the sums.
    """
    out = np.zeros(offsets.size - 1, np.uint64)
    cuts = np.searchsorted(offsets, np.arange(offsets[0] + BLOCK, offsets[-1], BLOCK))
    edges = np.unique(np.concatenate(([0], cuts, [out.size])))
    for first, last in pairwise(edges.tolist()):
        start, end = int(offsets[first]), int(offsets[last])
        sums = np.zeros(end - start + 1, np.uint64)
        np.cumsum(terms(slice(start, end)), out=sums[1:])
        out[first:last] = np.diff(sums[offsets[first : last + 1] - start])
    return out


def representatives(matrix: Matrix, priority: Floats) -> Ints:
    """For each row of a canonical matrix the first one, by lowest priority, that is equal.

    Rows are sorted by a hash and then compared in full: because of a collision, equal rows may be
    missed, but different ones are never called equal. Time O(nonzeros + m log m).
    """
    keys = _row_hashes(matrix)
    order = np.lexsort((priority, keys))
    starts = np.ones(order.size, np.bool_)
    starts[1:] = keys[order][1:] != keys[order][:-1]
    leader = order[np.maximum.accumulate(np.where(starts, np.arange(order.size), 0))]
    first = np.arange(keys.size)
    row, leader = order[~starts], leader[~starts]
    same = _are_equal(matrix, row, matrix, leader)
    first[row[same]] = leader[same]
    return first


def find_rows(model: LinearModel, rows: SeparatedRows) -> Ints:
    """The row of the model that each separated row is, shape (k,).

    A row may lack one of the two bounds it has in the model. Of equal rows the first counts.

    Raises
    ------
    ValueError
        If a row is not one of the model.

    Notes
    -----
    Rows are looked up by a hash and compared in full. Time O(nonzeros + k log k).
    """
    have, sought = _row_hashes(model.matrix), _row_hashes(rows.matrix)
    order = np.argsort(have, kind="stable")
    first = np.searchsorted(have, sought, sorter=order)
    counts = np.searchsorted(have, sought, side="right", sorter=order) - first
    place = np.repeat(np.arange(counts.size), counts)
    row = order[np.arange(place.size) + np.repeat(first - np.cumsum(counts) + counts, counts)]
    same = _are_equal(model.matrix, row, rows.matrix, place)
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


def _row_hashes(matrix: Matrix) -> Hashes:
    columns = mix(np.arange(matrix.shape[1], dtype=np.uint64))

    def terms(part: slice) -> Hashes:
        keys = columns[matrix.indices[part]]
        keys += matrix.data[part].view(np.uint64)
        return mix(keys)

    return segment_sums(terms, matrix.indptr)


def _are_equal(one: Matrix, rows: Ints, other: Matrix, others: Ints) -> NDArray[np.bool_]:
    """Whether pairs of rows of two canonical matrices have the same entries."""
    left, right = csr_array(one[rows]), csr_array(other[others])
    same: NDArray[np.bool_] = np.diff(left.indptr) == np.diff(right.indptr)
    left, right = csr_array(left[same]), csr_array(right[same])
    differs = (left.indices != right.indices) | (left.data != right.data)
    pair = np.repeat(np.flatnonzero(same), np.diff(left.indptr))
    same[pair[differs]] = False
    return same
