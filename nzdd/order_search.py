"""Orders of the symbols that make a diagram small.

Sifting (R. Rudell, Dynamic variable ordering for ordered binary decision diagrams, 1993) takes each
symbol in turn, the one with most nodes first, moves it through all levels of the ZDD by exchanging
neighbouring levels, and leaves it where the diagram is smallest. For a ZDD, and for the nonzeros of
an NZDD, all nodes count the same; for the edges of an NZDD mostly nodes that branch, as the
reduction makes one or two edges of each. Work is counted in steps (visited nodes, or exchanges of
two levels): ten million take from 0.2 seconds (small diagrams) to a second (diagrams far larger
than the cache).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, build
from nzdd.input.row_table import Progress, RowTable, distinct
from nzdd.order import NAMES, NATURAL, Order, check_name, named

SAMPLE_ROWS = 4096
CHECKED_ROWS = 8192
"""An order that is better on the sample must also be better on this many rows."""

MANY_SYMBOLS = 2**24
"""With more symbols, an order costs more to store than it is likely to gain."""

MAX_STEPS = 50_000_000
"""The limit of ``sifting``."""

LEAST_STEPS = 200_000
STEPS_PER_ENTRY = {"nodes": 0.5, "edges": 0.25, "nonzeros": 8.0}
ENTRIES_PER_WORD = 1 / 8
"""The limit of ``auto``: about the time of the build itself, or a few milliseconds."""

WIDE_GROWTH, NARROW_GROWTH = 20, 1
"""By how many percent the diagram may grow while a symbol moves: ``sifting`` and ``auto``.

