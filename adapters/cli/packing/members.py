"""Chosen members as a table, as facts for JSON, and as lines of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scipy.sparse import csr_array

from nzdd.adapters.cli.answer import table
from nzdd.adapters.cli.packing.named_items import by_name
from nzdd.adapters.cli.packing.packing_problem import Problem
from nzdd.input.arrays import Ints

SHOWN = 20
"""Rows of the table."""

_WIDTH = 200
"""Characters of a row."""


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """Members, and how often each is chosen."""

    problem: Problem
    matrix: csr_array
    number: Ints

    def __iter__(self) -> Iterator[tuple[int, list[tuple[tuple[Any, ...], int]]]]:
        """How often a member is chosen, and the values of its symbols with their counts."""
        values, rows = self.problem.values, self.problem.rows
        if rows is not None and rows.names:
            for number, items in by_name(self._symbols(), rows):
                yield number, [((rows.names[row], *values[j]), count) for j, row, count in items]
            return
        for number, pairs in self._symbols():
            yield number, [(values[symbol], count) for symbol, count in pairs]

    def _symbols(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        pairs = list(zip(self.matrix.indices.tolist(), self.matrix.data.tolist(), strict=True))
        ends = pairwise(self.matrix.indptr.tolist())
        for number, (first, last) in zip(self.number.tolist(), ends, strict=True):
            yield number, pairs[first:last]

    def text(self) -> str:
        """The first members as a table."""
        rows: list[tuple[int, str]] = []
        more = 0
        for number, member in self:
            if len(rows) < SHOWN:
                rows.append((number, ", ".join(self.problem.text(*pair) for pair in member)))
            else:
                more += 1
        lines = table(("number", self.problem.symbols), rows, most=_WIDTH)
        return lines + (f"\nand {more:,} more; -o FILE writes all of them" if more > 0 else "")

    def facts(self) -> list[dict[str, Any]]:
        """The members for JSON."""
        if self.problem.single:
            return [{"vertices": [name for (name,), _ in member]} for _, member in self]
        return [
            {"number": number, "items": [self._item(*pair) for pair in member]}
            for number, member in self
        ]

    def _item(self, values: tuple[Any, ...], count: int) -> dict[str, Any]:
        named = self.problem.columns[0] == "item"
        weight = values[named:]
        return {
            **({"item": values[0]} if named else {}),
            "weight": weight[0] if len(weight) == 1 else list(weight),
            "count": count,
        }

    def lines(self) -> Iterator[tuple[Any, ...]]:
        """A line for each symbol of each member."""
        kind, columns, single = self.problem.member, self.problem.columns, self.problem.single
        yield (kind, *columns) if single else (kind, "number", *columns, "count")
        for place, (number, member) in enumerate(self, start=1):
            for cells, count in member:
                yield (place, *cells) if single else (place, number, *cells, count)
