"""Item sets in the format of the FIMI repository: one row a line of non-negative integers."""

from __future__ import annotations

import re
from os import PathLike

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import check_characters, read_bytes
from nzdd.input.row_table import MAX_SYMBOLS, RowTable

_FOREIGN = re.compile(rb"[^0-9 \t\r\n]")


def read(path: str | PathLike[str]) -> RowTable:
    """Read a ``.dat`` file of item sets, plain or gzip.

    Parameters
    ----------
    path : path-like
        Each line is a row: non-negative integers, separated by blanks. An empty line is the empty
        row.

    Returns
    -------
    RowTable
        One row a line, in order, over the symbols 0 to the largest item.

    Raises
    ------
    ModelFileError
        If the file holds something else.

    Notes
    -----
    Time and memory linear in the text; a million items take about a tenth of a second.
    """
    return parse(path, read_bytes(path))


def parse(path: str | PathLike[str], content: bytes) -> RowTable:
    """Read the content of a ``.dat`` file, as `read` does; errors name the path."""
    check_characters(path, content, _FOREIGN, "item sets are lines of non-negative integers")
    characters = np.frombuffer(content, np.uint8)
    digit = characters >= ord("0")
    starts = np.flatnonzero(digit & ~np.concatenate(([False], digit[:-1])))
    items = np.zeros(0, np.int64)
    if starts.size:  # numpy makes a number of blanks, too
        items = np.fromstring(content.decode("ascii"), np.int64, sep=" ")
    newlines = np.flatnonzero(characters == ord("\n"))
    row = np.searchsorted(newlines, starts)
    if items.size and items.max() > MAX_SYMBOLS:
        at = int(np.argmax(items > MAX_SYMBOLS))
        what = f"item {items[at]} is too large"
        raise ModelFileError(path, int(row[at]) + 1, what, f"the limit is {MAX_SYMBOLS}")
    num_rows = newlines.size + (not content.endswith(b"\n"))
    offsets = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=num_rows))))
    return RowTable.from_csr(offsets, items.astype(np.uint32), int(items.max(initial=-1)) + 1)
