"""From rows to a diagram in its native form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.cores import num_cores
from nzdd.input.row_buffer import weights_of
from nzdd.input.row_table import Progress, RowTable, distinct
from nzdd.order import Order

DiagramT = TypeVar("DiagramT", _core.Zdd, _core.Nzdd)


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
    return shared(contracted, family.num_symbols, free, family, progress=progress)


def multiset(rows: RowTable, order: Order, progress: Progress | None = None) -> NDArray[np.uint32]:
    """The nodes of the multi-terminal ZDD of distinct rows with weights; see multiset/store.hpp."""
    weights = weights_of(rows)
    if rows.words is not None:
        words = reordered(rows.words, order, progress)
        return _core.multiset_from_words(words, rows.num_symbols, weights, progress)
    return _core.multiset_from_csr(*rows.to_csr(), rows.num_symbols, order.rank, weights, progress)


def shared(
    contracted: _core.Nzdd,
    num_symbols: int,
    free: NDArray[np.bool_] | None,
    family: RowTable | None = None,
    *,
    one_each: bool = False,
    progress: Progress | None = None,
) -> _core.Nzdd:
    """A diagram of fewer nonzeros than the contracted ZDD, by the parts that edges share.

    A search starts from the contracted ZDD, and one from the rows where these are not too many: of
    the family, or listed from the ZDD if each counts one. Both end after an amount of work that
    grows with their size; the result does not depend on the number of cores.
    """
    offsets, symbols, weights = None, None, None
    if family is not None and (
        family.words is None or family.frequency().sum() <= _core.MAX_FROM_ROWS
    ):
        offsets, symbols = family.to_csr()
        weights = family.weights
    native = _core.nzdd_of_few_nonzeros(
        offsets, symbols, num_symbols, free, weights, contracted, one_each, num_cores(), progress
    )
    return contracted if native is None else native


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
    more = (order.permutation, family.weights, progress)
    if family.words is not None:
        words = reordered(family.words, order, progress)
        return from_words(words, family.num_symbols, *more)
    return from_csr(*family.to_csr(), family.num_symbols, order.rank, *more)


def _contracted(
    family: RowTable, order: Order, free: NDArray[np.bool_] | None, progress: Progress | None = None
) -> _core.Nzdd:
    """Few nonzeros: the ZDD, its nodes contracted where that does not add nonzeros."""
    return zdd(family, order, progress).contracted(order.permutation, free, progress)


def _nonzeros(nzdd: _core.Nzdd, free: NDArray[np.bool_] | None) -> int:
    """The nonzeros of the extended formulation: labels that cost, and the inner ends of edges."""
    paid = nzdd.labels.size if free is None else np.count_nonzero(~free[nzdd.labels])
    inner_targets = np.count_nonzero(nzdd.target != nzdd.num_nodes - 1)
    return int(paid + np.count_nonzero(nzdd.source) + inner_targets)


def reordered(
    words: NDArray[np.uint64], order: Order, progress: Progress | None = None
) -> NDArray[np.uint64]:
    """The words with the symbol of level l at bit num_symbols - 1 - l."""
    return (
        words
        if order.permutation is None
        else _core.reorder_words(words, order.permutation, progress)
    )


def by_level(rows: RowTable, order: Order, progress: Progress | None = None) -> RowTable:
    """Sorted distinct rows with levels in the place of symbols, sorted again; with weights."""
    if order.permutation is None:
        return rows
    if rows.words is None:
        offsets, levels = _core.sort_levels(*rows.to_csr(), rows.num_symbols, order.rank)
        return distinct(replace(rows, offsets=offsets, symbols=levels), progress)
    words = reordered(rows.words, order, progress)
    at = np.argsort(words)
    return replace(rows, words=words[at], weights=weights_of(rows)[at])
