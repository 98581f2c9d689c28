"""Distinct rows, collected from chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.input.arrays import least
from nzdd.input.row_table import WORD_SYMBOLS, Progress, RowTable, distinct, packed

SMALL = 2**20
"""Up to this many bytes of rows wait to be sorted in."""

MANY, PART = 2**26, 16
"""Of more bytes of rows, one in so many rows is an excerpt."""

_TYPES = {
    "offsets": np.int64,
    "symbols": np.uint32,
    "words": np.uint64,
    "weights": np.float64,
}


class RowBuffer:
    """Rows with their total weights; each is sorted at most once for each doubling of the buffer.

    All rows are over the same symbols; if there are at most 64, rows are machine words.
    """

    def __init__(self) -> None:
        self._sorted: RowTable | None = None
        self._waiting: list[RowTable] = []
        self._waiting_bytes = 0

    @property
    def num_rows(self) -> int:
        """The number of rows; rows that wait may be counted more than once."""
        return sum(rows.num_rows for rows in self._all())

    def add(self, rows: RowTable) -> None:
        """Add rows that are distinct among themselves, with weights; they are not copied."""
        self._waiting.append(rows)
        self._waiting_bytes += size(rows)

    def extend(self, other: RowBuffer) -> None:
        """Add the rows of another buffer, which stays as it is."""
        for rows in list(other._all()):  # which may be this one
            self.add(rows)

    def copy(self) -> RowBuffer:
        """Another buffer with the same rows; the arrays are shared, and never written to."""
        twin = RowBuffer()
        twin.extend(self)
        return twin

    def clear(self) -> None:
        """Take all rows out."""
        self._sorted, self._waiting, self._waiting_bytes = None, [], 0

    def is_due(self, room: int, small: int = SMALL) -> bool:
        """Whether as many bytes wait as are sorted, and more than `small` or than the room."""
        done = 0 if self._sorted is None else size(self._sorted)
        return self._waiting_bytes >= max(done, min(small, room))

    def rows(self, num_symbols: int, progress: Progress | None = None) -> RowTable:
        """All rows, each once, with weights; rows with a common beginning stand together.

        Where rows wait, a merge of sorted words, or the time of `nzdd.input.row_table.distinct`.
        """
        if self._sorted is None or self._waiting:
            found = self._all() or [packed(RowTable.from_csr([0], [], num_symbols, np.zeros(0)))]
            rows = found[0] if len(found) == 1 else _sum(found, progress)
            for array in _arrays(rows):
                array.setflags(write=False)
            self.clear()
            self._sorted = rows
        return self._sorted

    def __getstate__(self) -> list[list[Any]]:
        """The rows, each once, with numbers in the least types that hold them: short messages."""
        if not self._all():
            return []
        rows = self.rows(0)
        values = (getattr(rows, field.name) for field in fields(rows))
        return [[least(value) if isinstance(value, np.ndarray) else value for value in values]]

    def __setstate__(self, state: list[list[Any]]) -> None:
        self.clear()
        for values in state:
            named = dict(zip((field.name for field in fields(RowTable)), values, strict=True))
            for name, kind in _TYPES.items():
                named[name] = None if named[name] is None else named[name].astype(kind)
            self.add(RowTable(**named))

    def _all(self) -> list[RowTable]:
        return self._waiting if self._sorted is None else [self._sorted, *self._waiting]


def size(rows: RowTable) -> int:
    """The bytes of the arrays."""
    return sum(array.nbytes for array in _arrays(rows))


def excerpt(rows: RowTable) -> RowTable:
    """The rows, or if there are very many some neighbours from the middle."""
    if size(rows) < MANY:
        return rows
    first = rows.num_rows // 2
    return rows.take(np.arange(first, first + rows.num_rows // PART))


def weights_of(rows: RowTable) -> NDArray[np.float64]:
    """The weights of distinct rows."""
    assert rows.weights is not None
    return rows.weights


def joined(families: Sequence[RowTable]) -> RowTable:
    """The rows of several families with weights, one after the other; at least one."""
    num_symbols = families[0].num_symbols
    weights = np.concatenate([weights_of(rows) for rows in families])
    if num_symbols <= WORD_SYMBOLS:
        words = np.concatenate([rows.words for rows in families if rows.words is not None])
        return RowTable(words.size, num_symbols, words=words, weights=weights)
    parts = [rows.to_csr() for rows in families]
    symbols = np.concatenate([symbols for _, symbols in parts])
    lengths = np.concatenate([np.diff(offsets) for offsets, _ in parts])
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    return RowTable(lengths.size, num_symbols, offsets, symbols, weights=weights)


def _sum(families: Sequence[RowTable], progress: Progress | None) -> RowTable:
    """The distinct rows of several families of distinct rows in sorted order."""
    num_symbols = families[0].num_symbols
    if num_symbols > WORD_SYMBOLS:
        return distinct(joined(families), progress)
    runs = [(rows.words, weights_of(rows)) for rows in families if rows.words is not None]
    words, weights = _core.merge_runs(runs, progress)
    return RowTable(words.size, num_symbols, words=words, weights=weights)


def _arrays(rows: RowTable) -> list[NDArray[Any]]:
    arrays = (rows.words, rows.offsets, rows.symbols, rows.weights)
    return [array for array in arrays if array is not None]
