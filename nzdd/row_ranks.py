"""The rows of a diagram by their number, and random ones."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.array_input import as_floats
from nzdd.operands import arrays
from nzdd.rows import MANY, check_rows, from_limbs, readable

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from nzdd.zdd import ZDD


SAMPLE = 1000
RowArrays: TypeAlias = tuple[NDArray[np.int64], NDArray[np.uint32]]
"""Offsets, levels."""
Draw: TypeAlias = Callable[[int, NDArray[np.uint32]], RowArrays]


class RowRanks:
    """The rank of each row in the order of a ZDD, and the row of each rank, asked again and again.

    Ranks are integers of any size: the rows are never listed.

    Parameters
    ----------
    zdd : ZDD
        Its weights play no part. Time and memory O(nodes x digits of the number of rows).

    Examples
    --------
    >>> from nzdd.frontier import subsets
    >>> ranks = RowRanks(subsets(100, 50))
    >>> row = ranks.unrank(10**28)
    >>> len(row), ranks.rank(row) == 10**28
    (50, True)
    """

    __slots__ = ("_core", "_zdd")

    def __init__(self, zdd: ZDD) -> None:
        self._zdd = zdd
        self._core = _core.RowRanks(arrays(zdd))

    @property
    def zdd(self) -> ZDD:
        """The diagram."""
        return self._zdd

    def rank(self, row: Iterable[int]) -> int:
        """How many rows come before this one. Time O(depth x digits).

        Raises
        ------
        ValueError
            If the row is not in the family.
        """
        symbols = sorted(set(map(operator.index, row)))
        if all(0 <= symbol < self._zdd.num_symbols for symbol in symbols):
            places = np.array(symbols, np.uint32)
            order = self._zdd.order.rank
            limbs = self._core.rank(places if order is None else np.sort(order[places]))
            if limbs is not None:
                return from_limbs(limbs)
        raise ValueError(f"row {tuple(symbols)} is not in the family")

    def unrank(self, rank: int) -> tuple[int, ...]:
        """The row before which so many others come. Time O(depth x digits).

        A negative rank counts from the end, as in a list.

        Raises
        ------
        IndexError
            If there are not as many rows.
        """
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
        return tuple(np.sort(_symbols(self._zdd, levels)).tolist())

    def random_rows(self, count: int, seed: Any = None) -> csr_array:
        """Rows drawn at random, all equally likely; see `ZDD.random_rows`."""
        offsets, levels = _drawn(self._core.random, count, seed)
        return self._zdd._csr(offsets, _symbols(self._zdd, levels))

    def mean_size(self) -> float:
        """About how many symbols a row has, by a thousand random ones."""
        return _mean_size(self._core.random, seed_words(0))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._zdd,)

    def __repr__(self) -> str:
        return f"RowRanks({self._zdd!r})"


def weighted_rows(zdd: ZDD, count: int, seed: Any, symbol_weights: ArrayLike) -> csr_array:
    """Rows drawn at random by the products of their symbols' weights; see `ZDD.random_rows`."""
    weights = symbol_values(symbol_weights, zdd, "weight", upper=np.finfo(np.float64).max)
    draw = partial(_core.weighted_rows, arrays(zdd), zdd._by_level(weights))
    offsets, levels = _drawn(draw, count, seed)
    return zdd._csr(offsets, _symbols(zdd, levels))


def _drawn(draw: Draw, count: int, seed: Any) -> RowArrays:
    """Rows drawn by a compiled function, where there is memory for them."""
    number, words = check_count(count), seed_words(seed)
    if number > MANY:
        check_rows(number, _mean_size(draw, words))
    return draw(number, words)


def _mean_size(draw: Draw, words: NDArray[np.uint32]) -> float:
    offsets, _ = draw(SAMPLE, words)
    return float(offsets[-1]) / SAMPLE


def symbol_values(values: ArrayLike, zdd: ZDD, name: str, upper: float) -> NDArray[np.float64]:
    """One number for each symbol, or one for all, between zero and a bound."""
    array = as_floats(values, f"the {name} of each symbol")
    if array.shape not in ((), (zdd.num_symbols,)):
        raise ValueError(
            f"there are {zdd.num_symbols} symbols; give one {name} for each or one for all, "
            f"not an array of shape {array.shape}"
        )
    numbers = np.ascontiguousarray(np.broadcast_to(array, zdd.num_symbols))
    wrong = ~((numbers >= 0) & (numbers <= upper))
    if wrong.any():
        symbol = int(np.argmax(wrong))
        raise ValueError(
            f"the {name} of symbol {symbol} is {numbers[symbol]}; it must lie between 0 and "
            + (f"{upper:g}" if upper <= 1 else "infinity")
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


def _symbols(zdd: ZDD, levels: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return levels if zdd.order.symbols is None else zdd.order.symbols[levels]
