"""Text tables by pandas, in the `layout` that their content shows."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files.foreign import refuse_foreign
from nzdd.adapters.files.tables.layout import (
    BLANKS,
    HEAD,
    Layout,
    fields_of,
    prepared,
    recognise,
    row_fields,
)
from nzdd.adapters.files.tables.values import MARKS
from nzdd.adapters.files.text import StrPath, empty, one_line, open_bytes, read_bytes

if TYPE_CHECKING:
    from pandas import DataFrame

_CURE = "give each line as many fields as the others"


def read(
    path: StrPath,
    header: bool | None = None,
    missing: Collection[str] = (),
    text: Collection[str] = (),
    names: Sequence[str] | None = None,
) -> tuple[DataFrame, Layout]:
    """The table of a text file, perhaps without rows, and its layout.

    Parameters
    ----------
    path : path-like
    header : bool, optional
        Whether the first line holds names; by default the content tells.
    missing : collection of str
        Marks of missing values besides `MARKS`.
    text : collection of str
        The columns that are read as text, whatever they hold.
    names : sequence of str, optional
        Of the columns, instead of those of the layout.
    """
    pd = require("pandas", f"reading {path}")
    original = read_bytes(path)
    refuse_foreign(path, original)
    found = recognise(path, original, header)
    if names is not None:
        found = replace(found, names=tuple(names))
    content = prepared(original)
    lines, counts = row_fields(content, found.separator)
    lines, counts = lines[lines >= found.first], counts[lines >= found.first]
    width = len(found.names)
    if (counts != width).any() and not _is_quoted_otherwise(content, found):
        at = int(np.argmax(counts != width))
        what = f"the number of fields is {counts[at]}, and the table has {width} columns"
        raise ModelFileError(path, int(lines[at]), what, _CURE)
    options = _options(found, missing) | {"encoding": _encoding(content)}
    options["skiprows"] = found.first - 1
    options["dtype"] = {name: str for name in text if name in found.names}
    if not lines.size:
        return pd.DataFrame(columns=list(found.names)), found
    with _parsing(path, pd):
        return pd.read_csv(BytesIO(content), low_memory=False, **options), found


def row_line(path: StrPath, row: int, header: bool | None = None) -> int | None:
    """The line of a row of a file that fits into memory."""
    original = read_bytes(path)
    found = recognise(path, original, header)
    lines, _ = row_fields(prepared(original), found.separator)
    lines = lines[lines >= found.first]
    return int(lines[row]) if row < lines.size else None


def layout(path: StrPath, header: bool | None = None) -> Layout:
    """The layout of a text file, by its first lines."""
    with open_bytes(path) as stream:
        return _layout_of(path, stream, header)


def header(path: StrPath) -> DataFrame:
    """The names of the columns, in a frame without rows."""
    pd = require("pandas", f"reading {path}")
    with open_bytes(path) as stream:
        return pd.DataFrame(columns=list(_layout_of(path, stream).names))


def chunks(
    path: StrPath,
    count: int,
    header: bool | None = None,
    missing: Collection[str] = (),
    text: Collection[str] = (),
    names: Sequence[str] | None = None,
) -> Iterator[DataFrame]:
    """The rows, at most `count` at a time; of a whole file where pandas is older than 3.

    The parameters are those of `read`. The rows have their numbers in the file as index.
    """
    pd = require("pandas", f"reading {path}")
    # Before 3 it drops what the first line of a chunk has beyond the names.
    if int(pd.__version__.split(".")[0]) < 3:
        frame, _ = read(path, header, missing, text, names)
        for first in range(0, max(1, len(frame)), count):
            yield frame.iloc[first : first + count]
        return
    with open_bytes(path) as stream:
        found = _layout_of(path, stream, header)
        if names is not None:
            found = replace(found, names=tuple(names))
        # names of another encoding are read wrong, but alike in all files
        options = _options(found, missing)
        options |= {"encoding": "utf-8-sig", "encoding_errors": "replace"}
        options["dtype"] = {name: str for name in text if name in found.names}
        options["skiprows"] = found.first - 1
        with _parsing(path, pd):
            try:
                reader = pd.read_csv(stream, chunksize=count, low_memory=False, **options)
            except pd.errors.EmptyDataError:
                return
        with closing(reader):
            while True:
                with _parsing(path, pd):
                    frame = next(reader, None)
                if frame is None:
                    return
                yield frame
                stream.release()


def _layout_of(path: StrPath, stream: Any, header: bool | None = None) -> Layout:
    start = stream.read(HEAD)
    stream.seek(0)
    refuse_foreign(path, start)
    if not start.strip():
        raise empty(path)
    return recognise(path, start[: start.rfind(b"\n") + 1] or start, header)


def _options(layout: Layout, missing: Collection[str] = ()) -> dict[str, Any]:
    """The options of pandas for a text table."""
    blanks = layout.separator == BLANKS
    return {
        "sep": r"\s+" if blanks else layout.separator,
        "skipinitialspace": not blanks,
        "header": None,
        "names": list(layout.names),
        "index_col": False,
        "keep_default_na": False,
        "na_values": sorted(MARKS.union(missing)),
    }


def _encoding(content: bytes) -> str:
    try:
        content.decode()
    except UnicodeDecodeError:
        return "latin-1"  # as `read_text` has it
    return "utf-8"


def _is_quoted_otherwise(content: bytes, layout: Layout) -> bool:
    """Whether each line has the right fields by itself, where a quote stands within a field."""
    if b'"' not in content:
        return False
    lines = filter(str.strip, content.decode("latin-1").split("\n")[layout.first - 1 :])
    width = len(layout.names)
    return all(len(fields_of(line, layout.separator)) == width for line in lines)


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
        what = "the lines have more fields than there are columns"
        raise ModelFileError(path, None, what, _CURE) from None
    except ValueError as error:
        what = f"the table cannot be read ({one_line(error)})"
        raise ModelFileError(path, None, what, _CURE) from None
