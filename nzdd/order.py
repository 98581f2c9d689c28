"""Orders of the symbols, from the root of a diagram to its leaf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.ground_set import GroundSet
from nzdd.input.arrays import as_array
from nzdd.input.memory import check_room
from nzdd.input.row_table import RowTable

NAMES = ("natural", "frequency", "reverse frequency")
SEARCHED = ("auto", "sifting")
ArrayT = TypeVar("ArrayT", bound=NDArray[Any])


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Which symbol of a ground set stands on which level.

    Attributes
    ----------
    name : str
        ``natural``, ``frequency`` (symbols of many distinct rows near the root), ``reverse
        frequency``, ``sifting`` (found by exchanging symbols) or ``given``.
    permutation : ndarray of uint32, shape (num_symbols,), or None
        The symbol of each level, root first; None for the natural order.
    ground : GroundSet, or None
        None where it is not yet known; the order of a diagram always has one.
    """

    name: str
    permutation: NDArray[np.uint32] | None
    ground: GroundSet | None = None

    def __post_init__(self) -> None:
        if self.permutation is not None:
            self.permutation.setflags(write=False)

    def over(self, ground: GroundSet) -> Order:
        """The same order, of this ground set."""
        return self if self.ground is ground else replace(self, ground=ground)

    def of_size(self, num_symbols: int) -> Order:
        """The same order, of a ground set of this size, which has no names if it is new."""
        known = self.ground is not None and self.ground.size == num_symbols
        return self if known else replace(self, ground=GroundSet(num_symbols))

    def check_size(self, num_symbols: int) -> None:
        """ValueError if it is an order of another number of symbols."""
        size = num_symbols if self.permutation is None else self.permutation.size
        if size != num_symbols:
            raise ValueError(
                f"the order is one of {size} symbols, but there are {num_symbols}; "
                "take one of a diagram over as many"
            )

    def agrees_with(self, other: Order) -> bool:
        """Whether both have the same symbol on each level."""
        if self.permutation is None or other.permutation is None:
            return self.permutation is other.permutation
        return np.array_equal(self.permutation, other.permutation)

    @property
    def symbols(self) -> NDArray[np.uint32]:
        """The symbol of each level, root first, of any order; read-only."""
        if self.permutation is not None:
            return self.permutation
        symbols = np.arange(0 if self.ground is None else self.ground.size, dtype=np.uint32)
        symbols.setflags(write=False)
        return symbols

    @classmethod
    def given(cls, symbols: ArrayLike | Order, num_symbols: int) -> Order:
        """The order given by a permutation, or of a diagram; ValueError if it does not fit."""
        if isinstance(symbols, Order):
            symbols.check_size(num_symbols)
            return cls(symbols.name, symbols.permutation)
        array = as_array(symbols, "order")
        fault = f"an order of {num_symbols} symbols must list each of them once"
        if array.shape != (num_symbols,) or (array.size and array.dtype.kind not in "ui"):
            raise ValueError(f"{fault}; this is an array of {array.dtype} and shape {array.shape}")
        if not np.array_equal(np.sort(array), np.arange(num_symbols)):
            raise ValueError(fault)
        return cls("given", array.astype(np.uint32))

    @classmethod
    def from_levels(cls, symbols: NDArray[np.uint32]) -> Order:
        """The order with these symbols, root first, which is natural if they rise."""
        return (
            NATURAL if np.array_equal(symbols, np.arange(symbols.size)) else cls("given", symbols)
        )

    @property
    def rank(self) -> NDArray[np.uint32] | None:
        """The level of each symbol, or None for the natural order."""
        if self.permutation is None:
            return None
        rank = np.empty_like(self.permutation)
        rank[self.permutation] = np.arange(self.permutation.size, dtype=np.uint32)
        return rank

    def symbols_of(self, levels: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """The symbols on the given levels."""
        return levels if self.permutation is None else self.permutation[levels]

    def by_level(self, values: ArrayT) -> ArrayT:
        """Values of the symbols as values of the levels."""
        if self.permutation is None:
            return values
        return values[self.permutation]  # type: ignore[return-value]

    def all_symbols(self, num_symbols: int) -> NDArray[np.uint32]:
        """The symbol of each level, as an array for the natural order as well."""
        return self.symbols_of(np.arange(num_symbols, dtype=np.uint32))


NATURAL = Order("natural", None)


def check_name(
    order: str, names: Sequence[str] = ("auto", *NAMES, "sifting"), of: str = "symbols"
) -> None:
    """ValueError for an unknown name of an order."""
    if order not in names:
        raise ValueError(
            f"order {order!r} is unknown; take {', '.join(names)} or a permutation of the {of}"
        )


def named(rows: RowTable, name: str) -> Order:
    """The order of one of the `NAMES`."""
    if name == "natural":
        return NATURAL
    check_room(rows.num_symbols, 16, "symbols", "take the natural order")
    frequency = rows.frequency()
    symbols = np.argsort(-frequency if name == "frequency" else frequency, kind="stable")
    return Order(name, symbols.astype(np.uint32))
