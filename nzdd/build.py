"""From a family to the arrays of a diagram."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.input.row_table import Progress, RowTable
from nzdd.order import Order

U32: TypeAlias = NDArray[np.uint32]
F64: TypeAlias = NDArray[np.float64]
ZddParts: TypeAlias = tuple[U32, U32, U32, int, F64 | None, F64 | None]
NzddParts: TypeAlias = tuple[int, U32, U32, NDArray[np.int64], U32, F64]

MAX_SHARING = 20_000_000
"""Families of more nonzeros or symbols are not searched for shared parts: it takes too long."""


def zdd(family: RowTable, order: Order, progress: Progress | None = None) -> ZddParts:
    """The arrays of a ZDD: level, low, high, root, low_weight, high_weight."""
    if family.words is not None:
        return _core.zdd_from_words(
            reordered(family.words, order, progress),
            family.num_symbols,
            None,
            family.weights,
            progress,
        )
    if family.matrix is not None:
        return _core.zdd_from_dense(family.matrix, order.rank, None, family.weights, progress)
    return _core.zdd_from_csr(
        *family.to_csr(), family.num_symbols, order.rank, None, family.weights, progress
    )


def nzdd(
    family: RowTable,
    order: Order,
    minimize: str,
    free: NDArray[np.bool_] | None = None,
    progress: Progress | None = None,
) -> NzddParts:
    """The arrays of an NZDD: num_nodes, source, target, label_offsets, labels, multiplicity."""
    if minimize == "edges":
        return _reduced(family, order, progress)
    contracted = _contracted(family, order, free, progress)
    if family.num_symbols > MAX_SHARING or family.frequency().sum() > MAX_SHARING:
        return contracted
    shared = _core.nzdd_by_sharing(
        *family.to_csr(), family.num_symbols, free, family.weights, progress
    )
    return min(contracted, shared, key=lambda arrays: _nonzeros(arrays, free))


def size(
    family: RowTable, order: Order, minimize: str, free: NDArray[np.bool_] | None = None
) -> int:
    """What the order makes small: the edges, or the nonzeros of the contracted ZDD."""
    if minimize == "edges":
        return int(_reduced(family, order)[1].size)
    return _nonzeros(_contracted(family, order, free), free)


def _reduced(family: RowTable, order: Order, progress: Progress | None = None) -> NzddParts:
    """Few edges: the reduction of the paper."""
    symbols, weights = order.symbols, family.weights
    if family.words is not None:
        return _core.nzdd_from_words(
            reordered(family.words, order, progress),
            family.num_symbols,
            symbols,
            weights,
            progress,
        )
    if family.matrix is not None:
        return _core.nzdd_from_dense(family.matrix, order.rank, symbols, weights, progress)
    return _core.nzdd_from_csr(
        *family.to_csr(), family.num_symbols, order.rank, symbols, weights, progress
    )


def _contracted(
    family: RowTable, order: Order, free: NDArray[np.bool_] | None, progress: Progress | None = None
) -> NzddParts:
    """Few nonzeros: the ZDD, its nodes contracted where that does not add nonzeros."""
    return _core.ZddArrays(*zdd(family, order, progress)).contracted(order.symbols, free, progress)


def _nonzeros(arrays: NzddParts, free: NDArray[np.bool_] | None) -> int:
    """The nonzeros of the extended formulation: labels that cost, and the inner ends of edges."""
    num_nodes, source, target, _, labels, _ = arrays
    paid = labels.size if free is None else np.count_nonzero(~free[labels])
    return int(paid + np.count_nonzero(source) + np.count_nonzero(target != num_nodes - 1))


def reordered(
    words: NDArray[np.uint64], order: Order, progress: Progress | None = None
) -> NDArray[np.uint64]:
    """The words with the symbol of level l at bit num_symbols - 1 - l."""
    return words if order.symbols is None else _core.reorder_words(words, order.symbols, progress)
