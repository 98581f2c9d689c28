"""Orders of the symbols, from the root of a diagram to its leaf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import as_array
from nzdd.input.row_table import RowTable

NAMES = ("natural", "frequency", "reverse frequency")
SEARCHED = ("auto", "sifting")
ArrayT = TypeVar("ArrayT", bound=NDArray[Any])


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

    @classmethod
    def given(cls, symbols: ArrayLike, num_symbols: int) -> Order:
        """The order of a permutation; ValueError where a symbol is missing or listed twice."""
        array = as_array(symbols, "order")
        if array.shape != (num_symbols,) or (array.size and array.dtype.kind not in "ui"):
            raise ValueError(
                f"an order of {num_symbols} symbols must list each of them once; "
                f"this is an array of {array.dtype} and shape {array.shape}"
            )
        if not np.array_equal(np.sort(array), np.arange(num_symbols)):
            raise ValueError(f"an order of {num_symbols} symbols must list each of them once")
        return cls("given", array.astype(np.uint32))

    @property
    def rank(self) -> NDArray[np.uint32] | None:
        """The level of each symbol, or None for the natural order."""
        if self.symbols is None:
            return None
        rank = np.empty_like(self.symbols)
        rank[self.symbols] = np.arange(self.symbols.size, dtype=np.uint32)
        return rank

    def symbols_of(self, levels: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """The symbols on the given levels."""
        return levels if self.symbols is None else self.symbols[levels]

    def by_level(self, values: ArrayT) -> ArrayT:
        """Values of the symbols as values of the levels."""
        return values if self.symbols is None else values[self.symbols]  # type: ignore[return-value]

    def all_symbols(self, num_symbols: int) -> NDArray[np.uint32]:
        """The symbol of each level, in the natural order, too."""
        return self.symbols_of(np.arange(num_symbols, dtype=np.uint32))


NATURAL = Order("natural", None)


def choose(
    rows: RowTable, order: str | ArrayLike, search: Callable[[RowTable, str], Order]
) -> Order:
    """The order that the user asks for.

    Parameters
    ----------
    rows : RowTable
    order : {"auto", "natural", "frequency", "reverse frequency", "sifting"} or array of int
        For `auto` and `sifting` see `nzdd.order_search`. An array lists every symbol once, the one
        nearest to the root first.
    search : callable
        ``search(rows, order)`` finds the order for `auto` and `sifting`.

    Raises
    ------
    ValueError
        If the name is unknown or the array is not a permutation of the symbols.
    """
    if not isinstance(order, str):
        return Order.given(order, rows.num_symbols)
    check_name(order)
    return search(rows, order) if order in SEARCHED else named(rows, order)


def check_name(
    order: str, names: Sequence[str] = ("auto", *NAMES, "sifting"), of: str = "symbols"
) -> None:
    """ValueError where the name of an order is none of those that are possible."""
    if order not in names:
        raise ValueError(
            f"order {order!r} is unknown; take {', '.join(names)} or a permutation of the {of}"
        )


def named(rows: RowTable, name: str) -> Order:
    """The order of one of the `NAMES`."""
    if name == "natural":
        return NATURAL
    frequency = rows.frequency()
    symbols = np.argsort(-frequency if name == "frequency" else frequency, kind="stable")
    return Order(name, symbols.astype(np.uint32))
