"""Orders of the symbols, from the root of a diagram to its leaf."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.family import Family

SAMPLE_ROWS = 4096
MANY_SYMBOLS = 2**24  # where listing every symbol in an order costs more than it is likely to gain
NAMES = ("natural", "frequency", "reverse frequency")


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Which symbol stands on which level.

    Attributes
    ----------
    name : str
        ``natural``, ``frequency`` (frequent symbols near the root), ``reverse frequency`` or
        ``given``.
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


def choose(family: Family, order: str | ArrayLike, size: Callable[[Family, Order], int]) -> Order:
    """The order asked for.

    Parameters
    ----------
    family : Family
    order : {"auto", "natural", "frequency", "reverse frequency"} or array of int
        ``auto`` builds a diagram of at most 4096 evenly spaced rows in each of the named orders
        and takes the one whose ``size`` is smallest, the earlier one on a tie (the natural order
        above 2**24 symbols). An array lists every symbol once, the one nearest to the root first.
    size : callable
        ``size(sample, order)``: what the diagram of a sample costs.

    Raises
    ------
    ValueError
        If the name is unknown or the array is no permutation of the symbols.
    """
    if not isinstance(order, str):
        return _given(order, family.num_symbols)
    if order == "auto" and family.num_symbols > MANY_SYMBOLS:
        return NATURAL
    if order == "auto":
        sample = family.sample(SAMPLE_ROWS)
        best = min(NAMES, key=lambda name: size(sample, named(sample, name)))
        return named(family, best)
    if order in NAMES:
        return named(family, order)
    raise ValueError(
        f"order {order!r} is unknown; take auto, {', '.join(NAMES)} or a permutation of the symbols"
    )


def named(family: Family, name: str) -> Order:
    """The order of one of the `NAMES`."""
    if name == "natural":
        return NATURAL
    frequency = family.frequency()
    symbols = np.argsort(-frequency if name == "frequency" else frequency, kind="stable")
    return Order(name, symbols.astype(np.uint32))


def _given(order: ArrayLike, num_symbols: int) -> Order:
    symbols = np.asarray(order)
    if symbols.shape != (num_symbols,) or (symbols.size and symbols.dtype.kind not in "ui"):
        raise ValueError(
            f"an order of {num_symbols} symbols must list each of them once; "
            f"this is an array of {symbols.dtype} and shape {symbols.shape}"
        )
    if not np.array_equal(np.sort(symbols), np.arange(num_symbols)):
        raise ValueError(f"an order of {num_symbols} symbols must list each of them once")
    return Order("given", symbols.astype(np.uint32))
