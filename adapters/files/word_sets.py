"""Item sets of words: one row per line, such as ``bread jam`` or ``red wine, cheese``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, decoded, read_bytes, read_lines
from nzdd.input.row_table import RowTable

_LETTER = re.compile(rb"[A-Za-z\x80-\xff]")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_BLANKS, _COMMAS = b" \t\r\v\f", b","
_AROUND = b' \t\r\v\f"'
"""What is not part of a word at its ends."""
_LOOKED_AT = 1000
"""Lines by which item sets are told from a table."""


@dataclass(frozen=True)
class Words:
    """The words of some files, and how they are told apart.

    Attributes
    ----------
    separators : bytes
        Any of these stands between two words.
    each : frozenset of bytes
        The different words.
    """

    separators: bytes
    each: frozenset[bytes] = frozenset()

    @cached_property
    def _sorted(self) -> tuple[tuple[str, ...], dict[bytes, int]]:
        found = list(self.each)
        texts = decoded(b"\n".join(found)).split("\n") if found else []
        by_text = dict(zip(texts, found, strict=True))
        names = tuple(sorted(by_text))
        return names, {by_text[name]: symbol for symbol, name in enumerate(names)}

    @property
    def names(self) -> tuple[str, ...]:
        """The words as text, sorted: symbol ``j`` is the word ``j``."""
        return self._sorted[0]

    def parse(self, content: bytes) -> RowTable:
        """The rows of some lines."""
        line, words = split(content, self.separators)
        symbols = np.fromiter(map(self._sorted[1].__getitem__, words), np.uint32, len(words))
        num_rows = content.count(b"\n") + (not content.endswith(b"\n"))
        offsets = np.append(0, np.cumsum(np.bincount(line, minlength=num_rows)))
        return RowTable.from_csr(offsets, symbols, len(self.each))


def separators_of(path: StrPath) -> bytes | None:
    """What stands between two words; None if the first line that holds something has no letter.

    With a comma there, words are separated by commas and may hold blanks. Comments are passed over
    where integers follow, as are the names of integers in files of SPMF.
    """
    first = None
    with suppress(ModelFileError):  # which the reader raises again
        for _, line in read_lines(path, 1):
            if _BINARY.search(line):
                return None
            if not line.strip():
                continue
            first = line if first is None else first
            if line[:1] not in b"#%@":
                first = line if not _LETTER.search(line) else first
                break
    if first is None or not _LETTER.search(first):
        return None
    return _COMMAS if b"," in first else _BLANKS


def is_ragged(path: StrPath) -> bool:
    """Whether the first lines differ in their number of commas, as those of a table do not."""
    _, content = next(read_lines(path, _LOOKED_AT), (0, b""))
    return len({line.count(_COMMAS) for line in content.splitlines() if line.strip()}) > 1


def has_lines_of_words(path: StrPath) -> bool:
    """Whether most of the first lines have a letter, as those of words do."""
    _, content = next(read_lines(path, _LOOKED_AT), (0, b""))
    lines = [line for line in content.splitlines() if line.strip()]
    return 2 * sum(map(bool, map(_LETTER.search, lines))) > len(lines)


def words_of(paths: Iterable[StrPath], separators: bytes, chunk_rows: int) -> Words:
    """The words of some files, which are read in chunks; ModelFileError where they differ."""
    found: set[bytes] = set()
    for path in paths:
        if separators_of(path) not in (None, separators):
            how = "commas" if separators == _COMMAS else "blanks"
            what = f"its words are not separated by {how}, as those of the first file are"
            raise ModelFileError(path, None, what, "read files of one format at a time")
        for before, content in read_lines(path, chunk_rows):
            _check(path, content, before)
            found.update(split(content, separators)[1])
    return Words(separators, frozenset(found))


def read(path: StrPath) -> tuple[RowTable, tuple[str, ...]]:
    """Read a file of item sets of words, plain or packed.

    Parameters
    ----------
    path : path-like
        Each line is a row: words, separated by blanks; or by commas, if there is one in the first
        line. Quotation marks around a word are left out. An empty line is the empty row.

    Returns
    -------
    rows : RowTable
        One row per line, in order.
    names : tuple of str
        The words, sorted: the names of the symbols.

    Raises
    ------
    ModelFileError
        If the file is not of words.

    Notes
    -----
    Time and memory linear in the text, beside sorting the words; a million take half a second.
    """
    separators = separators_of(path)
    content = read_bytes(path)
    if separators is None:
        cure = "the first line of item sets of words has a letter; itemsets.read reads integers"
        raise ModelFileError(path, 1, "there is no word", cure)
    _check(path, content, 0)
    words = Words(separators, frozenset(split(content, separators)[1]))
    return words.parse(content), words.names


def split(content: bytes, separators: bytes) -> tuple[NDArray[np.int64], list[bytes]]:
    """The line of each word, from 0, and the words."""
    code = np.frombuffer(content, np.uint8)
    between = np.isin(code, np.frombuffer(separators + b"\n", np.uint8))
    line = np.append(0, np.cumsum(code[between] == ord("\n")))
    one = content.translate(bytes.maketrans(separators, b"\n" * len(separators)))
    words = [word.strip(_AROUND) for word in one.split(b"\n")]
    there = np.fromiter(map(bool, words), np.bool_, len(words))
    return line[there], list(filter(None, words))


def _check(path: StrPath, content: bytes, before: int) -> None:
    found = _BINARY.search(content)
    if found is not None:
        line = before + content.count(b"\n", 0, found.start()) + 1
        raise ModelFileError(path, line, "it holds binary data", "give text, one row per line")


def lines_of(path: StrPath, words: Words, chunk_rows: int) -> Iterator[RowTable]:
    """The rows of a file, some lines at a time."""
    for before, content in read_lines(path, chunk_rows):
        _check(path, content, before)
        yield words.parse(content)
