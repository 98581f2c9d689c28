"""Rows of many files, in chunks: item sets, SVMlight, CSV and Parquet tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from glob import glob
from os import PathLike, fspath
from typing import NamedTuple, TypeAlias

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import itemsets, svmlight, tables, word_sets
from nzdd.adapters.files.formats import find
from nzdd.adapters.files.text import StrPath, read_lines
from nzdd.adapters.files.word_sets import Words
from nzdd.input.row_table import RowTable

Paths: TypeAlias = StrPath | Iterable[StrPath]

CHUNK_ROWS = 2**16
READABLE = ("itemsets", "sample")
"""The formats that are read, or their kinds."""


class Stamp(NamedTuple):
    """What tells that a file has changed: its size in bytes, and when it was written."""

    size: int
    nanoseconds: int


@dataclass(frozen=True, slots=True)
class RowFiles:
    """The rows of files of one kind, without the labels that some kinds hold.

    Make one with `row_files`.

    Attributes
    ----------
    paths : tuple of str
    num_symbols : int
        The number of columns, or the largest item or index in all files (plus one where they
        count from 0).
    names : tuple of str, length num_symbols, or None
        The columns of tables: those of the first file, which every other one must have in some
        order, perhaps among others. Or the words of item sets. None for other kinds.
    chunk_rows : int
        How many rows are read at a time.
    stamps : tuple of Stamp or None
        Size and time of each file when it was found; it must not change until it is read.
    words : Words, or None
        Those of item sets that hold words.
    """

    paths: tuple[str, ...]
    num_symbols: int
    names: tuple[str, ...] | None
    chunk_rows: int
    stamps: tuple[Stamp | None, ...]
    words: Words | None = None

    def __iter__(self) -> Iterator[RowTable]:
        """The rows of all files in turn, as families over the same symbols.

        Raises
        ------
        ModelFileError
            At the first chunk that is not what it must be: file and line are named.
        """
        for path in self.paths:
            yield from self.chunks_of(path)
        self.check_unchanged()

    def check_unchanged(self) -> None:
        """ModelFileError if a file has changed since it was found."""
        for path, stamp in zip(self.paths, self.stamps, strict=True):
            if _stamp(path) != stamp:
                raise _changed(path)

    def pieces(self) -> list[tuple[str, int | None]]:
        """Each file, or each row group of Parquet files, as the arguments of `chunks_of`."""
        if self.names is None or self.words is not None:
            return [(path, None) for path in self.paths]
        sizes = [(path, tables.num_groups(path)) for path in self.paths]
        return [
            (path, None if size == 1 else group) for path, size in sizes for group in range(size)
        ]

    def chunks_of(self, path: str, group: int | None = None) -> Iterator[RowTable]:
        """The rows of one of the files, or of a row group, counted from 0.

        Raises
        ------
        ModelFileError
            If the file is not what it must be, has another size than when it was found, or changes
            meanwhile. Its time may differ: another machine may have a copy.
        """
        before, found = _stamp(path), self.stamps[self.paths.index(path)]
        if before and found and before.size != found.size:
            raise _changed(path)
        try:
            yield from self._chunks_of(path, group)
        except ModelFileError:
            if _stamp(path) != before:
                raise _changed(path) from None
            raise
        if _stamp(path) != before:
            raise _changed(path)

    def _chunks_of(self, path: str, group: int | None) -> Iterator[RowTable]:
        if self.words is not None:
            yield from word_sets.lines_of(path, self.words, self.chunk_rows)
            return
        if self.names is not None:
            yield from tables.binary_chunks(path, self.chunk_rows, self.names, group)
            return
        for rows in _text_rows(path, self.chunk_rows):
            if rows.num_symbols > self.num_symbols:
                what = f"there is an item or index beyond the {self.num_symbols} symbols"
                raise ModelFileError(path, None, what, "give a larger number of symbols, or none")
            yield replace(rows, num_symbols=self.num_symbols)


def row_files(
    paths: Paths,
    *,
    num_symbols: int | None = None,
    label: str | int | None = None,
    chunk_rows: int = CHUNK_ROWS,
) -> RowFiles:
    """Find files, and the symbols of their rows.

    Parameters
    ----------
    paths : path, pattern or iterable of them
        Item sets, SVMlight files or tables, all of one format; ``*``, ``?``, ``[...]`` and ``**``
        stand for any names, which are sorted. Item sets are lines of integers from 0 on, or of
        words, if the first line has a letter. SVMlight lines start with a label, which is skipped;
        feature ``j + 1`` is symbol ``j``. Of tables each column is a symbol and all entries are 0
        or 1.
    num_symbols : int, optional
        For item sets and SVMlight, which otherwise are read twice, first for the largest item.
    label : str or int, optional
        A column of tables that is left out; see `nzdd.adapters.files.samples.read_rows`.
    chunk_rows : int
        How many rows are read at a time.

    Raises
    ------
    ModelFileError
        If there is no such file, its kind is unknown or another one, or it cannot be read.
    MissingExtraError
        If tables need pandas or Parquet files pyarrow, which is not installed.

    Notes
    -----
    Memory: that of reading `chunk_rows` rows.
    """
    if chunk_rows < 1:
        raise ValueError(f"chunk_rows is {chunk_rows}; read at least one row at a time")
    given = [paths] if isinstance(paths, (str, PathLike)) else list(paths)
    found = tuple(path for pattern in given for path in matching(fspath(pattern)))
    if not found:
        raise ValueError("there are no files to read; name some")
    stamps = tuple(map(_stamp, found))  # before anything is read
    formats = [find(path, *READABLE) for path in found]
    for path, each in zip(found, formats, strict=True):
        if each != formats[0]:
            first = f"that of {found[0]} is {formats[0].description}"
            what = f"its format is {each.description}, and {first}"
            raise ModelFileError(path, None, what, "read files of one format at a time")
    if formats[0].name == "table":
        header = tables.without_label(found[0], tables.header(found[0]), label)
        names = tuple(header.columns)
        if num_symbols not in (None, len(names)):
            what = f"there are {len(names)} columns, not {num_symbols}"
            raise ModelFileError(found[0], None, what, "leave the number of symbols out")
        return RowFiles(found, len(names), names, chunk_rows, stamps)
    separators = None if formats[0].name != "itemsets" else word_sets.separators_of(found[0])
    if separators is not None:
        words = word_sets.words_of(found, separators, chunk_rows)
        if num_symbols not in (None, len(words.names)):
            what = f"there are {len(words.names)} different words, not {num_symbols}"
            raise ModelFileError(found[0], None, what, "leave the number of symbols out")
        return RowFiles(found, len(words.names), words.names, chunk_rows, stamps, words)
    if num_symbols is None:
        chunks = (rows for path in found for rows in _text_rows(path, chunk_rows))
        num_symbols = max(rows.num_symbols for rows in chunks)
    return RowFiles(found, num_symbols, None, chunk_rows, stamps)


def matching(pattern: str) -> list[str]:
    """The files that a path or a pattern names; ModelFileError where no file has such a name."""
    found = sorted(glob(pattern, recursive=True)) if any(c in pattern for c in "*?[") else []
    if not found and any(c in pattern for c in "*?"):
        raise ModelFileError(pattern, None, "no file has such a name", "check the pattern")
    return found or [pattern]


def _stamp(path: str) -> Stamp | None:
    try:
        found = os.stat(path)
    except OSError:  # the reader says why
        return None
    return Stamp(found.st_size, found.st_mtime_ns)


def _changed(path: str) -> ModelFileError:
    what = "the file has changed since it was found"
    return ModelFileError(path, None, what, "start again when nothing writes to it")


def _text_rows(path: str, count: int) -> Iterator[RowTable]:
    labelled = find(path, *READABLE).name == "svmlight"
    for before, content in read_lines(path, count):
        try:
            rows = svmlight.parse(path, content)[0] if labelled else itemsets.parse(path, content)
        except ModelFileError as error:  # its line counts from the start of the chunk
            line = None if error.line is None else error.line + before
            raise ModelFileError(path, line, error.what, error.cure) from None
        yield rows
