"""Items as a table: columns of weights, perhaps of demands and of names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import tables
from nzdd.adapters.files.packing.instance import Numbers, PackingInstance, as_integers
from nzdd.adapters.files.tables.cells.values import is_text, numbers_in, words_text
from nzdd.adapters.files.tables.places import at_row, listed
from nzdd.adapters.files.text import StrPath
from nzdd.families.item_patterns import LARGEST
from nzdd.input.arrays import Floats
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import Series

DEMANDS = ("demand", "quantity", "qty", "count", "number", "pieces", "pcs")
"""What the column of demands may be called, in any case."""

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
        A text or a Parquet file. The first column that is neither weight nor demand names the
        items. Weights may have up to six decimals.
    capacity : float, or mapping of str to float
        Of a bin: for each column of weights, by its name. A single number is that of the only
        column of numbers that is not the demand.
    demand : str, optional
        The column that says how many of an item are packed. By default the only one that is called
        as in `DEMANDS`; without it, 1 of each.

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
    frame = tables.read_frame(path)
    columns = {str(name): column for name, column in frame.items()}
    numbers = {name: found for name in columns if (found := _numbers(columns[name])) is not None}
    if demand is None:
        weights = capacity if isinstance(capacity, Mapping) else ()
        others = [name for name in numbers if name not in weights]
        called = [name for name in others if name.strip().lower() in DEMANDS]
        demand = called[0] if len(called) == 1 else None
    capacities = _capacities(path, [name for name in numbers if name != demand], capacity)
    used = [*capacities, *([] if demand is None else [demand])]
    for name in used:
        if name not in numbers:
            what = "does not hold numbers alone" if name in columns else "is not there"
            what = f"the column {shown(name)} {what}; {listed(list(columns))}"
            raise ModelFileError(path, None, what, "name columns of numbers")
    names = [name for name in columns if name not in used][:1]
    texts = columns[names[0]].astype(str).tolist() if names else []
    return _instance(path, numbers, capacities, demand, (names[0] if names else None, texts))


def _numbers(column: Series) -> Floats | None:
    """The numbers in a column, also such as "45,5 mm"; missing ones are NaN. None: it is text."""
    if is_text(column):
        found = numbers_in(column)
        if found.values is None or found.words:
            return None
        column = found.values
    if column.dtype.kind not in "iuf":
        return None
    values: Floats = column.to_numpy(dtype=np.float64, na_value=np.nan)
    return values


def _capacities(
    path: StrPath, numbers: list[str], capacity: float | Mapping[str, float] | None
) -> dict[str, float]:
    """The capacity for each column of weights."""
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
        cure = f"name the column, as in --capacity {example}=100 (capacity={{{example!r}: 100}})"
        cure += "; edges of a graph are --format edgelist" * (capacity is None)
        raise ModelFileError(path, None, what, cure)
    if not capacities:
        raise ValueError("capacity is empty; give one for each column of weights")
    for name, value in capacities.items():
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"the capacity of {name!r} is {value}; give a number from 0 on")
    return capacities


@dataclass(frozen=True, slots=True, eq=False)
class _Cells(Numbers):
    """Numbers of a table, row by row."""

    columns: Sequence[str] = ()

    def error(self, position: int, what: str, cure: str) -> ModelFileError:
        width = len(self.columns)
        return at_row(self.path, position // width, what, cure, self.lines.size // width)


def _instance(
    path: StrPath,
    numbers: dict[str, Floats],
    capacities: dict[str, float],
    demand: str | None,
    names: tuple[str | None, list[str]],
) -> PackingInstance:
    bins = np.array(list(capacities.values()), np.float64)
    rows = numbers[next(iter(capacities))].size
    number = np.ones(rows) if demand is None else numbers[demand]
    values = np.column_stack([*(numbers[name] for name in capacities), number])
    nothing = np.zeros(values.size, np.int64)
    cells = _Cells(path, nothing, nothing, columns=[*capacities, demand or ""])

    def refuse(at: int, what: str, cure: str) -> ModelFileError:
        if at < bins.size:
            return ModelFileError(path, None, f"the capacity {what}", cure)
        row, column = divmod(at - bins.size, bins.size)
        place = row * values.shape[1] + column
        return cells.error(place, f"column {shown(cells.columns[column])}: {what}", cure)

    wrong = ~((values >= 0) & np.isfinite(values))
    wrong[:, -1] |= (values[:, -1] != np.rint(values[:, -1])) | (values[:, -1] > LARGEST)
    for at in np.flatnonzero(wrong)[:1].tolist():
        value, column = values.flat[at], cells.columns[at % values.shape[1]]
        text = "missing" if np.isnan(value) else f"{value:.15g}"
        cure = "give a number from 0 on (demands are whole), or leave the row out"
        raise cells.error(at, f"column {shown(column)} is {text}", cure)
    integers, decimals = as_integers(np.append(bins, values[:, :-1]), refuse)
    k = bins.size
    table = np.column_stack([integers[k:].reshape(-1, k), number.astype(np.int64)])
    cells = replace(cells, values=table.ravel(), decimals=decimals)
    columns = {"weights": list(capacities), "demand": demand, "name": names[0]}
    return cells.instance(integers[:k], 0, k + 1, _FORM, columns, names[1])
