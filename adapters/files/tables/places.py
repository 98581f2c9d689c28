"""What errors say of a place in a table: the line of a text, the row of a Parquet file."""

from __future__ import annotations

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, open_bytes, plain_name
from nzdd.input.text import shown as _shown

_SHOWN = 12


def is_parquet(path: StrPath) -> bool:
    """Whether the name of a file says that it is a Parquet file."""
    return plain_name(path).endswith(".parquet")


def at_row(
    path: StrPath, row: int, what: str, cure: str, num_rows: int | None = None
) -> ModelFileError:
    """An error at a row, with its line where that is certain; perhaps all rows are counted."""
    line = None if is_parquet(path) else _line_of_row(path, row, num_rows)
    return ModelFileError(path, line, what if line else f"row {row + 1}: {what}", cure)


def _line_of_row(path: StrPath, row: int, num_rows: int | None) -> int | None:
    """The line of a row, None where quoted text may go over several lines."""
    seen, line = -1, None  # the line of names comes before row 0
    with open_bytes(path) as stream:
        lines = (line for block in stream for line in block.splitlines())  # also those of \r
        for number, text in enumerate(lines, 1):
            stream.release()
            if num_rows is None and (line is not None or b'"' in text):
                return line
            seen += bool(text.strip())
            if line is None and seen > row:
                line = number
    return line if num_rows in (None, seen) else None


def listed(names: list[str]) -> str:
    """The names of columns, shortened where there are many."""
    more = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return f"its columns are {', '.join(map(_shown, names[:_SHOWN]))}{more}"
