"""Distinct rows in a temporary file, as a multiset keeps those that do not fit into memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from nzdd import _core, build
from nzdd.input.row_buffer import weights_of
from nzdd.input.row_runs import RowRuns
from nzdd.input.row_table import WORD_SYMBOLS, Progress, RowTable
from nzdd.order import Order

DiagramT = TypeVar("DiagramT", _core.Zdd, _core.Nzdd)


MERGING = 8
"""So many times the memory of sorted rows there is, at most, while others are sorted in."""


def check_spillable(num_symbols: int) -> None:
    """ValueError if rows over so many symbols are no words, which alone go to a file."""
    if num_symbols > WORD_SYMBOLS:
        raise ValueError(
            f"rows over {num_symbols} symbols cannot go to a file, only those over at most "
            f"{WORD_SYMBOLS}; leave out the limit of memory"
        )


class SpilledRows:
    """Sorted runs of rows as words by level, merged where they are needed.

    Parameters
    ----------
    num_symbols : int
        At most 64.
    order : Order
        In which the rows are sorted, and of the diagrams.
    """

    def __init__(self, num_symbols: int, order: Order) -> None:
        self.num_symbols, self.order = num_symbols, order
        self._runs = RowRuns()

    @property
    def num_rows(self) -> int:
        """The number of rows; those of several runs are counted more than once."""
        return self._runs.num_rows

    def add(self, rows: RowTable, progress: Progress | None = None) -> None:
        """Write distinct rows that are sorted in the natural order; OSError if the disk is full."""
        assert rows.words is not None
        words, weights = rows.words, weights_of(rows)
        if self.order.permutation is not None:
            words = build.reordered(words, self.order, progress)
            at = np.argsort(words)
            words, weights = words[at], weights[at]
        self._runs.write(words, weights)

    def copy(self) -> SpilledRows:
        """The same rows, in the same file."""
        twin = SpilledRows(self.num_symbols, self.order)
        twin.extend(self)
        return twin

    def extend(self, other: SpilledRows) -> None:
        """Add the rows of another one of the same order, which stay in its file."""
        self._runs.extend(other._runs)

    def count(self) -> int:
        """The number of distinct rows. Time O(rows of all runs x log runs)."""
        return sum(words.size for words, _ in self._runs.blocks())

    def rows(self) -> RowTable:
        """All of them, as far as memory goes."""
        found = list(self._runs.blocks())
        words, weights = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
        if (rank := self.order.rank) is not None:
            words = _core.reorder_words(words, rank, None)
            at = np.argsort(words)
            words, weights = words[at], weights[at]
        return RowTable(words.size, self.num_symbols, words=words, weights=weights)

    def zdd(self, progress: Progress | None = None) -> _core.Zdd:
        """Their ZDD with weights; memory that of the diagram, and of a part of each run."""
        return self._built(_core.zdd_from_blocks, progress)

    def nzdd(self, progress: Progress | None = None) -> _core.Nzdd:
        """Their NZDD of few edges."""
        return self._built(_core.nzdd_from_blocks, progress)

    def _built(self, make: Callable[..., DiagramT], progress: Progress | None) -> DiagramT:
        blocks, bound = self._runs.blocks(), self._runs.num_rows
        following = partial(next, blocks, None)
        return make(following, self.num_symbols, self.order.permutation, bound, progress)
