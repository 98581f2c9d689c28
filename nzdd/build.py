"""From a family to the arrays of a diagram."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.family import Family, Progress
from nzdd.order import Order


def zdd(family: Family, order: Order, progress: Progress | None = None) -> Any:
    """The arrays of a ZDD: level, low, high, root, low_weight, high_weight."""
    if family.words is not None:
        return _core.zdd_from_words(_reordered(family, order), family.num_symbols, family.weights, progress)
    if family.matrix is not None:
        return _core.zdd_from_dense(family.matrix, order.rank, family.weights, progress)
    return _core.zdd_from_csr(
        family.offsets, family.symbols, family.num_symbols, order.rank, family.weights, progress
    )


def nzdd(family: Family, order: Order, minimize: str, progress: Progress | None = None) -> Any:
    """The arrays of an NZDD: num_nodes, source, target, label_offsets, labels, multiplicity."""
    symbols, weights = order.symbols, family.weights
    if minimize == "nonzeros":
        level, low, high, root, low_weight, high_weight = zdd(family, order, progress)
        return _core.nonzero_nzdd_from_zdd(level, low, high, root, symbols, low_weight, high_weight, progress)
    if family.words is not None:
        return _core.nzdd_from_words(_reordered(family, order), family.num_symbols, symbols, weights, progress)
    if family.matrix is not None:
        return _core.nzdd_from_dense(family.matrix, order.rank, symbols, weights, progress)
    return _core.nzdd_from_csr(
        family.offsets, family.symbols, family.num_symbols, order.rank, symbols, weights, progress
    )


def size(family: Family, order: Order, minimize: str) -> int:
    """What is to be small: the number of edges, or the nonzeros of the extended formulation."""
    num_nodes, source, target, _, labels, _ = nzdd(family, order, minimize)
    if minimize == "edges":
        return int(source.size)
    return int(labels.size + np.count_nonzero(source) + np.count_nonzero(target != num_nodes - 1))


def _reordered(family: Family, order: Order) -> NDArray[np.uint64]:
    """The words with the symbol of level l at bit num_symbols - 1 - l."""
    words = family.words
    assert words is not None
    if order.symbols is None:
        return words
    top = family.num_symbols - 1
    out = np.zeros_like(words)
    for level, symbol in enumerate(order.symbols.tolist()):
        out |= (words >> np.uint64(top - symbol) & np.uint64(1)) << np.uint64(top - level)
    return out
