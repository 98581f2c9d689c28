"""Set covering problems of OR-Library: the row format of scp*, the column format of rail*."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, check_characters, numbers_of, read_bytes
from nzdd.formulations.models.linear import LinearModel

Integers = NDArray[np.int64]

_FOREIGN = re.compile(rb"[^\s0-9]|[0-9]{16}")

_MANY_ROWS = 10**6
"""A file whose columns name fewer rows than this is taken at its word on how many there are."""


def read(path: StrPath) -> LinearModel:
    """Read a set covering problem, plain or gzip.

    Both formats begin with the numbers of rows and columns. Then come, in the row format, all
    costs and for each row its count and its columns; in the column format, for each column its
    cost, its count and its rows. The numbers show which of the two it is.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    LinearModel
        Minimise the cost of binary columns such that every row has at least one.

    Raises
    ------
    ModelFileError
        If the file fits neither format.

    Notes
    -----
    Time O(N log N), memory O(N) for N numbers.
    """
    content = read_bytes(path)
    what = "is not an integer from 0 to 10^15 - 1"
    check_characters(path, content, _FOREIGN, "set covering files hold only these", what)
    numbers = numbers_of(content, np.int64)
    m, n = numbers[:2].tolist() if len(numbers) >= 2 else (0, 0)
    by_row, by_column = _covers(numbers)
    if by_row is not None:
        costs = numbers[2 : 2 + n]
        entries, counts = by_row
        limit = n
    elif by_column is not None:
        entries, counts = by_column
        costs = numbers[_starts(numbers, 2, n, 1)]
        limit = m
    else:
        what = f"{len(numbers)} numbers do not make a set covering problem of {m} rows, {n} columns"
        cure = "check that it is complete; write other problems of OR-Library as MPS or LP"
        if len(numbers) in (m + 2, 2 * m + 2):
            cure = "if it is a packing problem, use nzdd pack"
        elif len(numbers) == 3 * n + 3:
            cure = "p-median problems of OR-Library are not read: write their model"
        raise ModelFileError(path, None, what, cure)
    if m > max(_MANY_ROWS, entries.size):
        what = f"{m} rows are announced, and only {entries.size} entries cover any"
        raise ModelFileError(path, None, what, "check that the file is complete")
    if entries.size and not (entries.min() >= 1 and entries.max() <= limit):
        wrong = int(entries[(entries < 1) | (entries > limit)][0])
        raise ModelFileError(path, None, f"index {wrong} is not in 1..{limit}", "correct the file")
    make = csr_array if by_row is not None else csc_array
    indptr = np.concatenate([[0], np.cumsum(counts)])
    matrix = csr_array(make((np.ones(len(entries)), entries - 1, indptr), shape=(m, n)))
    # A row that names a column twice is still covered by it once.
    matrix.sum_duplicates()
    matrix.data[:] = 1.0
    name = Path(path).name.split(".")[0]
    return LinearModel(costs, matrix, row_lower=1, upper=1, integrality=True, name=name)


def _covers(
    numbers: Integers,
) -> tuple[tuple[Integers, Integers] | None, tuple[Integers, Integers] | None]:
    """The entries and counts of the row format and of the column format, where they fit."""
    m, n = numbers[:2].tolist() if len(numbers) >= 2 else (0, 0)
    return _blocks(numbers, 2 + n, m, 0), _blocks(numbers, 2, n, 1)


def is_set_cover(numbers: Integers) -> bool:
    """Whether the numbers of a file are a set covering problem of OR-Library. Time O(N log N)."""
    return any(found is not None for found in _covers(numbers))


def _starts(numbers: Integers, first: int, blocks: int, header: int) -> Integers:
    """Positions of `blocks` consecutive blocks; each is a header, a count and count entries.

    Each block says where the next begins. The doubling of known positions and of step lengths
    replaces the walk from one to the next. Positions past the end are all the end.
    """
    end = len(numbers)
    counts = np.append(numbers[header:], np.zeros(header + 1, dtype=np.int64))[: end + 1]
    step = np.minimum(np.arange(end + 1) + header + 1 + counts, end)
    starts = np.array([min(first, end)])
    while len(starts) < blocks:
        starts = np.concatenate([starts, step[starts]])
        step = step[step]
    return starts[:blocks]


def _blocks(
    numbers: Integers, first: int, blocks: int, header: int
) -> tuple[Integers, Integers] | None:
    """All entries and the count of each block, if the blocks fill the numbers exactly."""
    if first > len(numbers) or blocks > len(numbers):
        return None
    starts = _starts(numbers, first, blocks, header)
    if blocks and starts[-1] + header >= len(numbers):
        return None
    counts = numbers[starts + header]
    if first + (header + 1) * blocks + counts.sum() != len(numbers):
        return None
    entry = np.ones(len(numbers), dtype=np.bool_)
    entry[:first] = False
    for offset in range(header + 1):
        entry[starts + offset] = False
    return numbers[entry], counts
