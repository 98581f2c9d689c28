"""Rows in parts by their first bits: each part has a diagram of its own, and these are joined.

Parts are for processes that have rows of any kind each: they exchange sorted words, and nobody has
all of them. The diagram is that of all rows at once, see ``_native/multiset/chain_parts.hpp``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd import _core, build
from nzdd.input.arrays import least
from nzdd.input.row_buffer import RowBuffer, weights_of
from nzdd.input.row_table import WORD_SYMBOLS, RowTable
from nzdd.multiset import Multiset
from nzdd.nzdd import NZDD
from nzdd.order import Order
from nzdd.zdd import ZDD

DiagramT = TypeVar("DiagramT", ZDD, NZDD)
Words: TypeAlias = NDArray[np.uint64]

WORD_BYTES = 16
"""A word and its weight."""

SPACING = 2**10
"""One of so many rows is looked at to find parts of equal size."""


class Excerpt(NamedTuple):
    """Of a multiset: how many distinct rows, whether not all weigh one, and some of the rows."""

    num_rows: int
    weighted: bool
    words: Words


class PartRange(NamedTuple):
    """The first and the last word of a part, with the symbol of level l at bit n - 1 - l."""

    first: int
    last: int


class DiagramPart:
    """The nodes of a part of all rows, as short messages where it is pickled.

    Attributes
    ----------
    num_rows : int
    total : int
        Their weight.
    """

    _types = (*"QIId", "B", *"IIQQdd")

    def __init__(self, rows: RowTable, part: PartRange) -> None:
        assert rows.words is not None
        weights = weights_of(rows)
        self.num_rows, self.total = rows.num_rows, int(weights.sum())
        self.arrays = _core.chain_part(rows.words, rows.num_symbols, weights, *part, None)

    def __getstate__(self) -> tuple[int, int, list[NDArray[Any]]]:
        return self.num_rows, self.total, [least(array) for array in self.arrays]

    def __setstate__(self, state: tuple[int, int, list[NDArray[Any]]]) -> None:
        self.num_rows, self.total, arrays = state
        found = zip(arrays, self._types, strict=True)
        self.arrays = tuple(array.astype(kind, copy=False) for array, kind in found)  # type: ignore[assignment]


def searches_order(rows: Multiset, num_rows: int) -> bool:
    """Whether a multiset like this one searches the order of so many distinct words."""
    return rows.order is None and WORD_BYTES * num_rows <= rows._buffer_bytes


def order_of_more(rows: Multiset) -> Order:
    """The order of a multiset like this one if its rows are too many to search for one."""
    return rows._order_of_more()


def excerpt(rows: Multiset, order: Order) -> Excerpt | None:
    """What tells where to divide rows; None where they are no words, or a diagram already."""
    if rows.num_nodes or rows.num_symbols > WORD_SYMBOLS:
        return None
    table = rows.rows()
    assert table.words is not None
    return Excerpt(
        table.num_rows, rows._needs_weights(), build.reordered(table.words[::SPACING], order)
    )


def ranges(words: Sequence[Words], num_symbols: int, count: int) -> list[PartRange]:
    """So many parts, or fewer, with equally many of the words, which are in any order."""
    known = np.sort(np.concatenate(words))
    firsts = known[known.size * np.arange(1, count) // count] if known.size else known
    bounds = [0, *np.unique(firsts[firsts > 0]).tolist(), 2**num_symbols]
    return [PartRange(a, b - 1) for a, b in pairwise(bounds)]


def divided(rows: Multiset, order: Order, parts: Sequence[PartRange]) -> list[RowBuffer]:
    """The distinct rows of each part, as words by level."""
    table = build.by_level(rows.rows(), order)
    words, weights = table.words, weights_of(table)
    assert words is not None
    ends = np.searchsorted(words, np.array([part.last for part in parts], np.uint64), "right")
    found = [RowBuffer() for _ in parts]
    for buffer, (a, b) in zip(found, pairwise([0, *ends.tolist()]), strict=True):
        buffer.add(RowTable(b - a, rows.num_symbols, words=words[a:b], weights=weights[a:b]))
    return found


def part_of(pieces: Sequence[RowBuffer], num_symbols: int, part: PartRange) -> DiagramPart:
    """The nodes of the rows of a part, from those that several processes have."""
    rows = RowBuffer()
    for piece in pieces:
        rows.extend(piece)
    return DiagramPart(rows.rows(num_symbols), part)


def joined(
    kind: type[DiagramT],
    parts: Sequence[DiagramPart],
    num_symbols: int,
    order: Order,
    weighted: bool,
) -> DiagramT:
    """The diagram of all rows from its parts in their order.

    Notes
    -----
    Time and memory O(nodes of all parts).
    """
    make = _core.zdd_from_parts if kind is ZDD else _core.nzdd_from_parts
    native: Any = make([part.arrays for part in parts], num_symbols, order.permutation, None)
    if isinstance(native, _core.Zdd) and not weighted:
        native = _core.Zdd(native.level, native.low, native.high, native.root)
    return kind._make(native, num_symbols, order)
