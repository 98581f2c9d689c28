"""Tables with named columns, read whole or in chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables import csv, parquet, typed
from nzdd.adapters.files.tables.feature_columns import binary_rows, pick
from nzdd.adapters.files.tables.labels import split_label
from nzdd.adapters.files.tables.typed import has_types
from nzdd.adapters.files.text import StrPath
from nzdd.input.row_table import RowTable

if TYPE_CHECKING:
    from pandas import DataFrame


def read(path: StrPath, label: str | int | None = None) -> tuple[DataFrame, NDArray[Any]]:
    """Read a table as it stands: features of any type, to be encoded, and labels.

    The label column goes by name or by position from 0 (-1 is the last; digits in a string count as
    a position where no column has that name), and by default is the only one of `LABEL_NAMES`.
    ModelFileError if it is not found, or a label is missing, not finite, or neither number, boolean
    nor string. Time linear in the file; memory 8 bytes an entry of a CSV file beside its text.
    """
    return split_label(path, read_frame(path), label)


def read_frame(path: StrPath, *, alone: bool = False) -> DataFrame:
    """Read a table, whose column names are unique strings; `alone` says that one may be all.

    It is Parquet if the path ends in ``.parquet``, otherwise text, plain, gzip or xz, whose
    separator and line of names are found by content. ModelFileError if a line has another number of
    fields, two columns share a name, or there are no rows; MissingExtraError if pandas (for Parquet
    also pyarrow) is not installed.
    """
    return with_rows(path, typed.read(path) if has_types(path) else csv.read(path, alone=alone)[0])


def with_rows(path: StrPath, frame: DataFrame) -> DataFrame:
    """The frame, or ModelFileError if it has no rows."""
    if not len(frame):
        raise ModelFileError(path, None, "the table has no rows", "check that it is complete")
    return frame


def chunks(path: StrPath, count: int) -> Iterator[DataFrame]:
    """The rows of a table as `read_frame` reads them, at most `count` of them at a time.

    A table without rows gives none. The rows of a text come by about `count` lines.
    """
    return typed.chunks(path, count) if has_types(path) else csv.chunks(path, count)


def binary_chunks(
    path: StrPath, count: int, names: Sequence[str], group: int | None = None
) -> Iterator[RowTable]:
    """The rows of a table of 0 and 1 over the columns `names`, at most `count` at a time.

    Those of one row group if `group` is given. Columns of booleans or whole numbers in a Parquet
    file become machine words at once, other tables a frame first.
    """
    if typed.kind(path) == typed.PARQUET:
        for first, rows in parquet.word_chunks(path, count, names, group):
            if isinstance(rows, np.ndarray):
                yield RowTable.from_words(rows, len(names))
            else:
                yield binary_rows(path, pick(path, rows, names), first)
        return
    first = 0
    for frame in chunks(path, count):
        yield binary_rows(path, pick(path, frame, names), first)
        first += len(frame)


def num_groups(path: StrPath) -> int:
    """Into how many parts a table divides, each of which can be read without the others."""
    return parquet.num_groups(path) if typed.kind(path) == typed.PARQUET else 1


def header(path: StrPath) -> DataFrame:
    """The names of the columns, in a frame without rows."""
    return typed.header(path) if has_types(path) else csv.header(path)
