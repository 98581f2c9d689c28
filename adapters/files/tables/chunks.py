"""Tables with named columns, some rows at a time: CSV by pandas, Parquet by pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from os import PathLike
from typing import TYPE_CHECKING, Any

from nzdd.adapters.extras import require
from nzdd.adapters.files.tables import frames as tables
from nzdd.adapters.files.text import Reader, empty, open_bytes, read_bytes

if TYPE_CHECKING:
    from pandas import DataFrame

_HEAD = 2**16  # bytes in which the line of names must end


def read(path: str | PathLike[str], count: int) -> Iterator[DataFrame]:
    """The rows of a table as `tables.read_frame` reads them, at most `count` of them at a time.

    A CSV file is read whole where pandas is older than 3.

    Raises
    ------
    ModelFileError, MissingExtraError
        As `tables.read_frame`, but a table without rows gives none.
    """
    return _parquet(path, count) if tables.is_parquet(path) else _csv(path, count)


def head(path: str | PathLike[str]) -> DataFrame:
    """The names of the columns, in a frame without rows."""
    if tables.is_parquet(path):
        with open_bytes(path) as stream, _parquet_file(path, stream) as file:
            return tables.with_names(path, file.schema_arrow.empty_table().to_pandas())
    pd = tables.pandas_for(path)
    with open_bytes(path) as stream:
        options = _options(path, stream, pd)
        with tables.parsing(path, pd):
            return pd.read_csv(stream, nrows=0, **options)


def _csv(path: str | PathLike[str], count: int) -> Iterator[DataFrame]:
    pd = tables.pandas_for(path)
    # Before 3 it drops what the first line of a chunk has beyond the names.
    if int(pd.__version__.split(".")[0]) < 3:
        frame = tables.read_csv(path, read_bytes(path), pd)
        for first in range(0, max(1, len(frame)), count):
            yield frame.iloc[first : first + count]
        return
    with open_bytes(path) as stream:
        options = _options(path, stream, pd)
        with tables.parsing(path, pd):
            reader = pd.read_csv(stream, chunksize=count, low_memory=False, **options)
        with closing(reader):
            while True:
                with tables.parsing(path, pd):
                    frame = next(reader, None)
                if frame is None:
                    return
                yield frame
                stream.release()


def _options(path: str | PathLike[str], stream: Any, pd: Any) -> dict[str, Any]:
    start = stream.read(_HEAD)
    stream.seek(0)
    if not start.strip():
        raise empty(path)
    whole_lines = start[: start.rfind(b"\n") + 1] or start
    # what follows may be text in another encoding, of which no bit is made
    return tables.csv_options(path, whole_lines, pd) | {"encoding_errors": "replace"}


def _parquet(path: str | PathLike[str], count: int) -> Iterator[DataFrame]:
    with open_bytes(path) as stream, _parquet_file(path, stream) as file:
        for batch in file.iter_batches(batch_size=count):
            yield tables.with_names(path, batch.to_pandas())
            stream.release()


@contextmanager
def _parquet_file(path: str | PathLike[str], stream: Reader) -> Iterator[Any]:
    tables.pandas_for(path)
    parquet = require("pyarrow.parquet", f"reading {path}")
    with tables.reading_parquet(path):
        yield parquet.ParquetFile(stream)
