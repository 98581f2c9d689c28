"""Distinct rows in a temporary file, as a multiset keeps those that do not fit into memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nzdd import _core, build
from nzdd.input.row_buffer import joined, weights_of
from nzdd.input.row_runs import RowRuns
from nzdd.input.row_table import WORD_SYMBOLS, Progress, RowTable
from nzdd.order import Order


class SpilledRows:
    """Sorted runs of rows by level, merged where they are needed.

    Parameters
    ----------
    num_symbols : int
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
        self._runs.write(build.by_level(rows, self.order, progress))

    def copy(self) -> SpilledRows:
        """The same rows, in the same file."""
        twin = SpilledRows(self.num_symbols, self.order)
        twin.extend(self)
        return twin

    def extend(self, other: SpilledRows) -> None:
        """Add the rows of another one of the same order, which stay in its file."""
        self._runs.extend(other._runs)

    def count(self) -> int:
        """The number of distinct rows. Time that of merging all runs."""
        return sum(rows.num_rows for rows in self._runs.blocks())

    def rows(self) -> RowTable:
        """All of them, as far as memory goes."""
        back = Order("given", self.order.rank)  # from levels to symbols
        return build.by_level(joined(list(self._runs.blocks())), back)

    def zdd(self, progress: Progress | None = None) -> _core.Zdd:
        """Their ZDD with weights; memory that of the diagram, and of a part of each run."""
        make = _core.zdd_from_blocks if self._are_words else _core.zdd_from_row_blocks
        return make(*self._arguments(progress))

    def nzdd(self, progress: Progress | None = None) -> _core.Nzdd:
        """Their NZDD of few edges."""
        make = _core.nzdd_from_blocks if self._are_words else _core.nzdd_from_row_blocks
        return make(*self._arguments(progress))

    @property
    def _are_words(self) -> bool:
        return self.num_symbols <= WORD_SYMBOLS

    def _arguments(self, progress: Progress | None) -> tuple[Any, ...]:
        blocks = self._blocks()
        following = lambda: next(blocks, None)  # noqa: E731
        return following, self.num_symbols, self.order.permutation, self._runs.num_rows, progress

    def _blocks(self) -> Iterator[tuple[Any, ...]]:
        for rows in self._runs.blocks():
            of_rows = (rows.words,) if self._are_words else rows.to_csr()
            yield *of_rows, weights_of(rows)
