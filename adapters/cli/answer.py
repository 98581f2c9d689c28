"""The answer of a subcommand, for machines and for people."""

from __future__ import annotations

import json
import math
import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from nzdd.adapters import stderr
from nzdd.input.text import MOST, printable_text, short

ANSWERED = 0
UNANSWERED = 1
BAD_INPUT = 2
FAULT = 70
INTERRUPTED = 130

# Longer integers are not written by Python.
_MAX_BITS = 10_000

_ABOUT = "about 10^"
_MAX_CELL = 50
_MAX_LINE = 1000
_LONG_WORD = re.compile(rf"\S{{{MOST + 1},}}")


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a subcommand."""

    facts: dict[str, Any]  # printed by --json
    text: str  # the same for people
    code: int = ANSWERED  # of the process

    def show(self, *, as_json: bool) -> None:
        """Print on stdout; a closed pipe is not an error."""
        text = printable_text(self.text)
        if as_json:
            text = json.dumps(_plain(self.facts), allow_nan=False).replace("\x7f", "\\u007f")
        try:
            print(text, flush=True)
        except OSError as error:
            # What stays in the buffer must not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not isinstance(error, BrokenPipeError):
                raise OSError(error.errno, error.strerror, "standard output") from None


def note(text: str) -> None:
    """Print one line on stderr, if there is one; long words, and long lines, lose their middle."""
    words = _LONG_WORD.sub(lambda word: short(word[0]), " ".join(text.splitlines()))
    note_lines(f"nzdd: {short(words, _MAX_LINE)}\n")


def note_lines(text: str) -> None:
    """Print lines on stderr, if it is there."""
    stderr.say(printable_text(text).removesuffix("\n"))


@contextmanager
def warnings_as_notes(*, quiet: bool) -> Iterator[None]:
    """Print warnings of libraries as one line each, without the place in their source."""

    def show(message: Warning | str, *place: Any, **more: Any) -> None:
        if not quiet:
            note(f"warning: {message}")

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def fields(pairs: Iterable[tuple[str, object]]) -> str:
    """Names and values, one pair per line, values aligned; None is left out."""
    given = ((name, value) for name, value in pairs if value is not None)
    return "\n".join(f"{name:<12} {amount(value, MOST)}" for name, value in given)


def table(header: Iterable[str], rows: Iterable[Sequence[object]], most: int = _MAX_CELL) -> str:
    """Columns of equal width: the first one and text flush left, numbers flush right.

    Cells have at most `most` characters.
    """
    cells = ([amount(cell, most) for cell in row] for row in rows)
    columns = list(zip(header, *cells, strict=True))
    texts = []
    for i, column in enumerate(columns):
        width = max(*map(len, column), 12 if i == 0 else 0)
        right = i > 0 and all(map(_is_number, column[1:]))
        texts.append([cell.rjust(width) if right else cell.ljust(width) for cell in column])
    return "\n".join("  ".join(line).rstrip() for line in zip(*texts, strict=True))


def _is_number(cell: str) -> bool:
    with suppress(ValueError):
        return float(cell.replace(",", "")) is not None
    return cell == "-" or cell.startswith(_ABOUT)


def columns_text(facts: dict[str, Any]) -> str:
    """The number of columns, and how many of them occur in a row where some do not."""
    used = facts.get("used_columns", facts["columns"])
    rest = f" ({amount(used)} of them occur)" if used != facts["columns"] else ""
    return f"{amount(facts['columns'])}{rest}"


def uses(columns: dict[str, Any]) -> str:
    """The columns of a table, and what each was read as."""
    named = ((use, [names] if isinstance(names, str) else names) for use, names in columns.items())
    pairs = ((name, use.removesuffix("s")) for use, names in named for name in names or ())
    return ", ".join(f"{short(name, _MAX_CELL)} ({use})" for name, use in pairs)


def amount(value: object, most: int = _MAX_CELL) -> str:
    """A count with its thousands apart, seconds, a dash for None, a name as one line."""
    if value is None:
        return "-"
    if isinstance(value, int) and value.bit_length() > 60:
        return f"{_ABOUT}{value.bit_length() * math.log10(2):.0f}"
    if isinstance(value, int | float):
        return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"
    return short(value, most)


def _plain(value: Any) -> Any:
    """The same as JSON can hold it; NaN, infinities and huge integers become None."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, int):
        return value if value.bit_length() <= _MAX_BITS else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return None if value is None else str(value)
