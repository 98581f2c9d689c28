"""An order of rows with few symbols between decided and undecided ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.input.row_table import Progress
from nzdd.order import NATURAL, Order

_MOST_ROUNDS, _WITHOUT_GAIN = 100, 10


def order_of_rows(
    offsets: NDArray[np.int64],
    symbols: NDArray[np.uint32],
    num_symbols: int,
    progress: Progress | None,
) -> Order:
    """The best of some orders of the rows, where each symbol on the frontier is one more choice.

    They are the order of the rows as they are given, orders by their first symbol in one of some
    orders of the symbols, and what becomes of the best of these where rows and symbols move to the
    middle of each other (F. A. Aloul, I. L. Markov and K. A. Sakallah, FORCE: a fast and
    easy-to-implement variable-ordering heuristic, 2003). Time O(symbols of all rows) an order, and
    sorting.
    """
    number = offsets.size - 1
    row = np.repeat(np.arange(number), np.diff(offsets))
    best = np.arange(number)
    least = _cost(row, symbols, best, num_symbols)
    if not symbols.size:
        return NATURAL
    follows = np.flatnonzero(row[1:] == row[:-1])
    ends = np.stack((symbols[follows], symbols[follows + 1]), axis=1)
    sweep = _core.vertex_order(np.ascontiguousarray(ends, np.uint32), num_symbols, progress)
    for each in (np.arange(num_symbols), sweep):
        rank = np.empty(num_symbols, np.int64)
        rank[each] = np.arange(num_symbols)
        first = np.full(number, num_symbols, np.int64)
        np.minimum.at(first, row, rank[symbols])
        places = np.argsort(first, kind="stable")
        cost = _cost(row, symbols, places, num_symbols)
        if cost < least:
            best, least = places, cost
    places, idle = best, 0
    for _ in range(_MOST_ROUNDS):
        places = _drawn_together(row, symbols, places, num_symbols)
        cost = _cost(row, symbols, places, num_symbols)
        idle = 0 if cost < least else idle + 1
        if cost < least:
            best, least = places, cost
        if idle == _WITHOUT_GAIN:
            break
    return Order.from_levels(best.astype(np.uint32))


def _drawn_together(
    row: NDArray[np.intp],
    symbols: NDArray[np.uint32],
    places: NDArray[np.intp],
    num_symbols: int,
) -> NDArray[np.intp]:
    """The rows by the mean place of their symbols, which are at the mean place of their rows."""
    level = np.argsort(places)
    rows_of = np.maximum(np.bincount(symbols, minlength=num_symbols), 1)
    middle = np.bincount(symbols, level[row], num_symbols) / rows_of
    symbols_of = np.bincount(row, minlength=level.size)
    pulled = np.bincount(row, middle[symbols], level.size) / np.maximum(symbols_of, 1)
    return np.argsort(np.where(symbols_of > 0, pulled, level), kind="stable")


def _cost(
    row: NDArray[np.intp],
    symbols: NDArray[np.uint32],
    places: NDArray[np.intp],
    num_symbols: int,
) -> float:
    """How many states there would be if each symbol between decided and undecided rows had two."""
    number = places.size
    level = np.empty(number, np.int64)
    level[places] = np.arange(number)
    first, last = np.full(num_symbols, number), np.full(num_symbols, -1)
    np.minimum.at(first, symbols, level[row])
    np.maximum.at(last, symbols, level[row])
    met = last >= 0
    change = np.bincount(first[met], minlength=number + 1) - np.bincount(
        last[met], minlength=number + 1
    )
    return float(np.exp2(np.minimum(np.cumsum(change), 1000)).sum())
