"""The rows of a family in the order of their exact lengths."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.diagram import MANY, check_rows
from nzdd.input.float_words import NumberWords, of_integers, words_of, words_of_any
from nzdd.input.whole_numbers import exact_number, from_words, to_words
from nzdd.zdd.nodes import ZddNodes
from nzdd.zdd.shortest_rows import ShortRows

EXACT = 2**53
"""Doubles hold all whole numbers up to this one."""

MOST = 2**61
"""More rows than memory has room for."""

SCALES = 2**1000
"""Doubles hold all smaller powers of two."""


class OrderedRows:
    """The rows of a ZDD one after the other, the shortest first, in one search.

    Lengths are added up as whole numbers, by the rule of `nzdd.input.whole_numbers`: no row comes
    before a shorter one, and rows of the same length come one after the other. Each row comes
    once; those with a symbol of infinite length do not.

    Parameters
    ----------
    zdd : ZDD
    symbol_lengths : array of int or float, shape (num_symbols,), or mapping from names
    what : str
        What errors call them.
    sign : int
        -1: the longest first.

    Raises
    ------
    ValueError
        If the lengths have another shape or overflow, or one of them is NaN; or if they are
        fractions that differ by hundreds of digits.
    MemoryError
        In a search for so many rows that they cannot fit into memory, before it begins.
    """

    def __init__(
        self, zdd: ZddNodes, symbol_lengths: Any, what: str = "length", sign: int = 1
    ) -> None:
        given = zdd.ground.by_symbol(symbol_lengths, what)
        lengths = sign * zdd._lengths(given, what)
        finite = np.isfinite(lengths)
        exact = _words(given, sign, lengths, finite, f"symbol {what}s")
        self._zdd, self._sign, self._scale, self._most = zdd, sign, exact.scale, exact.total
        self._all_finite = bool(finite.all())
        if not self._all_finite:
            exact = _with_infinite(exact, finite, lengths < 0)
        self._num_words = exact.words.shape[1]
        self._num_found = self._num_given = 0
        self._core = _core.OrderedRows(
            zdd._native,
            zdd.num_symbols,
            zdd.order.permutation,
            exact.words.ravel(),
            to_words([self._most + 1], self._num_words).ravel(),
        )

    def next(self, count: int) -> ShortRows:
        """The next rows, fewer where there are no more.

        Time O(depth + log(rows given)) a row, in calls that search for as many rows as are found
        already; memory O(nodes + rows given).
        """
        begin, end = self._num_given, self._num_given + count
        if end > self._num_found:
            self._extend(max(end - self._num_found, self._num_found))
        self._num_given = min(end, self._num_found)
        return self._short_rows(*self._core.part(begin, self._num_given))

    def first(self, count: int) -> ShortRows:
        """The first rows, before all other calls, and no more.

        Time O(count x (depth + log count)), memory O(nodes + output).
        """
        self._extend(min(count, MOST))
        return self._short_rows(*self._core.take())

    def _extend(self, count: int) -> None:
        if count > MANY and self._all_finite:
            left = self._zdd.count() - self._num_found
            check_rows(min(count, left), 4.0)  # each with a place to deviate from it
        self._num_found = self._core.extend(count)

    def _short_rows(
        self, words: NDArray[np.int64], offsets: NDArray[np.int64], symbols: NDArray[np.uint32]
    ) -> ShortRows:
        return ShortRows(self._floats(words), offsets, symbols)

    def _floats(self, words: NDArray[np.int64]) -> NDArray[np.float64]:
        """Each length as the nearest float: a quotient that is rounded once."""
        sign, scale, table = self._sign, self._scale, words.reshape(-1, self._num_words)
        dyadic = scale & (scale - 1) == 0
        if self._num_words <= 2 and scale < SCALES and (dyadic or max(scale, self._most) <= EXACT):
            lengths = _core.quotients(words, self._num_words, float(sign * scale))
        else:  # as Python divides integers of any size
            values = [max(value, -self._most) / (sign * scale) for value in from_words(table)]
            lengths = np.array(values, np.float64)
        if not self._all_finite:
            lengths[[value < -self._most for value in from_words(table)]] = -sign * math.inf
        return lengths


def _words(
    given: Any, sign: int, lengths: NDArray[np.float64], finite: NDArray[np.bool_], name: str
) -> NumberWords:
    """The finite lengths: as floats where they are floats, else as they are given."""
    listed = isinstance(given, list | tuple)
    array = np.asarray(given)
    if array.dtype.kind not in "uiO" and not (listed and any(type(v) is not float for v in given)):
        return words_of(lengths[finite])
    values = given if listed else array.tolist()
    numbers = [exact_number(values[i]) for i in np.flatnonzero(finite)]
    exact = [sign * number for number in numbers if number is not None]
    if len(exact) < len(numbers):  # text, which numpy reads as numbers
        return words_of(lengths[finite])
    return words_of_any(exact, name)


def _with_infinite(
    exact: NumberWords, finite: NDArray[np.bool_], negative: NDArray[np.bool_]
) -> NumberWords:
    """Minus infinity is below all sums of the others, and infinity above all sums with that."""
    beyond = 2 * exact.total + 1
    values = np.empty(finite.size, object)
    values[finite] = from_words(exact.words)
    values[~finite & negative] = -beyond
    values[~finite & ~negative] = beyond * (1 + int((~finite & negative).sum()))
    return of_integers(values.tolist(), exact.scale, "floats")
