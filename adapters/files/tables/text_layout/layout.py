"""How a text table is laid out: its separator, its comments, its line of names, by content."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import dropwhile, takewhile

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.text_layout import orange
from nzdd.adapters.files.tables.text_layout.fixed_widths import blank_gaps, ruled_gaps, with_tabs
from nzdd.adapters.files.tables.text_layout.frames import without_frame
from nzdd.adapters.files.tables.text_layout.header_line import (
    LABEL_NAMES,
    are_surely_names,
    begins_like_number,
    holds_names,
    is_number,
)
from nzdd.adapters.files.tables.text_layout.other_lines import rows_above, second_names
from nzdd.adapters.files.text import StrPath, decoded, encoding, plain_name
from nzdd.input.text import shown as _shown

BLANKS = " "
"""The separator of fields with any number of blanks and tabs between them."""

HEAD = 2**18  # bytes that are looked at
_HEAD_LINES = 200
_MOST_EMPTY = 1_000  # lines after a row, after which no other is looked for
_SEPARATORS = ("\t", ";", ",", "|", BLANKS)
_AGREEING = 0.9  # the share of lines with the same number of fields
_RULED = rb"(?=[^\n]*?[-=]{3})[-=+| \t]+$"  # as databases draw lines
_NO_ERROR = rb"(?!(?:N/?A|NV|DIV/0!|[A-Z]{3,9}[!?])[\t;,|])"  # of a workbook, in the first cell
_COMMENT_TEXT = rb"^[ \t]*(?:#" + _NO_ERROR + rb"|%|//|\|)[^\n]*|\Asep=.[ \t]*$|^" + _RULED
_COMMENT = re.compile(_COMMENT_TEXT, re.MULTILINE)
_QUOTED_OR_COMMENT = re.compile(
    rb'((?<![^\t;,| \n])"(?:[^"]|"")*"(?![^\t;,| \n]))|' + _COMMENT_TEXT, re.MULTILINE
)
_ARFF = re.compile(rb"\s*@relation\b", re.IGNORECASE)
_ARFF_NAME = re.compile(rb"^[ \t]*@attribute[ \t]+('[^'\n]*'|\"[^\"\n]*\"|\S+)", re.I | re.M)
_KEEL_LABEL = re.compile(rb"^[ \t]*@outputs?[ \t]+([^\s,]+)[ \t]*$", re.I | re.M)
_ARFF_DATA = re.compile(rb"^[ \t]*@data\b[^\n]*\n", re.I | re.M)
_NUMBERS = re.compile(r"(?:[-+]?[\d.]+ {2,}){2}")
_DOTTED = re.compile(r"[-+]?[1-9]\d{0,2}(?:\.\d{3})+")
_COMMA_AT_END = re.compile(r"(?:,(?:\d{1,2}|\d{4,})|\.\d{3},\d+|\b0,\d+)\b(?![.,])")
_SEPARATED = "give each line as many fields as the others, with one separator"
_COMPLETE = "check that it is complete"


@dataclass(frozen=True, slots=True)
class Layout:
    """How a text table is laid out.

    Attributes
    ----------
    separator : str
        One character; `BLANKS` stands for any number of blanks and tabs.
    names : tuple of str
        Of the columns: those of the file, or x0, x1, ...
    has_names : bool
        Whether the file has a line of names.
    first : int
        The line of the first row, from 1.
    notes : tuple of str
        What was taken for something else than rows.
    comments : bool
        Whether some lines are comments.
    dotted : tuple of str
        Columns whose points stand between thousands, as other columns have decimal commas.
    gaps : tuple of int
        Where columns end, if they have widths; the separator is a tab then.
    repeated : bytes
        The line of the names, which may come again, as on each page; empty if it may not.
    label : str or None
        The column that the file itself calls the label.
    left_out : tuple of str
        Columns that the file itself calls no features.
    """

    separator: str
    names: tuple[str, ...]
    has_names: bool
    first: int
    notes: tuple[str, ...] = ()
    comments: bool = False
    dotted: tuple[str, ...] = ()
    gaps: tuple[int, ...] = ()
    repeated: bytes = b""
    label: str | None = None
    left_out: tuple[str, ...] = ()


def prepared(content: bytes, layout: Layout) -> bytes:
    """The content with a line feed at the end of each line; comments and further names are empty.

    Columns of a width have tabs behind them.
    """
    content = _prepared(_plain_lines(content), layout.comments, layout.gaps)
    line = layout.repeated + b"\n"
    if layout.repeated and content.startswith(line):
        content = content[len(layout.repeated) :]
    while layout.repeated and b"\n" + line in content:  # again, as two may stand together
        content = content.replace(b"\n" + line, b"\n\n")
    return content


def _prepared(content: bytes, comments: bool, gaps: tuple[int, ...]) -> bytes:
    if gaps:
        content = with_tabs(decoded(content), gaps).encode(encoding(content))
    return _without_arff_head(_without_comments(content) if comments else content)


def _without_comments(content: bytes) -> bytes:
    """The content with comments left empty; a line within quotes is none."""
    if b'"' not in content:
        return _COMMENT.sub(b"", content)
    return _QUOTED_OR_COMMENT.sub(rb"\1", content)


def _plain_lines(content: bytes) -> bytes:
    """The same with a line feed at the end of each line, and without bars around rows."""
    content = content.removeprefix(BOM_UTF8)
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return without_frame(content)


def _has_comments(head: bytes) -> bool:
    """Whether lines that begin like a comment are some, and not colours such as #0000ff, say."""
    if _COMMENT.search(head) is None:
        return False
    below = [*dropwhile(_COMMENT.match, (line for line in head.split(b"\n") if line.strip()))]
    return 2 * sum(_COMMENT.match(line) is not None for line in below) <= len(below)


