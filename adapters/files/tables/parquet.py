"""Parquet and Feather files by pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files.text import Reader, StrPath, one_line, open_bytes, read_bytes
from nzdd.adapters.libraries.pyarrow import frame_of
from nzdd.input.memory import max_bytes, too_large
from nzdd.input.row_table import WORD_SYMBOLS, first_not_binary

if TYPE_CHECKING:
    from pandas import DataFrame

_FEATHER = b"ARROW1"
MAGIC = (b"PAR1", _FEATHER)
"""How these files begin."""

_UNREADABLE = (ValueError, OSError, LookupError, TypeError, AttributeError, NotImplementedError)
"""What pyarrow and pandas raise where Parquet data or metadata are damaged."""

_ENTRY_NEED = 4
"""Bytes of memory for a byte of the entries of a Parquet file, when they are numbers."""


def read(path: StrPath) -> DataFrame:
    """The table of a file, perhaps without rows."""
    require("pandas", f"reading {path}")
    content = read_bytes(path)
    if content.startswith(_FEATHER):
        ipc = require("pyarrow.ipc", f"reading {path}")
        with _reading(path):
            return with_names(path, frame_of(ipc.open_file(BytesIO(content)).read_all()))
    parquet = require("pyarrow.parquet", f"reading {path}")
    with _reading(path):
        # A table may have far more entries than bytes, of which memory holds eight each and more.
        file = parquet.ParquetFile(BytesIO(content))
        facts = file.metadata
        size, limit = 8 * facts.num_rows * facts.num_columns, max_bytes(_ENTRY_NEED)
        if size > limit:
            raise ModelFileError(path, None, *too_large(limit))
        with_names(path, file.schema_arrow.empty_table().to_pandas())
        frame = frame_of(parquet.read_table(BytesIO(content)))
    return with_names(path, frame)


def header(path: StrPath) -> DataFrame:
    """The names of the columns, in a frame without rows."""
    with open_bytes(path) as stream, _opened(path, stream) as file:
        schema = file.schema if _is_feather(file) else file.schema_arrow
        return with_names(path, schema.empty_table().to_pandas())


def chunks(path: StrPath, count: int) -> Iterator[DataFrame]:
    """The rows, at most `count` at a time."""
    pd = require("pandas", f"reading {path}")
    with open_bytes(path) as stream, _opened(path, stream) as file:
        first = 0
        for batch in _batches(file, count):
            frame = with_names(path, frame_of(batch, split_blocks=True))
            frame.index = pd.RangeIndex(first, first := first + len(frame))
            yield frame
            stream.release()


def word_chunks(
    path: StrPath, count: int, names: Sequence[str], group: int | None = None
) -> Iterator[tuple[int, NDArray[np.uint64] | DataFrame]]:
    """The rows of the file or of a row group: the number of the first one, and machine words.

    Frames with all columns where those with the names are anything but booleans or whole numbers,
    each 0 or 1, or too many for a word.
    """
    with open_bytes(path) as stream, _opened(path, stream) as file:
        first = 0 if group is None else sum(_group_sizes(file)[:group])
        for batch in _batches(file, count, group):
            words = _words(batch, names)
            frame = None if words is not None else frame_of(batch, split_blocks=True)
            yield first, words if frame is None else with_names(path, frame)
            first += batch.num_rows
            stream.release()


def num_groups(path: StrPath) -> int:
    """How many row groups a file has; one if it is a Feather file."""
    with open_bytes(path) as stream, _opened(path, stream) as file:
        return 1 if _is_feather(file) else int(file.num_row_groups)


def _group_sizes(file: Any) -> list[int]:
    if _is_feather(file):
        return []
    return [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]


def _words(batch: Any, names: Sequence[str]) -> NDArray[np.uint64] | None:
    """Rows as machine words where they are such."""
    if len(names) > WORD_SYMBOLS:
        return None
    words = np.zeros(batch.num_rows, np.uint64)
    for index in map(batch.schema.get_field_index, names):
        if index < 0 or batch.column(index).null_count:
            return None
        values = batch.column(index).to_numpy(zero_copy_only=False)
        if values.dtype.kind not in "bui" or first_not_binary(values) is not None:
            return None
        words <<= np.uint64(1)
        words |= values.view(f"u{values.itemsize}")  # no sign, and no copy
    return words


def with_names(path: StrPath, frame: DataFrame) -> DataFrame:
    """The frame with strings as names, which must differ; ModelFileError where they do not."""
    frame.columns = frame.columns.map(str)
    if not frame.columns.is_unique:
        name = frame.columns[frame.columns.duplicated()][0]
        what = f"two columns are called {name!r}"
        raise ModelFileError(path, None, what, "give each column a name of its own")
    return frame


@contextmanager
def _opened(path: StrPath, stream: Reader) -> Iterator[Any]:
    require("pandas", f"reading {path}")
    parquet = require("pyarrow.parquet", f"reading {path}")
    ipc = require("pyarrow.ipc", f"reading {path}")
    magic = stream.peek(len(_FEATHER))
    with _reading(path):
        feather = magic.startswith(_FEATHER)
        yield ipc.open_file(stream) if feather else parquet.ParquetFile(stream)


def _is_feather(file: Any) -> bool:
    return hasattr(file, "num_record_batches")


def _batches(file: Any, count: int, group: int | None = None) -> Iterator[Any]:
    """The rows of an open file or of a row group, at most `count` at a time."""
    if not _is_feather(file):
        groups = None if group is None else [group]
        yield from file.iter_batches(batch_size=count, row_groups=groups)
        return
    for batch in map(file.get_batch, range(file.num_record_batches)):
        yield from (batch.slice(at, count) for at in range(0, batch.num_rows, count))


@contextmanager
def _reading(path: StrPath) -> Iterator[None]:
    """Turn errors of pyarrow into errors that name the file."""
    try:
        yield
    except ModelFileError:
        raise
    except _UNREADABLE as error:
        what = f"it is not a readable Parquet or Feather file ({one_line(error)})"
        raise ModelFileError(path, None, what, "write or download it again") from None
