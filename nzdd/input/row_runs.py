"""Sorted runs of distinct rows with their weights in a temporary file."""

from __future__ import annotations

import os
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from typing import IO, Any, NamedTuple, TypeAlias
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import least
from nzdd.input.row_buffer import RowBuffer, size, weights_of
from nzdd.input.row_table import RowTable

PART_BYTES = 2**18
"""About so many bytes of a run are read at a time."""

MERGED = 64
"""About so many parts of all runs are merged at a time."""

Key: TypeAlias = Any  # int or tuple of int, the same in all runs
"""Rises with the rows of a run: a word, or the levels of a row with a minus sign."""


class RunFile:
    """A temporary file, closed when nothing refers to it."""

    def __init__(self) -> None:
        self.stream: IO[bytes] = tempfile.TemporaryFile(prefix="nzdd-", buffering=0)  # noqa: SIM115
        finalize(self, self.stream.close)

    def append(self, arrays: Sequence[NDArray[Any]]) -> int:
        """Write arrays to the end, all or nothing; where they begin."""
        start = self.stream.seek(0, os.SEEK_END)
        try:
            for array in arrays:
                rest = array.view(np.uint8).data
                while rest:
                    rest = rest[self.stream.write(rest) :]
        except OSError as error:
            self.stream.truncate(start)
            text = f"{error.strerror}; {_bytes(start)} of rows are there already"
            cure = "set TMPDIR to a folder with more room, or allow more memory"
            raise OSError(error.errno, f"{text}: {cure}", tempfile.gettempdir()) from None
        return start

    def read(self, start: int, kind: np.dtype[Any], count: int) -> NDArray[Any]:
        """An array that was written."""
        self.stream.seek(start)
        return np.frombuffer(self.stream.read(count * kind.itemsize), kind)


class Run(NamedTuple):
    """Where a run stands: columns, each in its least type, of which rows are read in parts.

    Of words: the words and the weights. Other rows: how many levels they have, the weights, and
    their levels.
    """

    file: RunFile
    starts: tuple[int, ...]
    types: tuple[np.dtype[Any], ...]
    num_rows: int
    num_symbols: int
    part: int
    """The rows of a part."""
    fences: list[Key]
    """The key of the first row of each part."""
    levels: NDArray[np.int64] | None
    """How many levels come before each part, and in all; None of words."""

    @classmethod
    def write(cls, file: RunFile, rows: RowTable) -> Run:
        """Append distinct rows that ascend as words do, by level, with weights."""
        part = max(1, PART_BYTES * rows.num_rows // size(rows))
        firsts = range(0, rows.num_rows, part)
        weights, levels = weights_of(rows), None
        if rows.words is not None:
            columns = [least(rows.words), least(weights)]
        else:
            offsets, symbols = rows.to_csr()
            columns = [least(np.diff(offsets)), least(weights), least(symbols)]
            levels = offsets[[*firsts, rows.num_rows]]
        ends = file.append(columns) + np.cumsum([0, *(column.nbytes for column in columns)])
        return cls(
            file,
            tuple(ends[:-1].tolist()),
            tuple(column.dtype for column in columns),
            rows.num_rows,
            rows.num_symbols,
            part,
            [_key(rows, at) for at in firsts],
            levels,
        )

    def read(self, number: int) -> RowTable:
        """A part of the run."""
        first = number * self.part
        count = min(self.part, self.num_rows - first)
        weights = self._column(1, first, count).astype(np.float64)
        column = self._column(0, first, count)
        if self.levels is None:
            words = column.astype(np.uint64)
            return RowTable(count, self.num_symbols, words=words, weights=weights)
        before, end = self.levels[number : number + 2].tolist()
        levels = self._column(2, before, end - before).astype(np.uint32)
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(column, dtype=np.int64)))
        return RowTable(count, self.num_symbols, offsets, levels, weights=weights)

    def _column(self, number: int, first: int, count: int) -> NDArray[Any]:
        kind = self.types[number]
        return self.file.read(self.starts[number] + first * kind.itemsize, kind, count)