def _without_arff_head(content: bytes) -> bytes:
    """The content with empty lines in place of the head of an ARFF file of Weka."""
    data = _ARFF_DATA.search(content) if _ARFF.match(content) else None
    return (
        content
        if data is None
        else b"\n" * content.count(b"\n", 0, data.end()) + content[data.end() :]
    )


def _arff_names(original: bytes) -> tuple[list[str], str | None] | None:
    """The names in the head of an ARFF file, and the label that KEEL states; None for others."""
    head = _COMMENT.sub(b"", original[:HEAD].replace(b"\r\n", b"\n"))
    if not _ARFF.match(head):
        return None
    output = _KEEL_LABEL.findall(head)
    return (
        [decoded(name).strip("'\"") for name in _ARFF_NAME.findall(head)],
        decoded(output[0]) if len(output) == 1 else None,
    )


def recognise(
    path: StrPath, original: bytes, header: bool | None = None, *, alone: bool = False
) -> Layout:
    """Find the layout of a table by the first lines of its text.

    Parameters
    ----------
    path : path-like
        For errors; ``.tsv`` says that tabs separate the fields.
    original : bytes
        The text, or its first lines, before `prepared`.
    header : bool, optional
        Whether the first line holds names; by default the content tells.
    alone : bool, default False
        Whether there may be one column, so that nothing separates fields.

    Raises
    ------
    ModelFileError
        If no separator is found, or names are too few, or that of a label is repeated.
    """
    head = _plain_lines(original[:HEAD])
    if len(original) > HEAD:
        head = head[: head.rfind(b"\n") + 1] or head
    comments = _has_comments(head)
    gaps = ruled_gaps(decoded(head).split("\n"))
    content = _prepared(head, comments, gaps)
    lines = decoded(content).split("\n")
    if not any(map(str.strip, lines)):
        raise ModelFileError(path, None, "there are only comments", _COMPLETE)
    declared = _arff_names(original)
    if declared is not None:
        first = next(number for number, line in enumerate(lines, 1) if line.strip())
        arff, output = declared
        if lines[first - 1].lstrip().startswith("{"):
            what = "the rows are sparse, as in {1 2.5, 3 yes}"
            raise ModelFileError(path, first, what, "write all values (Weka: SparseToNonSparse)")
        label = output if output in arff else None
        return Layout(",", _checked(path, arff, 1), True, first, (), comments, label=label)
    separator = "\t"
    tabs = plain_name(path).endswith(".tsv") and b"\t" in content
    if alone or plain_name(path).endswith(".tsv"):
        tabs = tabs or not _separator(lines)[0]
    if not gaps and not tabs:
        separator, gaps = _columns(path, lines)
        if gaps:
            content = _prepared(head, comments, gaps)
            lines = decoded(content).split("\n")
    rows = _records(lines, separator)
    if not rows:
        raise ModelFileError(path, None, "there are only empty fields", _COMPLETE)
    width = Counter(len(row) for _, row in rows[1:] or rows).most_common(1)[0][0]
    above = 0 if header else rows_above([row for _, row in rows], width)
    notes = [
        f"line {number} is no row and is skipped: {_shown(separator.join(row).rstrip(separator))}"
        for number, row in rows[:above]
    ]
    rows = rows[above:]
    number, start = rows[0]
    roles = None if header is False else orange.roles([row for _, row in rows[:4]])
    if roles is not None:
        header = True
        notes.append(
            f"lines {rows[1][0]} and {rows[2][0]} hold the kinds and the roles of the columns, as "
            "in tables of Orange; the kinds are not used"
        )
        rows = [rows[0], *rows[3:]]
    below = [row for _, row in rows[1:] if len(row) == width]
    others = [row for row in below if row != start]
    surely = len(start) == width and are_surely_names(start, others)
    pages = header is not False and len(others) < len(below) and surely
    if pages:
        again = next(line for line, row in rows[1:] if row == start)
        notes.append(f"line {again} has the names again; it is skipped, as heads of pages are")
        rows, below = [rows[0], *(each for each in rows[1:] if each[1] != start)], others
    if header is None and separator == BLANKS and len(start) == width - 1 and below:
        start = _with_row_names(start, below)
    names, has_names = start, header
    line: int | None = number
    if has_names is None:
        fits = len(start) == width
        has_names = holds_names(start, below) if fits else not any(map(is_number, start))
        if has_names and fits and below and not are_surely_names(start, below):
            notes.append(
                f"line {number} is taken for the names of the columns; if it is a row, read with "
                "header=False, --no-header"
            )
    repeated = content.split(b"\n")[number - 1]
    surely = len(start) == width and are_surely_names(start, others)
    if not (has_names and surely) or b'"' in repeated:
        repeated = b""
    following = [row for _, row in takewhile(lambda each: len(each[1]) == width, rows[1:])]
    second = second_names(following) if has_names else 0
    notes += [
        f"line {number} is no row and is skipped: {_shown(separator.join(row))}"
        for number, row in rows[1 : 1 + second]
    ]
    rows = rows[has_names + second :]
    first = rows[0][0] if rows else len(lines) + 1
    commented = None
    if header is None and not has_names:
        commented = _commented_names(original, separator, number, width)
    first_rows = [start, *below] if len(start) == width else below
    if commented is not None and holds_names(commented, first_rows):
        names, has_names, line = commented, True, None
    elif not has_names:
        names = [f"x{j}" for j in range(width)]
        if header is None:
            last = f" to {names[-1]}" if len(names) > 1 else ""
            notes.append(f"there is no line of names; the columns are called {names[0]}{last}")
    elif len(names) != width and below:
        what = f"the line of names has {len(names)} fields, and the rows have {width}"
        raise ModelFileError(path, number, what, "give each column one name")
    names = [" ".join(name.split()) for name in names]  # workbooks break lines within them
    checked = _checked(path, names, line)
    renamed = [name for name, given in zip(checked, names, strict=False) if given not in ("", name)]
    if renamed:
        notes.append(
            f"names come again; these columns are called {', '.join(map(_shown, renamed))}"
        )
    dotted = _dotted([row for _, row in rows if len(row) == width])
    return Layout(
        separator,
        checked,
        has_names,
        first,
        tuple(notes),
        comments,
        tuple(name for name, each in zip(checked, dotted, strict=False) if each),
        gaps,
        repeated,
        checked[roles[0][0]] if roles is not None and len(roles[0]) == 1 else None,
        () if roles is None else tuple(checked[j] for j in roles[1]),
    )


