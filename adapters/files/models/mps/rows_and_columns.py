"""The sections ROWS, COLUMNS, RHS and RANGES."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from nzdd.adapters.files.models.mps.sections import ONLY_LINEAR, Section
from nzdd.adapters.files.models.mps.words import Lines, Words, places, quoted
from nzdd.input.arrays import Bools, Floats, Ints

INFINITE_BOUND = 1e20
"""Bounds at least this large are read as infinite, as SCIP, HiGHS, CPLEX and Gurobi read them."""

_KINDS = {b"N": 0, b"L": 1, b"G": 2, b"E": 3}
_FREE, _AT_MOST, _AT_LEAST, _EQUAL = _KINDS.values()
_MARKER = b"'MARKER'"
_MARKERS = {b"'INTEND'": 0, b"'INTORG'": 1, b"'SOSORG'": 2, b"'SOSEND'": 2}


@dataclass(frozen=True, eq=False)
class Rows:
    """What ROWS declares: the objective comes last, whether there is one or not."""

    names: list[bytes]  # without the objective
    index: dict[bytes, int]  # the place of each row by its name, that of the objective too
    kinds: Ints  # with that of the objective


class Columns(NamedTuple):
    """What COLUMNS says; the matrix has the objective as its last row."""

    names: list[bytes]
    integrality: Bools
    matrix: csr_array[np.float64, tuple[int, int]]


class Entries(NamedTuple):
    """Pairs of a row and a number, with the line they are in."""

    line: Ints
    row: Ints
    value: Floats


def read_rows(section: Section, naming: Section | None) -> Rows:
    """Read ROWS; the objective is the row that OBJNAME names, or the first of kind N."""
    lines = section.lines().without_comments(2, ())
    section.check_counts(lines, (2,), "a kind and a name")
    kinds = places(lines.word(0), _KINDS)
    section.refuse(
        kinds < 0,
        lines.number,
        lambda k: f"unknown kind of row {quoted(lines.word(0)[k])}",
        "N, L, G and E are known",
    )
    names = lines.word(1).tolist()
    index = dict(zip(names, range(len(names)), strict=True))
    if len(index) < len(names):
        keys = places(lines.word(1), index)
        section.check_once(keys, lines.number, lambda k: f"a second row {quoted(names[k])}")
    free = np.flatnonzero(kinds == _FREE)
    chosen = int(free[0]) if free.size else -1
    if naming is not None:
        objective = naming.only_word()
        chosen = index.get(objective, -1)
        if chosen < 0 or kinds[chosen] != _FREE:
            what = f"the objective {quoted(objective)} of OBJNAME is not a row of kind N"
            raise naming.error(naming.number, what, "correct the name, or the row")
    if chosen >= 0:
        names.append(names.pop(chosen))
        kinds = np.append(np.delete(kinds, chosen), _FREE)
        index = dict(zip(names, range(len(names)), strict=True))
        names.pop()
    else:
        kinds = np.append(kinds, _FREE)
    return Rows(names, index, kinds)


def read_columns(section: Section, rows: Rows) -> Columns:
    """Read COLUMNS, a piece at a time."""
    # A run is lines of one column in one piece between the same markers.
    runs: list[tuple[Words, Bools, Ints]] = [_NO_RUNS]
    parts: list[tuple[Ints, Ints, Floats, Ints]] = [_NO_ENTRIES]
    count, open_marker = 0, False
    for piece in section.pieces():
        lines, integer, open_marker = _without_markers(section, piece, rows, open_marker)
        lines = lines.without_comments(1, rows.index)
        if not lines.first.size:
            continue
        section.check_counts(lines, (3, 5), "a column, then one or two pairs of a row and a number")
        line, row, value = read_entries(section, lines, rows.index)
        what = _coefficient(rows, lines, line, row)
        refuse_infinite(section, np.isinf(value), lines.number[line], what)
        labels = lines.word(0)
        new = np.append(True, (labels[1:] != labels[:-1]) | (integer[1:] != integer[:-1]))
        runs.append((labels[new], integer[new], lines.number[new]))
        parts.append((np.cumsum(new)[line] - 1 + count, row, value, lines.number[line]))
        count += len(runs[-1][0])
    label, integral, number = (np.concatenate(part) for part in zip(*runs, strict=True))
    run, row, value, numbers = (np.concatenate(part) for part in zip(*parts, strict=True))
    fresh = np.append(True, label[1:] != label[:-1])[: len(label)]
    section.refuse(
        ~fresh & np.append(False, integral[1:] != integral[:-1])[: len(label)],
        number,
        lambda k: f"column {quoted(label[k])} stands on both sides of a marker",
        "keep its lines together",
    )
    names = label[fresh]
    if len(set(names.tolist())) < len(names):
        index = {name: k for k, name in enumerate(names.tolist())}
        section.check_once(
            places(names, index),
            number[fresh],
            lambda k: f"a second block of column {quoted(names[k])}",
            "bring its lines together",
        )
    column = (np.cumsum(fresh) - 1)[run]
    section.check_once(
        column * len(rows.kinds) + row,
        numbers,
        lambda k: (
            f"a second coefficient of column {quoted(names[column[k]])} "
            f"in row {_row_name(rows, row[k])}"
        ),
    )
    shape = (len(rows.kinds), len(names))
    return Columns(names.tolist(), integral[fresh], csr_array((value, (row, column)), shape=shape))


_NO_RUNS = (np.empty(0, np.object_), np.empty(0, np.bool_), np.empty(0, np.int64))
_NO_ENTRIES = (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0), np.empty(0, np.int64))


def _row_name(rows: Rows, row: int) -> str:
    return quoted(next(name for name, place in rows.index.items() if place == row))


def _coefficient(rows: Rows, lines: Lines, line: Ints, row: Ints) -> Callable[[int], str]:
    def name(k: int) -> str:
        column = quoted(lines.word(0)[line[k]])
        return f"the coefficient of column {column} in row {_row_name(rows, row[k])}"

    return name


def _without_markers(
    section: Section, lines: Lines, rows: Rows, opened: bool
) -> tuple[Lines, Bools, bool]:
    """The lines between markers, which of them are integer, and what the next one is."""
    is_marker = lines.count == 3
    is_marker[is_marker] = lines.take(is_marker).word(1) == _MARKER
    if not is_marker.any():
        return lines, np.full(len(lines.first), opened), opened
    markers = lines.take(is_marker)
    state = places(markers.word(2), _MARKERS)
    words = markers.word(2)
    section.refuse(
        (state < 0) & (_MARKER not in rows.index),
        markers.number,
        lambda k: f"unknown marker {quoted(words[k])}",
        "'INTORG' and 'INTEND' are known, with their quotes",
    )
    is_marker[is_marker] = state >= 0
    markers, state, words = markers.take(state >= 0), state[state >= 0], words[state >= 0]
    section.refuse(state == 2, markers.number, lambda k: "a special ordered set", ONLY_LINEAR)
    before = np.append(int(opened), state[:-1])[: len(state)]
    wrong = ("{} without 'INTORG'".format, "the marker {} comes again".format)
    section.refuse(state == before, markers.number, lambda k: wrong[state[k]](quoted(words[k])))
    states = np.append(int(opened), state)
    integer = states[np.cumsum(is_marker)[~is_marker]] == 1
    return lines.take(~is_marker), integer, bool(states[-1])


def read_entries(section: Section, lines: Lines, index: Mapping[bytes, int]) -> Entries:
    """Read the pairs that follow the label, where a line has one, which are those of odd length."""
    pairs = lines.count // 2
    line = np.repeat(np.arange(len(pairs)), pairs)
    at = np.repeat(lines.first + lines.count % 2, pairs)
    at[np.cumsum(pairs)[pairs == 2] - 1] += 2
    row = places(lines.words[at], index)
    number = lines.number[line]
    section.refuse(
        row < 0,
        number,
        lambda k: f"row {quoted(lines.words[at[k]])} is not in the ROWS section",
        "declare the row or correct its name",
    )
    values = section.numbers(
        lines.words[at + 1], number, lambda k: f"row {quoted(lines.words[at[k]])}"
    )
    return Entries(line, row, values)


def refuse_infinite(
    section: Section, wrong: Bools, number: Ints, what: Callable[[int], str]
) -> None:
    """Refuse infinity where it says nothing."""
    section.refuse(wrong, number, lambda k: f"{what(k)} is infinity", "give a finite number")


def as_infinite(values: Floats) -> Floats:
    """Infinity for what the readers of MPS files take for it."""
    return np.where(np.abs(values) < INFINITE_BOUND, values, np.copysign(np.inf, values))


def _read_set(section: Section | None, rows: Rows, what: str) -> Entries:
    """Read RHS or RANGES, with the numbers of the file's lines."""
    if section is None:
        return Entries(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
    lines = section.lines().without_comments(1, rows.index)
    form = "a name of the set or none, then one or two pairs of a row and a number"
    section.check_counts(lines, (2, 3, 4, 5), form)
    labels = lines.word(0)
    labels[lines.count % 2 == 0] = None
    section.check_one_set(labels, lines.number)
    line, row, value = read_entries(section, lines, rows.index)
    number = lines.number[line]
    section.check_once(row, number, lambda k: f"a second {what} of row {_row_name(rows, row[k])}")
    return Entries(number, row, as_infinite(value))


def row_ends(
    rows: Rows, rhs: Section | None, ranges: Section | None
) -> tuple[Floats, Floats, float]:
    """Lower and upper ends of all rows but the objective, and the constant of that."""
    kinds = rows.kinds
    sides, spans = np.zeros(len(kinds)), np.full(len(kinds), np.nan)
    number, row, value = _read_set(ranges, rows, "range")
    if ranges is not None:
        what = "a range of row {}, which is of kind N".format
        free = kinds[row] == _FREE
        ranges.refuse(free, number, lambda k: what(_row_name(rows, row[k])), "remove it")
    spans[row] = value
    number, row, value = _read_set(rhs, rows, "right-hand side")
    # Infinite ends make a row free, where it has no range, and cannot be reached elsewhere.
    open_end = np.isnan(spans[row]) & np.where(
        value > 0, kinds[row] == _AT_MOST, kinds[row] == _AT_LEAST
    )
    if rhs is not None:
        side = "the right-hand side of row {}".format
        wrong = np.isinf(value) & ~open_end
        refuse_infinite(rhs, wrong, number, lambda k: side(_row_name(rows, row[k])))
    sides[row] = value
    lower = np.where(np.isin(kinds, (_AT_LEAST, _EQUAL)), sides, -np.inf)
    upper = np.where(np.isin(kinds, (_AT_MOST, _EQUAL)), sides, np.inf)
    up = (kinds == _AT_LEAST) | (kinds == _EQUAL) & (spans > 0)
    down = (kinds == _AT_MOST) | (kinds == _EQUAL) & (spans < 0)
    spans = np.abs(spans)
    up, down = up & ~np.isnan(spans), down & ~np.isnan(spans)
    upper[up], lower[down] = (sides + spans)[up], (sides - spans)[down]
    return as_infinite(lower[:-1]), as_infinite(upper[:-1]), 0.0 - float(sides[-1])
