"""Lines of a text table that are no rows: titles above, units below the names, totals below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nzdd.adapters.files.tables.cells.values import MARKS
from nzdd.adapters.files.tables.text_layout.header_line import (
    are_numbers,
    begins_like_number,
    holds_names,
)

_WORD = re.compile(r"[^\W\d_]{3}")

MOST_LINES = 20
"""The most lines above or below a table."""
_MOST_NAMES = 3
"""The most lines of names below the first one."""


def rows_above(rows: Sequence[Sequence[str]], width: int) -> int:
    """How many of the first lines stand above a table of a width.

    They have at most half as many fields as the rows; or as many, most of them empty, where the
    line below them holds names.
    """
    above = 0
    filled = False  # up to the width by empty fields
    for row in rows[:MOST_LINES]:
        held = sum(map(bool, row))
        if 2 * held > width or len(rows) < above + 3:
            break
        if len(row) > 1 and 2 * len(row) > width:
            filled = True
        above += 1
    rest = rows[above:]
    if filled and not holds_names(rest[0], [row for row in rest[1:] if len(row) == len(rest[0])]):
        return 0
    return above


def second_names(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows below the names are more of them: units, or what a survey asked.

    Where most fields of a column are numbers, they have words or nothing; and none of their words
    occurs again in its column.
    """
    for count in range(_MOST_NAMES):
        if len(rows) <= count + 2 or not _are_names(rows[count], rows[count + 1 :]):
            return count
    return _MOST_NAMES


def _are_names(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    over_numbers = 0
    for field, column in zip(row, zip(*below, strict=True), strict=True):
        if are_numbers([each for each in column if each not in MARKS][_MOST_NAMES:]):
            if begins_like_number(field):
                return False
            over_numbers += field not in MARKS
        elif field and field in column:
            return False
    return over_numbers > 0


def are_below(lines: Sequence[Sequence[str]], width: int) -> bool:
    """Whether the last lines, of other widths than the rows, stand below a table.

    They have at most half as many fields, and words in the first one: else a row may be torn.
    """
    return all(
        0 < 2 * len(fields) <= max(width, 2)
        and (len(fields) == 1 or not begins_like_number(fields[0]))
        and _WORD.search(fields[0]) is not None
        for fields in lines
    )
