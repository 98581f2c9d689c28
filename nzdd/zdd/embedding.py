"""Families of no row and of one, and families in larger ground sets."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.ground_set import GroundSet
from nzdd.input.memory import check_room
from nzdd.input.row_table import check_num_symbols
from nzdd.order import NATURAL, Order
from nzdd.zdd.nodes import ZddNodes
from nzdd.zdd.operands import row_of

if TYPE_CHECKING:
    from typing_extensions import Self


class Embedding(ZddNodes):
    """Families over a ground set given by its size or its names, and moved to another one."""

    __slots__ = ()

    @classmethod
    def empty(cls, symbols: int | Iterable[Hashable]) -> Self:
        """The family without rows.

        Parameters
        ----------
        symbols : int or iterable of names
            The ground set: how many symbols there are, or what they are called.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> ZDD.empty(3).count(), ZDD.empty("abc").names
        (0, ('a', 'b', 'c'))
        """
        return cls._of_terminal(0, symbols)

    @classmethod
    def unit(cls, symbols: int | Iterable[Hashable]) -> Self:
        """The family of the empty row alone; see `empty`.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.unit(3))
        [()]
        """
        return cls._of_terminal(1, symbols)

    @classmethod
    def singleton(cls, row: Any, symbols: int | Iterable[Hashable]) -> Self:
        """The family of one row.

        Parameters
        ----------
        row : symbol, name, or iterable of them
        symbols : int or iterable of names
            As for `empty`.

        Raises
        ------
        ValueError
            If the row holds something else than the symbols.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.singleton(2, 3)), list(ZDD.singleton(["a", "c"], "abc"))
        ([(2,)], [(0, 2)])
        """
        return row_of(row, cls.empty(symbols))

    @classmethod
    def _of_terminal(cls, root: int, symbols: int | Iterable[Hashable]) -> Self:
        ground = GroundSet.given(symbols)
        terminals = np.array([2**32 - 1, 2**32 - 1], np.uint32)
        children = np.arange(2, dtype=np.uint32)
        native = _core.Zdd(terminals, children, children, root)
        return cls._make(native, ground.size, NATURAL.over(ground))

    def embedded(self, symbols: int | Iterable[Hashable], places: ArrayLike | None = None) -> Self:
        """The same rows over a larger ground set, or with the symbols numbered otherwise.

        Parameters
        ----------
        symbols : int or iterable of names
            The ground set, as for `empty`. Where both have names, symbols keep theirs; otherwise
            they keep their numbers.
        places : array of int, shape (num_symbols,), optional
            The new number of each symbol, where it is not to follow from names.

        Returns
        -------
        ZDD
            The new symbols are in no row, and on the lowest levels. Weights are kept. Time
            O(symbols).

        Raises
        ------
        ValueError
            If the new ground set lacks a symbol or a name of the family, or two symbols have the
            same place.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([["fig"], ["pear"]], names=["fig", "pear"])
        >>> g = ZDD.from_rows([["fig", "plum"]], names=["plum", "fig"])
        >>> fruit = ["fig", "pear", "plum"]
        >>> sorted((f.embedded(fruit) | g.embedded(fruit)).named_rows())
        [('fig',), ('fig', 'plum'), ('pear',)]
        >>> list(ZDD.from_rows([[0, 1]]).embedded(9, places=[8, 4]))
        [(4, 8)]
        """
        ground = GroundSet.given(symbols)
        moved = self._places(ground, places)
        if moved is None and self.order.permutation is None:  # however many symbols are new
            return self._make(self._native, ground.size, NATURAL.over(ground))
        check_room(ground.size, 16, "symbols", "take fewer")
        if moved is None:
            moved = np.arange(self.num_symbols)
        order = Order.from_levels(self._moved(moved, ground.size))
        return self._make(self._native, ground.size, order.over(ground))

    def _places(self, ground: GroundSet, given: ArrayLike | None) -> NDArray[np.int64] | None:
        """The number of each symbol in another ground set, checked; None if all keep theirs."""
        if given is None and (self.names is None or ground.names is None):
            if self.names is not None and ground.size > self.num_symbols:
                raise ValueError(
                    f"the family has names, but {ground.size} symbols are given by their number "
                    "alone; give all names, or f.named(None).embedded(number)"
                )
            self._check_fit(0, self.num_symbols - 1, ground)
            return None
        places = np.asarray(ground.numbers_of(self.names or ()) if given is None else given)
        if places.shape != (self.num_symbols,) or (places.size and places.dtype.kind not in "ui"):
            raise ValueError(
                f"places are an array of {places.dtype} and shape {places.shape}; give a new "
                f"number for each of the {self.num_symbols} symbols"
            )
        if places.size:
            self._check_fit(int(places.min()), int(places.max()), ground)
        if np.unique(places).size < places.size:
            raise ValueError("two symbols have the same place; places must differ")
        return places.astype(np.int64)

    def _check_fit(self, least: int, most: int, ground: GroundSet) -> None:
        if least < 0 or most >= ground.size:
            raise ValueError(
                f"a family over {self.num_symbols} symbols with places from {least} to {most} "
                f"does not fit into a ground set of {ground.size}; take a larger one"
            )

    def _moved(self, places: NDArray[np.int64], size: int) -> NDArray[np.uint32]:
        """The symbol of each level in the new ground set; those that are new come last."""
        new = np.ones(size, np.bool_)
        new[places] = False
        levels = places[self.order.symbols]
        return np.concatenate((levels, np.flatnonzero(new))).astype(np.uint32)

    def with_symbols(self, number: int = 1) -> Self:
        """The family with that many more symbols in every row, on the top levels.

        They are ``num_symbols`` and those that follow. The result has no names. Time
        O(nodes + number).

        Raises
        ------
        ValueError
            If the number is negative, or the ground set would get too large.
        """
        if number < 0:
            raise ValueError(f"number is {number}; it must not be negative")
        num_symbols = check_num_symbols(self.num_symbols + number)
        check_room(number, 24, "symbols", "add fewer")
        check_room(num_symbols, 8, "symbols", "take a smaller ground set")  # their order
        added = np.arange(number, dtype=np.uint32)
        order = Order(
            "given",
            np.concatenate((self.num_symbols + added, self.order.all_symbols(self.num_symbols))),
        )
        level = self.level.copy()
        level[2:] += np.uint32(number)
        native = _core.Zdd(level, self.low, self.high, self.root, self.low_weight, self.high_weight)
        if self.root != 0 and number:
            weights: tuple[NDArray[np.float64], ...] = ()
            if self.low_weight is not None and self.high_weight is not None:
                total = self.low_weight[self.root] + (self.root > 1) * self.high_weight[self.root]
                weights = (
                    np.append(self.low_weight, np.zeros(number)),
                    np.append(self.high_weight, np.full(number, total)),
                )
            chain = level.size + added  # from the old root upwards
            native = _core.Zdd(
                np.append(level, added[::-1]),
                np.append(self.low, np.zeros(number, np.uint32)),
                np.concatenate((self.high, [np.uint32(self.root)], chain[:-1])),
                level.size + number - 1,
                *weights,
            )
        return type(self)._make(native, num_symbols, order)
