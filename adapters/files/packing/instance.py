"""Items and the capacities of a bin, as files of packing problems hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.decimals import as_written
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    numbers_of,
    refuse_first,
    starts_and_lines,
)
from nzdd.families.item_patterns import LARGEST
from nzdd.input.arrays import Ints
from nzdd.input.text import shown

_FOREIGN = re.compile(rb"[^ \t\r\n0-9]|[0-9]{16}")


@dataclass(frozen=True, slots=True, eq=False)
class ItemRows:
    """The rows of a table whose items are demanded, those of one item together.

    Attributes
    ----------
    columns : dict
        ``"weights"``, the names of the columns of weights, and those of ``"demand"`` and
        ``"name"``, None where there is no such column.
    names : list of str
        Of the rows; empty if no column names them.
    item : ndarray of int64, shape (num_rows,)
        The item of the instance that each row is, in rising order.
    demand : ndarray of int64, shape (num_rows,)
    """

    columns: dict[str, Any]
    names: list[str]
    item: Ints
    demand: Ints


@dataclass(frozen=True, slots=True, eq=False)
class PackingInstance:
    """Items that are put into as few bins of one kind as possible.

    Attributes
    ----------
    weights : ndarray of int64, shape (num_items, k)
        What an item takes of each capacity; no two items are equal, and they come in falling order.
    capacities : ndarray of int64, shape (k,)
    demand : ndarray of int64, shape (num_items,)
        How many of each item are packed, at least 1.
    decimals : int
        The file has weights and capacities divided by 10 to the power of this.
    rows : ItemRows, optional
        Of a table.
    """

    weights: Ints
    capacities: Ints
    demand: Ints
    decimals: int = 0
    rows: ItemRows | None = None

    @classmethod
    def of(
        cls,
        weights: Ints,
        capacities: Ints,
        demand: Ints,
        decimals: int = 0,
        columns: dict[str, Any] | None = None,
        names: Sequence[str] = (),
    ) -> PackingInstance:
        """The items that are demanded, equal ones as one. Time O(items log items).

        With the `columns` of a table and the `names` of its rows it keeps these.
        """
        wanted = np.flatnonzero(demand > 0)
        wanted = wanted[np.lexsort(-weights[wanted].T[::-1])]
        weights, demand = weights[wanted], demand[wanted]
        first = np.ones(demand.size, np.bool_)
        first[1:] = (weights[1:] != weights[:-1]).any(axis=1)
        rows = None
        if columns is not None:
            names = [names[row] for row in wanted.tolist()] if names else []
            rows = ItemRows(columns, names, np.cumsum(first) - 1, demand)
        total = np.add.reduceat(demand, np.flatnonzero(first))
        return cls(weights[first], capacities, total, decimals, rows)


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers of a file, and the line that each is in, from 1.

    Weights and capacities are multiplied by 10 to the power of `decimals`.
    """

    path: StrPath
    values: Ints
    lines: Ints
    decimals: int = 0

    @classmethod
    def of(cls, path: StrPath, content: bytes) -> Numbers:
        """A text of nothing but integers from 0 to 2^40. Time and memory linear."""
        what = "is not an integer from 0 to 10^15 - 1"
        check_characters(path, content, _FOREIGN, "packing files hold only these", what)
        values = numbers_of(content, np.int64)
        _, lines = starts_and_lines(content, np.frombuffer(content, np.uint8) >= ord("0"))
        cure = "divide the weights and capacities by a common factor"
        refuse_first(path, values > LARGEST, lines, lambda k: f"{values[k]} exceeds 2^40", cure)
        return cls(path, values, lines)

    def instance(
        self,
        capacities: Ints,
        first: int,
        width: int,
        form: str,
        columns: dict[str, Any] | None = None,
        names: Sequence[str] = (),
    ) -> PackingInstance:
        """The items of the numbers from `first` on, `width` each: weights, perhaps a demand.

        `columns` and `names` are those of a table.
        """
        items, k = self.values[first:].reshape(-1, width), capacities.size
        weights = items[:, :k]
        demand = items[:, k] if width > k else np.ones(len(items), np.int64)

        def refuse(wrong: NDArray[np.bool_], what: str, cure: str) -> None:
            for item in np.flatnonzero(wrong & (demand > 0))[:1].tolist():
                text = f"the item of weight {self.text(weights[item])} {what}"
                raise self.error(first + item * width, text, cure)

        refuse(
            np.any(weights > capacities, axis=1),
            f"exceeds the capacity {self.text(capacities)}",
            f"check it; {form}",
        )
        refuse(np.all(weights == 0, axis=1), "fits any number of times", "leave it out")
        if not demand.any():
            raise ModelFileError(self.path, None, "no item is demanded", form)
        return PackingInstance.of(weights, capacities, demand, self.decimals, columns, names)

    def text(self, values: Ints) -> str:
        """Weights or capacities as the file has them."""
        numbers = (str(as_written(value, self.decimals)) for value in values.tolist())
        return shown(" ".join(numbers)).strip("'")

    def error(self, position: int, what: str, cure: str) -> ModelFileError:
        """The error at one of the numbers."""
        return ModelFileError(self.path, int(self.lines[position]), what, cure)

    def miscounted(self, first: int, width: int, announced: str, form: str) -> ModelFileError:
        """The error where another number of items is announced, at a line that stands out."""
        sizes = np.bincount(self.lines[first:])
        odd = np.flatnonzero((sizes > 0) & (sizes != width))
        if 0 < odd.size < max(2, int(np.count_nonzero(sizes)) // 2):
            size = int(sizes[odd[0]])
            what = f"the line holds {size} number{'s'[: size > 1]}, and others {width}"
            return ModelFileError(self.path, int(odd[0]), what, form)
        what = f"{announced} are announced, and {self.values.size - first} numbers follow"
        return ModelFileError(self.path, int(self.lines[first - 1]), what, form)
