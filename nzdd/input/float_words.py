"""Floats as whole numbers of a unit, in the words that compiled functions take, by arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from nzdd.input.whole_numbers import DIGITS, SPARE_BITS, in_units, is_short, num_words, to_words

FEW_PLACES = 4
SOME = 8
"""Where floats have many digits, mostly one of so many does."""


@dataclass(frozen=True, slots=True)
class NumberWords:
    """Numbers as whole multiples of a unit.

    Attributes
    ----------
    words : ndarray of int64, shape (size, number of words)
        Of each number, the least significant first.
    scale : int
        So many units are one.
    total : int
        At least the sum of the absolute values.
    """

    words: NDArray[np.int64]
    scale: int
    total: int


def words_of(numbers: NDArray[np.float64]) -> NumberWords:
    """Finite floats by the rule of `nzdd.input.whole_numbers`. Time O(size)."""
    values = numbers.tolist()
    found = None
    if numbers.size and all(map(is_short, values[:SOME])):
        found = _of_few_places(numbers)
    if found is None and not all(map(is_short, values)):
        found = _dyadic(numbers)
    return words_of_any(values, "floats") if found is None else found


def words_of_any(numbers: Sequence[int | float | Fraction], name: str) -> NumberWords:
    """The same of other finite numbers as well, one by one; ValueError as `num_words` says."""
    units = in_units(numbers)
    return of_integers(units.values, units.unit.denominator, name)


def of_integers(values: list[int], scale: int, name: str) -> NumberWords:
    """Whole numbers, of which `scale` are one."""
    total = sum(map(abs, values))
    return NumberWords(to_words(values, num_words(total, name)), scale, total)


def _of_few_places(values: NDArray[np.float64]) -> NumberWords | None:
    """Decimals of few places and few digits: of the floats next to them, each is the nearest."""
    for places in range(FEW_PLACES):
        scaled = np.rint(values * 10.0**places)
        largest = int(np.abs(scaled).max())
        if largest >= 10**DIGITS or num_words(largest * values.size, "decimals") != 1:
            return None
        if np.array_equal(scaled / 10.0**places, values):
            words = scaled.astype(np.int64)[:, np.newaxis]
            return NumberWords(words, 10**places, largest * values.size)
    return None


def _dyadic(values: NDArray[np.float64]) -> NumberWords | None:
    """What a computer holds, if two words hold all of it."""
    mantissa, exponent = np.frexp(values)
    whole = np.ldexp(mantissa, 53).astype(np.int64)
    last_bit = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    lowest = int((exponent - 53 + last_bit)[whole != 0].min(initial=0))
    bits = int(exponent.max()) - lowest + values.size.bit_length()
    if bits + SPARE_BITS > 128:
        return None
    scaled = np.ldexp(np.abs(values), -lowest)
    upper = np.floor(np.ldexp(scaled, -64))
    words = np.empty((values.size, 2), np.uint64)
    words[:, 0], words[:, 1] = scaled - np.ldexp(upper, 64), upper
    negative = values < 0
    words[negative] = ~words[negative]  # the complement, and one
    words[negative, 0] += 1
    words[negative, 1] += words[negative, 0] == 0
    if bits + SPARE_BITS <= 64:
        words = words[:, :1]
    return NumberWords(words.view(np.int64), 2**-lowest, 2**bits)
