"""Items to be covered by the patterns that fit into a bin, or vertices by colour classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nzdd.adapters.cli.answer import amount, uses
from nzdd.adapters.cli.inputs import Rows
from nzdd.adapters.files.decimals import as_written
from nzdd.adapters.files.packing.instance import ItemRows, PackingInstance
from nzdd.input.arrays import Ints
from nzdd.input.text import short

_SHOWN = 40  # characters of a name


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Symbols with demands, and what says which sets of them are members."""

    member: str  # what a member is called
    symbols: str  # what symbols are called
    columns: tuple[str, ...]  # what the values of a symbol are called
    values: list[tuple[Any, ...]]  # of each symbol
    demand: Ints
    words: str  # the instance in one line
    facts: dict[str, Any]  # the same for --json
    ends: Ints | None = None  # the edges of a graph to colour
    instance: PackingInstance | None = None  # of items

    @property
    def rows(self) -> ItemRows | None:
        """Those of a table of items."""
        return None if self.instance is None else self.instance.rows

    @property
    def single(self) -> bool:
        """Whether a symbol is in one member, once."""
        return self.member == "colour"

    def text(self, values: tuple[Any, ...], count: int = 1) -> str:
        """A symbol of a member for people, by its name or its values."""
        if self.rows is not None and self.rows.names:
            text = short(values[0], _SHOWN)
        else:
            text = " ".join(map(str, values))
            text = f"({text})" if len(values) > 1 else text
        return text if count == 1 else f"{count} x {text}"


def bins(instance: PackingInstance) -> Problem:
    """Items into bins."""
    weights, demand, rows = instance.weights, instance.demand, instance.rows
    values = [
        tuple(as_written(value, instance.decimals) for value in each) for each in weights.tolist()
    ]
    capacities = [as_written(value, instance.decimals) for value in instance.capacities.tolist()]
    one, total = len(capacities) == 1, int(demand.sum())
    words = (
        f"{amount(total)} items, {amount(demand.size)} different ones, "
        f"capacit{'y' if one else 'ies'} {' '.join(map(str, capacities))}"
    )
    facts = {"items": total, "different_items": demand.size, "capacities": capacities}
    columns = ("weight",) if one else tuple(f"weight_{k + 1}" for k in range(len(capacities)))
    if rows is not None:
        words += f"\n{'columns':<11} {uses(rows.columns)}"
        facts |= {"columns": rows.columns}
        columns = ("item", *columns) if rows.names else columns
    return Problem(
        "bin",
        "items",
        columns,
        values,
        demand,
        words,
        facts,
        instance=instance,
    )


def colours(rows: Rows) -> Problem:
    """Vertices of a graph into colour classes; self-loops play no part."""
    offsets, vertices = rows.family.to_csr()
    sizes = np.diff(offsets)
    ends = np.sort(vertices[np.repeat(sizes == 2, sizes)].reshape(-1, 2), axis=1)
    ends = np.unique(ends, axis=0)
    names = list(rows.names or ())
    number, loops = len(names), int((sizes == 1).sum())
    left_out = f" ({amount(loops)} self-loops are left out)" if loops else ""
    return Problem(
        "colour",
        "vertices",
        ("vertex",),
        [(name,) for name in names],
        np.ones(number, np.int64),
        f"{amount(number)} vertices, {amount(len(ends))} edges{left_out}",
        {"vertices": number, "edges": len(ends), "self_loops": loops},
        ends=ends,
    )
