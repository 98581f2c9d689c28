"""The bits of one column.

In each column a row sets one run of neighbouring bits: those of all thresholds below its number,
the bit of its category, the bit for a missing value, or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.columns import Column, as_categories, as_numbers
from nzdd.adapters.sklearn.encoding.cut_points import threshold_text
from nzdd.adapters.sklearn.encoding.exact_numbers import num_below

NO_BIN = 255
"""For values that have no bin of their column."""


class Bit(NamedTuple):
    """The meaning of a bit.

    Attributes
    ----------
    name : str
        As in ``get_feature_names_out``.
    column : str
        The column it was made from.
    kind : str
        ``"threshold"``, ``"category"``, ``"other"`` (one of the rare categories), ``"missing"`` or
        ``"as is"`` (the column was 0/1).
    operator : str
        Between column and value: ``">"``, ``"="``, ``"in"`` or ``"is"``.
    value : object
        The threshold, the category, the tuple of rare categories, None, or 1.
    """

    name: str
    column: str
    kind: str
    operator: str
    value: Any


class Runs(NamedTuple):
    """The run of bits in each of some rows (None: all rows); other rows set no bit."""

    start: NDArray[np.int32]
    length: NDArray[np.int32]
    rows: NDArray[np.integer[Any]] | None


def _missing_bit(name: str) -> Bit:
    return Bit(f"{name} is missing", name, "missing", "is", None)


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdBits:
    """Bits ``x > t`` with ascending thresholds, or the single bit of a column that is 0/1.

    The thresholds are of float64, or of objects: see `exact_numbers`.
    """

    cuts: NDArray[Any]
    missing: bool
    as_is: bool = False

    @property
    def width(self) -> int:
        """The number of bits; the last one is for missing values, if there were any in `fit`."""
        return self.cuts.size + self.missing

    def bits(self, name: str) -> list[Bit]:
        """The meaning of each bit of the column with this name."""
        if self.as_is:
            found = [Bit(name, name, "as is", "=", 1)]
        else:
            found = [
                Bit(f"{name} > {threshold_text(cut)}", name, "threshold", ">", cut)
                for cut in self.cuts.tolist()
            ]
        return found + [_missing_bit(name)] * self.missing

    def runs(self, column: Column, name: str, strict: bool) -> Runs:
        """Encode a column; strict: raise ValueError for values without a bit."""
        numbers = as_numbers(column, name)
        if numbers.rows is not None and self.cuts.size and self.cuts[0] < 0:
            numbers = numbers.dense()  # rows with a 0 that is not stored set bits, too
        values = numbers.values
        missing = values != values
        length = num_below(self.cuts, values).astype(np.int32)
        start = np.zeros(values.size, np.int32)
        if missing.any():
            if strict and not self.missing:
                raise _unseen(f"column {name!r} has missing values, and had none")
            length[missing] = self.missing
            start[missing] = self.cuts.size
        return Runs(start, length, numbers.rows)

    def bins(self, column: Column, name: str) -> NDArray[np.uint8]:
        """The interval of each row; behind them the bin of missing values, or else `NO_BIN`."""
        values = as_numbers(column, name).dense().values
        if not self.cuts.size and not self.missing:  # one bin for all, also for missing values
            return np.zeros(values.size, np.uint8)
        codes = num_below(self.cuts, values).astype(np.uint8)
        codes[values != values] = self.cuts.size + 1 if self.missing else NO_BIN
        return codes


@dataclass(frozen=True, slots=True, eq=False)
class CategoryBits:
    """A bit for each of some categories, and one for the rest if there are others in `fit`."""

    values: Sequence[Any]
    rest: Sequence[Any]
    missing: bool

    @property
    def width(self) -> int:
        """See `ThresholdBits.width`."""
        return len(self.values) + bool(self.rest) + self.missing

    def bits(self, name: str) -> list[Bit]:
        """See `ThresholdBits.bits`."""
        found = [Bit(f"{name} = {value}", name, "category", "=", value) for value in self.values]
        if self.rest:
            found.append(Bit(f"{name} = other", name, "other", "in", tuple(self.rest)))
        return found + [_missing_bit(name)] * self.missing

    def runs(self, column: Column, name: str, strict: bool) -> Runs:
        """See `ThresholdBits.runs`."""
        categories = as_categories(column)
        known = {value: index for index, value in enumerate(self.values)}
        known.update(dict.fromkeys(self.rest, len(self.values)))
        # the last entry is for the code -1
        bit = [known.get(value, -1) for value in categories.values]
        bit.append(self.width - 1 if self.missing else -1)
        if strict:
            if not self.missing and (categories.codes < 0).any():
                raise _unseen(f"column {name!r} has missing values, and had none")
            used = np.bincount(categories.codes[categories.codes >= 0], minlength=len(bit) - 1)
            for value, place, rows in zip(categories.values, bit[:-1], used, strict=True):
                if place < 0 and rows:
                    raise _unseen(f"column {name!r} holds {value!r}, which was not seen")
        start = np.array(bit, np.int32)[categories.codes]
        return Runs(np.maximum(start, 0), (start >= 0).astype(np.int32), None)

    def bins(self, column: Column, name: str) -> NDArray[np.uint8]:
        """The bit of each row, or `NO_BIN`; of a column without bits one bin for all."""
        runs = self.runs(column, name, strict=False)
        if not self.width:
            return np.zeros(len(runs.length), np.uint8)
        return np.where(runs.length > 0, runs.start, NO_BIN).astype(np.uint8)


ColumnBits = ThresholdBits | CategoryBits


def _unseen(problem: str) -> ValueError:
    return ValueError(
        f"{problem} when the encoder was fitted; replace it, fit with such rows, or set "
        "handle_unknown='ignore' (no bit set)"
    )


def unique_names(bits: list[Bit]) -> list[Bit]:
    """Number bits of the same name: ``"a = 1"``, ``"a = 1 (2)"``."""
    taken = {bit.name for bit in bits}
    seen: set[str] = set()
    found = []
    for bit in bits:
        name, number = bit.name, 1
        while name in seen or (number > 1 and name in taken):
            number += 1
            name = f"{bit.name} ({number})"
        seen.add(name)
        found.append(bit._replace(name=name))
    return found
