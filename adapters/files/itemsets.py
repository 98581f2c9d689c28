"""Item sets in the format of the FIMI repository: one row per line of non-negative integers."""

from __future__ import annotations

import re
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    numbers_of,
    read_bytes,
    read_lines,
    refuse_first,
    starts_and_lines,
)
from nzdd.input.row_table import MAX_SYMBOLS, RowTable

_FOREIGN = re.compile(rb"[^0-9 \t\r\n]")
_NOTES = b"#%@"
_NOTE = re.compile(rb"^[#%@][^\n]*", re.MULTILINE)


def read(path: StrPath) -> RowTable:
    """Read a ``.dat`` file of item sets, plain or gzip.

    Parameters
    ----------
    path : path-like
        Each line is a row: non-negative integers, separated by blanks. An empty line is the empty
        row. Lines that begin with ``#``, ``%`` or ``@`` are no rows, as in files of SPMF.
        `nzdd.adapters.files.word_sets.read` reads words.

    Returns
    -------
    RowTable
        One row per line, in order, over the symbols 0 to the largest item.

    Raises
    ------
    ModelFileError
        If the file holds something else.

    Notes
    -----
    Time and memory linear in the text; a million items take about a tenth of a second.
    """
    return parse(path, read_bytes(path))


def parse(path: StrPath, content: bytes) -> RowTable:
    """Read the content of a ``.dat`` file, as `read` does; errors name the path."""
    cure = (
        "item sets are lines of non-negative integers with blanks between them, or of words from "
        "the first line on"
    )
    num_rows = content.count(b"\n") + (not content.endswith(b"\n"))
    notes = _lines_of_notes(content)
    content = _NOTE.sub(b"", content) if notes.size else content
    check_characters(path, content, _FOREIGN, cure)
    _, line = starts_and_lines(content, np.frombuffer(content, np.uint8) >= ord("0"))
    items = numbers_of(content, np.int64)
    cure = f"the limit is {MAX_SYMBOLS}"
    large = items > MAX_SYMBOLS
    refuse_first(path, large, line, lambda k: f"item {items[k]} is too large", cure)
    sizes = np.delete(np.bincount(line - 1, minlength=num_rows), notes)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    return RowTable.from_csr(offsets, items.astype(np.uint32), int(items.max(initial=-1)) + 1)


def is_of_spmf(path: StrPath) -> bool:
    """Whether the first line is that of SPMF, with the names of integers below it."""
    with suppress(ModelFileError):  # which the reader raises again
        _, line = next(read_lines(path, 1), (0, b""))
        return line.startswith(b"@CONVERTED_FROM")
    return False


def _lines_of_notes(content: bytes) -> NDArray[np.int64]:
    """The numbers, from 0, of the lines that are no rows."""
    if not _NOTE.search(content):
        return np.empty(0, np.int64)
    code = np.frombuffer(content, np.uint8)
    starts = np.append(0, np.flatnonzero(code == ord("\n")) + 1)
    starts = starts[starts < code.size]
    return np.flatnonzero(np.isin(code[starts], np.frombuffer(_NOTES, np.uint8)))
