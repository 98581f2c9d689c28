"""Sets of symbols that meet all rows of a family, and sets of rows that cover the symbols."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.row_order import order_of_rows
from nzdd.families.search import checked_limit
from nzdd.input.memory import check_room
from nzdd.input.row_table import Progress, RowTable, as_row_table, integers
from nzdd.order import NATURAL, Order, check_name
from nzdd.zdd import ZDD

NO_BOUND = 255


def hitting_sets(
    rows: Any,
    *,
    minimal: bool = False,
    num_symbols: int | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All sets of symbols that meet each row of a family: its hitting sets, or transversals.

    Of a family without rows they are all sets, and of one with the empty row none.

    Parameters
    ----------
    rows : ZDD, or rows in any form that `ZDD.from_rows` takes
    minimal : bool
        Only those that contain no other one, found without listing the others. The minimal hitting
        sets of these are the minimal rows.
    num_symbols : int, optional
        The size of the ground set, where the rows do not determine it.
    max_states : int, optional
        Give up when more nodes are met, in all steps together, than this. No limit by default.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    ZDD
        In the order of the rows.

    Raises
    ------
    ValueError
        If a row or `max_states` is invalid.
    MemoryError
        If more than `max_states` nodes are met, or they do not fit.

    Notes
    -----
    The hitting sets are built as a binary decision diagram, node by node of the rows; then its
    minimal sets are taken, or all of them as a ZDD (T. Toda, Fast compression of large-scale
    hypergraphs for solving combinatorial problems, 2013). One conjunction a node, and one
    difference: the time depends on the sizes of these diagrams, and there is no better bound.

    Examples
    --------
    >>> sorted(hitting_sets([[0, 1], [1, 2]]))
    [(0, 1), (0, 1, 2), (0, 2), (1,), (1, 2)]
    >>> sorted(hitting_sets([[0, 1], [1, 2]], minimal=True))
    [(0, 2), (1,)]
    """
    family = rows if isinstance(rows, ZDD) else ZDD.from_rows(rows, num_symbols=num_symbols)
    limit = checked_limit(max_states)
    if not minimal:
        check_room(family.num_symbols, 24, "symbols", "take fewer")
    native = _core.hitting_sets(family._native, family.num_symbols, bool(minimal), limit, progress)
    return ZDD._make(native, family.num_symbols, family.order)


def exact_covers(
    rows: Any,
    *,
    optional: Iterable[Any] = (),
    num_symbols: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All sets of rows that cover each symbol just once: partitions of the ground set into rows.

    Parameters
    ----------
    rows : ZDD, or rows in any form that `ZDD.from_rows` takes
        Row ``i`` becomes symbol ``i`` of the result; of a ZDD the row of rank ``i``. Equal rows are
        different.
    optional : iterable of int
        Symbols that may stay uncovered as well; of a ZDD with names, also by name.
    num_symbols : int, optional
        The size of the ground set, where the rows do not determine it.
    order : {"auto", "natural"} or permutation of the rows
        The level of each row. ``natural`` takes them as they are numbered. ``auto``
        compares this, orders by the first symbol of a row, and orders with each row in the middle
        of those that share symbols with it, and takes the one with the fewest symbols between
        decided and undecided rows.
    max_states : int, optional
        See `nzdd.families.SearchOptions`.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    ZDD
        Over the rows. Time and memory O(states x symbols of a row).

    Raises
    ------
    ValueError
        If a row, a symbol or an option is invalid.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    A frontier search over the rows. Like the algorithm of M. Nishino, N. Yasuda, S. Minato and M.
    Nagata (Dancing with decision diagrams, 2017), it does not search twice among covers of the same
    symbols.

    Examples
    --------
    >>> rows = [[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]]
    >>> list(exact_covers(rows))
    [(0, 3, 4)]
    """
    table, number = _table(rows, num_symbols)
    if isinstance(rows, ZDD):
        optional = rows.ground.one_or_more(optional)
    least = np.ones(number, np.uint8)
    least[_symbols(optional, number)] = 0
    return _covers(table, least, np.ones(number, np.uint8), order, max_states, progress)


def set_covers(
    rows: Any,
    *,
    num_symbols: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All sets of rows that cover each symbol at least once; see `exact_covers`.

    Examples
    --------
    >>> sorted(set_covers([[0, 1], [1, 2], [2]]))
    [(0, 1), (0, 1, 2), (0, 2)]
    """
    table, number = _table(rows, num_symbols)
    most = np.full(number, NO_BOUND, np.uint8)
    return _covers(table, np.ones(number, np.uint8), most, order, max_states, progress)


def set_packings(
    rows: Any,
    *,
    num_symbols: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All sets of rows that are disjoint; see `exact_covers`.

    Examples
    --------
    >>> sorted(set_packings([[0, 1], [1, 2], [2]]))
    [(), (0,), (0, 2), (1,), (2,)]
    """
    table, number = _table(rows, num_symbols)
    least = np.zeros(number, np.uint8)
    return _covers(table, least, np.ones(number, np.uint8), order, max_states, progress)


def _table(rows: Any, num_symbols: int | None) -> tuple[RowTable, int]:
    table = (
        rows
        if isinstance(rows, RowTable)
        else as_row_table(rows.rows() if isinstance(rows, ZDD) else rows, num_symbols=num_symbols)
    )
    return table, table.num_symbols


def _symbols(symbols: Iterable[Any], number: int) -> NDArray[np.integer]:
    given = integers(symbols if isinstance(symbols, np.ndarray) else list(symbols), "optional")
    wrong = (given < 0) | (given >= number)
    if wrong.any():
        raise ValueError(
            f"optional holds symbol {given[wrong][0]}; there are {number} symbols, from 0 on"
        )
    return given


def _covers(
    table: RowTable,
    least: NDArray[np.uint8],
    most: NDArray[np.uint8],
    order: str | ArrayLike,
    max_states: int | None,
    progress: Progress | None,
) -> ZDD:
    offsets, symbols = _core.sort_levels(*table.to_csr(), table.num_symbols, None)
    number = offsets.size - 1
    limit = checked_limit(max_states)
    if isinstance(order, str):
        check_name(order, ("auto", "natural"), "rows")
        chosen = (
            NATURAL if order == "natural" else order_of_rows(offsets, symbols, least.size, progress)
        )
    else:
        chosen = Order.given(order, number)
    native = _core.row_covers(
        offsets, symbols, None, chosen.all_symbols(number), least, most, limit, progress
    )
    return ZDD._make(native, number, chosen)
