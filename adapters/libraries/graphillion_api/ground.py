"""The objects that the sets of a family are made of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import ZDD, _core
from nzdd.order import NATURAL, Order


def embedded(zdd: ZDD, places: ArrayLike, num_symbols: int) -> ZDD:
    """A family over more symbols; symbol i becomes the i-th of the rising `places`."""
    levels = np.append(np.asarray(places, np.uint32), np.uint32(2**32 - 1))  # that of the leaves
    level = levels[np.minimum(zdd.level, zdd.num_symbols)]
    return ZDD._make(_core.Zdd(level, zdd.low, zdd.high, zdd.root), num_symbols, NATURAL)


def restricted(zdd: ZDD, places: ArrayLike) -> ZDD:
    """The parts of the rows that lie in some symbols; symbol ``places[i]`` becomes i."""
    symbols = np.asarray(places, np.int64)
    parts = zdd.meet([symbols.tolist()])
    rising = np.argsort(symbols)
    level = np.searchsorted(symbols[rising], parts.level).astype(np.uint32)
    level[:2] = parts.level[:2]
    native = _core.Zdd(level, parts.low, parts.high, parts.root)
    order = Order.from_levels(rising.astype(np.uint32))
    return ZDD._make(native, symbols.size, order)


class Ground:
    """Objects in an order, each with a symbol (its place) and a weight.

    A ground set may grow at its end: families over the first objects stay what they are.

    Parameters
    ----------
    objects : iterable of hashable
        All different.
    weights : mapping, optional
        Of the objects whose weight is not one.

    Raises
    ------
    ValueError
        If an object comes twice.
    """

    def __init__(
        self, objects: Iterable[Hashable] = (), weights: Mapping[Any, float] | None = None
    ) -> None:
        self.objects: list[Any] = list(objects)
        self.number = {each: symbol for symbol, each in enumerate(self.objects)}
        self.weights = dict(weights or {})
        if len(self.number) < len(self.objects):
            twice = next(each for i, each in enumerate(self.objects) if self.number[each] != i)
            raise ValueError(f"the universe holds {twice!r} twice; name each object once")

    def __len__(self) -> int:
        return len(self.objects)

    def add(self, element: Hashable) -> int:
        """The symbol of an object, which is appended if it is new."""
        symbol = self.number.setdefault(element, len(self.objects))
        if symbol == len(self.objects):
            self.objects.append(element)
        return symbol

    def values(
        self, given: Mapping[Any, Any] | None, default: float | None = None
    ) -> NDArray[np.float64]:
        """A number for each symbol: the given one, or else the weight (or the default)."""
        own = given or {}
        return np.array(
            [
                own.get(each, self.weights.get(each, 1) if default is None else default)
                for each in self.objects
            ],
            np.float64,
        )

    def widened(self, zdd: ZDD) -> ZDD:
        """A family over the first objects as one over all; in the order of the objects."""
        natural = zdd if zdd.order.rank is None else zdd.reordered("natural")
        return natural if natural.num_symbols == len(self) else natural.embedded(len(self))
