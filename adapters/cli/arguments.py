"""Arguments that several subcommands share, and the types of numbers."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from nzdd.adapters.files import formats
from nzdd.order import NAMES, SEARCHED

Number = TypeVar("Number", int, float)

_LARGEST = 2**53
"""Up to which every integer is a float, too."""


def add_input(parser: ArgumentParser, name: str, metavar: str, *kinds: str) -> None:
    """Declare an input file of some kinds of `nzdd.adapters.files.formats`, and ``--format``."""
    endings = "; ".join(", ".join(formats.suffixes(kind)) for kind in kinds)
    what = kinds[0] if len(kinds) == 1 else "file"
    parser.add_argument(name, metavar=metavar, help=f"{what}: {endings}; also with .gz or .xz")
    names = [each.name for each in formats.known(*kinds)]
    parser.add_argument(
        "--format",
        metavar="NAME",
        choices=names,
        help=f"format of the input, where its suffix does not show it: {', '.join(names)}",
    )


def add_order(parser: ArgumentParser) -> None:
    """Declare ``--order``."""
    names = [name.replace(" ", "-") for name in (*SEARCHED, *NAMES)]
    parser.add_argument("--order", choices=names, default="auto", help="order of the symbols")


def whole(text: str) -> int:
    """An integer of a size that something can have; its range is checked later."""
    with suppress(ValueError):
        value = int(text)
        if abs(value) <= _LARGEST:
            return value
    raise ArgumentTypeError(f"{text!r} is not a whole number, or too large a one")


def within(
    kind: Callable[[str], Number], least: Number, largest: Number
) -> Callable[[str], Number]:
    """The type of numbers in a range."""

    def number(text: str) -> Number:
        with suppress(ValueError):
            value = kind(text)
            if least <= value <= largest:
                return value
        raise ArgumentTypeError(f"{text!r} is not a number from {least:g} to {largest:g}")

    return number
