"""Arguments that several subcommands share, and the types of numbers."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from nzdd.adapters.files import formats
from nzdd.adapters.files.tables.labels import LABEL_NAMES
from nzdd.order import NAMES, SEARCHED

Number = TypeVar("Number", int, float)

PACKED = "each also compressed (.gz, .xz)"

_LARGEST = 2**53
"""Every integer up to this one is a float, too."""


def add_input(parser: ArgumentParser, name: str, metavar: str, *kinds: str) -> None:
    """Declare an input file of some kinds of `nzdd.adapters.files.formats`, and ``--format``."""
    endings = "; ".join(
        f"{formats.KINDS[kind]} {', '.join(formats.suffixes(kind))}" for kind in kinds
    )
    parser.add_argument(name, metavar=metavar, help=f"{endings}; {PACKED}")
    names = [each.name for each in formats.known(*kinds)]
    parser.add_argument(
        "--format",
        metavar="NAME",
        choices=names,
        help=f"format of {metavar}, if its suffix does not tell: {', '.join(names)}",
    )


def add_output(parser: ArgumentParser, metavar: str, what: str, *, required: bool = False) -> None:
    """Declare ``-o``."""
    parser.add_argument("-o", "--output", metavar=metavar, required=required, help=what)


def add_choice(parser: ArgumentParser, name: str, choices: Sequence[str], what: str) -> None:
    """Declare an option with a few values, the first of which is the default."""
    what += f" (default: {choices[0]})"
    parser.add_argument(name, choices=choices, default=choices[0], help=what)


def add_order(parser: ArgumentParser) -> None:
    """Declare ``--order``."""
    names = [name.replace(" ", "-") for name in (*SEARCHED, *NAMES)]
    add_choice(parser, "--order", names, "order of the symbols in the diagram")


def add_label(parser: ArgumentParser, use: str) -> None:
    """Declare ``--label``."""
    what = f"label column of a table, by name or position, {use}"
    names = f"by default the one called {', '.join(LABEL_NAMES[:-1])} or {LABEL_NAMES[-1]}"
    parser.add_argument("--label", metavar="COLUMN", help=f"{what}; {names}")


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
