"""Item sets in the format of the FIMI repository: one row per line of non-negative integers."""

from __future__ import annotations

import re

import numpy as np

from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    numbers_of,
    read_bytes,
    refuse_first,
    starts_and_lines,
)
from nzdd.input.row_table import MAX_SYMBOLS, RowTable

_FOREIGN = re.compile(rb"[^0-9 \t\r\n]")


def read(path: StrPath) -> RowTable:
    """Read a ``.dat`` file of item sets, plain or gzip.

    Parameters
    ----------
    path : path-like
        Each line is a row: non-negative integers, separated by blanks. An empty line is the empty
        row. `nzdd.adapters.files.word_sets.read` reads words.

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
    cure = "item sets are lines of non-negative integers, or of words from the first line on"
    check_characters(path, content, _FOREIGN, cure)
    _, line = starts_and_lines(content, np.frombuffer(content, np.uint8) >= ord("0"))
    items = numbers_of(content, np.int64)
    cure = f"the limit is {MAX_SYMBOLS}"
    large = items > MAX_SYMBOLS
    refuse_first(path, large, line, lambda k: f"item {items[k]} is too large", cure)
    num_rows = content.count(b"\n") + (not content.endswith(b"\n"))
    offsets = np.concatenate(([0], np.cumsum(np.bincount(line - 1, minlength=num_rows))))
    return RowTable.from_csr(offsets, items.astype(np.uint32), int(items.max(initial=-1)) + 1)