class RowRuns:
    """Distinct rows with weights, of which only a sorted run at a time must fit into memory.

    The file has no name where the system allows that, and is gone with the process in any case.
    """

    def __init__(self, runs: Sequence[Run] = ()) -> None:
        self._runs = list(runs)

    @property
    def num_rows(self) -> int:
        """The rows of all runs; those of several runs are counted more than once."""
        return sum(run.num_rows for run in self._runs)

    def __bool__(self) -> bool:
        return bool(self._runs)

    def write(self, rows: RowTable) -> None:
        """Add a run: distinct rows by level with weights, ascending as words do.

        Raises
        ------
        OSError
            If the disk is full, with the folder of the file; the runs stay as they were.
        """
        if rows.num_rows:
            self._runs.append(Run.write(self._runs[0].file if self._runs else RunFile(), rows))

    def extend(self, other: RowRuns) -> None:
        """Add the runs of another one, which stay in its file."""
        self._runs += other._runs

    def copy(self) -> RowRuns:
        """Another one with the same runs, in the same file."""
        return RowRuns(self._runs)

    def blocks(self) -> Iterator[RowTable]:
        """The distinct rows of all runs with their total weights, ascending, block after block.

        Notes
        -----
        Time O(rows x log runs), of rows that are no words that of sorting them. Memory that of
        `MERGED` parts, and of a part of each run.
        """
        fences = sorted(fence for run in self._runs for fence in run.fences)
        cuts = sorted(set(fences[::MERGED]))[1:]
        rests = [_Rest(run) for run in self._runs]
        for cut in (*cuts, None):
            buffer = RowBuffer()
            for rest in rests:
                rest.move_below(cut, buffer)
            if buffer.num_rows:
                yield buffer.rows(self._runs[0].num_symbols)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in memory: another process writes it to a file of its own."""
        return _written, ([_holding(rows) for rows in self.blocks()],)


class _Rest:
    """What of a run is not taken yet."""

    def __init__(self, run: Run) -> None:
        self._run, self._part = run, 0
        self._rows: RowTable | None = None  # read, but not taken

    def move_below(self, cut: Key | None, buffer: RowBuffer) -> None:
        """Take the rows below a key, or all."""
        run = self._run
        while self._rows is not None or self._part < len(run.fences):
            if self._rows is None:
                if cut is not None and run.fences[self._part] >= cut:
                    return
                self._rows = run.read(self._part)
                self._part += 1
            rows, count = self._rows, self._rows.num_rows
            if cut is not None:
                count = bisect_left(range(count), cut, key=partial(_key, rows))
            if count:
                buffer.add(_span(rows, 0, count))
            self._rows = None if count == rows.num_rows else _span(rows, count, rows.num_rows)
            if self._rows is not None:
                return


def _key(rows: RowTable, at: int) -> Key:
    if rows.words is not None:
        return int(rows.words[at])
    assert rows.offsets is not None
    assert rows.symbols is not None
    levels = rows.symbols[rows.offsets[at] : rows.offsets[at + 1]]
    return tuple((-levels.astype(np.int64)).tolist())


def _span(rows: RowTable, first: int, end: int) -> RowTable:
    """The rows between two numbers; those of others are not held."""
    weights = weights_of(rows)[first:end].copy()
    if rows.words is not None:
        words = rows.words[first:end].copy()
        return RowTable(end - first, rows.num_symbols, words=words, weights=weights)
    bounds, levels = rows.to_csr()
    offsets = bounds[first : end + 1] - bounds[first]
    levels = levels[bounds[first] : bounds[end]].copy()
    return RowTable(end - first, rows.num_symbols, offsets, levels, weights=weights)


def _holding(rows: RowTable) -> RowBuffer:
    buffer = RowBuffer()
    buffer.add(rows)
    return buffer


def _written(blocks: list[RowBuffer]) -> RowRuns:
    runs = RowRuns()
    for buffer in blocks:
        runs.write(buffer.rows(0))
    return runs


def _bytes(count: int) -> str:
    return f"{count / 2**20:,.0f} MB"
