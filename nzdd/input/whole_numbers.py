"""Bounds of sums of integers or floats, as whole numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

MAX_SUM = 2**61  # so that sums of sums fit into 64 bits

WeightBounds: TypeAlias = tuple[ArrayLike, "float | None", "float | None"]
"""Weights, the least sum, the greatest sum; None for no bound."""


def whole_numbers(
    bounds: WeightBounds, number: int, name: str
) -> tuple[NDArray[np.int64], int, int]:
    """The same condition with whole numbers; floats are taken exactly, as dyadic numbers."""
    try:
        weights, low, high = bounds
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {bounds!r}; give (weights, low, high)") from None
    given = np.asarray(weights)
    if given.shape != (number,) or (number and given.dtype.kind not in "uif"):
        raise ValueError(
            f"the weights of {name} are an array of {given.dtype} and shape {given.shape}; "
            f"give {number} numbers"
        )
    for place, value in enumerate(given.tolist()):
        if not math.isfinite(value):
            raise ValueError(f"weight {place} of {name} is {value}; weights are finite")
    values = [Fraction(value) for value in given.tolist()]
    shared = math.gcd(*(value.numerator for value in values)) or 1
    scale = Fraction(math.lcm(*(value.denominator for value in values)), shared)
    scaled = [int(value * scale) for value in values]
    total = sum(map(abs, scaled))
    if total > MAX_SUM:
        raise ValueError(
            f"as integers, the absolute weights of {name} add up to more than 2**61; round them"
        )
    least, most = sum(v for v in scaled if v < 0), sum(v for v in scaled if v > 0)
    # beyond the least and the greatest sum all bounds mean the same
    return (
        np.array(scaled, np.int64),
        least if low is None else _rounded(low, scale, least, most, math.ceil, name),
        most if high is None else _rounded(high, scale, least, most, math.floor, name),
    )


def _rounded(
    bound: float, scale: Fraction, least: int, most: int, to: Callable[[Fraction], int], name: str
) -> int:
    try:
        unknown = math.isnan(bound)
    except TypeError:
        cure = "give a number, or None for none"
        raise TypeError(f"a bound of {name} is {bound!r}; {cure}") from None
    if unknown:
        raise ValueError(f"a bound of {name} is NaN; give a number, or None for none")
    if math.isinf(bound):
        return most + 1 if bound > 0 else least - 1
    return min(max(to(Fraction(bound) * scale), least - 1), most + 1)
