"""The sets that differ from the rows of a family in one symbol; rows seen on some symbols alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.input.memory import check_room
from nzdd.zdd.nodes import ZddNodes
from nzdd.zdd.operands import Operation, binary, row_of

if TYPE_CHECKING:
    from typing_extensions import Self


class Neighbours(ZddNodes):
    """Symbols added, removed or exchanged one at a time, and left out.

    Symbols are given by numbers or names, all of them by default. For limits of the work and errors
    see `nzdd.zdd.algebra.FamilyAlgebra`.
    """

    __slots__ = ()

    def add_some(
        self, symbols: int | ArrayLike | None = None, *, max_steps: int | None = None
    ) -> Self:
        """The sets that are a row and one more symbol, of those given.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> sorted(ZDD.from_rows([["fig"], ["pear"]], names=["fig", "pear", "plum"]).add_some())
        [(0, 1), (0, 2), (1, 2)]
        """
        return self._one_symbol(_core.add_one, symbols, max_steps)

    def remove_some(
        self, symbols: int | ArrayLike | None = None, *, max_steps: int | None = None
    ) -> Self:
        """The sets that are a row without one of its symbols, of those given.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([[0, 1, 2], [2]], order="natural")
        >>> list(f.remove_some())
        [(0, 1), (0, 2), (1, 2), ()]
        >>> list(f.remove_some([0, 1]))
        [(0, 2), (1, 2)]
        """
        given = np.unique(self.variable[2:]) if symbols is None else symbols
        return self._one_symbol(_core.remove_one, given, max_steps)

    def exchange_some(
        self, symbols: int | ArrayLike | None = None, *, max_steps: int | None = None
    ) -> Self:
        """The sets that are a row with one symbol in place of another, both of those given.

        Spanning trees that differ in one edge are such sets of each other, and so are the steps of
        local search and of token jumping.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> sorted(ZDD.from_rows([[0, 1]], num_symbols=4).exchange_some())
        [(0, 2), (0, 3), (1, 2), (1, 3)]
        """
        return self._one_symbol(_core.exchange_one, symbols, max_steps)

    def projection(self, symbols: int | ArrayLike, *, max_steps: int | None = None) -> Self:
        """The rows restricted to the symbols given.

        The ground set stays as it is. Rows that then are equal count once.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0, 1], [0, 2], [3]], order="natural").projection([0, 1]))
        [(0, 1), (0,), ()]
        """
        return binary(_core.meet, self, row_of(symbols, self), max_steps)

    def _one_symbol(
        self,
        operation: Operation[_core.Zdd],
        symbols: int | ArrayLike | None,
        max_steps: int | None,
    ) -> Self:
        if symbols is None:
            check_room(self.num_symbols, 24, "symbols", "name those to take")
        given = np.arange(self.num_symbols) if symbols is None else symbols
        return binary(operation, self, row_of(given, self), max_steps)
