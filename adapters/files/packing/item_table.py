"""Items as a table: columns of weights, perhaps of demands and of names."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.decimals import as_integers
from nzdd.adapters.files.packing.instance import Numbers, PackingInstance
from nzdd.adapters.files.tables.cells.values import words_text
from nzdd.adapters.files.tables.number_columns import NumberColumns
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown

_FORM = "a row has the weights of an item, and perhaps its demand and its name"


def read(
    path: StrPath,
    capacity: float | Mapping[str, float] | None = None,
    demand: str | None = None,
) -> PackingInstance:
    """Read the items of a table, such as an export of a spreadsheet.

    Parameters
    ----------
    path : path-like
        A text or a Parquet file. The first other column, of text if there is one, names the
        items. Weights may have up to six decimals.
    capacity : float, or mapping of str to float
        Of a bin: for each column of weights, by its name. A single number is that of the only
        column of numbers that is not the demand.
    demand : str, optional
        The column that says how many of an item are packed. By default the only one that is called
        as in `nzdd.adapters.files.tables.number_columns.DEMANDS`; without it, 1 of each.

    Returns
    -------
    PackingInstance
        With its `rows`; equal items are one item.

    Raises
    ------
    ModelFileError
        If the table cannot be read, a capacity or a column is missing, a weight or a demand is
        missing or negative, an item does not fit, or nothing is demanded.
    MissingExtraError
        If pandas (for Parquet also pyarrow) is not installed.
    ValueError
        If a capacity is negative or not finite.

    Notes
    -----
    Time O(N log N), memory O(N) for N cells.
    """
    table = NumberColumns.read(path)
    demand = table.demand(demand, capacity if isinstance(capacity, Mapping) else ())
    capacities = _capacities(table, demand, capacity)
    weights = table.values(list(capacities), 0.0)
    number = table.demands(demand)
    bins = np.array(list(capacities.values()), np.float64)
    k = bins.size

    def refuse(at: int, what: str, cure: str) -> ModelFileError:
        if at < k:
            return ModelFileError(path, None, f"the capacity {what}", cure)
        row, column = divmod(at - k, k)
        return table.error(row, f"column {shown([*capacities][column])}: {what}", cure)

    given = np.append(bins, weights)
    integers, decimals = as_integers(given, refuse, "weights and capacities")
    values = np.column_stack([integers[k:].reshape(-1, k), number]).ravel()
    name, names = table.row_names({*capacities, demand})
    if demand is None:
        table.warn_of_idle({*capacities, name})
    columns = {"weights": list(capacities), "demand": demand, "name": name}
    cells = _Cells(path, values, np.zeros(0, np.int64), decimals, table)
    return cells.instance(integers[:k], 0, k + 1, _FORM, columns, names)


@dataclass(frozen=True, slots=True, eq=False)
class _Cells(Numbers):
    """Numbers of a table, row by row."""

    table: NumberColumns | None = None

    def error(self, position: int, what: str, cure: str) -> ModelFileError:
        assert self.table is not None
        return self.table.error(position * self.table.num_rows // self.values.size, what, cure)


def _capacities(
    table: NumberColumns, demand: str | None, capacity: float | Mapping[str, float] | None
) -> dict[str, float]:
    """The capacity for each column of weights."""
    numbers = [name for name in table.numbers if name != demand]
    if isinstance(capacity, Mapping):
        capacities = dict(capacity)
    elif capacity is not None and len(numbers) == 1:
        capacities = {numbers[0]: capacity}
    else:
        example = numbers[0] if numbers else "weight"
        what = f"there are {len(numbers)} columns of numbers that may be the weights"
        if capacity is None:
            what = "a table does not hold the capacity of a bin"
        what += f"; the columns of numbers are {words_text(numbers, 8) or 'none'}"
        option = shlex.quote(f"{example}=100")
        cure = f"name the column, as in --capacity {option} (capacity={{{example!r}: 100}})"
        cure += "; edges of a graph are --format edgelist" * (capacity is None)
        raise ModelFileError(table.path, None, what, cure)
    if not capacities:
        raise ValueError("capacity is empty; give one for each column of weights")
    for name, value in capacities.items():
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"the capacity of {name!r} is {value}; give a number from 0 on")
    return capacities
