"""The names of samples that several tables show, and how a table is written."""

from __future__ import annotations

from collections.abc import Iterable

SYNTHETIC = "synthetic {}e5"
TENTHS = tuple(SYNTHETIC.format(tenth) for tenth in range(1, 11))
"""Tables 5 and 7, and the m of figure 8."""
HIGGS = "higgs"
TWIN = "twin 11e6 0.06"


def grid(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table, its first column to the left."""
    names = list(head)
    lines = [names, ["---", *["---:"] * (len(names) - 1)], *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
