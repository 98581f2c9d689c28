"""Tables as bins, one per column, and literals over them as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.bits import ColumnBits, ThresholdBits
from nzdd.adapters.sklearn.encoding.columns import column_reader
from nzdd.adapters.sklearn.encoding.cut_points import threshold_text
from nzdd.formulations.learning.rules.bins.binned_rows import MAX_BINS, BinColumn
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal
from nzdd.input.text import shown


def bin_columns(encoder: BinaryEncoder) -> list[BinColumn]:
    """The bins of every column of a fitted encoder.

    Raises ValueError for a column with more thresholds than a byte can number the bins of.
    """
    names = column_names(encoder)
    return list(map(_bin_column, encoder._columns, names))


def bin_codes(encoder: BinaryEncoder, table: Any) -> NDArray[np.uint8]:
    """The bins of a table that `checked_columns` returned, shape (rows, columns).

    Time O(rows x columns x log(bins)), memory a byte a value.
    """
    bin_columns(encoder)  # refuses columns with too many
    read = column_reader(table)
    codes = np.empty((table.shape[0], len(encoder._columns)), np.uint8)
    for index, (name, column) in enumerate(
        zip(column_names(encoder), encoder._columns, strict=True)
    ):
        codes[:, index] = column.bins(read(index, name), name)
    return codes


def _bin_column(column: ColumnBits, name: str) -> BinColumn:
    if isinstance(column, ThresholdBits):
        if column.cuts.size >= MAX_BINS:
            raise ValueError(
                f"column {shown(name)} has {column.cuts.size} thresholds; give at most "
                f"{MAX_BINS - 1} in cuts"
            )
        return BinColumn(column.cuts.size + 1, column.missing)
    return BinColumn(max(1, column.width - column.missing), column.missing, ordered=False)


class LiteralTexts:
    """Literals and conjunctions in words.

    Parameters
    ----------
    encoder : BinaryEncoder
        Fitted.
    """

    def __init__(self, encoder: BinaryEncoder) -> None:
        self.names = column_names(encoder)
        self._columns = encoder._columns

    def literal(self, literal: Literal) -> str:
        """A literal, such as ``"age > 37"``, ``"colour != red"`` or ``"age is missing"``."""
        name, column = self.names[literal.column], self._columns[literal.column]
        if literal.kind is Kind.MISSING:
            return f"{name} is missing"
        if literal.kind is Kind.KNOWN:
            return f"{name} is known"
        if isinstance(column, ThresholdBits):
            if column.as_is:
                return f"{name} = {int(literal.kind is Kind.ABOVE)}"
            operator = ">" if literal.kind is Kind.ABOVE else "<="
            return f"{name} {operator} {threshold_text(column.cuts.item(literal.bin))}"
        value = [*column.values, "other"][literal.bin]
        return f"{name} {'=' if literal.kind is Kind.EQUAL else '!='} {value}"

    def conjunction(self, rule: Conjunction) -> str:
        """All literals, joined by ``&``; two of one column as ``"20 < age <= 37"``."""
        return " & ".join(
            self._of_column(list(group)) for _, group in groupby(rule, key=lambda each: each.column)
        )

    def _of_column(self, literals: Sequence[Literal]) -> str:
        if len(literals) == 1:
            return self.literal(literals[0])
        low, high = sorted(literals, key=lambda each: each.kind)
        column = self._columns[low.column]
        assert isinstance(column, ThresholdBits)
        first, last = (threshold_text(column.cuts.item(each.bin)) for each in (low, high))
        return f"{first} < {self.names[low.column]} <= {last}"
