"""Tables whose files tell numbers from text: Parquet, Feather, and records of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables import parquet, records
from nzdd.adapters.files.text import StrPath, open_bytes, plain_name

if TYPE_CHECKING:
    from pandas import DataFrame

_HEAD = 2**12
PARQUET, RECORDS = "parquet", "records"


def has_types(path: StrPath) -> bool:
    """Whether a file is Parquet, Feather or records of JSON, by its name or its content."""
    return kind(path) is not None


def read(path: StrPath) -> DataFrame:
    """The table, perhaps without rows."""
    return parquet.read(path) if kind(path) == PARQUET else records.read(path)


def header(path: StrPath) -> DataFrame:
    """The names of the columns, in a frame without rows."""
    return parquet.header(path) if kind(path) == PARQUET else records.read(path).iloc[:0]


def chunks(path: StrPath, count: int) -> Iterator[DataFrame]:
    """The rows, at most `count` at a time, with their numbers as index; JSON is read whole."""
    if kind(path) == PARQUET:
        yield from parquet.chunks(path, count)
        return
    frame = records.read(path)
    yield from (frame.iloc[first : first + count] for first in range(0, len(frame), count))


def kind(path: StrPath) -> str | None:
    """`PARQUET` (which may be Feather), `RECORDS`, or None for text."""
    if plain_name(path).endswith((".parquet", ".feather")):
        return PARQUET
    with suppress(ModelFileError), open_bytes(path) as stream:
        head = stream.read(_HEAD)
        if head.startswith(parquet.MAGIC):
            return PARQUET
        if records.BEGIN.match(head):
            return RECORDS
    return None
