"""Numbers of files with a few decimals, such as weights, as integers and back."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.families.item_patterns import LARGEST
from nzdd.input.arrays import Floats, Ints

MOST_DECIMALS = 6
"""Of weights, loads and capacities."""


def as_written(value: int, decimals: int) -> int | float:
    """A number as the file has it."""
    unit: int = 10**decimals
    return value / unit if value % unit else value // unit


def as_integers(
    values: Floats, error: Callable[[int, str, str], ModelFileError], numbers: str
) -> tuple[Ints, int]:
    """Numbers from 0 on times a power of 10 that makes integers of them, and the exponent.

    `error` makes the error at a number that is too large or has too many decimals; `numbers` is
    what they are called.
    """
    for decimals in range(MOST_DECIMALS + 1):
        scaled = values * 10.0**decimals
        integers = np.rint(scaled)
        for at in np.flatnonzero(~(integers <= LARGEST))[:1].tolist():
            what = f"{values[at]:.15g} exceeds {LARGEST / 10**decimals:.15g}"
            raise error(at, what, f"divide {numbers} by a common factor, or round them")
        fractions = np.abs(scaled - integers) > 2 * np.spacing(scaled)
        if not fractions.any():
            return integers.astype(np.int64), decimals
    at = int(np.argmax(fractions))
    what = f"{values[at]:.15g} has more than {MOST_DECIMALS} decimals"
    raise error(at, what, f"round {numbers}")
