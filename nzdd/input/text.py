"""Text from outside, such as names, paths and values, as it may be shown on a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from html import escape
from typing import Any

import numpy as np

# What moves the cursor, ends a line, turns the direction of reading or is not seen at all, and
# halves of characters, which no encoding takes.
_UNSAFE = (
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_IN_LINE = re.compile(_UNSAFE)
_IN_TEXT = re.compile(f"(?![\n\t]){_UNSAFE}")

MOST = 200
"""Characters of a name or a path that are shown."""


def printable(name: str) -> str:
    """A name as one line, with escapes in place of control characters.

    Examples
    --------
    >>> printable("red\\x1b[2J") == "red" + chr(92) + "x1b[2J"
    True
    """
    return _IN_LINE.sub(_escape, name)


def printable_text(text: str) -> str:
    """The same for a text, which keeps its lines and tabs."""
    return _IN_TEXT.sub(_escape, text)


def short(name: object, most: int = MOST) -> str:
    """A name as one line of at most `most` characters; of a longer one the middle is cut.

    Examples
    --------
    >>> short("a very long name", 12)
    'a ver...name'
    """
    text = str(name)
    if len(text) > most:
        tail = (most - 3) // 2
        text = f"{text[: most - 3 - tail]}...{text[len(text) - tail :]}"
        # escapes are longer than the characters they replace
        return printable(text)[: 2 * most]
    return printable(text)


def shown(value: Any, most: int = 40) -> str:
    """The `repr` of a value, cut if it is long."""
    value = value.item() if isinstance(value, np.generic) else value
    text = repr(value)
    return printable(text if len(text) <= most else f"{text[:most]}...")


def readable(count: int, digits: int = 15) -> str:
    """A number of rows as text: exact up to that many digits, else its order of magnitude."""
    if abs(count) < 10**digits:
        return str(count)
    sign = "-" if count < 0 else ""
    return f"about {sign}10^{(count.bit_length() - 1) * 0.30103:.0f}"


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def outline(self: Any) -> str:
    """The `__repr__` of a dataclass in one line: arrays and other long values by their sizes."""
    listed = ", ".join(f"{name}={value}" for name, value in _parts(self).items())
    return f"{type(self).__name__}({listed})"


def outline_table(self: Any) -> str:
    """The same as a table, which is the `_repr_html_` of the dataclass."""
    return table(type(self).__name__, _parts(self))


def table(title: str, facts: Mapping[str, str]) -> str:
    """Names and values as a table in HTML.

    Examples
    --------
    >>> table("a < b", {"rows": "2"})
    '<table><caption>a &lt; b</caption><tr><th>rows</th><td>2</td></tr></table>'
    """
    rows = "".join(
        f"<tr><th>{_html(name)}</th><td>{_html(value)}</td></tr>" for name, value in facts.items()
    )
    return f"<table><caption>{_html(title)}</caption>{rows}</table>"


def _html(text: str) -> str:
    return escape(printable(text))


def _parts(self: Any) -> dict[str, str]:
    return {
        field.name: _outlined(getattr(self, field.name)) for field in fields(self) if field.repr
    }


def _outlined(value: Any) -> str:
    shape = getattr(value, "shape", None)
    if shape is not None and len(shape) and getattr(value, "size", 9) > 8:
        return f"<{' x '.join(map(str, shape))} {getattr(value, 'dtype', '')}>"
    if isinstance(value, (tuple, list, dict)) and len(value) > 8:
        return f"<{len(value)} of {type(next(iter(value))).__name__}>"
    text = " ".join(repr(value).split())
    return text if len(text) <= MOST else f"<{type(value).__name__}>"
