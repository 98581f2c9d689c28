"""Cells that hold several choices, as those of forms do: a column of bits for each choice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from nzdd.adapters.files.tables.cells.number_blocks import text_columns
from nzdd.adapters.files.tables.feature_columns import replaced

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_SEPARATORS = (";", ",", "|")
_MOST = 30  # choices
_LEAST_ROWS = 20
_SEVERAL = 0.1
"""The least share of cells with more than one choice."""
_RARE = 0.02
"""A choice of a smaller share of the cells is free text, as behind "Other"."""
_KNOWN = 0.9
"""The least share of choices that are no free text."""


class Choices(NamedTuple):
    """The choices of a column, and what stands between them."""

    separator: str
    each: tuple[str, ...]

    def columns(self, name: str) -> dict[str, str]:
        """The names of the columns by choice."""
        return {choice: f"{name}: {choice}" for choice in self.each}


def choices_in(frame: DataFrame) -> dict[str, Choices]:
    """The columns of text whose cells hold some of a few choices. Time linear in the table."""
    found = {}
    for name, column in text_columns(frame):
        if column.notna().sum() < _LEAST_ROWS:
            continue
        choices = next(filter(None, (_choices(column, mark) for mark in _SEPARATORS)), None)
        if choices is not None:
            found[name] = choices
    return found


def with_bits(frame: DataFrame, choices: Mapping[str, Choices]) -> DataFrame:
    """The frame with a column of bits for each choice; an empty cell has none of them."""
    bits = {}
    for name, found in choices.items():
        mark = found.separator
        cells = mark + _plain(frame[name].fillna(""), mark) + mark
        bits[name] = {
            called: cells.str.contains(f"{mark}{choice}{mark}", regex=False)
            for choice, called in found.columns(name).items()
        }
    return replaced(frame, bits) if bits else frame


def _choices(column: Series, mark: str) -> Choices | None:
    cells = _plain(column.dropna(), mark)
    several = cells.str.contains(mark, regex=False)
    if several.mean() < _SEVERAL or several.all():
        return None
    each = cells.str.split(mark, regex=False).explode()
    counts = each[each != ""].value_counts()
    common = counts[counts >= max(2, _RARE * len(cells))]
    if not 2 <= len(common) <= min(_MOST, cells.nunique() - 1):
        return None
    if common.sum() < _KNOWN * counts.sum():
        return None
    return Choices(mark, tuple(sorted(map(str, common.index))))


def _plain(column: Series, mark: str) -> Series:
    """The cells without blanks around the marks."""
    return column.astype(str).str.strip().str.replace(rf"\s*{re.escape(mark)}\s*", mark, regex=True)
