"""The section BOUNDS."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nzdd.adapters.files.models.mps.rows_and_columns import Columns, as_infinite, refuse_infinite
from nzdd.adapters.files.models.mps.sections import ONLY_LINEAR, Section
from nzdd.adapters.files.models.mps.words import Lines, places, quoted
from nzdd.input.arrays import Bools, Floats, Ints

# The ends that each kind sets; NaN is the number of the line.
_LOWER = {b"LO": np.nan, b"LI": np.nan, b"FX": np.nan, b"MI": -np.inf, b"FR": -np.inf, b"BV": 0.0}
_UPPER = {b"UP": np.nan, b"UI": np.nan, b"FX": np.nan, b"PL": np.inf, b"FR": np.inf, b"BV": 1.0}
_INTEGER = (b"LI", b"UI", b"BV")
_KINDS = {kind: k for k, kind in enumerate(sorted({*_LOWER, *_UPPER}))}
_PLAIN = [_KINDS[kind] for kind in (b"MI", b"PL", b"FR", b"BV")]  # they need no number
_BEYOND = {b"SC": "a semi-continuous column", b"SI": "a semi-integer column"}


class Bounds(NamedTuple):
    """Of all columns."""

    lower: Floats
    upper: Floats
    integrality: Bools


def read_bounds(section: Section | None, columns: Columns) -> Bounds:
    """Read BOUNDS: ends that no line sets are 0 and infinity, or 1 for integers without a line."""
    size = len(columns.names)
    lower, integrality = np.zeros(size), columns.integrality.copy()
    upper = np.where(integrality, 1.0, np.inf)
    if section is None:
        return Bounds(lower, upper, integrality)
    index = dict(zip(columns.names, range(size), strict=True))
    lines = section.lines().without_comments(2, index)
    kind = _kinds(section, lines)
    column, value = _columns_and_values(section, lines, kind, index)
    upper[column] = np.inf
    found = (lines.number, kind, column, value)
    below = _set_ends(section, found, _LOWER, lower, "lower", columns)
    _set_ends(section, found, _UPPER, upper, "upper", columns)
    integrality[column[np.isin(kind, [_KINDS[name] for name in _INTEGER])]] = True
    lower[(upper < 0) & ~below] = -np.inf
    return Bounds(lower, upper, integrality)


def _kinds(section: Section, lines: Lines) -> Ints:
    section.check_counts(lines, (2, 3, 4), "a kind, a name of the set or none, a column, a number")
    kind = places(lines.word(0), _KINDS)
    words = lines.word(0)
    beyond = np.fromiter(map(_BEYOND.__contains__, words.tolist()), np.bool_, len(words))
    section.refuse(beyond, lines.number, lambda k: _BEYOND[words[k]], ONLY_LINEAR)
    cure = "UP, LO, FX, FR, MI, PL, BV, LI and UI are known"
    unknown = "unknown kind of bound {}".format
    section.refuse(kind < 0, lines.number, lambda k: unknown(quoted(words[k])), cure)
    return kind


def _columns_and_values(
    section: Section, lines: Lines, kind: Ints, index: dict[bytes, int]
) -> tuple[Ints, Floats]:
    plain = np.isin(kind, _PLAIN)
    place = np.where((lines.count == 4) | ~plain, lines.count - 2, lines.count - 1)
    column = places(lines.word(place), index)
    bare = ~plain & (lines.count < 4) & (column < 0)
    bare[bare] = places(lines.word(lines.count - 1)[bare], index) >= 0
    section.refuse(bare, lines.number, lambda k: "a bound without a number")
    # Of a column and a number that a plain kind does not need, the first word shows the order.
    doubtful = plain & (lines.count == 3) & (column < 0)
    other = places(lines.take(doubtful).word(1), index)
    column[doubtful] = other
    place[np.flatnonzero(doubtful)[other >= 0]] = 1
    section.refuse(
        column < 0,
        lines.number,
        lambda k: f"column {quoted(lines.word(place)[k])} is not in the COLUMNS section",
        "declare the column or correct its name",
    )
    labels = lines.word(1)
    labels[place == 1] = None
    section.check_one_set(labels, lines.number)
    value = np.zeros(len(kind))
    given = place + 1 < lines.count
    numbers = lines.take(given)
    names = numbers.word(place[given])
    value[given] = section.numbers(
        numbers.word(place[given] + 1), numbers.number, lambda k: f"column {quoted(names[k])}"
    )
    return column, value


def _set_ends(
    section: Section,
    found: tuple[Ints, Ints, Ints, Floats],
    table: dict[bytes, float],
    ends: Floats,
    side: str,
    columns: Columns,
) -> Bools:
    """Set the ends of one side, and return which columns have a line for it."""
    number, kind, column, value = found
    sets = np.isin(kind, [_KINDS[name] for name in table])
    number, kind, column, value = number[sets], kind[sets], column[sets], value[sets]
    end = np.array([table.get(name, 0.0) for name in _KINDS])[kind]
    end = as_infinite(np.where(np.isnan(end), value, end))
    # Xpress sets the ends of fixed integers twice, to the same number.
    different = np.sort(np.unique(np.array([column, end]), axis=1, return_index=True)[1])
    number, column, end = number[different], column[different], end[different]
    section.check_once(
        column,
        number,
        lambda k: f"a second {side} bound of column {quoted(columns.names[column[k]])}",
    )
    what = f"the {side} bound of column {{}}".format
    wrong = end == (np.inf if side == "lower" else -np.inf)
    refuse_infinite(section, wrong, number, lambda k: what(quoted(columns.names[column[k]])))
    ends[column] = end
    given = np.zeros(len(ends), dtype=np.bool_)
    given[column] = True
    return given
