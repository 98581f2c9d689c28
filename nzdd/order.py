"""Orders of the symbols, from the root of a diagram to its leaf."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import as_array
from nzdd.input.row_table import RowTable

NAMES = ("natural", "frequency", "reverse frequency")
SEARCHED = ("auto", "sifting")


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Which symbol stands on which level.

    Attributes
    ----------
    name : str
        ``natural``, ``frequency`` (frequent symbols near the root), ``reverse frequency``,
        ``sifting`` (found by exchanging symbols) or ``given``.
    symbols : ndarray of uint32, shape (num_symbols,), or None
        The symbol of each level, root first; None for the natural order.
    """

    name: str
    symbols: NDArray[np.uint32] | None

    def __post_init__(self) -> None:
        if self.symbols is not None:
            self.symbols.setflags(write=False)

    @property
    def rank(self) -> NDArray[np.uint32] | None:
        """The level of each symbol, or None for the natural order."""
        if self.symbols is None:
            return None
        rank = np.empty_like(self.symbols)
        rank[self.symbols] = np.arange(self.symbols.size, dtype=np.uint32)
        return rank


NATURAL = Order("natural", None)


def choose(
    family: RowTable,
    order: str | ArrayLike,
    search: Callable[[RowTable, str], Order] | None = None,
) -> Order:
    """The order asked for.

    Parameters
    ----------
    family : RowTable
    order : {"auto", "natural", "frequency", "reverse frequency", "sifting"} or array of int
        For `auto` and `sifting` see `nzdd.order_search`. An array lists every symbol once, the one
        nearest to the root first.
    search : callable, optional
        ``search(family, order)`` finds the order for `auto` and `sifting`, which are unknown
        without it.

    Raises
    ------
    ValueError
        If the name is unknown or the array is no permutation of the symbols.
    """
    if not isinstance(order, str):
        return _given(order, family.num_symbols)
    if order in NAMES:
        return named(family, order)
    if order in SEARCHED and search is not None:
        return search(family, order)
    raise ValueError(
        f"order {order!r} is unknown; take auto, {', '.join(NAMES)}, sifting "
        "or a permutation of the symbols"
    )


def named(family: RowTable, name: str) -> Order:
    """The order of one of the `NAMES`."""
    if name == "natural":
        return NATURAL
    frequency = family.frequency()
    symbols = np.argsort(-frequency if name == "frequency" else frequency, kind="stable")
    return Order(name, symbols.astype(np.uint32))


def _given(order: ArrayLike, num_symbols: int) -> Order:
    symbols = as_array(order, "order")
    if symbols.shape != (num_symbols,) or (symbols.size and symbols.dtype.kind not in "ui"):
        raise ValueError(
            f"an order of {num_symbols} symbols must list each of them once; "
            f"this is an array of {symbols.dtype} and shape {symbols.shape}"
        )
    if not np.array_equal(np.sort(symbols), np.arange(num_symbols)):
        raise ValueError(f"an order of {num_symbols} symbols must list each of them once")
    return Order("given", symbols.astype(np.uint32))
