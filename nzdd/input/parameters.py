"""Checks of parameters before any work: numbers, choices and flags."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
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
    choices: Sequence[str | None] = (),
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
        Whether infinity is allowed.
    choices : sequence of str or None
        What is allowed instead of a number.
    """
    if is_one_of(value, choices):
        return
    number = as_float(value)
    inside = least < number <= most if above else least <= number <= most
    if inside and (infinite or number < math.inf):
        return
    expected = "a number"
    if above:
        expected += f" above {least:g}" + (f" and at most {most:g}" if most < math.inf else "")
    elif most < math.inf:
        expected += f" in [{least:g}, {most:g}]"
    elif least > -math.inf:
        expected += f" of at least {least:g}"
    raise _wrong(name, value, expected, choices)


def check_integer(
    name: str, value: Any, least: int = 1, *, choices: Sequence[str | None] = ()
) -> None:
    """Raise ValueError unless it is an integer of at least `least`, or one of the choices."""
    fits = isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least
    if not fits and not is_one_of(value, choices):
        raise _wrong(name, value, f"an integer of at least {least}", choices)


def whole(name: str, value: Any, least: int | None = None, cure: str = "an integer") -> int:
    """The value as a Python int; TypeError unless it is an integer, ValueError below `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {shown(value)}; give {cure}") from None
    if least is not None and number < least:
        raise ValueError(f"{name} is {shown(number)}; it must be at least {least}")
    return number


def listed(name: str, values: Any, cure: str) -> list[Any]:
    """The values in a list; TypeError if they are not iterable."""
    if not isinstance(values, Iterable) or (isinstance(values, np.ndarray) and values.ndim == 0):
        raise TypeError(f"{name} is {shown(values)}; give {cure}")
    return list(values)


def check_choice(name: str, value: Any, known: Sequence[str | None]) -> None:
    """Raise ValueError unless a parameter is one of the known ones."""
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


def is_one_of(value: Any, choices: Sequence[str | None]) -> bool:
    """Whether a value is one of these choices; arrays and the like are not compared."""
    return (value is None or isinstance(value, str)) and value in choices


def as_float(value: Any) -> float:
    """A real number as float; NaN where it is too large for one, and for anything else."""
    if not isinstance(value, Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def _wrong(name: str, value: Any, expected: str, choices: Sequence[str | None]) -> ValueError:
    cure = ", or ".join([f"give {expected}", *map(repr, choices)])
    return ValueError(f"{name} is {shown(value)}; {cure}")
