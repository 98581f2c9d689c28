"""Whether the first line of a text table holds names, by its content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from nzdd.adapters.files.tables.cells.values import MARKS

LABEL_NAMES = ("label", "class", "target", "y")
"""What a label column is called by default, in any case."""

_LIKE_NUMBER = re.compile(r"[-+(\u2212 ]{0,4}(?:[^\w\s\[]|[A-Z]{3}\b)?[-+ \u00a0]{0,4}[.,]?\d")

_YEARS = set(range(1500, 2101))
_MOST_NUMBERS = 0.8
"""The share of the fields below a name that are numbers, in a column of numbers."""


def holds_names(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the fields of the first line are names of the columns below them.

    Words above numbers are names. Numbers are not, except for 0, 1, 2, ... in order, for years in
    equal steps, and for a few among words. Where all columns hold words, those of the first line
    are names if none of them occurs again in its column. If the first field alone is empty, above
    the numbers or names of rows, as R and pandas write it, the others are names.

    Parameters
    ----------
    first : sequence of str
    below : sequence of sequences of str, each as long as `first`
    """
    if _are_beside_a_corner(first, below):
        return True
    if any(number is not None and number % 1 for number in map(as_number, first)):
        return False
    numbers = [field for field in first if as_number(field) is not None]
    words = [field for field in first if as_number(field) is None]
    if not below:
        return not numbers and len(set(words)) == len(words)
    above_numbers = recurring = fresh = again = 0
    for j, field in enumerate(first):
        column = [row[j] for row in below if row[j] not in MARKS]
        if field in MARKS:
            recurring += field != ""
        elif as_number(field) is not None:
            again += field in column
        elif are_numbers(column):
            above_numbers += not begins_like_number(field)
            recurring += begins_like_number(field)
        elif field in column:
            recurring += 1
        else:
            fresh += 1
    if numbers:
        counted = [int(float(field)) for field in numbers]
        start = counted[0] if counted[0] in (0, 1) else 0
        in_order = counted == list(range(start, start + len(counted))) or _are_years(counted)
        named = in_order and not recurring and (len(counted) > 2 or not again)
        return named or above_numbers >= len(numbers) > again
    if above_numbers:
        return above_numbers > recurring
    return not recurring and fresh > 0 and len(set(first)) == len(first)


def _are_years(numbers: Sequence[int]) -> bool:
    """Whether at least three years follow in equal steps."""
    steps = {after - before for before, after in pairwise(numbers)}
    return len(numbers) > 2 and len(steps) == 1 and min(steps) > 0 and set(numbers) <= _YEARS


def _are_beside_a_corner(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first field alone is empty, and those below are the numbers or names of rows."""
    column = [row[0] for row in below]
    if first[0] or "" in [*first[1:], *column] or len(set(first)) < len(first) or len(below) < 3:
        return False
    counted = [str(start + k) for start in (0, 1) for k in range(len(column))]
    counts = column in (counted[: len(column)], counted[len(column) :])
    return counts or (len(set(column)) == len(column) and not are_numbers(column))


def are_surely_names(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first line has words alone, one of which names a label or stands over numbers.

    Else it may be a row, although `holds_names` takes it for names.
    """
    if any(map(is_number, first)):
        return False
    return any(field.lower() in LABEL_NAMES for field in first) or any(
        are_numbers([row[j] for row in below if row[j] not in MARKS]) for j in range(len(first))
    )


def are_numbers(column: Sequence[str]) -> bool:
    """Whether most of the fields are numbers, amounts or dates."""
    return bool(column) and sum(map(begins_like_number, column)) >= _MOST_NUMBERS * len(column)


def begins_like_number(field: str) -> bool:
    """Whether a field spells a number, or begins with digits, perhaps behind a sign or a mark."""
    return _LIKE_NUMBER.match(field) is not None or is_number(field)


def as_number(field: str) -> float | None:
    """The finite number that a field spells, or None."""
    with suppress(ValueError):
        number = float(field)
        if "_" not in field and abs(number) < float("inf"):
            return number
    return None


def is_number(field: str) -> bool:
    """Whether a field spells a finite number."""
    return as_number(field) is not None
