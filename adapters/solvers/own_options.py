"""A solver's own options, by its own names: set one by one, or refused in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from nzdd.adapters.errors import OptionError
from nzdd.input.text import shown

Value: TypeAlias = str | int | float
OwnOptions: TypeAlias = Mapping[str, Value]

TRUTHS = {"true": True, "1": True, "false": False, "0": False}
"""Words for flags, in lower case."""


def unknown(solver: str, name: str) -> OptionError:
    """The error of a name that the solver does not know."""
    return OptionError(f"{solver} has no option {shown(name)}; its manual lists them")


def refused(solver: str, name: str, value: Value) -> OptionError:
    """The error of a value that it does not take."""
    what = f"{solver} does not take {shown(value)} for its option {shown(name)}"
    return OptionError(f"{what}; its manual says what it takes")


def converted(value: Value, kind: type) -> Any:
    """A value, perhaps text, as one of a kind; ValueError if it is none."""
    if kind is bool:
        if str(value).lower() not in TRUTHS:
            raise ValueError
        return TRUTHS[str(value).lower()]
    if kind is int and float(value) == int(float(value)):
        return int(value) if isinstance(value, str) and value.isdigit() else int(float(value))
    return kind(value)


def assign(
    solver: str,
    own: OwnOptions,
    current: Callable[[str], Any],
    put: Callable[[str, Any], object],
    *errors: type[Exception],
) -> None:
    """Set options of a solver that tells their current values, and thereby their kinds.

    Raises
    ------
    OptionError
        If `current` or `put` raises one of the `errors`, or a value is not of the kind.
    """
    wrong: tuple[type[Exception], ...] = (*errors, OverflowError, TypeError, ValueError)
    for name, value in own.items():
        try:
            kind = type(current(name))
        except errors:
            raise unknown(solver, name) from None
        try:
            put(name, converted(value, kind))
        except wrong:
            raise refused(solver, name, value) from None
