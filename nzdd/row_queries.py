"""Questions about single rows of a ZDD that may be far too many to list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.operands import arrays
from nzdd.row_ranks import RowRanks, symbol_values, weighted_rows
from nzdd.rows import check_lengths

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from nzdd.oracle import ShortRows


class RowQueries:
    """Rows by their rank, at random, and by their length; the chance that a random set is a row."""

    __slots__ = ()

    def rank(self: Any, row: Iterable[int]) -> int:
        """How many rows come before this one in the order of iteration.

        Time O(nodes x digits of the number of rows); `nzdd.row_ranks.RowRanks` spares all but
        O(depth x digits) of it when asked again.

        Raises
        ------
        ValueError
            If the row is not in the family.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> ZDD.from_rows([[0], [1, 2], [2]], order="natural").rank([2])
        2
        """
        return RowRanks(self).rank(row)

    def unrank(self: Any, rank: int) -> tuple[int, ...]:
        """The row before which so many others come; a negative rank counts from the end.

        Time as for `rank`; `rows` lists those that follow as well.

        Raises
        ------
        IndexError
            If there are not as many rows.

        Examples
        --------
        >>> from nzdd.algebra import power_set
        >>> power_set(80).unrank(2**80 - 4)
        (78, 79)
        """
        return RowRanks(self).unrank(rank)

    def random_rows(
        self: Any, count: int, seed: Any = None, *, symbol_weights: ArrayLike | None = None
    ) -> csr_array:
        """Independent random rows.

        Parameters
        ----------
        count : int
            How many; a row may come up more than once.
        seed : int or numpy.random.Generator, optional
            Anything that ``numpy.random.default_rng`` takes. The same seed gives the same rows.
        symbol_weights : array of float, shape (num_symbols,), or float, optional
            A row is drawn with a probability proportional to the product of its symbols' weights,
            which are finite and not negative. Without them all rows are equally likely: exactly so,
            however many there are.

        Returns
        -------
        csr_array of int8, shape (count, num_symbols)
            Time O(nodes x digits + count x depth), without the digits for weights.

        Raises
        ------
        ValueError
            If the count is negative, the family holds no row to draw, every row weighs zero, or a
            weight is not what it must be.
        MemoryError
            If so many rows cannot fit into memory, said before any is drawn.

        Notes
        -----
        The rows of uniform random ranks, drawn as integers of as many bits as it takes; with
        weights, a walk from the root that takes each branch by its share of the weight, up to
        rounding. The weights that `from_rows` was given play no part: a diagram keeps their sums.

        Examples
        --------
        >>> from nzdd.frontier import subsets
        >>> subsets(100, 50).random_rows(3, seed=0).sum(axis=1).tolist()
        [50, 50, 50]
        """
        if symbol_weights is None:
            return RowRanks(self).random_rows(count, seed)
        return weighted_rows(self, count, seed, symbol_weights)

    def probability(self: Any, symbol_probabilities: ArrayLike) -> float:
        """The chance that a random set of symbols is a row of the family.

        Parameters
        ----------
        symbol_probabilities : array of float, shape (num_symbols,), or float
            The chance of each symbol to be in the set, whatever the others do.

        Returns
        -------
        float
            Time O(nodes log num_symbols) at most.

        Raises
        ------
        ValueError
            If the probabilities have another shape, or one is not between 0 and 1.

        Examples
        --------
        Two of three:

        >>> from nzdd.frontier import subsets
        >>> subsets(3, 2).probability(0.5)
        0.375
        """
        chance = symbol_values(symbol_probabilities, self, "probability", upper=1.0)
        return _core.probability(arrays(self), self._by_level(chance))

    def shortest_rows(self: Any, symbol_lengths: ArrayLike, count: int) -> ShortRows:
        """The rows of least total length, the shortest first.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,)
        count : int
            How many rows at most.

        Returns
        -------
        nzdd.oracle.ShortRows
            Time O(nodes + count x (num_symbols + log count)); `nzdd.oracle.RowSearch` spares some
            of it when asked again.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> best = ZDD.from_rows([[0], [1, 2], [2]]).shortest_rows([5.0, 1.0, 2.0], 2)
        >>> best.lengths.tolist(), best.symbols.tolist()
        ([2.0, 3.0], [2, 1, 2])
        """
        from nzdd.oracle import RowSearch

        return RowSearch(self).shortest(symbol_lengths, count)

    def longest_rows(self: Any, symbol_lengths: ArrayLike, count: int) -> ShortRows:
        """The rows of greatest total length, the longest first; see `shortest_rows`."""
        lengths = check_lengths(symbol_lengths, self.num_symbols)
        found: ShortRows = self.shortest_rows(-lengths, count)
        return replace(found, lengths=np.negative(found.lengths))
