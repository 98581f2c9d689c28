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
    """Members of a problem: how often each is chosen, the values of its symbols, their counts."""

    problem: Problem
    chosen: list[tuple[int, list[tuple[tuple[Any, ...], int]]]]

    @classmethod
    def of(cls, problem: Problem, matrix: csr_array, number: Ints) -> Members:
        """Those of a matrix of counts; items of a table get the names of their rows."""
        pairs = list(zip(matrix.indices.tolist(), matrix.data.tolist(), strict=True))
        ends = pairwise(matrix.indptr.tolist())
        members = [
            (times, pairs[first:last])
            for times, (first, last) in zip(number.tolist(), ends, strict=True)
        ]
        values, rows = problem.values, problem.rows
        if rows is None or not rows.names:
            chosen = [(n, [(values[j], count) for j, count in member]) for n, member in members]
            return cls(problem, chosen)
        named = [
            (n, [((rows.names[row], *values[j]), count) for j, row, count in member])
            for n, member in by_name(members, rows)
        ]
        return cls(problem, named)

    @property
    def total(self) -> int:
        """How many are chosen."""
        return sum(number for number, _ in self.chosen)

    def text(self) -> str:
        """The first members as a table."""
        rows = [
            (number, ", ".join(self.problem.text(*pair) for pair in member))
            for number, member in self.chosen[:SHOWN]
        ]
        lines = table(("number", self.problem.symbols), rows, most=_WIDTH)
        more = len(self.chosen) - len(rows)
        return lines + (f"\nand {more:,} more; -o FILE writes all of them" if more > 0 else "")

    def facts(self) -> list[dict[str, Any]]:
        """The members for JSON."""
        if self.problem.single:
            return [{"vertices": [name for (name,), _ in member]} for _, member in self.chosen]
        return [
            {"number": number, "items": [self._item(*pair) for pair in member]}
            for number, member in self.chosen
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
        for place, (number, member) in enumerate(self.chosen, start=1):
            for cells, count in member:
                yield (place, *cells) if single else (place, number, *cells, count)
