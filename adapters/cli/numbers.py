"""Numbers on the command line."""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import suppress

_LARGEST = 2**53
"""Up to which every integer is a float, too."""


def whole(text: str) -> int:
    """An integer of a size that something can have; what range it must lie in is said later."""
    with suppress(ValueError):
        value = int(text)
        if abs(value) <= _LARGEST:
            return value
    raise ArgumentTypeError(f"{text!r} is not a whole number, or too large a one")
