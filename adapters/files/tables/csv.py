"""Text tables by pandas, in the `layout` that their content shows."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files.foreign import refuse_foreign
from nzdd.adapters.files.tables.cells.number_blocks import suspects
from nzdd.adapters.files.tables.cells.values import MARKS, with_values
from nzdd.adapters.files.tables.cells.whole_numbers import as_written, beyond
from nzdd.adapters.files.tables.text_layout.layout import (
    BLANKS,
    HEAD,
    Layout,
    fields_of,
    prepared,
    recognise,
    row_fields,
)
from nzdd.adapters.files.tables.text_layout.other_lines import MOST_LINES, are_below
from nzdd.adapters.files.text import (
    StrPath,
    decoded,
    empty,
    encoding,
    one_line,
    open_bytes,
    read_bytes,
    read_lines,
)
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import DataFrame

_CURE = "give each line as many fields as the others"


def read(
    path: StrPath,
    header: bool | None = None,
    missing: Collection[str] = (),
    text: Collection[str] = (),
    names: Sequence[str] | None = None,
    *,
    alone: bool = False,
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
    alone : bool, default False
        Whether there may be one column.
    """
    require("pandas", f"reading {path}")
    original = read_bytes(path)
    refuse_foreign(path, original)
    found = recognise(path, original, header, alone=alone)
    if names is not None:
        found = replace(found, names=tuple(names))
    content = prepared(original, found)
    content, below = _without_lines_below(content, found)
    notes = [f"line {line} is no row and is skipped: {shown(text)}" for line, text in below]
    frame = _frame(path, content, found, _options(found, missing, text))
    return frame, replace(found, notes=(*found.notes, *notes))


def row_line(path: StrPath, row: int, header: bool | None = None) -> int | None:
    """The line of a row of a file that fits into memory."""
    original = read_bytes(path)
    found = recognise(path, original, header, alone=True)
    lines, _ = row_fields(prepared(original, found), found.separator)
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
    """The rows, those of about `count` lines at a time.

    The parameters are those of `read`. The rows have their numbers in the file as index.
    """
    pd = require("pandas", f"reading {path}")
    with open_bytes(path) as stream:
        found = _layout_of(path, stream, header)
    if names is not None:
        found = replace(found, names=tuple(names))
    options, first = _options(found, missing, text), 0
    blocks = _blocks(path, found, count)
    following = next(blocks, None)
    while following is not None:
        before, content = following
        following = next(blocks, None)
        if following is None:
            content, _ = _without_lines_below(content, found, before)
        frame = _frame(path, content, found, options, before)
        frame.index = pd.RangeIndex(first, first := first + len(frame))
        yield frame


def _blocks(path: StrPath, layout: Layout, count: int) -> Iterator[tuple[int, bytes]]:
    """The text in parts that end with a row: the lines before each, and what `prepared` returns."""
    start, waiting, looked_at = 0, BytesIO(), 0
    for before, lines in read_lines(path, count):
        if not waiting.tell():
            start = before
        waiting.write(lines)
        if waiting.tell() < 2 * looked_at:
            continue  # so that a quote that nothing closes takes linear time
        looked_at = waiting.tell()
        content = prepared(waiting.getvalue(), layout)
        skipped = layout.first - 1 - start
        if content.count(b'"') % 2 == 0 or _is_quoted_otherwise(content, layout, skipped):
            yield start, content
            waiting, looked_at = BytesIO(), 0
    if waiting.tell():
        yield start, prepared(waiting.getvalue(), layout)


def _without_lines_below(
    content: bytes, layout: Layout, before: int = 0
) -> tuple[bytes, list[tuple[int, str]]]:
    """The end of a text without lines below the table; these, with their numbers."""
    lines, counts = row_fields(content, layout.separator)
    other = counts != len(layout.names)
    if not lines.size or not other[-1]:
        return content, []
    first = int(np.flatnonzero(~other)[-1]) + 1 if not other.all() else 0
    if lines.size - first > MOST_LINES or (lines[first] < layout.first - before):
        return content, []
    start = _start_of(content, int(lines[first]))
    texts = decoded(content[start:]).split("\n")
    found = [(int(line) + before, texts[line - lines[first]].strip()) for line in lines[first:]]
    if not are_below([fields_of(text, layout.separator) for _, text in found], len(layout.names)):
        return content, []
    return content[:start], found


def _start_of(content: bytes, line: int) -> int:
    """Where a line begins, counted from 1."""
    feeds = np.flatnonzero(np.frombuffer(content, np.uint8) == ord("\n"))
    return int(feeds[line - 2]) + 1 if line > 1 else 0


def _frame(
    path: StrPath, content: bytes, layout: Layout, options: dict[str, Any], before: int = 0
) -> DataFrame:
    """The rows of a part of a text, which begins after some lines of the file."""
    pd = require("pandas", f"reading {path}")
    skipped = max(0, layout.first - 1 - before)
    lines, counts = row_fields(content, layout.separator)
    lines, counts = lines[lines > skipped], counts[lines > skipped]
    width = len(layout.names)
    if (counts != width).any() and not _is_quoted_otherwise(content, layout, skipped):
        at = int(np.argmax(counts != width))
        what = f"the number of fields is {counts[at]}, and the table has {width} columns"
        raise ModelFileError(path, before + int(lines[at]), what, _CURE)
    if not lines.size:
        return pd.DataFrame(columns=list(layout.names))
    # pandas counts lines between quotes as one
    content = content[_start_of(content, skipped + 1) :]
    options = options | {"encoding": encoding(content)}
    with _parsing(path, pd):
        frame: DataFrame = pd.read_csv(BytesIO(content), low_memory=False, **options)
        large = [name for name, column in suspects(frame, beyond) if column.dtype == np.float64]
        if not large:
            return frame
        texts = pd.read_csv(BytesIO(content), usecols=large, **options | {"dtype": str})
    return with_values(frame, {name: as_written(frame[name], texts[name]) for name in large})


def _layout_of(path: StrPath, stream: Any, header: bool | None = None) -> Layout:
    start = stream.read(HEAD)
    stream.seek(0)
    refuse_foreign(path, start)
    if not start.strip():
        raise empty(path)
    return recognise(path, start[: start.rfind(b"\n") + 1] or start, header)


def _options(
    layout: Layout, missing: Collection[str] = (), text: Collection[str] = ()
) -> dict[str, Any]:
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
        "dtype": {name: str for name in (*text, *layout.dotted) if name in layout.names},
    }


def _is_quoted_otherwise(content: bytes, layout: Layout, skipped: int) -> bool:
    """Whether each line has the right fields by itself, where a quote stands within a field."""
    if b'"' not in content:
        return False
    lines = filter(str.strip, content.decode("latin-1").split("\n")[max(0, skipped) :])
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
