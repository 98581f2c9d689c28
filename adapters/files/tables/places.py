"""What errors say of a place in a table: the line of a text, the row of a Parquet file."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.csv import layout, row_line
from nzdd.adapters.files.tables.typed import has_types
from nzdd.adapters.files.text import StrPath, open_bytes
from nzdd.input.text import shown as _shown

_SHOWN = 12
_LARGE = 2**26
"""Bytes of a file that is not read whole only to find a line."""


def at_row(
    path: StrPath,
    row: int,
    what: str,
    cure: str,
    num_rows: int | None = None,
    header: bool | None = None,
) -> ModelFileError:
    """An error at a row, with its line where that is certain.

    `num_rows` says that the file can be read whole, `header` how; else only its begin is read.
    """
    line = None
    if not has_types(path):
        whole = num_rows is not None and Path(path).stat().st_size < _LARGE
        line = row_line(path, row, header) if whole else _line_in_text(path, row)
    return ModelFileError(path, line, what if line else f"row {row + 1}: {what}", cure)


def _line_in_text(path: StrPath, row: int) -> int | None:
    """The line of a row of a file of any size, None where quotes may go over several lines."""
    first, seen = layout(path).first, -1
    with open_bytes(path) as stream:
        lines = (line for block in stream for line in block.splitlines())  # also those of \r
        for number, text in enumerate(lines, 1):
            stream.release()
            if b'"' in text:
                return None
            seen += number >= first and bool(text.strip())
            if seen == row:
                return number
    return None


def listed(names: list[str]) -> str:
    """The names of columns, shortened where there are many."""
    more = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return f"its columns are {', '.join(map(_shown, names[:_SHOWN]))}{more}"


def meant(name: object, names: Iterable[str]) -> str:
    """A hint behind a name that no column has: the column most like it, case aside; or nothing."""
    by_folded = {each.casefold(): each for each in names}
    near = get_close_matches(str(name).casefold(), by_folded, 1)
    return f" (is {_shown(by_folded[near[0]])} meant?)" if near else ""
