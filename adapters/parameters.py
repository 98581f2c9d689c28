"""Checks of what a caller chose: numbers, words and switches, before any work is done."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from nzdd.input.text import shown


def check_number(
    name: str,
    value: Any,
    least: float = 0.0,
    most: float = math.inf,
    *,
    above: bool = False,
    infinite: bool = False,
    words: Sequence[str | None] = (),
) -> None:
    """Raise ValueError unless a parameter is a number in its range.

    Parameters
    ----------
    name : str
    value : object
    least, most : float
        The range.
    above : bool
        Whether `least` itself is outside.
    infinite : bool
        Whether infinity will do.
    words : sequence of str or None
        What will do instead of a number.
    """
    if is_one_of(value, words):
        return
    number = as_float(value)
    inside = least < number <= most if above else least <= number <= most
    if inside and (infinite or number < math.inf):
        return
    wanted = "a number"
    if above:
        wanted += f" above {least:g}" + (f" and at most {most:g}" if most < math.inf else "")
    elif most < math.inf:
        wanted += f" in [{least:g}, {most:g}]"
    elif least > -math.inf:
        wanted += f" of at least {least:g}"
    raise _wrong(name, value, wanted, words)


def check_integer(
    name: str, value: Any, least: int = 1, *, words: Sequence[str | None] = ()
) -> None:
    """Raise ValueError unless it is an integer of at least `least`, or one of the words."""
    if not is_one_of(value, words) and not (isinstance(value, Integral) and int(value) >= least):
        raise _wrong(name, value, f"an integer of at least {least}", words)


def check_choice(name: str, value: Any, known: Sequence[str | None]) -> None:
    """Raise ValueError unless a parameter is one of the known words."""
    if not is_one_of(value, known):
        raise ValueError(
            f"{name} {shown(value)} is unknown; take one of {', '.join(map(str, known))}"
        )


def check_flags(owner: object, *names: str) -> None:
    """Raise ValueError unless attributes are True or False."""
    for name in names:
        value = getattr(owner, name)
        if not isinstance(value, (bool, np.bool_)) and not (
            isinstance(value, Integral) and value in (0, 1)
        ):
            raise ValueError(f"{name} is {shown(value)}; give True or False")


def is_one_of(value: Any, words: Sequence[str | None]) -> bool:
    """Whether a value is one of these words; of arrays and the like no question is asked."""
    return (value is None or isinstance(value, str)) and value in words


def as_float(value: Any) -> float:
    """A real number as float; NaN where it is too large for one, and for anything else."""
    if not isinstance(value, Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def _wrong(name: str, value: Any, wanted: str, words: Sequence[str | None]) -> ValueError:
    choices = ", or ".join([f"give {wanted}", *map(repr, words)])
    return ValueError(f"{name} is {shown(value)}; {choices}")
