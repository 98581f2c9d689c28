"""Rows of many files, a chunk at a time: Parquet, text tables, SVMlight and item sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from glob import glob
from os import PathLike, fspath
from typing import TYPE_CHECKING, TypeAlias

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import itemsets, samples, svmlight
from nzdd.adapters.files import text as text_files
from nzdd.input.row_table import RowTable

if TYPE_CHECKING:
    from pandas import DataFrame

Paths: TypeAlias = str | PathLike[str] | Iterable[str | PathLike[str]]

CHUNK_ROWS = 2**16
SUFFIXES = (".dat", *samples.SVMLIGHT_SUFFIXES, *samples.TABLE_SUFFIXES)
"""What is read; text also with ``.gz`` or ``.xz`` behind."""


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
        order, perhaps among others. None for other kinds.
    chunk_rows : int
        How many rows are read at a time.
    """

    paths: tuple[str, ...]
    num_symbols: int
    names: tuple[str, ...] | None
    chunk_rows: int

    def __iter__(self) -> Iterator[RowTable]:
        """The rows of all files in turn, as families over the same symbols.

        Raises
        ------
        ModelFileError
            At the first chunk that is not what it must be: file and line are named.
        """
        for path in self.paths:
            yield from self.chunks_of(path)

    def chunks_of(self, path: str) -> Iterator[RowTable]:
        """The rows of one of the files."""
        if self.names is not None:
            yield from _table_rows(path, self.chunk_rows, self.names)
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
        Files that end in one of `SUFFIXES`, or look like SVMlight, all of one kind; ``*``, ``?``,
        ``[...]`` and ``**`` stand for any names, which are sorted. Item sets are lines of integers
        from 0 on. SVMlight lines start with a label, which is passed over; feature ``j + 1`` is
        symbol ``j``. Of tables each column is a symbol and all entries are 0 or 1.
    num_symbols : int, optional
        For item sets and SVMlight: spares them from being read once for the largest item.
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
    found = tuple(path for pattern in given for path in _matching(fspath(pattern)))
    if not found:
        raise ValueError("there are no files to read; name some")
    kinds = [_kind(path) for path in found]
    for path, kind in zip(found, kinds, strict=True):
        if kind != kinds[0]:
            what = f"holds {kind}, but {found[0]} holds {kinds[0]}"
            raise ModelFileError(path, None, what, "read files of one kind at a time")
    if kinds[0] == "a table":
        names = _feature_names(found[0], label)
        if num_symbols not in (None, len(names)):
            what = f"there are {len(names)} columns, not {num_symbols}"
            raise ModelFileError(found[0], None, what, "leave the number of symbols out")
        return RowFiles(found, len(names), names, chunk_rows)
    if num_symbols is None:
        chunks = (rows for path in found for rows in _text_rows(path, chunk_rows))
        num_symbols = max(rows.num_symbols for rows in chunks)
    return RowFiles(found, num_symbols, None, chunk_rows)


def _matching(pattern: str) -> list[str]:
    found = sorted(glob(pattern, recursive=True)) if any(c in pattern for c in "*?[") else []
    if not found and any(c in pattern for c in "*?"):
        raise ModelFileError(pattern, None, "no file has such a name", "check the pattern")
    return found or [pattern]


def _kind(path: str) -> str:
    name = text_files.plain_name(path)
    if name.endswith(".dat"):
        return "item sets"
    if name.endswith(samples.TABLE_SUFFIXES):
        return "a table"
    if name.endswith(samples.SVMLIGHT_SUFFIXES) or samples.looks_like_svmlight(path):
        return "SVMlight lines"
    cure = f"rows are read from {', '.join(SUFFIXES)}; text also with .gz or .xz"
    raise ModelFileError(path, None, "unknown file format", cure)


def _text_rows(path: str, count: int) -> Iterator[RowTable]:
    parse = itemsets.parse if text_files.plain_name(path).endswith(".dat") else _labelled_rows
    for before, content in text_files.read_lines(path, count):
        with _after(before):
            rows = parse(path, content)
        yield rows


def _labelled_rows(path: str, content: bytes) -> RowTable:
    return svmlight.parse(path, content).rows


@contextmanager
def _after(before: int) -> Iterator[None]:
    """Count the line of an error from the start of the file."""
    try:
        yield
    except ModelFileError as error:
        line = None if error.line is None else error.line + before
        raise ModelFileError(error.path, line, error.what, error.cure) from None


def _feature_names(path: str, label: str | int | None) -> tuple[str, ...]:
    from nzdd.adapters.files.tables import chunks as table_chunks
    from nzdd.adapters.files.tables import frames as tables

    return tuple(tables.without_label(path, table_chunks.head(path), label).columns)


def _table_rows(path: str, count: int, names: Sequence[str]) -> Iterator[RowTable]:
    from nzdd.adapters.files.tables import chunks as table_chunks
    from nzdd.adapters.files.tables import frames as tables

    first = 0
    frame: DataFrame
    for frame in table_chunks.read(path, count):
        yield tables.binary_rows(path, tables.pick(path, frame, names), first)
        first += len(frame)
