"""Numbers that doubles do not hold: whole ones beyond 2**53.

Arrays of numbers are of float64. Where that would cost digits they are of a type of integers, or of
objects: the whole numbers beyond as Python's integers, all others as its floats. Python compares
the two exactly.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import EXACT_INTEGERS, Floats

Numbers = NDArray[Any]
"""Of float64, integers or objects; NaN for what is missing."""


def exact(values: ArrayLike) -> Numbers:
    """Numbers of any type as such an array.

    Parameters
    ----------
    values : array_like of numbers
        Integers and floats of any size, decimals and fractions, NaN.

    Returns
    -------
    ndarray of float64, or of integers or objects where whole numbers would lose digits
        Other numbers become the nearest doubles. Time O(values), for objects some 0.1 s a million.

    Raises
    ------
    TypeError, ValueError, OverflowError
        If a value is no number, or has no double near it.
    """
    given = np.asarray(values)
    doubles = given.astype(np.float64)
    if given.dtype.kind not in "iuO" or not (np.abs(doubles) >= EXACT_INTEGERS).any():
        return doubles
    if given.dtype.kind != "O":
        return given
    found = np.asarray(_EXACT(given), object)
    return found if ((found != doubles) & (doubles == doubles)).any() else doubles


def _exact(value: Any) -> int | float:
    number = float(value)
    if isinstance(value, float) or not abs(number) >= EXACT_INTEGERS:
        return number
    whole = int(value)
    return whole if whole == value else number


_EXACT = np.frompyfunc(_exact, 1, 1)


def is_whole(value: float) -> bool:
    """Whether a number of such an array is whole."""
    return isinstance(value, int) or value.is_integer()


def num_below(cuts: Numbers, values: Numbers) -> NDArray[np.int64]:
    """How many of ascending cuts are less than each value, exactly; for NaN any number.

    Time O(values x log(cuts)).
    """
    if values.dtype == object:
        return np.searchsorted(cuts.astype(object), values)
    if values.dtype.kind in "iu":
        limits, whole = np.iinfo(values.dtype), [math.floor(cut) for cut in cuts.tolist()]
        within = [cut for cut in whole if limits.min <= cut <= limits.max]
        least = sum(cut < limits.min for cut in whole)
        return np.asarray(least + np.searchsorted(np.array(within, values.dtype), values))
    cuts = rounded_down(cuts)
    if cuts.size > 32:
        return np.searchsorted(cuts, values)
    below = np.zeros(values.size, np.uint8)  # several times faster than a search
    for cut in cuts:
        below += values > cut
    return below.astype(np.int64)


def rounded_down(numbers: Numbers) -> Floats:
    """The largest doubles that are not above; a double exceeds both or none."""
    doubles = numbers.astype(np.float64)
    above = doubles > numbers if numbers.dtype == object else np.zeros(doubles.size, np.bool_)
    return np.where(above.astype(np.bool_), np.nextafter(doubles, -np.inf), doubles)
