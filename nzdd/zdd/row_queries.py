"""Queries about single rows of a ZDD, which may have far too many to list."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.diagram import MANY, check_rows, from_limbs
from nzdd.input.arrays import as_floats
from nzdd.input.memory import check_room
from nzdd.input.text import readable
from nzdd.zdd.nodes import PreparedZdd, ZddNodes
from nzdd.zdd.ordered_rows import OrderedRows
from nzdd.zdd.shortest_rows import ShortRows

if TYPE_CHECKING:
    from scipy.sparse import csr_array


SAMPLE = 1000
RowArrays: TypeAlias = tuple[NDArray[np.int64], NDArray[np.uint32]]
"""Offsets, levels."""
Draw: TypeAlias = Callable[[int, NDArray[np.uint32]], RowArrays]


class RowRanks(PreparedZdd):
    """Ranks of rows in the order of a ZDD, and rows of ranks, for repeated queries.

    Ranks are integers of any size; the rows are never listed.

    Parameters
    ----------
    zdd : ZDD
        Its weights play no part. Time and memory O(nodes x digits of the number of rows).

    Examples
    --------
    >>> from nzdd.families import sets_of_size
    >>> ranks = RowRanks(sets_of_size(100, 50))
    >>> row = ranks.unrank(10**28)
    >>> len(row), ranks.rank(row) == 10**28
    (50, True)
    """

    __slots__ = ("_core",)

    def __init__(self, zdd: ZddNodes) -> None:
        super().__init__(zdd)
        self._core = _core.RowRanks(zdd._native)

    def rank(self, row: Iterable[int]) -> int:
        """The number of rows before this one; see `ZDD.rank`. Time O(depth x digits)."""
        (given,) = self._zdd.ground.rows([row])
        symbols = sorted(set(map(operator.index, given)))
        if all(0 <= symbol < self._zdd.num_symbols for symbol in symbols):
            places = np.array(symbols, np.uint32)
            order = self._zdd.order.rank
            limbs = self._core.rank(places if order is None else np.sort(order[places]))
            if limbs is not None:
                return from_limbs(limbs)
        raise ValueError(f"row {tuple(symbols)} is not in the family")

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The row of a rank; see `ZDD.unrank`. Time O(depth x digits)."""
        count = from_limbs(self._core.count())
        number = operator.index(rank)
        if not -count <= number < count:
            rank_text, count_text = (readable(each, digits=100) for each in (number, count))
            raise IndexError(
                f"there is no row of rank {rank_text}: the family has {count_text} rows"
            )
        number %= count
        digits = number.to_bytes(8 * (number.bit_length() // 64 + 1), "little")
        levels = self._core.unrank(np.frombuffer(digits, "<u8").astype(np.uint64))
        return tuple(np.sort(self._zdd.order.symbols_of(levels)).tolist())

    def random_rows(self, count: int, seed: Any = None) -> csr_array:
        """Rows drawn at random, all equally likely; see `ZDD.random_rows`."""
        offsets, levels = _drawn(self._core.random, count, seed)
        return self._zdd._csr(offsets, self._zdd.order.symbols_of(levels))

    def mean_size(self) -> float:
        """The mean number of symbols of a row, estimated from a thousand random rows."""
        return _mean_size(self._core.random, seed_words(0))


def weighted_rows(zdd: ZddNodes, count: int, seed: Any, symbol_weights: ArrayLike) -> csr_array:
    """Random rows, weighted by the products of their symbols' weights; see `ZDD.random_rows`."""
    weights = symbol_values(symbol_weights, zdd, "weight", upper=np.finfo(np.float64).max)
    draw = partial(_core.weighted_rows, zdd._native, zdd.order.by_level(weights))
    offsets, levels = _drawn(draw, count, seed)
    return zdd._csr(offsets, zdd.order.symbols_of(levels))


def _drawn(draw: Draw, count: int, seed: Any) -> RowArrays:
    """Rows drawn by a compiled function, where there is memory for them."""
    number, words = check_count(count), seed_words(seed)
    if number > MANY:
        check_rows(number, _mean_size(draw, words))
    return draw(number, words)


def _mean_size(draw: Draw, words: NDArray[np.uint32]) -> float:
    offsets, _ = draw(SAMPLE, words)
    return float(offsets[-1]) / SAMPLE


def symbol_values(values: ArrayLike, zdd: ZddNodes, name: str, upper: float) -> NDArray[np.float64]:
    """One number for each symbol, or one for all, between zero and a bound."""
    array = as_floats(zdd.ground.by_symbol(values, name), f"the {name} of each symbol")
    if array.shape not in ((), (zdd.num_symbols,)):
        raise ValueError(
            f"there are {zdd.num_symbols} symbols; give one {name} for each or one for all, "
            f"not an array of shape {array.shape}"
        )
    check_room(zdd.num_symbols, 8, f"symbols with a {name}", "take a smaller ground set")
    numbers = np.ascontiguousarray(np.broadcast_to(array, zdd.num_symbols))
    wrong = ~((numbers >= 0) & (numbers <= upper))
    if wrong.any():
        symbol = int(np.argmax(wrong))
        raise ValueError(
            f"the {name} of {zdd.ground.label(symbol)} is {numbers[symbol]}; it must lie between "
            "0 and " + (f"{upper:g}" if upper <= 1 else "infinity")
        )
    return numbers


def check_count(count: int) -> int:
    """A number of rows to draw."""
    number = operator.index(count)
    if number < 0:
        raise ValueError(f"count is {number}; ask for zero rows or more")
    return number


def seed_words(seed: Any) -> NDArray[np.uint32]:
    """What the compiled generator starts from; the seed is one of `numpy.random.default_rng`."""
    return np.random.default_rng(seed).integers(0, 2**32, 16, dtype=np.uint32)


class RowQueries(ZddNodes):
    """Rows by rank, at random and by length; the probability that a random set is a row."""

    __slots__ = ()

    def rank(self, row: Iterable[int]) -> int:
        """The number of rows before this one in the order of iteration.

        Time O(nodes x digits of the number of rows); with `nzdd.zdd.row_queries.RowRanks` each
        further query takes O(depth x digits).

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

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The row of a rank: that many rows come before it. A negative rank counts from the end.

        Time as for `rank`; `rows` lists the rows that follow as well.

        Raises
        ------
        IndexError
            If there are fewer rows.

        Examples
        --------
        >>> from nzdd.families import power_set
        >>> power_set(80).unrank(2**80 - 4)
        (78, 79)
        """
        return RowRanks(self).unrank(rank)

    def random_rows(
        self, count: int, seed: Any = None, *, symbol_weights: ArrayLike | None = None
    ) -> csr_array:
        """Independent random rows.

        Parameters
        ----------
        count : int
            How many; a row may come up more than once.
        seed : int or numpy.random.Generator, optional
            Anything that ``numpy.random.default_rng`` takes. The same seed gives the same rows.
        symbol_weights : array of float, shape (num_symbols,), mapping from names, or float
            A row is drawn with a probability proportional to the product of its symbols' weights,
            which are finite and not negative. Without them all rows are equally likely: exactly so,
            however many there are.

        Returns
        -------
        csr_array of int8, shape (count, num_symbols)
            `named_rows` gives their names. Time O(nodes x digits + count x depth), without the
            digits for weights.

        Raises
        ------
        ValueError
            If the count or a weight is negative, a weight is not finite, the family is empty, or
            every row weighs zero.
        MemoryError
            If that many rows cannot fit into memory; raised before any is drawn.

        Notes
        -----
        Without weights, the rows of uniform random ranks, which are integers of any size. With
        weights, a walk from the root that takes each branch with a probability proportional to
        the weight of its rows, up to rounding. The weights given to `from_rows` are not used.

        Examples
        --------
        >>> from nzdd.families import sets_of_size
        >>> sets_of_size(100, 50).random_rows(3, seed=0).sum(axis=1).tolist()
        [50, 50, 50]
        """
        if symbol_weights is None:
            return RowRanks(self).random_rows(count, seed)
        return weighted_rows(self, count, seed, symbol_weights)

    def probability(self, symbol_probabilities: ArrayLike) -> float:
        """The probability that a random set of symbols is a row of the family.

        Parameters
        ----------
        symbol_probabilities : array of float, shape (num_symbols,), mapping from names, or float
            The probability of each symbol to be in the set, independently of the others.

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

        >>> from nzdd.families import sets_of_size
        >>> sets_of_size(3, 2).probability(0.5)
        0.375
        """
        chance = symbol_values(symbol_probabilities, self, "probability", upper=1.0)
        return _core.probability(self._native, self.order.by_level(chance))

    def shortest_rows(
        self, symbol_lengths: ArrayLike | Mapping[Any, float], count: int
    ) -> ShortRows:
        """The rows of least total length, the shortest first.

        Parameters
        ----------
        symbol_lengths : array of float, shape (num_symbols,), or mapping from names
        count : int
            How many rows at most.

        Returns
        -------
        nzdd.zdd.shortest_rows.ShortRows
            With lengths that are rounded once; `named_rows` gives the names. Time
            O(nodes + count x (num_symbols + log count)); `RowSearch` is faster for repeated
            searches.

        Notes
        -----
        Lengths are compared exactly, as `by_weight` says.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> best = ZDD.from_rows([[0], [1, 2], [2]]).shortest_rows([5.0, 1.0, 2.0], 2)
        >>> best.lengths.tolist(), best.symbols.tolist()
        ([2.0, 3.0], [2, 1, 2])
        """
        number = check_count(count)
        return OrderedRows(self, symbol_lengths).first(number)

    def longest_rows(
        self, symbol_lengths: ArrayLike | Mapping[Any, float], count: int
    ) -> ShortRows:
        """The rows of greatest total length, the longest first; see `shortest_rows`."""
        number = check_count(count)
        return OrderedRows(self, symbol_lengths, sign=-1).first(number)
