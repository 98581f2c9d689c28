"""Labelled samples in SVMlight (LIBSVM) format: rows of 0 and 1, or of numbers."""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    is_rounded,
    line_at,
    numbers_of,
    read_bytes,
    read_lines,
    refuse_first,
    starts_and_lines,
)
from nzdd.input.arrays import EXACT_INTEGERS
from nzdd.input.row_table import MAX_SYMBOLS, RowTable

FIRST_LINES = 1000  # one of them is expected not to be a comment
_LOOKED_AT = 10

_COMMENT = re.compile(rb"#[^\n]*")
_FOREIGN = re.compile(rb"[^-0-9+.eE: \t\r\n]")
_FLOAT = rb"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?"
_NUMBER = re.compile(_FLOAT)
_PAIRS = re.compile(rb"\s*%b([ \t]+\d+:%b)+\s*" % (_FLOAT, _FLOAT))
_LABEL = re.compile(rb"\s*%b\s*" % _FLOAT)
_BODY = re.compile(rb"^[ \t]*[^\s#][^\r\n#]*", re.MULTILINE)
_FORMAT = "a line is 'label index:value ...'"


def read(path: StrPath) -> tuple[RowTable, NDArray[np.float64]]:
    """Read an SVMlight file, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Each line is ``label index:value ...`` with indices from 1 on and values 0 or 1. Empty lines
        and comments after ``#`` are skipped.

    Returns
    -------
    rows : RowTable
        Symbol ``j`` for index ``j + 1``. The number of symbols is the largest index, so it may
        differ between training and test files; `LinearClassifier` takes rows with more or fewer.
    labels : ndarray of float64, shape (num_rows,)

    Raises
    ------
    ModelFileError
        If a line has another form, a label is not finite, an index is below 1, or a value is
        neither 0 nor 1.

    Notes
    -----
    Time and memory linear in the text; a million values take about a quarter of a second.
    """
    return parse(path, read_bytes(path))


def recognise(path: StrPath) -> bool:
    """Whether the first lines of a file, plain or packed, are ``label index:value ...``."""
    _, content = next(read_lines(path, FIRST_LINES), (0, b""))
    found = [line[0] for line in islice(_BODY.finditer(content), _LOOKED_AT)]
    pairs = sum(_PAIRS.fullmatch(line) is not None for line in found)
    bare = sum(_LABEL.fullmatch(line) is not None for line in found)
    return pairs > 0 and 2 * (pairs + bare) >= len(found)  # some may be damaged


def read_numbers(path: StrPath) -> tuple[csr_array, NDArray[np.float64]]:
    """Read an SVMlight file whose values are any finite numbers.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    table : csr_array of float64, shape (num_rows, largest index)
        Column ``j`` for index ``j + 1``. Zeros are not stored.
    labels : ndarray of float64, shape (num_rows,)

    Raises
    ------
    ModelFileError
        As `read`, except for values that are not finite.
    """
    return parse_numbers(path, read_bytes(path))


def parse_numbers(path: StrPath, content: bytes) -> tuple[csr_array, NDArray[np.float64]]:
    """Read the content of an SVMlight file, as `read_numbers` does; errors name the path."""
    parts = _parts(path, content, warn=True)
    refuse_first(
        path,
        ~np.isfinite(parts.values),
        parts.lines,
        lambda k: f"feature {parts.indices[k]:g} has the value {parts.values[k]:g}",
        "give finite numbers",
    )
    kept = np.flatnonzero(parts.values)
    shape = (parts.labels.size, int(parts.indices.max(initial=0)))
    places = (parts.rows[kept], parts.indices[kept].astype(np.int64) - 1)
    return csr_array((parts.values[kept], places), shape=shape), parts.labels


def parse(path: StrPath, content: bytes) -> tuple[RowTable, NDArray[np.float64]]:
    """Read the content of an SVMlight file, as `read` does; errors name the path."""
    parts = _parts(path, content)
    index, value = parts.indices, parts.values
    wrong, has = (value != 0) & (value != 1), "feature {:g} has the value {:g}".format
    cure = "only 0 and 1 are read, so make the features binary"
    refuse_first(path, wrong, parts.lines, lambda k: has(index[k], value[k]), cure)
    ones = value == 1
    counts = np.bincount(parts.rows[ones], minlength=parts.labels.size)
    symbols = (index[ones] - 1).astype(np.uint32)
    offsets = np.concatenate(([0], np.cumsum(counts)))
    return RowTable.from_csr(offsets, symbols, int(index.max(initial=0))), parts.labels


