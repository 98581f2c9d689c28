"""Items and the capacities of a bin, as files of packing problems hold them."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    numbers_of,
    read_bytes,
    refuse_first,
    starts_and_lines,
)
from nzdd.families.item_patterns import LARGEST
from nzdd.input.arrays import Ints
from nzdd.input.text import shown

_FOREIGN = re.compile(rb"[^ \t\r\n0-9]|[0-9]{16}")


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
    """

    weights: Ints
    capacities: Ints
    demand: Ints

    @classmethod
    def of(cls, weights: Ints, capacities: Ints, demand: Ints) -> PackingInstance:
        """The items that are demanded, equal ones as one. Time O(items log items)."""
        weights, demand = weights[demand > 0], demand[demand > 0]
        order = np.lexsort(-weights.T[::-1])
        weights, demand = weights[order], demand[order]
        first = np.ones(demand.size, np.bool_)
        first[1:] = (weights[1:] != weights[:-1]).any(axis=1)
        return cls(weights[first], capacities, np.add.reduceat(demand, np.flatnonzero(first)))


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers of a file, and the line that each is in, from 1."""

    path: StrPath
    values: Ints
    lines: Ints

    @classmethod
    def read(cls, path: StrPath) -> Numbers:
        """Read a file of nothing but integers from 0 to 2^40. Time and memory linear."""
        content = read_bytes(path)
        what = "is not an integer from 0 to 10^15 - 1"
        check_characters(path, content, _FOREIGN, "packing files hold only these", what)
        values = numbers_of(content, np.int64)
        _, lines = starts_and_lines(content, np.frombuffer(content, np.uint8) >= ord("0"))
        cure = "divide the weights and capacities by a common factor"
        refuse_first(path, values > LARGEST, lines, lambda k: f"{values[k]} exceeds 2^40", cure)
        return cls(path, values, lines)

    def instance(self, capacities: Ints, first: int, width: int, form: str) -> PackingInstance:
        """The items of the numbers from `first` on, `width` each: weights, perhaps a demand."""
        items, lines = self.values[first:].reshape(-1, width), self.lines[first::width]
        k = capacities.size
        weights = items[:, :k]
        demand = items[:, k] if width > k else np.ones(len(items), np.int64)

        def refuse(wrong: NDArray[np.bool_], what: str, cure: str) -> None:
            def text(item: int) -> str:
                return f"the item of weight {_row(weights[item])} {what}"

            refuse_first(self.path, wrong & (demand > 0), lines, text, cure)

        refuse(
            np.any(weights > capacities, axis=1),
            f"exceeds the capacity {_row(capacities)}",
            f"check it; {form}",
        )
        refuse(np.all(weights == 0, axis=1), "fits any number of times", "leave it out")
        if not demand.any():
            raise ModelFileError(self.path, None, "no item is demanded", form)
        return PackingInstance.of(weights, capacities, demand)

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


def _row(values: Ints) -> str:
    return shown(" ".join(map(str, values.tolist()))).strip("'")
