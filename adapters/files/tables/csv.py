"""Text tables by pandas: fields separated by commas, semicolons or tabs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files.text import StrPath, empty, one_line, open_bytes, plain_name, read_bytes
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame

_SEPARATORS = ",;\t"
_NAMES = "give each column a name of its own there"
_HEAD = 2**16  # bytes in which the line of names must end


def read(path: StrPath) -> DataFrame:
    """The table of a text file, perhaps without rows."""
    pd = require("pandas", f"reading {path}")
    content = read_bytes(path)
    options = _options(path, content, pd)
    with _parsing(path, pd):
        return pd.read_csv(BytesIO(content), low_memory=False, **options)


def header(path: StrPath) -> DataFrame:
    """The names of the columns, in a frame without rows."""
    pd = require("pandas", f"reading {path}")
    with open_bytes(path) as stream:
        options = _options_of_stream(path, stream, pd)
        with _parsing(path, pd):
            return pd.read_csv(stream, nrows=0, **options)


def chunks(path: StrPath, count: int) -> Iterator[DataFrame]:
    """The rows, at most `count` at a time; of a whole file where pandas is older than 3."""
    pd = require("pandas", f"reading {path}")
    # Before 3 it drops what the first line of a chunk has beyond the names.
    if int(pd.__version__.split(".")[0]) < 3:
        frame = read(path)
        for first in range(0, max(1, len(frame)), count):
            yield frame.iloc[first : first + count]
        return
    with open_bytes(path) as stream:
        options = _options_of_stream(path, stream, pd)
        with _parsing(path, pd):
            reader = pd.read_csv(stream, chunksize=count, low_memory=False, **options)
        with closing(reader):
            while True:
                with _parsing(path, pd):
                    frame = next(reader, None)
                if frame is None:
                    return
                yield frame
                stream.release()


def _options_of_stream(path: StrPath, stream: Any, pd: Any) -> dict[str, Any]:
    start = stream.read(_HEAD)
    stream.seek(0)
    if not start.strip():
        raise empty(path)
    whole_lines = start[: start.rfind(b"\n") + 1] or start
    # another encoding further down does no harm: only columns of 0 and 1 are kept
    return _options(path, whole_lines, pd) | {"encoding_errors": "replace"}


def _options(path: StrPath, content: bytes, pd: Any) -> dict[str, Any]:
    """The options of pandas for a text table, from its first lines, whose names are checked."""
    header = content.lstrip().splitlines()[0].decode("latin-1")
    separator = "\t" if plain_name(path).endswith(".tsv") else max(_SEPARATORS, key=header.count)
    options: dict[str, Any] = {"sep": separator, "skipinitialspace": True, "encoding": "utf-8-sig"}
    try:
        content.decode()
    except UnicodeDecodeError:
        options["encoding"] = "latin-1"  # as `read_text` has it
    with _parsing(path, pd):
        names = pd.read_csv(BytesIO(content), header=None, nrows=1, dtype=str, **options).iloc[0]
    if names.duplicated().any():
        name = names[names.duplicated()].iloc[0]
        what = f"the first line has the name {_shown(name)} twice"
        raise ModelFileError(path, 1, what, _NAMES)
    fractions = pd.to_numeric(names, errors="coerce") % 1
    if (fractions > 0).any():  # whole numbers may well be names
        name = names[fractions > 0].iloc[0]
        what = f"the first line holds the number {_shown(name)} where a name should be"
        raise ModelFileError(path, 1, what, _NAMES)
    return options | {"index_col": False}


@contextmanager
def _parsing(path: StrPath, pd: Any) -> Iterator[None]:
    """Turn errors of pandas into errors that name the file."""
    try:
        with warnings.catch_warnings():
            # pandas would only warn of fields that it drops
            warnings.simplefilter("error", pd.errors.ParserWarning)
            yield
    except ModelFileError:
        raise
    except pd.errors.ParserWarning:
        what = "the lines have more fields than the first line has names"
        raise ModelFileError(path, 1, what, "give each column a name") from None
    except ValueError as error:
        what = f"the table cannot be read ({one_line(error)})"
        raise ModelFileError(
            path, None, what, "give each line as many fields as the first"
        ) from None
