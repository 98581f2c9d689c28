"""Arguments that several subcommands share, and the types of numbers."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from nzdd.adapters.files import formats
from nzdd.adapters.files.tables.text_layout.header_line import LABEL_NAMES
from nzdd.adapters.solvers.options import MOST_THREADS
from nzdd.order import NAMES, SEARCHED

Number = TypeVar("Number", int, float)

PACKED = "each also compressed (.gz, .xz)"

MAX_SECONDS = 1e9
"""Thirty years; protocol buffers take no more than three centuries."""

UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
"""Of time, in seconds."""

BYTES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
"""Of memory, in bytes."""

_DECIMAL_COMMA = re.compile(r"([+-]?\d*),(\d+)")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_LARGEST = 2**53
"""Every integer up to this one is a float, too."""


class InputPath(str):
    """A file to read; ``-`` is standard input."""

    def __new__(cls, text: str) -> InputPath:
        """The path, unless it is empty, which would be the folder where the command runs."""
        return super().__new__(cls, _checked_name(text))


class ContentPath(InputPath):
    """An `InputPath` whose suffix, or content, tells its format."""


class OutputPath(str):
    """A file to write; ``-`` is standard output, as a file with this `suffix` would be."""

    suffix = ""


@dataclass(frozen=True, slots=True)
class output_path:
    """The type of files to write, and the suffix that tells the format of standard output."""

    suffix: str

    def __call__(self, text: str) -> OutputPath:
        """The path, with its suffix beside it."""
        path = OutputPath(_checked_name(text))
        path.suffix = self.suffix
        return path


def _checked_name(text: str) -> str:
    """The name of a file, if there is one."""
    if not text.strip():
        raise ArgumentTypeError("the file has no name; perhaps a variable of the shell is empty")
    return text


def add_input(parser: ArgumentParser, name: str, metavar: str, *kinds: str) -> None:
    """Declare an input file of some kinds of `nzdd.adapters.files.formats`, and ``--format``."""
    endings = "; ".join(
        f"{formats.KINDS[kind]} {', '.join(formats.suffixes(kind))}" for kind in kinds
    )
    what = f"{endings}; {PACKED}; - for standard input"
    parser.add_argument(name, metavar=metavar, type=ContentPath, help=what)
    names = [each.name for each in formats.known(*kinds)]
    parser.add_argument(
        "--format",
        metavar="NAME",
        choices=names,
        help=f"format of {metavar}, if its suffix does not tell: {', '.join(names)}",
    )


def add_output(
    parser: ArgumentParser, metavar: str, what: str, suffix: str, *, required: bool = False
) -> None:
    """Declare ``-o``; the suffix tells what standard output gets."""
    what += "; - for standard output"
    parser.add_argument(
        "-o",
        "--output",
        metavar=metavar,
        type=output_path(suffix),
        required=required,
        help=what,
    )


def add_choice(parser: ArgumentParser, name: str, choices: Sequence[str], what: str) -> None:
    """Declare an option with a few values, the first of which is the default."""
    what += f" (default: {choices[0]})"
    parser.add_argument(name, choices=choices, default=choices[0], help=what)


def add_limits(parser: ArgumentParser) -> None:
    """Declare ``--time-limit`` and ``--threads``."""
    what = (
        "seconds, or such as 1m or 2h, after which the best solution so far is returned, as by "
        "Ctrl-C"
    )
    parser.add_argument("--time-limit", metavar="TIME", type=duration, help=what)
    threads = within(int, 1, MOST_THREADS)
    what = "cores to use, shared by the solvers that race (default: what suits the model)"
    parser.add_argument("--threads", metavar="N", type=threads, help=what)


def time_left(options: Namespace) -> float | None:
    """Seconds left of ``--time-limit``, which counts from the start of the command."""
    limit: float | None = options.time_limit
    return limit and max(0.0, limit - (perf_counter() - options.started))


def add_order(parser: ArgumentParser) -> None:
    """Declare ``--order``."""
    names = [name.replace(" ", "-") for name in (*SEARCHED, *NAMES)]
    add_choice(parser, "--order", names, "order of the symbols in the diagram")


NAMED = f"the one called {', '.join(LABEL_NAMES[:-1])} or {LABEL_NAMES[-1]}"
"""The label column by its name."""


def add_label(parser: ArgumentParser, use: str, default: str = NAMED) -> None:
    """Declare ``--label``."""
    what = f"label column of a table, by name or position from 0, {use}; by default {default}"
    parser.add_argument("--label", metavar="COLUMN", help=what)


def add_reading(parser: ArgumentParser) -> None:
    """Declare how a table is read: ``--header``, ``--no-header``, ``--na`` and ``--drop``."""
    names = parser.add_mutually_exclusive_group()
    what = "the first line holds the names of the columns (default: the content tells)"
    names.add_argument("--header", action="store_true", default=None, help=what)
    what = "the first line is a row; the columns are called x0, x1, ..."
    names.add_argument("--no-header", dest="header", action="store_false", help=what)
    what = "a mark of missing values besides ?, NA, nan, NULL and empty fields; may be repeated"
    parser.add_argument("--na", metavar="MARK", action="append", help=what)
    what = (
        "columns to leave out, by name; '' keeps all (default: those that number the rows or name "
        "each of them, and empty ones)"
    )
    parser.add_argument("--drop", metavar="COLUMN,...", type=_columns, help=what)


def _columns(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def whole(text: str) -> int:
    """An integer of a size that something can have; its range is checked later."""
    with suppress(ValueError):
        value = int(text)
        if abs(value) <= _LARGEST:
            return value
    raise ArgumentTypeError(f"{text!r} is not a whole number, or too large a one")


def decimal(text: str) -> float:
    """A number with a point or a comma before its decimals: ``80.5``, ``80,5``."""
    if _THOUSANDS.fullmatch(text):
        what = f"{text!r} may be {text.replace(',', '')} or {text.replace(',', '.')}"
        raise ArgumentTypeError(f"{what}; write it without a comma")
    return float(_DECIMAL_COMMA.sub(r"\1.\2", text) if _DECIMAL_COMMA.fullmatch(text) else text)


def duration(text: str) -> float:
    """Seconds, as a number, perhaps with a unit: ``90``, ``90s``, ``1.5m``, ``2h``."""
    number = text.rstrip("smh")
    with suppress(ValueError, KeyError):
        value = float(number) * UNITS[text[len(number) :]]
        if 0.0 <= value <= MAX_SECONDS:
            return value
    raise ArgumentTypeError(f"{text!r} is not a number from 0 to {MAX_SECONDS:g}, or 1m, 2h")


def positive_duration(text: str) -> float:
    """Seconds as `duration` reads them, but not 0."""
    if (seconds := duration(text)) > 0.0:
        return seconds
    raise ArgumentTypeError(f"{text!r} is not a number above 0, or 1m, 2h")


def size(text: str) -> int:
    """Bytes, as a number with a unit: ``500M``, ``1.5G``."""
    number, unit = text[:-1], text[-1:].upper()
    with suppress(ValueError, KeyError, OverflowError):
        value = round(float(number) * BYTES[unit])
        if 0 < value <= _LARGEST:
            return value
    raise ArgumentTypeError(f"{text!r} is not a number with a unit, such as 500M or 4G")


def own_option(text: str) -> tuple[str, str]:
    """The name and the value of ``KEY=VALUE``."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise ArgumentTypeError(f"{text!r} is not KEY=VALUE, such as limits/nodes=1000")
    return name, value


def within(
    kind: Callable[[str], Number], least: Number, largest: Number
) -> Callable[[str], Number]:
    """The type of numbers in a range."""

    def number(text: str) -> Number:
        with suppress(ValueError):
            value = kind(text)
            if least <= value <= largest:
                return value
        what = "a whole number" if kind is int else "a number"
        raise ArgumentTypeError(f"{text!r} is not {what} from {least:g} to {largest:g}")

    return number