One percent gains nearly as much as twenty, in a quarter of the time.
"""

LEAST_GAIN = 0.05
"""The least gain on a sample for which a sifted order is taken for all rows."""

NOTHING_SHARED = 0.95
"""From that many edges per row of a sample on, there is usually nothing to gain."""

BRANCHING_WEIGHT = 16
"""The weight of a node that branches, for edges; other nodes weigh 1 and break ties."""

NEARLY_EQUAL = 1.1
"""The least ratio of the edges of a sample in two orders that is significant for all rows."""


@dataclass(frozen=True, slots=True)
class OrderSearch:
    """Finds an order in which the nodes, edges or nonzeros of a diagram are few.

    Parameters
    ----------
    minimize : {"nodes", "edges", "nonzeros"}
        The nodes of a ZDD, or what `nzdd.NZDD.from_rows` says.
    free : ndarray of bool, shape (num_symbols,), optional
        Symbols that cost no nonzero.
    progress : callable, optional
    """

    minimize: str
    free: NDArray[np.bool_] | None = None
    progress: Progress | None = None

    def __call__(
        self, family: RowTable, order: str | ArrayLike, *, are_distinct: bool = False
    ) -> Order:
        """The order that the user asks for.

        Parameters
        ----------
        family : RowTable
        order : {"auto", "natural", "frequency", "reverse frequency", "sifting"} or array of int
            An array lists every symbol once, the one nearest to the root first. ``auto`` and
            ``sifting`` start from the best of the named orders on a sample: at most 4096 rows, in
            runs of sixteen neighbours from all parts of the sorted distinct rows. ``sifting`` sifts
            the ZDD of all rows, 50 million steps at most, until a pass over the symbols gains
            nothing. ``auto`` sifts the ZDD of the sample for about as long as the diagram takes to
            build. It keeps the named order unless the sifted one is better on the sample, and then
            also on 8192 rows; if there are more rows, better by a twentieth. Above 2**24 symbols
            ``auto`` is the natural order.
        are_distinct : bool
            Whether the rows are those that `nzdd.input.row_table.distinct` returns.

        Notes
        -----
        The diagram is never larger than in the order of the start: with ``sifting``, and with
        ``auto`` on up to 8192 rows. The result is the same on each machine. It depends on the
        distinct rows alone: not on their sequence, nor on how often each occurs.

        Raises
        ------
        ValueError
            If the name is unknown or the array is not a permutation of the symbols.
        """
        if not isinstance(order, str):
            return Order.given(order, family.num_symbols)
        check_name(order)
        if order == "natural" or (order == "auto" and family.num_symbols > MANY_SYMBOLS):
            return NATURAL
        if not are_distinct:
            family = distinct(family, self.progress)
        if order in NAMES:
            return named(family, order)
        sample = family.sample(SAMPLE_ROWS)
        name, least = self._best_named(sample, all_rows=sample is family)
        start = named(family, name)
        if order == "sifting":
            zdd = build.zdd(family, start)
            found = self._sifted(zdd, start, family.num_symbols, WIDE_GROWTH, MAX_STEPS)
            return found if self._size(family, found) < self._size(family, start) else start
        max_steps = LEAST_STEPS
        if self.minimize != "edges" or least < NOTHING_SHARED * sample.num_rows:
            max_steps += int(STEPS_PER_ENTRY[self.minimize] * _entries(family))
        elif 2 * _entries(sample) > max_steps:
            return start
        zdd = build.zdd(sample, start)
        if 4 * zdd.level.size > max_steps:
            return start
        found = self._sifted(zdd, start, sample.num_symbols, NARROW_GROWTH, max_steps)
        if not self._gains(found, least, sample, family.num_rows <= CHECKED_ROWS):
            return start
        if sample is family:
            return found
        checked = family.sample(CHECKED_ROWS)
        better = self._gains(found, self._size(checked, start), checked, checked is family)
        return found if better else start

    def _gains(self, order: Order, size: int, family: RowTable, all_rows: bool) -> bool:
        """Whether the diagram is smaller than `size`, for a sample by `LEAST_GAIN`."""
        return self._size(family, order) < (size if all_rows else (1 - LEAST_GAIN) * size)

    def _best_named(self, sample: RowTable, all_rows: bool) -> tuple[str, int]:
        """The best of the named orders, the first one on a tie, and the size in it.

        The rows of a sample share little, so small differences between its edges in two orders say
        nothing about those of all rows; the nodes of its ZDD do. The natural order needs no sorting
        and is kept unless another one gains more than `LEAST_GAIN`.
        """
        orders = [named(sample, name) for name in NAMES]
        sizes = [self._size(sample, order) for order in orders]
        criterion = np.array(sizes)
        if self.minimize == "edges" and not all_rows and len(set(sizes)) > 1:
            near = criterion <= NEARLY_EQUAL * criterion.min()
            if near.sum() > 1:
                nodes = [build.zdd(sample, order).level.size for order in orders]
                criterion = np.where(near, nodes, np.iinfo(np.int64).max)
        best = int(np.argmin(criterion))
        if not all_rows and criterion[0] <= criterion[best] / (1 - LEAST_GAIN):
            best = 0
        return NAMES[best], sizes[best]

    def _sifted(
        self, zdd: _core.Zdd, order: Order, num_symbols: int, max_growth: int, max_steps: int
    ) -> Order:
        weight = BRANCHING_WEIGHT if self.minimize == "edges" else 1
        _, levels = _core.sift(zdd, weight, max_growth, max_steps, self.progress)
        return sifted_order(order, levels, num_symbols)

    def _size(self, family: RowTable, order: Order) -> int:
        if self.minimize == "nodes":
            return build.zdd(family, order).level.size
        return build.size(family, order, self.minimize, self.free)


def sifted_order(order: Order, levels: NDArray[np.uint32], num_symbols: int) -> Order:
    """The order after sifting, from the old levels in their new order.

    Levels without a node are left out of `levels`, and come last.
    """
    empty = np.ones(num_symbols, np.bool_)
    empty[levels] = False
    levels = np.concatenate((levels, np.flatnonzero(empty).astype(np.uint32)))
    return Order("sifting", order.symbols_of(levels))


def _entries(family: RowTable) -> float:
    """A number to which the time of a build is about proportional."""
    return ENTRIES_PER_WORD * family.num_rows if family.symbols is None else family.symbols.size
