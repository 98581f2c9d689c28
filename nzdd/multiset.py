"""Rows that come in chunks, with exact weights; memory for their diagram and one chunk."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, build
from nzdd.input.parameters import check_choice
from nzdd.input.row_buffer import RowBuffer, excerpt, size
from nzdd.input.row_table import (
    Progress,
    RowTable,
    as_row_table,
    check_num_symbols,
    distinct,
    fitted,
    packed,
)
from nzdd.input.whole_numbers import check_total, total_weight
from nzdd.nzdd import MINIMIZE, NZDD, check_free
from nzdd.order import NATURAL, Order, check_name
from nzdd.order_search import STEPS_PER_ENTRY, OrderSearch
from nzdd.spilled_rows import SpilledRows
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Self


BUFFER_BYTES = 2**26
SAVING = 8
"""Rows become a diagram where it is so many times smaller: sums of sorted rows are faster."""
MERGING = 8
"""So many times the memory of sorted rows there is, at most, while others are sorted in."""


class Multiset:
    """Rows with integer weights, to which chunks and other multisets can be added.

    Distinct rows are collected in a buffer. When it is full, they are added to a multi-terminal
    ZDD, in which two nodes are one if the same weighted rows are below them. As long as this
    diagram would not be `SAVING` times smaller, rows stay in the buffer, which grows instead.
    (Two `ZDD` with weights cannot be united: the weights on their branches are sums over rows.)

    Parameters
    ----------
    num_symbols : int, optional
        The size of the ground set; by default that of the first rows.
    order : name, permutation of symbols, or Order
        See `nzdd.ZDD.from_rows`, whose order it is while the distinct rows fit into `buffer_bytes`.
        Beyond that ``auto`` is the natural order, so that the diagram depends neither on the chunks
        nor on which rows came first. Other names mean the order of the first rows added, the first
        chunk.
    minimize : {"nodes", "edges", "nonzeros"}, optional
        The size that the orders ``auto`` and ``sifting`` make small, see `nzdd.order_search`; by
        default as in `ZDD.from_rows` or `NZDD.from_rows`.
    buffer_bytes : int
        How large the buffer may grow before its rows become a diagram; 0: all rows, at once.
        Distinct rows take 16 bytes each up to 64 symbols, beyond 16 and 4 for each symbol.
    beyond : Order, optional
        The order of more rows, instead of that of the first ones: for multisets that are to be
        added.
    memory : int, optional
        About how many bytes rows may take while they are collected. Beyond that sorted runs of them
        go to a temporary file (in the folder TMPDIR), which is gone with the multiset or with the
        process; no sums of diagrams are made.

    Examples
    --------
    >>> rows = Multiset(3)
    >>> rows.add([[0, 1], [2], [0, 1]])
    >>> rows.add([[0, 1], []], weights=[5, 1])
    >>> rows.total, rows.count()
    (9, 3)
    >>> rows.nzdd().multiplicity.tolist()
    [7.0, 1.0, 1.0]
    """

    def __init__(
        self,
        num_symbols: int | None = None,
        order: str | ArrayLike | Order = "auto",
        *,
        minimize: str | None = None,
        buffer_bytes: int = BUFFER_BYTES,
        beyond: Order | None = None,
        memory: int | None = None,
    ) -> None:
        if minimize is not None:
            check_choice("minimize", minimize, tuple(STEPS_PER_ENTRY))
        self._minimize, self._beyond = minimize, beyond
        self._first: RowTable | None = None  # the first rows, while they may decide the order
        if isinstance(order, str):
            check_name(order)
        self._asked = order if isinstance(order, str | Order) else np.array(order)
        self._order: Order | None = None
        self._num_symbols: int | None = None
        self._room = self._buffer_bytes = buffer_bytes
        self._memory = memory
        self._buffer = RowBuffer()
        self._spilled: SpilledRows | None = None  # rows in a file
        self._nodes = np.zeros((1, 3), np.uint32)  # the diagram: level, low, high; see store.hpp
        self._nodes[0, 0] = 2**32 - 1
        self._total = 0
        self._weighted = False  # whether weights were given
        if num_symbols is not None:
            self._set_num_symbols(check_num_symbols(num_symbols))

    @classmethod
    def from_chunks(
        cls,
        chunks: Iterable[Any],
        order: str | ArrayLike | Order = "auto",
        *,
        num_symbols: int | None = None,
        minimize: str | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Collect rows that come in chunks and need not fit into memory together.

        ``Multiset.from_chunks(chunks).zdd()`` and ``.nzdd()`` are their diagrams.

        Parameters
        ----------
        chunks, progress, order, num_symbols, minimize, memory
            See `add_chunks`, and the class.

        Notes
        -----
        Memory: a chunk, some 64 MiB of buffer, and a constant times the smaller of the distinct
        rows and their diagram with weights, whatever the number of rows; or the limit. Time O(rows)
        while the distinct rows fit into the buffer as machine words.
        """
        self = cls(num_symbols, order, minimize=minimize, memory=memory)
        self.add_chunks(chunks, progress=progress)
        return self

    @property
    def num_symbols(self) -> int:
        """The size of the ground set; 0 while there are no rows."""
        return self._num_symbols or 0

    @property
    def total(self) -> int:
        """The total weight of all rows."""
        return self._total

    @property
    def num_nodes(self) -> int:
        """The nodes of the diagram, terminals included; none while all rows are in the buffer."""
        return len(self._nodes) - 1

    @property
    def order(self) -> Order | None:
        """The order of the symbols, None while it is that of the rows in the buffer."""
        return self._order

    def count(self) -> int:
        """The number of distinct rows; adds the buffer to the diagram, or merges runs of a file."""
        if self._spilled is not None:
            return self._spill(self._spilled).count()
        if self._has_diagram:
            self.compress()
            return _core.multiset_count(self._nodes)[0]
        return self._buffer.rows(self.num_symbols).num_rows

    def choose_order(self) -> Order:
        """The order of the symbols, chosen now by the rows so far where it is not chosen yet."""
        order = self._order_for("nodes")
        if self._num_symbols is not None:
            self._order = order = order.of_size(self._num_symbols)
        return order

    def add(
        self, rows: Any, weights: ArrayLike | None = None, *, progress: Progress | None = None
    ) -> None:
        """Add rows; those that are there already gain weight.

        Parameters
        ----------
        rows : RowTable, sparse matrix, 2-D array of 0 and 1, or iterable of iterables of int
            Nothing of them is kept.
        weights : array of float, shape (num_rows,), optional
            Whole numbers, not negative; ones by default. A row of weight 0 is a row.
        progress : callable, optional
            See `nzdd.ZDD.from_rows`.

        Raises
        ------
        ValueError
            If a row or a weight is invalid, or the total weight reaches 2**53; the multiset stays
            as it was.

        Notes
        -----
        Time O(rows) for machine words (at most 64 symbols), O(symbols in the rows x log rows)
        otherwise, and now and then that of a sum of diagrams. Ctrl-C or a lack of memory leave a
        multiset that is sound, and has all of these rows or none (see `total`).
        """
        cure = "give others, or num_symbols, which is that of the first rows"
        family = fitted(rows, as_row_table(rows, weights), self._num_symbols, cure)
        total = check_total(self._total + total_weight(family))
        new = distinct(family, progress)
        if self._num_symbols is None and (family.num_rows or family.num_symbols):
            self._set_num_symbols(family.num_symbols)
        if self._first is None and self._num_symbols is not None and self._searches_first:
            self._first = new
        if not family.num_rows:
            return
        self._buffer.add(new)
        self._total = total
        self._weighted |= family.weights is not None
        self._settle(progress)

    def add_chunks(self, chunks: Iterable[Any], *, progress: Progress | None = None) -> None:
        """Add the rows of all chunks.

        Parameters
        ----------
        chunks : iterable
            Each chunk is what `add` takes as rows, or a pair ``(rows, weights)``: any tuple of two
            is a pair. Weights are whole numbers. Nothing of a chunk is kept.
        progress : callable, optional
            See `nzdd.ZDD.from_rows`.

        Raises
        ------
        ValueError, TypeError
            If a row or a weight is invalid (the message names the chunk, counted from 0), or the
            total weight reaches 2**53. The rows of the chunks before are added.
        """
        for number, chunk in enumerate(chunks):
            rows, weights = chunk if isinstance(chunk, tuple) and len(chunk) == 2 else (chunk, None)
            try:
                self.add(rows, weights, progress=progress)
            except (ValueError, TypeError) as error:
                kind = TypeError if isinstance(error, TypeError) else ValueError
                raise kind(f"chunk {number}: {error}") from None

    def update(self, other: Multiset, *, progress: Progress | None = None) -> None:
        """Add all rows of another multiset, with their weights.

        Raises
        ------
        ValueError
            If the ground sets or the orders differ, or the total weight reaches 2**53.

        Notes
        -----
        Time and memory O(pairs of nodes of both diagrams that meet).
        """
        if other._num_symbols is None:
            return
        if self._num_symbols is None:
            self._set_num_symbols(other._num_symbols)
        if self._num_symbols != other._num_symbols:
            raise ValueError(
                f"one multiset is over {self._num_symbols} symbols, the other over "
                f"{other._num_symbols}; give both the same num_symbols"
            )
        order = self._order
        if other._has_diagram or other._spilled is not None:
            theirs = other.choose_order()
            order = order or theirs
            if not order.agrees_with(theirs):
                raise ValueError(
                    "the multisets have different orders; make both with the same one, which the "
                    "attribute `order` of either names"
                )
        check_total(self._total + other._total)
        nodes = self._nodes
        if other._has_diagram:
            nodes = _core.multiset_sum(nodes, other._nodes, progress)
        if other._spilled is not None:
            self._spilled = self._spilled or SpilledRows(self.num_symbols, other._spilled.order)
            self._spilled.extend(other._spilled)
        self._order, self._nodes = order, nodes
        self._first = self._first or other._first
        self._buffer.extend(other._buffer)
        self._total += other._total
        self._weighted |= other._weighted
        self._settle(progress)

    def __iadd__(self, other: Multiset) -> Self:
        self.update(other)
        return self

    def __add__(self, other: Multiset) -> Multiset:
        if not isinstance(other, Multiset):
            return NotImplemented
        total = self.copy()
        total.update(other)
        return total

    def copy(self) -> Self:
        """Another multiset with the same rows. Time O(1); arrays are shared."""
        twin = copy(self)
        twin._buffer = self._buffer.copy()
        if self._spilled is not None:
            twin._spilled = self._spilled.copy()
        return twin

    def compress(self, *, progress: Progress | None = None) -> None:
        """Add the rows of the buffer to the diagram now, whether or not this saves memory."""
        rows = self._buffer.rows(self.num_symbols, progress)
        if rows.num_rows:
            self._take(build.multiset(rows, self.choose_order(), progress), progress)

    def rows(self, *, progress: Progress | None = None) -> RowTable:
        """The distinct rows with their weights, as far as memory goes; read-only arrays.

        Rows with equal beginnings stand together. Time and memory O(symbols in the distinct rows).
        """
        if self._spilled is not None:
            return self._spill(self._spilled, progress).rows()
        return self._rows_in_memory(progress)

    def _rows_in_memory(self, progress: Progress | None) -> RowTable:
        if not self._has_diagram:
            return self._buffer.rows(self.num_symbols, progress)
        self.compress(progress=progress)
        offsets, levels, weights = _core.multiset_rows(self._nodes, progress)
        order = self.choose_order()
        symbols = order.symbols_of(levels)
        rows = RowTable(weights.size, self.num_symbols, offsets, symbols, weights=weights)
        return packed(rows, progress)

    def zdd(self, *, progress: Progress | None = None) -> ZDD:
        """The diagram of the distinct rows, with the total weight through each branch.

        Its arrays do not depend on how the rows were split into chunks. They are those of
        `ZDD.from_rows`, in the same order while the distinct rows fit into the buffer; only the
        node numbers differ where that one uses a bit table (few symbols, no row twice and no
        weights).

        Notes
        -----
        Time and memory O(nodes) of the multiset's diagram, or those of `ZDD.from_rows`.
        """
        order = self._order_for("nodes", progress=progress)
        if self._spilled is not None:
            native = self._spill(self._spilled, progress).zdd(progress)
        elif self._has_diagram:
            self.compress(progress=progress)
            native = _core.multiset_support(self._nodes, self._needs_weights(), progress)
        else:
            native = build.zdd(self._buffer.rows(self.num_symbols, progress), order, progress)
        if not self._has_diagram and not self._needs_weights():
            native = _core.Zdd(native.level, native.low, native.high, native.root)
        return ZDD._make(native, self.num_symbols, order)

    def nzdd(
        self,
        minimize: str = "edges",
        *,
        free: ArrayLike | None = None,
        progress: Progress | None = None,
    ) -> NZDD:
        """The distinct rows as an NZDD, whose multiplicities are total weights.

        Parameters
        ----------
        minimize, free
            See `NZDD.from_rows`.

        Notes
        -----
        Time and memory as for `zdd`, and for few nonzeros those of `NZDD.from_rows`. Distinct rows
        of more than 2 million symbols together are never listed.
        """
        check_choice("minimize", minimize, MINIMIZE)
        costless = check_free(free, self.num_symbols)
        order = self._order_for(minimize, costless, progress)
        if self._spilled is not None and minimize == "edges":
            native = self._spill(self._spilled, progress).nzdd(progress)
        elif self._spilled is not None or self._is_large(minimize, progress):
            return self.zdd(progress=progress).to_nzdd(minimize, free=free, progress=progress)
        else:
            native = build.nzdd(self.rows(progress=progress), order, minimize, costless, progress)
        return NZDD._make(native, self.num_symbols, order)

    def _is_large(self, minimize: str, progress: Progress | None) -> bool:
        """Whether the rows of the diagram are better not listed."""
        if not self._has_diagram:
            return False
        self.compress(progress=progress)
        return minimize == "edges" or _core.multiset_count(self._nodes)[1] > _core.MAX_FROM_ROWS

    @property
    def _has_diagram(self) -> bool:
        return self.num_nodes > 0

    def _order_for(
        self,
        minimize: str,
        free: NDArray[np.bool_] | None = None,
        progress: Progress | None = None,
    ) -> Order:
        """The order of a diagram that is to be small: the chosen one, or that of `from_rows`."""
        if self._order is not None:
            return self._order
        if isinstance(self._asked, Order):
            self._asked.check_size(self.num_symbols)
            return self._asked
        rows = self._buffer.rows(self.num_symbols, progress)
        if size(rows) > self._buffer_bytes:
            return self._order_of_more()
        search = OrderSearch(self._minimize or minimize, free, progress)
        return search(rows, self._asked, are_distinct=True)

    @property
    def _searches_first(self) -> bool:
        """Whether the first rows decide the order of more than fit into the buffer."""
        return self._order is None and isinstance(self._asked, str) and self._asked != "auto"

    def _order_of_more(self) -> Order:
        """The order of more rows than fit into the buffer; by a name that of the first ones."""
        if not self._searches_first:
            return self._order or NATURAL
        if self._beyond is not None:
            return self._beyond
        assert self._first is not None
        assert isinstance(self._asked, str)
        search = OrderSearch(self._minimize or "nodes")
        return search(self._first, self._asked, are_distinct=True)

    def _needs_weights(self) -> bool:
        return self._weighted or self._total != self.count()

    def _set_num_symbols(self, num_symbols: int) -> None:
        if isinstance(self._asked, Order):
            self._asked.check_size(num_symbols)
            self._order = Order(self._asked.name, self._asked.permutation)
        elif not isinstance(self._asked, str):
            self._order = Order.given(self._asked, num_symbols)
        elif self._asked == "natural":
            self._order = NATURAL
        if self._order is not None:
            self._order = self._order.of_size(num_symbols)
        self._num_symbols = num_symbols

    def _spill(self, spilled: SpilledRows, progress: Progress | None = None) -> SpilledRows:
        """All rows, those in memory as a run of their own."""
        rows = self._rows_in_memory(progress)
        if rows.num_rows:
            spilled.add(rows, progress)
            self._buffer.clear()
            self._nodes = self._nodes[:1]
        return spilled

    def _settle(self, progress: Progress | None) -> None:
        """Merge the rows in the buffer when due; move them to the diagram when it is full."""
        if self._memory is not None:
            most = self._memory // MERGING
            if not self._buffer.is_due(most, most):
                return
            if size(self._buffer.rows(self.num_symbols, progress)) > most:
                self._order = self._order_of_more().of_size(self.num_symbols)
                self._spilled = self._spilled or SpilledRows(self.num_symbols, self._order)
                self._spill(self._spilled, progress)
            return
        if not self._buffer.is_due(self._room):
            return
        rows = self._buffer.rows(self.num_symbols, progress)
        if size(rows) <= self._room:
            return
        self._order = order = self._order_of_more().of_size(self.num_symbols)
        some = excerpt(rows)
        nodes = build.multiset(some, order, progress)
        if SAVING * nodes.nbytes > size(some) and self._buffer_bytes > 0:
            self._room = 2 * size(rows)  # look again later
        else:
            self._take(
                nodes if some is rows else build.multiset(rows, self.choose_order(), progress),
                progress,
            )

    def _take(self, nodes: NDArray[np.uint32], progress: Progress | None) -> None:
        """Add the diagram of the rows in the buffer, and empty the buffer."""
        if self._has_diagram:
            nodes = _core.multiset_sum(self._nodes, nodes, progress)
        self._nodes = nodes
        self._buffer.clear()
        if self._buffer_bytes > 0:
            # a sum takes O(nodes): few sums of many rows each are faster
            self._room = max(self._buffer_bytes, 2 * nodes.nbytes)

    def __repr__(self) -> str:
        rows = self._buffer.num_rows + (0 if self._spilled is None else self._spilled.num_rows)
        return (
            f"Multiset(total weight {self._total} over {self.num_symbols} symbols, "
            f"{self.num_nodes} nodes and {rows} rows beside them)"
        )