def fields_of(text: str, separator: str) -> list[str]:
    """The fields of a line, without the blanks around them."""
    return next((fields for _, fields in _records([text], separator)), [])


def _records(lines: list[str], separator: str) -> list[tuple[int, list[str]]]:
    """The line and the fields of the first rows; quoted fields may go over several lines."""
    if separator == BLANKS:
        lines = [" ".join(line.split()) for line in lines]
    reader = csv.reader(
        (line.strip(" ") + "\n" for line in lines), delimiter=separator, skipinitialspace=True
    )
    found: list[tuple[int, list[str]]] = []
    before = 0
    with suppress(csv.Error):  # of a field above 131,072 characters; the rows before it will do
        for row in reader:
            fields = [field.strip() for field in row]
            if len(fields) > 1 or any(fields):
                found.append((before + 1, fields))
            if len(found) == _HEAD_LINES or (found and before - found[-1][0] > _MOST_EMPTY):
                break
            before = reader.line_num
    return found


def row_fields(content: bytes, separator: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The line and the number of fields of each row in a text that `prepared` returned.

    Separators and line feeds between quotes do not count. Time and memory linear in the text.
    """
    characters = np.frombuffer(content, np.uint8)
    feeds = characters == ord("\n")
    inside = np.zeros(0, np.bool_)  # of quotes
    outside: NDArray[np.bool_] | bool = True
    if b'"' in content:
        inside = np.logical_xor.accumulate(characters == ord('"'))
        outside = ~inside
    if separator == BLANKS:
        filled = characters > ord(" ")
        if inside.size:
            filled |= inside
        marks = np.flatnonzero(filled & ~np.append(False, filled[:-1]))
    else:
        filled = characters > ord(" ")
        marks = np.flatnonzero((characters == ord(separator)) & outside)
    ends = np.flatnonzero(feeds & outside)
    if not ends.size or ends[-1] < characters.size - 1:
        ends = np.append(ends, characters.size)
    starts = np.append(0, ends[:-1] + 1)
    count = np.diff(np.searchsorted(marks, np.append(starts, characters.size)))
    if separator != BLANKS:
        count += 1
    held = np.logical_or.reduceat(np.append(filled, False), starts)
    if separator == "\t":  # a line of tabs alone is a row of missing values
        held |= count > 1
    line = np.searchsorted(np.flatnonzero(feeds), starts) + 1
    return line[held].astype(np.int64), count[held].astype(np.int64)


def _columns(path: StrPath, lines: list[str]) -> tuple[str, tuple[int, ...]]:
    """The separator; and where columns end, if they have widths."""
    separator, share = _separator(lines)
    if share < _AGREEING and separator in ("", BLANKS) and (gaps := blank_gaps(lines)):
        return "\t", gaps
    if not separator:
        number, text = next((n, text) for n, text in enumerate(lines, 1) if text.strip())
        what = f"no separator makes columns of its lines, such as {_shown(text)}"
        raise ModelFileError(path, number, what, _SEPARATED)
    return separator, ()


def _aligned(rows: list[tuple[int, list[str]]]) -> bool:
    """Whether nearly all rows have a field of numbers in columns, as before a tab and a word."""
    aligned = sum(any(map(_NUMBERS.match, row)) for _, row in rows)
    return aligned >= _AGREEING * len(rows)


def _separator(lines: list[str], separators: Iterable[str] = _SEPARATORS) -> tuple[str, float]:
    """The separator by which most lines have the same number of fields, above one; their share."""
    best, share = "", 0.49
    for separator in separators:
        rows = _records(lines, separator)
        body = rows[1:] if len(rows) > 2 else rows  # the first one may be foreign
        counts = Counter(len(row) for _, row in body)
        [(width, agreeing)] = counts.most_common(1) or [(1, 0)]
        if width == 1:
            continue
        if agreeing >= _AGREEING * len(body):
            if separator == "\t" and _aligned(body) and _separator(lines, BLANKS)[1] >= _AGREEING:
                return BLANKS, 1.0
            return separator, agreeing / len(body)
        if agreeing > share * len(body):
            best, share = separator, agreeing / len(body)
    return best, share


def _dotted(rows: list[list[str]]) -> list[bool]:
    """Whether points stand between thousands, by column, where others have decimal commas."""
    columns = [[field for field in column if field] for column in zip(*rows, strict=True)]
    commas = [sum(map(_has_decimal_comma, column)) for column in columns]
    if not any(2 * count > len(column) > 0 for count, column in zip(commas, columns, strict=True)):
        return [False] * len(columns)
    return [
        any("." in field for field in column)
        and all("." not in field or _DOTTED.fullmatch(field) for field in column)
        for column in columns
    ]


def _has_decimal_comma(field: str) -> bool:
    """Whether a field is a number that can have no other commas than decimal ones."""
    return begins_like_number(field) and _COMMA_AT_END.search(field) is not None


def _with_row_names(names: list[str], below: list[list[str]]) -> list[str]:
    """The names with one for row names, which R writes without one."""
    first = [row[0] for row in below]
    return ["row", *names] if len(set(first)) == len(first) and "row" not in names else names


def _commented_names(original: bytes, separator: str, number: int, width: int) -> list[str] | None:
    """The names that a comment right above the first row holds, if any."""
    above = decoded(original[:HEAD]).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    comment = [text for text in above[: number - 1] if text.strip()][-1:]
    if not comment or comment[0].lstrip()[:1] not in "#%":
        return None
    names = fields_of(comment[0].lstrip().lstrip("#%").strip(), separator)
    return names if len(names) == width else None


def _checked(path: StrPath, names: list[str], line: int | None) -> tuple[str, ...]:
    """A name of its own for each column: x and its position without one, "a (2)" for the second a.

    Where the file has such names, columns without one are called "column" and their position. A
    second label is an error, as it is not clear which one is meant.
    """
    unnamed = (
        "column {}".format if any(f"x{j}" in names for j in range(len(names))) else "x{}".format
    )
    filled = [name or unnamed(j) for j, name in enumerate(names)]
    found: dict[str, None] = {}
    for name in filled:
        if name in found and name.lower() in LABEL_NAMES:
            what = f"the first line has the name {_shown(name)} twice"
            raise ModelFileError(path, line, what, "give each column a name of its own there")
        own, count = name, 1
        while own in found or (count > 1 and own in filled):
            count += 1
            own = f"{name} ({count})"
        found[own] = None
    return tuple(found)
