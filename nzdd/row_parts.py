"""Rows in parts by their first bits: each part has a diagram of its own, and these are joined.

Parts are for processes that have rows of any kind each: they exchange sorted words, and nobody has
all of them. The diagram is that of all rows at once, see ``_native/multiset/parts/``.
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
Outline: TypeAlias = tuple[Words, Words, NDArray[np.uint32], Words]

WORD_BYTES = 16
"""A word and its weight."""

SPACING = 2**10
"""One of so many rows is looked at to find parts of equal size."""

SLACK = 32
"""Parts may be this share larger or smaller at either end."""


class Excerpt(NamedTuple):
    """Of a multiset: how many distinct rows, whether not all weigh one, and some of the rows."""

    num_rows: int
    weighted: bool
    words: Words


class PartRange(NamedTuple):
    """The first and the last word of a part, with the symbol of level l at bit n - 1 - l."""

    first: int
    last: int


class _Arrays:
    """Arrays of whole numbers, as short messages where they are pickled."""

    _types: str
    arrays: tuple[Any, ...]

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"arrays": [least(array) for array in self.arrays]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        found = zip(state["arrays"], self._types, strict=True)
        self.arrays = tuple(array.astype(kind, copy=False) for array, kind in found)


class DiagramPart(_Arrays):
    """The nodes of a part of all rows.

    Attributes
    ----------
    num_rows : int
    total : int
        Their weight.
    """

    _types = "QIIdBIIQQdd"

    def __init__(self, rows: RowTable, part: PartRange) -> None:
        assert rows.words is not None
        weights = weights_of(rows)
        self.num_rows, self.total = rows.num_rows, int(weights.sum())
        self.arrays = _core.chain_part(rows.words, rows.num_symbols, weights, *part, None)


class ReducedPart(_Arrays):
    """The edges of the NZDD that are known where a part is, and the nodes that others have too."""

    _types = "QIIIIdIBBIIQQddIQd"

    def __init__(self, arrays: tuple[Any, ...]) -> None:
        self.arrays = arrays


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
    """So many parts, or fewer, with about equally many of the words, which are in any order.

    Of the words between which a part may begin, it begins at the one with the most zeros at the
    end: few nodes are then above the parts, with many rows below each.
    """
    known = np.sort(np.concatenate(words)).tolist()
    last = len(known) - 1
    slack = len(known) // (SLACK * count)
    firsts = {0}
    for at in (len(known) * number // count for number in range(1, count) if known):
        before, word = known[max(0, at - 1 - slack)], known[min(last, at + slack)]
        free = max(0, (before ^ word).bit_length() - 1)
        firsts.add(word >> free << free)
    bounds = [*sorted(firsts), 2**num_symbols]
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


def outline(part: DiagramPart, num_symbols: int) -> Outline:
    """What `reduced` has to know of each part: its subtrees, and hashes of its nodes."""
    return _core.part_outline(part.arrays, num_symbols, None)


def reduced(
    part: DiagramPart, outlines: Sequence[Outline], number: int, num_symbols: int
) -> ReducedPart | None:
    """The reduction of the part of that number, beside the outlines of all parts.

    None where nodes above the parts are equal to others: `joined` is for all families. Time and
    memory O(nodes of all parts), of which that of others is a look at a hash.
    """
    arrays = _core.reduced_part(part.arrays, outlines, number, num_symbols, None)
    return None if arrays is None else ReducedPart(arrays)


def joined_reduced(parts: Sequence[ReducedPart], num_symbols: int, order: Order) -> NZDD:
    """The NZDD of all rows from its reduced parts in their order: that of `joined`.

    Notes
    -----
    Time and memory O(edges and labels).
    """
    arrays = [part.arrays for part in parts]
    native: Any = _core.nzdd_from_reduced_parts(arrays, num_symbols, order.permutation, None)
    return NZDD._make(native, num_symbols, order)


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
