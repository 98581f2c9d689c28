"""Orders of the symbols, from the root of a diagram to its leaf."""

from __future__ import annotations

from collections.abc import Sequence
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
        """The order given by a permutation; ValueError if it is not one."""
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
    frequency = rows.frequency()
    symbols = np.argsort(-frequency if name == "frequency" else frequency, kind="stable")
    return Order(name, symbols.astype(np.uint32))
