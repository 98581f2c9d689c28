"""Sums of numbers and their bounds, exactly: as whole numbers of a unit.

One rule for all weights, costs, coefficients and lengths of which exact sums are asked. Integers,
fractions and `decimal.Decimal` are what they are. Floats are the decimals that are written, if 15
digits write each of them: 0.1 and 0.2 are 0.3 together. If one takes more, as 1/3 does, all are
exactly the numbers that the computer holds.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import as_array
from nzdd.input.row_table import RowTable
from nzdd.input.text import shown

WeightBounds: TypeAlias = "tuple[ArrayLike | Mapping[int, float], float | None, float | None]"
"""Weights, as an array or by their places, the least sum, the greatest sum; None for no bound."""

DIGITS = sys.float_info.dig
"""A float is read from at most one decimal number of so many digits."""

NUM_WORDS = (1, 2, 36)
"""The integers of compiled functions have so many words of 64 bits, see base/wide_integer.hpp."""

SPARE_BITS = 3
"""Of the words, for the sign and for sums of sums."""

WEIGHT_LIMIT = 2**53
"""Total weights of rows stay below: every sum of weights is exact then, on every edge."""


@dataclass(frozen=True, slots=True)
class WholeNumbers:
    """Numbers as whole multiples of a unit.

    Attributes
    ----------
    values : list of int
    unit : Fraction
        One divided by a whole number.
    decimal : bool
        Whether floats are the decimals that are written.
    """

    values: list[int]
    unit: Fraction
    decimal: bool

    def ratio(self, number: Any) -> Fraction:
        """Another number in this unit, by the same rule; a float of many digits as it is held."""
        short = self.decimal and isinstance(number, float) and is_short(number)
        return Fraction(_written(number) if short else number) / self.unit


@dataclass(frozen=True, slots=True)
class SumBounds:
    """A sum lies between two bounds, in whole numbers."""

    weights: list[int]
    low: int
    high: int

    def words(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The words of each weight, a row for each, and those of the bounds, one after the other.

        The bounds are at most one beyond the least and the greatest sum.
        """
        number = num_words(sum(map(abs, self.weights)), "weights")
        return to_words(self.weights, number), to_words([self.low, self.high], number).ravel()


