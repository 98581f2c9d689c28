"""The arrays of a ZDD: nodes, levels, branches, and the weights on them."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd import _core, archive
from nzdd.diagram import NativeDiagram, from_limbs
from nzdd.input.text import readable
from nzdd.order import Order

if TYPE_CHECKING:
    from typing_extensions import Self


ScalarT = TypeVar("ScalarT", bound=np.generic)

SHOWN_ROWS, SHOWN_SYMBOLS = 3, 6
"""In `repr`."""
EXACT_BITS = 53
"""Sums below two to this power are exact in floating point."""


class ZddNodes(NativeDiagram):
    """The arrays of a ZDD and what follows from them alone; the attributes are those of `ZDD`."""

    __slots__ = ()
    _fields = ("root", "level", "low", "high", "low_weight", "high_weight")

    _kind = "zdd"
    _native: _core.Zdd
    """In arrays or in a store that it shares with other families: then arrays are made, once, when
    they are asked for."""

    @classmethod
    def _make(cls, native: _core.Zdd, num_symbols: int, order: Order) -> Self:
        self = object.__new__(cls)
        object.__setattr__(self, "_native", native)
        object.__setattr__(self, "_num_symbols", num_symbols)
        object.__setattr__(self, "order", order.of_size(num_symbols))
        return self

    @property
    def root(self) -> int:
        """The node of the whole family."""
        return self._native.root

    @property
    def level(self) -> NDArray[np.uint32]:
        """The level of each node."""
        return _read_only(self._native.level)

    @property
    def low(self) -> NDArray[np.uint32]:
        """The child of each node without the symbol of its level."""
        return _read_only(self._native.low)

    @property
    def high(self) -> NDArray[np.uint32]:
        """The child of each node with the symbol of its level."""
        return _read_only(self._native.high)

    @property
    def low_weight(self) -> NDArray[np.float64] | None:
        """The weight of the rows that pass each low branch, or None: every row weighs one."""
        weights = self._native.low_weight
        return None if weights is None else _read_only(weights)

    @property
    def high_weight(self) -> NDArray[np.float64] | None:
        """The weight of the rows that pass each high branch, or None: every row weighs one."""
        weights = self._native.high_weight
        return None if weights is None else _read_only(weights)

    @property
    def num_nodes(self) -> int:
        """The number of nodes without the two terminals."""
        return self.level.size - 2

    @property
    def num_edges(self) -> int:
        """The number of branches, two for each node."""
        return 2 * self.num_nodes

    @property
    def variable(self) -> NDArray[np.uint32]:
        """The symbol of each node; ``num_symbols`` for the terminals."""
        symbols = self.order.symbols_of(self.level[2:])
        return np.concatenate((np.full(2, self.num_symbols, np.uint32), symbols))

    def __bool__(self) -> bool:
        return not self._native.is_empty

    def count(self) -> int:
        """The exact number of rows, of any size. Time O(nodes x digits)."""
        return from_limbs(_core.count_rows(self._native))

    def _readable_count(self) -> str:
        """The exact number of rows, or its magnitude where it is large. Time O(nodes)."""
        mantissa, exponent = _core.count_magnitude(self._native)
        small = exponent < EXACT_BITS
        return readable(int(math.ldexp(mantissa, exponent)) if small else 1 << (exponent - 1))

    def _list_rows(
        self, first: int, count: int, max_symbols: int = 2**64 - 1
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        offsets, levels = self._native.rows(first, count, None, max_symbols)
        return offsets, self.order.symbols_of(levels)

    def width(self) -> NDArray[np.int64]:
        """The number of nodes on each level, root first; shape (num_symbols,)."""
        return np.bincount(self.level[2:], minlength=self.num_symbols)

    def _leaving(self) -> NDArray[np.int64]:
        edges = (self.low[2:] != 0).astype(np.int64) + (self.high[2:] != 0)
        return np.bincount(self.level[2:], edges, minlength=self.num_symbols).astype(np.int64)

    def in_degree(self) -> NDArray[np.int64]:
        """The number of branches that lead to each node, the entry to the root not counted."""
        children = np.concatenate((self.low[2:], self.high[2:]))
        return np.bincount(children, minlength=self.level.size)

    def verify(self) -> None:
        """Check that the diagram is ordered, reduced, and reached from its root.

        Raises
        ------
        ValueError
            If it is not; the message names the first such node. Time O(nodes).
        """
        self._check(reduced=True)

    def _check(self, *, reduced: bool) -> None:
        for weights in (self.low_weight, self.high_weight):
            if weights is not None and not np.all(weights >= 0):
                node = int(np.argmin(weights >= 0))
                raise ValueError(
                    f"this is not a ZDD: a branch of node {node} has the weight {weights[node]}"
                )
        fault = self._native.fault(self.num_symbols, reduced)
        if fault:
            raise ValueError(f"this is not a ZDD: {fault}")

    @classmethod
    def _restore(cls, state: dict[str, Any]) -> Self:
        get = partial(archive.entry, state)
        num_symbols = archive.number(state, "num_symbols")
        order = archive.order(state, num_symbols)
        level = get("level", np.uint32, 1)
        low, high = get("low", np.uint32, 1, level.size), get("high", np.uint32, 1, level.size)
        weights: list[NDArray[np.float64]] = []
        if "low_weight" in state or "high_weight" in state:
            weights = [
                get(name, np.float64, 1, level.size) for name in ("low_weight", "high_weight")
            ]
        native = _core.Zdd(level, low, high, archive.number(state, "root"), *weights)
        self = cls._make(native, num_symbols, order)
        self._check(reduced=False)
        return self

    def __repr__(self) -> str:
        return (
            f"ZDD({self._readable_count()} rows over {self.num_symbols} symbols, "
            f"{self.num_nodes} nodes, {self.order.name} order{self._some_rows()})"
        )

    def _some_rows(self) -> str:
        """The first rows, up to the first one with many symbols, as text that follows the order."""
        offsets, symbols = self._list_rows(0, SHOWN_ROWS + 1)
        shown: list[str] = []
        for begin, end in pairwise(offsets.tolist()):
            if len(shown) == SHOWN_ROWS or (shown and shown[-1].endswith("...)")):
                shown.append("...")
                break
            row = [repr(each) for each in self.ground.names_of(np.sort(symbols[begin:end]))]
            row[SHOWN_SYMBOLS:] = ["..."] if len(row) > SHOWN_SYMBOLS else []
            shown.append(f"({', '.join(row)}{',' * (len(row) == 1)})")
        return f": {', '.join(shown)}" if shown else ""


def _read_only(values: NDArray[ScalarT]) -> NDArray[ScalarT]:
    values.setflags(write=False)
    return values


class PreparedZdd:
    """A ZDD prepared for repeated queries; pickles and copies are prepared anew."""

    __slots__ = ("_zdd",)

    def __init__(self, zdd: ZddNodes) -> None:
        self._zdd = zdd

    @property
    def zdd(self) -> ZddNodes:
        """The diagram."""
        return self._zdd

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._zdd,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._zdd!r})"