class _Parts(NamedTuple):
    """The labels, and of each pair its line, row, index and value."""

    labels: NDArray[np.float64]
    lines: NDArray[np.int64]
    rows: NDArray[np.int64]
    indices: NDArray[np.float64]
    values: NDArray[np.float64]


def _parts(path: StrPath, content: bytes, *, warn: bool = False) -> _Parts:
    """Check the text; with `warn`, warn of the first number that is rounded."""
    content = _COMMENT.sub(b"", content)
    check_characters(path, content, _FOREIGN, _FORMAT)
    characters = np.frombuffer(content, np.uint8)
    colon = characters == ord(":")
    starts, lines = starts_and_lines(content, (characters > ord(" ")) & ~colon)
    if not starts.size:
        if colon.any():
            line = line_at(content, int(np.argmax(colon)))
            raise ModelFileError(path, line, "a colon stands alone", _FORMAT)
        return _Parts(*(np.zeros(0, kind) for kind in (float, np.int64, np.int64, float, float)))
    numbers = _numbers(path, content, starts, lines)
    first = np.flatnonzero(np.diff(lines, prepend=0))
    position = np.arange(starts.size) - np.repeat(first, np.diff(first, append=starts.size))
    # there is a colon before every second number of a line, and nowhere else
    after_colon = np.concatenate(([False], colon))[starts]
    fault = after_colon != ((position > 0) & (position % 2 == 0))
    ends = np.concatenate((first[1:], [starts.size])) - 1
    fault[ends[position[ends] % 2 == 1]] = True
    if fault.any() or np.count_nonzero(colon) != np.count_nonzero(after_colon):
        wrong = int(lines[np.argmax(fault)]) if fault.any() else None
        raise ModelFileError(path, wrong, "a colon is missing or out of place", _FORMAT)
    if warn:
        _warn_of_rounded(path, content, lines, numbers, (position > 0) & (position % 2 == 0))
    return _checked(path, numbers, lines, position)


def _numbers(
    path: StrPath, content: bytes, starts: NDArray[np.int64], line: NDArray[np.int64]
) -> NDArray[np.float64]:
    content = content.replace(b":", b" ")
    # older numpy only warns of a word that is not a number, and reads its first digits
    with warnings.catch_warnings(), suppress(ValueError, DeprecationWarning):
        warnings.simplefilter("error", DeprecationWarning)
        numbers = numbers_of(content, np.float64)
        if numbers.size == starts.size:
            return numbers
    words = enumerate(content.split())
    at, word = next((i, word) for i, word in words if not _NUMBER.fullmatch(word))
    what = f"{word[:40].decode()!r} is not a number"
    raise ModelFileError(path, int(line[at]), what, _FORMAT)


def _warn_of_rounded(
    path: StrPath,
    content: bytes,
    line: NDArray[np.int64],
    numbers: NDArray[np.float64],
    is_value: NDArray[np.bool_],
) -> None:
    """Warn of the first whole number, a value of a feature, that no double is equal to."""
    large = np.flatnonzero(is_value & (np.abs(numbers) >= EXACT_INTEGERS))
    words = content.replace(b":", b" ").split() if large.size else []
    for at in large.tolist():
        if is_rounded(words[at]):
            warnings.warn(
                f"{path}, line {line[at]}: feature {numbers[at - 1]:g} is "
                f"{words[at][:40].decode()}, which is rounded to a double; subtract a number from "
                "the values of this feature",
                stacklevel=2,
            )
            return


def _checked(
    path: StrPath,
    numbers: NDArray[np.float64],
    line: NDArray[np.int64],
    position: NDArray[np.int64],
) -> _Parts:
    """The parts, from the numbers of each line: a label at 0, then indices and values."""
    at = np.flatnonzero(position % 2 == 1)
    index = numbers[at]
    wrong = (index < 1) | (index > MAX_SYMBOLS) | (index != np.rint(index))
    expected = f"is not an integer from 1 to {MAX_SYMBOLS}"
    cure = "count features from 1"
    refuse_first(path, wrong, line[at], lambda k: f"index {index[k]:g} {expected}", cure)
    labels = np.flatnonzero(position == 0)
    label, wrong = numbers[labels], ~np.isfinite(numbers[labels])
    cure = "give a label that fits a double"
    refuse_first(path, wrong, line[labels], lambda k: f"the label {label[k]:g} is not finite", cure)
    row = np.cumsum(position == 0) - 1
    return _Parts(label, line[at], row[at], index, numbers[at + 1])