def in_units(values: Sequence[Any]) -> WholeNumbers:
    """Finite numbers in a common unit, by the rule at the head of this file. Time O(size)."""
    decimal = all(is_short(value) for value in values if isinstance(value, float))
    ratios = [
        (_written(value) if decimal and isinstance(value, float) else value).as_integer_ratio()
        for value in values
    ]
    scale = math.lcm(*(below for _, below in ratios))
    whole = [above * (scale // below) for above, below in ratios]
    return WholeNumbers(whole, Fraction(1, scale), decimal)


def is_short(value: float) -> bool:
    """Whether the float is written with few digits."""
    return float(f"{value:.{DIGITS}g}") == value


def _written(value: float) -> Decimal:
    return Decimal(repr(value))


def whole_numbers(bounds: WeightBounds, number: int, name: str) -> SumBounds:
    """Bounds of the sums of `number` weights, checked, with whole numbers."""
    try:
        weights, low, high = bounds
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {bounds!r}; give (weights, low, high)") from None
    units = in_units(numbers_of(weights, number, name))
    shared = math.gcd(*units.values) or 1
    whole = [value // shared for value in units.values]
    least, most = sum(v for v in whole if v < 0), sum(v for v in whole if v > 0)
    num_words(most - least, f"weights of {name}")

    def rounded(bound: Any, to: Callable[[Fraction], int]) -> int:
        number = exact_number(bound)
        if number is None or number != number:
            error = TypeError if number is None else ValueError
            raise error(f"a bound of {name} is {shown(bound)}; give a number, or None for none")
        # beyond the least and the greatest sum all bounds mean the same
        if number in (math.inf, -math.inf):
            return most + 1 if number > 0 else least - 1
        return min(max(to(units.ratio(number) / shared), least - 1), most + 1)

    return SumBounds(
        whole,
        least if low is None else rounded(low, math.ceil),
        most if high is None else rounded(high, math.floor),
    )


def numbers_of(given: Any, number: int, name: str) -> list[int | float | Fraction]:
    """So many finite numbers: those of an array, or of a mapping from places, and zero elsewhere.

    Raises
    ------
    TypeError, ValueError
        If a place is no integer or out of range, or there is another number of numbers.
    """
    if not isinstance(given, Mapping):
        return _checked(given, number, name)
    values: list[Any] = [0] * number
    for place, value in given.items():
        if not isinstance(place, Integral):
            raise TypeError(f"{name} name {shown(place)}; give the numbers of edges or vertices")
        index = int(place)
        if not 0 <= index < number:
            raise ValueError(f"{name} name {place}, but there are {number} of them")
        values[index] = value
    return _checked(values, number, name) if number else []


def _checked(weights: Any, number: int, name: str) -> list[int | float | Fraction]:
    """So many finite numbers, as Python has them."""
    given = as_array(weights, f"the weights of {name}")
    if given.shape != (number,) or (number and given.dtype.kind not in "uifO"):
        raise ValueError(
            f"the weights of {name} are an array of {given.dtype} and shape {given.shape}; "
            f"give {number} numbers"
        )
    values = []
    for place, value in enumerate(weights if isinstance(weights, list | tuple) else given.tolist()):
        exact = exact_number(value)
        if exact is None or (isinstance(exact, float) and not math.isfinite(exact)):
            raise ValueError(
                f"weight {place} of {name} is {shown(value)}; weights are finite numbers"
            )
        values.append(exact)
    return values


def exact_number(value: Any) -> int | float | Fraction | None:
    """The same number of a type that has an exact ratio; None if it is no number."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational) or (isinstance(value, Decimal) and value.is_finite()):
        return Fraction(value)
    return float(value) if hasattr(value, "__float__") else None


def num_words(total: int, name: str) -> int:
    """The words of integers whose absolute values add up to this; ValueError if they are too many.

    Those of floats never are: that takes integers or fractions of hundreds of digits.
    """
    for number in NUM_WORDS:
        if total.bit_length() + SPARE_BITS <= 64 * number:
            return number
    raise ValueError(
        f"as whole numbers, the absolute {name} add up to more than 2**{64 * number - SPARE_BITS}; "
        "round them"
    )


def to_words(values: list[int], number: int) -> NDArray[np.int64]:
    """Each value in so many words, the least significant first; shape (size, number)."""
    if number == 1:
        return np.array(values, np.int64)[:, np.newaxis]
    data = b"".join(value.to_bytes(8 * number, "little", signed=True) for value in values)
    return np.frombuffer(data, "<i8").astype(np.int64).reshape(-1, number)


def from_words(words: NDArray[np.int64]) -> list[int]:
    """The values of rows of words."""
    data, size = words.astype("<i8").tobytes(), 8 * words.shape[1]
    return [
        int.from_bytes(data[at : at + size], "little", signed=True)
        for at in range(0, len(data), size)
    ]


def total_weight(family: RowTable) -> int:
    """The total weight of rows, which must be whole numbers."""
    if family.weights is None:
        return family.num_rows
    fractional = family.weights != np.rint(family.weights)
    if fractional.any():
        row = int(np.argmax(fractional))
        raise ValueError(
            f"weight {row} is {family.weights[row]}; weights of rows that come in chunks must be "
            "whole numbers: multiply all of them by a common factor"
        )
    # a sum below the limit is exact
    return int(np.minimum(family.weights, WEIGHT_LIMIT).sum())


def check_total(total: int) -> int:
    """The total weight; ValueError where sums of weights might not be exact."""
    if total >= WEIGHT_LIMIT:
        raise ValueError(
            f"the total weight would be {total} or more, but it must be below 2**53 for all sums "
            "to be exact; divide the weights by a common factor"
        )
    return total
