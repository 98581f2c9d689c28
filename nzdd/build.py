"""From rows to a diagram in its native form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.input.row_table import Progress, RowTable
from nzdd.order import Order

DiagramT = TypeVar("DiagramT", _core.Zdd, _core.Nzdd)

MAX_SHARING = 20_000_000
"""Families of more nonzeros or symbols are not searched for shared parts: it takes too long."""


def zdd(family: RowTable, order: Order, progress: Progress | None = None) -> _core.Zdd:
    """The ZDD of a family."""
    return _built(_core.zdd_from_words, _core.zdd_from_csr, family, order, progress)


def nzdd(
    family: RowTable,
    order: Order,
    minimize: str,
    free: NDArray[np.bool_] | None = None,
    progress: Progress | None = None,
) -> _core.Nzdd:
    """The NZDD of a family."""
    if minimize == "edges":
        return _reduced(family, order, progress)
    contracted = _contracted(family, order, free, progress)
    if family.num_symbols > MAX_SHARING or family.frequency().sum() > MAX_SHARING:
        return contracted
    shared = _core.nzdd_by_sharing(
        *family.to_csr(), family.num_symbols, free, family.weights, progress
    )
    return min(contracted, shared, key=lambda each: _nonzeros(each, free))


def size(
    family: RowTable, order: Order, minimize: str, free: NDArray[np.bool_] | None = None
) -> int:
    """What the order makes small: the edges, or the nonzeros of the contracted ZDD."""
    if minimize == "edges":
        return _reduced(family, order).source.size
    return _nonzeros(_contracted(family, order, free), free)


def _reduced(family: RowTable, order: Order, progress: Progress | None = None) -> _core.Nzdd:
    """Few edges: the reduction of the paper."""
    return _built(_core.nzdd_from_words, _core.nzdd_from_csr, family, order, progress)


def _built(
    from_words: Callable[..., DiagramT],
    from_csr: Callable[..., DiagramT],
    family: RowTable,
    order: Order,
    progress: Progress | None,
) -> DiagramT:
    """The diagram of a family by the builder for its form."""
    more = (order.symbols, family.weights, progress)
    if family.words is not None:
        words = reordered(family.words, order, progress)
        return from_words(words, family.num_symbols, *more)
    return from_csr(*family.to_csr(), family.num_symbols, order.rank, *more)


def _contracted(
    family: RowTable, order: Order, free: NDArray[np.bool_] | None, progress: Progress | None = None
) -> _core.Nzdd:
    """Few nonzeros: the ZDD, its nodes contracted where that does not add nonzeros."""
    return zdd(family, order, progress).contracted(order.symbols, free, progress)


def _nonzeros(nzdd: _core.Nzdd, free: NDArray[np.bool_] | None) -> int:
    """The nonzeros of the extended formulation: labels that cost, and the inner ends of edges."""
    paid = nzdd.labels.size if free is None else np.count_nonzero(~free[nzdd.labels])
    inner_targets = np.count_nonzero(nzdd.target != nzdd.num_nodes - 1)
    return int(paid + np.count_nonzero(nzdd.source) + inner_targets)


def reordered(
    words: NDArray[np.uint64], order: Order, progress: Progress | None = None
) -> NDArray[np.uint64]:
    """The words with the symbol of level l at bit num_symbols - 1 - l."""
    return words if order.symbols is None else _core.reorder_words(words, order.symbols, progress)
