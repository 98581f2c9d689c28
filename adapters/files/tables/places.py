"""What errors say of a place in a table: the line of a text, the row of a Parquet file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, open_bytes, plain_name, read_bytes
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame

_SHOWN = 12


def is_parquet(path: StrPath) -> bool:
    """Whether the name of a file says that it is a Parquet file."""
    return plain_name(path).endswith(".parquet")


def at_row(path: StrPath, frame: DataFrame, row: int, what: str, cure: str) -> ModelFileError:
    """An error at a row, with its line where that is certain."""
    line = None
    if not is_parquet(path):
        lengths = [len(text.strip()) for text in read_bytes(path).splitlines()]
        filled = np.flatnonzero(lengths)
        # otherwise some quoted text goes over several lines
        if filled.size == len(frame) + 1:
            line = int(filled[row + 1]) + 1
    return ModelFileError(path, line, what if line else f"row {row + 1}: {what}", cure)


def line_of_row(path: StrPath, row: int) -> int | None:
    """The line of a row of a text table, None where quoted text may go over several lines."""
    seen = -1  # the line of names comes before row 0
    with open_bytes(path) as stream:
        for number, text in enumerate(stream, 1):
            stream.release()
            if b'"' in text:
                return None
            seen += bool(text.strip())
            if seen > row:
                return number
    return None  # pragma: no cover - the row was read from this file


def listed(names: list[str]) -> str:
    """The names of columns, shortened where there are many."""
    more = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return f"its columns are {', '.join(map(_shown, names[:_SHOWN]))}{more}"


def one_line(error: Exception) -> str:
    """The message of an error as one line."""
    return " ".join(str(error).split())[:200]
