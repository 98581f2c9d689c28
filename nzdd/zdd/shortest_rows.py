"""Repeated search for the shortest rows of a diagram, each time for other symbol lengths."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.diagram import MANY, check_rows
from nzdd.zdd.nodes import PreparedZdd, ZddNodes


@dataclass(frozen=True, slots=True, eq=False)
class ShortRows:
    """Rows and their lengths, the shortest first.

    Iteration gives pairs of a row, a tuple of symbols, and its length.

    Attributes
    ----------
    lengths : ndarray of float64, shape (k,)
        The sum of each row's symbol lengths: of `RowSearch` added up in floats, from the last level
        to the first; of others exact, and rounded once.
    offsets : ndarray of int64, shape (k + 1,)
    symbols : ndarray of uint32
        Row i is ``symbols[offsets[i]:offsets[i + 1]]``, sorted.
    """

    lengths: NDArray[np.float64]
    offsets: NDArray[np.int64]
    symbols: NDArray[np.uint32]

    def __len__(self) -> int:
        return self.lengths.size

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], float]]:
        return self.after(0)

    def after(self, first: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """The rows from a number on, counted from 0, with their lengths."""
        start = int(self.offsets[min(first, len(self))])
        symbols = self.symbols[start:].tolist()
        bounds = (self.offsets[first:] - start).tolist()
        for (a, b), length in zip(pairwise(bounds), self.lengths[first:].tolist(), strict=True):
            yield tuple(symbols[a:b]), length


class RowSearch(PreparedZdd):
    """The shortest rows of a ZDD, for repeated searches with different symbol lengths.

    The cost depends on the nodes, not on the number of rows. Each call begins with one sweep over
    the nodes, in memory that is kept for the next call (20 bytes a node, 24 with `covering`).
    Threads may share a search: concurrent calls use memory of their own.

    A symbol of infinite length forbids its rows, even beside a symbol of length minus infinity.

    Parameters
    ----------
    zdd : ZDD
        Its weights play no part. Time O(nodes + symbols).
    """

    __slots__ = ("_core",)

    def __init__(self, zdd: ZddNodes) -> None:
        super().__init__(zdd)
        self._core = _core.RowSearch(zdd._native, zdd.num_symbols, zdd.order.permutation)

    def least(self, symbol_lengths: ArrayLike) -> float:
        """The length of a shortest row, as `ZDD.shortest_path` says. Time O(nodes)."""
        return self._core.least(self._zdd._lengths(symbol_lengths))

    def least_beside(self, symbol_lengths: ArrayLike) -> tuple[float, NDArray[np.float64]]:
        """For each symbol the least length that the others have in a row with it.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,)

        Returns
        -------
        least : float
            The length of a shortest row, as `least` gives it.
        beside : ndarray of float64, shape (num_symbols,)
            The least length of a row through the symbol, its own length not counted; infinite
            where each such row has another symbol of infinite length, or there is no such row.

        Raises
        ------
        ValueError
            If the lengths have another shape or overflow, or one of them is NaN.

        Notes
        -----
        Two sweeps: from the leaf, and from the root. Time O(nodes), and 8 bytes a node more than
        the other searches take.
        """
        return self._core.least_beside(self._zdd._lengths(symbol_lengths))

    def shortest(
        self, symbol_lengths: ArrayLike, count: int = 1, below: float = math.inf
    ) -> ShortRows:
        """The shortest rows.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,)
        count : int
            How many rows at most.
        below : float
            Only rows strictly shorter than this.

        Returns
        -------
        ShortRows
            Time O(nodes + count x (num_symbols + log count)), memory O(nodes + output). Of rows
            whose lengths differ by rounding errors alone, any may be found.

        Raises
        ------
        ValueError
            If the lengths have another shape or overflow, one of them or the limit is NaN, or the
            count is negative.
        MemoryError
            If that many rows cannot fit into memory; raised before the search where it is certain.

        Notes
        -----
        Each row deviates at one node from the path of a shorter one (Lawler 1972; Eppstein 1998,
        "Finding the k shortest paths"), in the order of a best-first search whose estimates are
        exact (Hart, Nilsson & Raphael 1968).
        """
        lengths, number, limit = self._question(symbol_lengths, count, below)
        if number > MANY and limit == math.inf and np.isfinite(lengths).all():
            check_rows(min(number, self._zdd.count()), 4.0)  # each with a place to deviate from it
        return ShortRows(*self._core.best(lengths, number, limit))

    def covering(self, symbol_lengths: ArrayLike, count: int, below: float = math.inf) -> ShortRows:
        """A diverse set of short rows; parameters and errors as for `shortest`.

        The first is a shortest row; each next one is the shortest row through any branch of the
        diagram that no row before it takes. A large count covers every branch on a row shorter
        than the limit. Time O(nodes + b log b) for the ``b <= count x num_symbols`` branches of
        the rows.
        """
        return ShortRows(*self._core.cover(*self._question(symbol_lengths, count, below)))

    def _question(
        self, symbol_lengths: ArrayLike, count: int, below: float
    ) -> tuple[NDArray[np.float64], int, float]:
        lengths = self._zdd._lengths(symbol_lengths)
        number, limit = operator.index(count), float(below)
        if number < 0:
            raise ValueError(f"count is {number}; ask for zero rows or more")
        if math.isnan(limit):
            raise ValueError("below is NaN; give a number, or infinity for no limit")
        return lengths, min(number, sys.maxsize // 2), limit
