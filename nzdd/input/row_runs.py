"""Sorted runs of distinct words with their weights in a temporary file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO, Any, NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from nzdd import _core

Words = NDArray[np.uint64]
Weights = NDArray[np.float64]

PART = 2**14
"""So many rows of a run are read at a time."""

MERGED = 2**20
"""About so many rows of all runs are merged at a time."""


def least(array: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers, not negative, in the least type that holds them."""
    return array.astype(np.min_scalar_type(int(array.max(initial=0))))


class RunFile:
    """A temporary file, closed when nothing refers to it."""

    def __init__(self) -> None:
        self.stream: IO[bytes] = tempfile.TemporaryFile(prefix="nzdd-", buffering=0)  # noqa: SIM115
        finalize(self, self.stream.close)


class Run(NamedTuple):
    """Where a run stands: its words, and after them its weights, each in its least type."""

    file: RunFile
    start: int
    num_rows: int
    types: tuple[np.dtype[Any], np.dtype[Any]]
    fences: Words
    """The first word of each part."""

    @classmethod
    def write(cls, file: RunFile, words: Words, weights: Weights) -> Run:
        """Append a run to a file: words that rise, and a whole number for each."""
        start = file.stream.seek(0, os.SEEK_END)
        arrays = least(words), least(weights)
        try:
            for array in arrays:
                rest = array.view(np.uint8).data
                while rest:
                    rest = rest[file.stream.write(rest) :]
        except OSError as error:
            file.stream.truncate(start)
            text = f"{error.strerror}; {_bytes(start)} of rows are there already"
            cure = "set TMPDIR to a folder with more room, or allow more memory"
            raise OSError(error.errno, f"{text}: {cure}", tempfile.gettempdir()) from None
        return cls(
            file, start, words.size, (arrays[0].dtype, arrays[1].dtype), words[::PART].copy()
        )

    def read(self, part: int) -> tuple[Words, Weights]:
        """A part of the run."""
        first = part * PART
        count = min(PART, self.num_rows - first)
        words, weights = self.types
        found = self._array(first * words.itemsize, words, count)
        rest = self.num_rows * words.itemsize + first * weights.itemsize
        return found.astype(np.uint64), self._array(rest, weights, count).astype(np.float64)

    def _array(self, offset: int, kind: np.dtype[Any], count: int) -> NDArray[Any]:
        self.file.stream.seek(self.start + offset)
        return np.frombuffer(self.file.stream.read(count * kind.itemsize), kind)


class RowRuns:
    """Distinct words with weights, of which only a sorted run at a time must fit into memory.

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

    def write(self, words: Words, weights: Weights) -> None:
        """Add a run: words that rise, and a whole number for each.

        Raises
        ------
        OSError
            If the disk is full, with the folder of the file; the runs stay as they were.
        """
        if words.size:
            self._runs.append(
                Run.write(self._runs[0].file if self._runs else RunFile(), words, weights)
            )

    def extend(self, other: RowRuns) -> None:
        """Add the runs of another one, which stay in its file."""
        self._runs += other._runs

    def copy(self) -> RowRuns:
        """Another one with the same runs, in the same file."""
        return RowRuns(self._runs)

    def blocks(self) -> Iterator[tuple[Words, Weights]]:
        """The distinct words of all runs with their total weights, ascending, block after block.

        Notes
        -----
        Time O(rows x log runs). Memory that of about `MERGED` rows, and of `PART` of each run.
        """
        fences = np.sort(
            np.concatenate([run.fences for run in self._runs] or [np.zeros(0, np.uint64)])
        )
        cuts = np.unique(fences[:: MERGED // PART])[1:]
        rests = [_Rest(run) for run in self._runs]
        for cut in (*cuts.tolist(), None):
            found = [rest.below(cut) for rest in rests]
            words, weights = _core.merge_runs([each for each in found if each[0].size], None)
            if words.size:
                yield words, weights

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in memory: another process writes it to a file of its own."""
        return _written, ([(least(words), least(weights)) for words, weights in self.blocks()],)


class _Rest:
    """What of a run is not read yet."""

    def __init__(self, run: Run) -> None:
        self._run, self._part = run, 0
        self._words, self._weights = np.zeros(0, np.uint64), np.zeros(0)

    def below(self, cut: int | None) -> tuple[Words, Weights]:
        """Take the rows below a word, or all."""
        run, found = self._run, [(self._words, self._weights)]
        while self._part < run.fences.size and (cut is None or run.fences[self._part] < cut):
            found.append(run.read(self._part))
            self._part += 1
        words, weights = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
        at = words.size if cut is None else int(np.searchsorted(words, np.uint64(cut)))
        self._words, self._weights = words[at:].copy(), weights[at:].copy()
        return words[:at], weights[:at]


def _written(blocks: list[tuple[NDArray[Any], NDArray[Any]]]) -> RowRuns:
    runs = RowRuns()
    for words, weights in blocks:
        runs.write(words.astype(np.uint64), weights.astype(np.float64))
    return runs


def _bytes(count: int) -> str:
    return f"{count / 2**20:,.0f} MB"
