"""Zero-suppressed decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, archive, build
from nzdd.build import ZddParts
from nzdd.diagram import Diagram, RowPath, Saved, check_lengths, from_limbs, readable
from nzdd.input.memory import check_room
from nzdd.input.row_table import Progress, as_row_table, check_num_symbols
from nzdd.order import Order, choose
from nzdd.order_search import OrderSearch
from nzdd.zdd.algebra import SetOperators
from nzdd.zdd.operands import arrays
from nzdd.zdd.row_queries import RowQueries, RowRanks

if TYPE_CHECKING:
    from typing_extensions import Self

    from nzdd.nzdd import NZDD


class ZDD(Saved, SetOperators, RowQueries, Diagram):
    """A family of rows as an ordered, reduced zero-suppressed decision diagram.

    Make one with `from_rows` or `load`. It behaves as a ``frozenset`` of rows does, whatever its
    order and weights; its operators and operations are those of `nzdd.zdd.algebra`. Immutable; all
    arrays are read-only. Nodes 0 and 1 are the
    terminals (the empty family, and the family of the empty row); every other node follows its
    children, so algorithms are sweeps over the arrays.

    Attributes
    ----------
    level, low, high : ndarray of uint32, shape (num_nodes + 2,)
        The level of each node (``2**32 - 1`` for terminals), and its children: rows without and
        with the symbol of that level.
    root : int
    low_weight, high_weight : ndarray of float64, shape (num_nodes + 2,), or None
        The total weight of the rows that pass each branch; None where every row weighs one.
    order : Order
        Which symbol stands on which level.
    """

    __slots__ = (
        "_num_symbols",
        "high",
        "high_weight",
        "level",
        "low",
        "low_weight",
        "order",
        "root",
    )

    _kind = "zdd"
    level: NDArray[np.uint32]
    low: NDArray[np.uint32]
    high: NDArray[np.uint32]
    root: int
    low_weight: NDArray[np.float64] | None
    high_weight: NDArray[np.float64] | None
    order: Order

    def __init__(self) -> None:
        raise TypeError("make a ZDD by ZDD.from_rows or ZDD.load")

    @classmethod
    def _make(cls, parts: ZddParts, num_symbols: int, order: Order) -> Self:
        names = ("level", "low", "high", "root", "low_weight", "high_weight")
        fields = dict(zip(names, parts, strict=True))
        return cls._of(**fields, order=order, _num_symbols=num_symbols)

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        weights: ArrayLike | None = None,
        order: str | ArrayLike = "auto",
        *,
        num_symbols: int | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Build the diagram of a family of rows.

        Parameters
        ----------
        rows : RowTable, sparse matrix, 2-D array of 0 and 1, or iterable of iterables of int
            Equal rows merge and their weights add up.
        weights : array of float, shape (num_rows,), optional
            Finite and not negative; ones by default.
        order : {"auto", "natural", "frequency", "reverse frequency", "sifting"} or permutation
            Of the symbols, the one nearest to the root first. ``auto`` takes little time, and
            ``sifting`` more, to make the diagram small; see `nzdd.order_search`.
        num_symbols : int, optional
            The size of the ground set, where the rows do not tell.
        progress : callable, optional
            Called now and then with the stage and the share of it that is done. Like Ctrl-C, an
            exception it raises ends the build.

        Raises
        ------
        ValueError
            If a row or a weight is not what it must be.
        MemoryError
            If the diagram does not fit.

        Notes
        -----
        Sorting and one pass of hash-consing from the last row to the first (Toda 2013), O(nonzeros
        log rows); at most 64 symbols are sorted as machine words, and few symbols with many rows
        are marked in a bit table instead, O(rows + 2**symbols / 64). Memory beyond the input:
        O(nodes).
        """
        family = as_row_table(rows, weights, num_symbols)
        chosen = choose(family, order, OrderSearch("nodes", progress=progress))
        return cls._make(build.zdd(family, chosen, progress), family.num_symbols, chosen)

    @classmethod
    def from_chunks(
        cls,
        chunks: Iterable[Any],
        order: str | ArrayLike = "auto",
        *,
        num_symbols: int | None = None,
        progress: Progress | None = None,
    ) -> ZDD:
        """Build the diagram of rows that come in chunks and need not fit into memory together.

        Parameters
        ----------
        chunks : iterable
            Each chunk is what `from_rows` takes as rows, or a pair ``(rows, weights)``: any tuple
            of two is a pair. Weights are whole numbers. Nothing of a chunk is kept.
        order : {"auto", "natural", "frequency", "reverse frequency"} or permutation of the symbols
            Chosen once, by the first 64 MiB of distinct rows; see `nzdd.multiset.Multiset`.
        num_symbols : int, optional
            The size of the ground set; by default that of the first chunk.
        progress : callable, optional
            See `from_rows`.

        Raises
        ------
        ValueError
            If a row or a weight is not what it must be, which names the chunk, counted from 0; or
            if the total weight reaches 2**53.

        Notes
        -----
        Memory: a chunk, some 64 MiB of buffer, and a constant times the smaller of the distinct
        rows and their diagram with weights (`nzdd.multiset.Multiset`), whatever the number of rows.
        Time O(rows) while the distinct rows fit into the buffer as machine words.
        """
        from nzdd.multiset import Multiset

        rows = Multiset.from_chunks(chunks, order, num_symbols=num_symbols, progress=progress)
        return rows.zdd(progress=progress)

    @property
    def num_symbols(self) -> int:
        """The size of the ground set."""
        return self._num_symbols  # type: ignore[attr-defined, no-any-return]

    @property
    def num_nodes(self) -> int:
        """The number of nodes without the two terminals."""
        return self.level.size - 2

    @property
    def variable(self) -> NDArray[np.uint32]:
        """The symbol of each node; ``num_symbols`` for the terminals."""
        levels = self.level[2:]
        symbols = levels if self.order.symbols is None else self.order.symbols[levels]
        return np.concatenate((np.full(2, self.num_symbols, np.uint32), symbols))

    @property
    def _arrays(self) -> _core.ZddArrays:
        return _core.ZddArrays(
            self.level, self.low, self.high, self.root, self.low_weight, self.high_weight
        )

    def __bool__(self) -> bool:
        return self.root != 0

    def count(self) -> int:
        """The exact number of rows, of any size. Time O(nodes x digits)."""
        return from_limbs(_core.RowRanks(arrays(self)).count())

    def contains(self, rows: Any) -> NDArray[np.bool_]:
        """Whether each of the given rows (in any form `from_rows` takes) is in the family.

        Time O(length of the row + depth) each.
        """
        offsets, symbols = as_row_table(rows, num_symbols=self.num_symbols).to_csr()
        offsets, levels = _core.sort_levels(offsets, symbols, self.num_symbols, self.order.rank)
        return self._arrays.contains(offsets, levels)

    def _list_rows(self, first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        offsets, levels = self._arrays.rows(first, count, None)
        return offsets, levels if self.order.symbols is None else self.order.symbols[levels]

    def _mean_size(self) -> float:
        return RowRanks(self).mean_size()

    def shortest_path(self, symbol_lengths: ArrayLike) -> RowPath:
        """A row of least total length.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,)

        Returns
        -------
        RowPath
            Infinite and without symbols where the family is empty or every row holds a symbol of
            infinite length. Time O(nodes).

        Raises
        ------
        ValueError
            If the lengths have another shape, one is NaN, or their absolute values sum to 2**1023
            or more (but for infinite ones): a sum might overflow and hide a row.
        """
        lengths = check_lengths(symbol_lengths, self.num_symbols)
        length, levels = self._arrays.shortest_row(self._by_level(lengths))
        symbols = levels if self.order.symbols is None else self.order.symbols[levels]
        return RowPath(length, np.sort(symbols))

    def longest_path(self, symbol_lengths: ArrayLike) -> RowPath:
        """A row of greatest total length; see `shortest_path`."""
        return self.shortest_path(-check_lengths(symbol_lengths, self.num_symbols)).negated()

    def potentials(self, symbol_lengths: ArrayLike) -> NDArray[np.float64]:
        """The least length of a row below each node; see `shortest_path`. Time O(nodes)."""
        lengths = check_lengths(symbol_lengths, self.num_symbols)
        return self._arrays.distances(self._by_level(lengths))

    def _by_level(self, lengths: NDArray[np.float64]) -> NDArray[np.float64]:
        return lengths if self.order.symbols is None else lengths[self.order.symbols]

    def width(self) -> NDArray[np.int64]:
        """The number of nodes on each level, root first; shape (num_symbols,)."""
        return np.bincount(self.level[2:], minlength=self.num_symbols)

    def in_degree(self) -> NDArray[np.int64]:
        """The number of branches that lead to each node, the root's entrance not counted."""
        children = np.concatenate((self.low[2:], self.high[2:]))
        return np.bincount(children, minlength=self.level.size)

    def with_symbols(self, number: int = 1) -> ZDD:
        """The family with so many more symbols in every row, on the top levels.

        They are ``num_symbols`` and those that follow. Time O(nodes + number).

        Raises
        ------
        ValueError
            If the number is negative, or the ground set would get too large.
        """
        if number < 0:
            raise ValueError(f"number is {number}; it must not be negative")
        num_symbols = check_num_symbols(self.num_symbols + number)
        check_room(number, 24, "symbols", "add fewer")
        old = np.arange(self.num_symbols, dtype=np.uint32)
        symbols = old if self.order.symbols is None else self.order.symbols
        added = np.arange(number, dtype=np.uint32)
        order = Order("given", np.concatenate((self.num_symbols + added, symbols)))
        level = self.level.copy()
        level[2:] += np.uint32(number)
        parts: ZddParts = (level, self.low, self.high, self.root, self.low_weight, self.high_weight)
        if self.root != 0 and number:
            weights: tuple[NDArray[np.float64] | None, ...] = (None, None)
            if self.low_weight is not None and self.high_weight is not None:
                total = self.low_weight[self.root] + (self.root > 1) * self.high_weight[self.root]
                weights = (
                    np.append(self.low_weight, np.zeros(number)),
                    np.append(self.high_weight, np.full(number, total)),
                )
            chain = level.size + added  # from the old root upwards
            parts = (
                np.append(level, added[::-1]),
                np.append(self.low, np.zeros(number, np.uint32)),
                np.concatenate((self.high, [np.uint32(self.root)], chain[:-1])),
                level.size + number - 1,
                weights[0],
                weights[1],
            )
        return type(self)._make(parts, num_symbols, order)

    def to_nzdd(self, minimize: str = "edges", *, progress: Progress | None = None) -> NZDD:
        """Reduce to an NZDD; see `NZDD.from_rows` for `minimize`."""
        from nzdd.nzdd import NZDD

        return NZDD.from_zdd(self, minimize, progress=progress)

    def verify(self) -> None:
        """Check that the diagram is ordered, reduced, and reached from its root.

        Raises
        ------
        ValueError
            Naming the first node that is not. Time O(nodes).
        """
        _check(self, reduced=True)

    def _state(self) -> dict[str, Any]:
        state = {
            "num_symbols": self.num_symbols,
            "root": self.root,
            "level": self.level,
            "low": self.low,
            "high": self.high,
            "order_name": self.order.name,
            "order": self.order.symbols,
            "low_weight": self.low_weight,
            "high_weight": self.high_weight,
        }
        return {name: value for name, value in state.items() if value is not None}

    @classmethod
    def _restore(cls, state: dict[str, Any]) -> Self:
        get = partial(archive.entry, state)
        num_symbols = archive.number(state, "num_symbols")
        order = archive.order(state, num_symbols)
        level = get("level", np.uint32, 1)
        low, high = get("low", np.uint32, 1, level.size), get("high", np.uint32, 1, level.size)
        low_weight = high_weight = None
        if "low_weight" in state or "high_weight" in state:
            low_weight = get("low_weight", np.float64, 1, level.size)
            high_weight = get("high_weight", np.float64, 1, level.size)
        parts = (level, low, high, archive.number(state, "root"), low_weight, high_weight)
        self = cls._make(parts, num_symbols, order)
        _check(self, reduced=False)
        return self

    def __repr__(self) -> str:
        return (
            f"ZDD({readable(self.count())} rows over {self.num_symbols} symbols, "
            f"{self.num_nodes} nodes, "
            f"{self.order.name} order)"
        )


def _check(zdd: ZDD, *, reduced: bool) -> None:
    for weights in (zdd.low_weight, zdd.high_weight):
        if weights is not None and not np.all(weights >= 0):
            node = int(np.argmin(weights >= 0))
            raise ValueError(
                f"this is no ZDD: a branch of node {node} has the weight {weights[node]}"
            )
    fault = zdd._arrays.fault(zdd.num_symbols, reduced)
    if fault:
        raise ValueError(f"this is no ZDD: {fault}")
