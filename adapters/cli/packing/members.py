"""Chosen members as a table, as facts for JSON, and as lines of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scipy.sparse import csr_array

from nzdd.adapters.cli.answer import table
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

    def __iter__(self) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """How often a member is chosen, and its symbols with their counts."""
        pairs = list(zip(self.matrix.indices.tolist(), self.matrix.data.tolist(), strict=True))
        ends = pairwise(self.matrix.indptr.tolist())
        for number, (first, last) in zip(self.number.tolist(), ends, strict=True):
            yield number, pairs[first:last]

    def text(self) -> str:
        """The first members as a table."""
        texts = (
            (number, ", ".join(self.problem.text(*pair) for pair in member))
            for number, member in self
        )
        rows = [row for row, _ in zip(texts, range(SHOWN), strict=False)]
        lines = table(("number", self.problem.symbols), rows, most=_WIDTH)
        more = self.number.size - len(rows)
        return lines + (f"\nand {more:,} more; -o FILE writes all of them" if more > 0 else "")

    def facts(self) -> list[dict[str, Any]]:
        """The members for JSON."""
        values = [each[0] if len(each) == 1 else list(each) for each in self.problem.values]
        if self.problem.single:
            return [{"vertices": [values[symbol] for symbol, _ in member]} for _, member in self]
        return [
            {
                "number": number,
                "items": [{"weight": values[symbol], "count": count} for symbol, count in member],
            }
            for number, member in self
        ]

    def lines(self) -> Iterator[tuple[Any, ...]]:
        """A line for each symbol of each member."""
        kind, columns, values = self.problem.member, self.problem.columns, self.problem.values
        single = self.problem.single
        yield (kind, *columns) if single else (kind, "number", *columns, "count")
        for place, (number, member) in enumerate(self, start=1):
            for symbol, count in member:
                cells = values[symbol]
                yield (place, *cells) if single else (place, number, *cells, count)
