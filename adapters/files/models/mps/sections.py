"""The sections of an MPS file, and the checks that all of them share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models.mps.words import (
    BLANK,
    Floats,
    Ints,
    Lines,
    Words,
    quoted,
    split_lines,
)
from nzdd.adapters.files.text import StrPath

PIECE = 1 << 22
"""Bytes of a long section that are split at a time; bounds the memory of a read."""

KNOWN = ("NAME", "OBJSENSE", "OBJNAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
_BEFORE_DATA = {"NAME", "OBJSENSE", "OBJNAME"}  # their word may follow on the same line

_BEYOND = {
    "QUADOBJ": "a quadratic objective",
    "QMATRIX": "a quadratic objective",
    "QSECTION": "a quadratic objective",
    "QCMATRIX": "a quadratic constraint",
    "CSECTION": "a conic constraint",
    "INDICATORS": "indicator constraints",
    "SOS": "special ordered sets",
    "SOS1": "special ordered sets",
    "SOS2": "special ordered sets",
    "SETS": "special ordered sets",
    "GENCONS": "general constraints",
    "PWLOBJ": "a piecewise linear objective",
    "LAZYCONS": "lazy constraints",
    "USERCUTS": "cuts",
}
ONLY_LINEAR = "only linear models with integers can be read"

_SECTION = re.compile(rb"^(NAME|ROWS|COLUMNS)(?=\s|$)", re.MULTILINE | re.IGNORECASE)
_LP_SENSE = re.compile(rb"^[ \t]*(min|max)", re.MULTILINE | re.IGNORECASE)
_EXPONENT = bytes.maketrans(b"dD", b"ee")  # as Fortran writes it
_NUMBER = re.compile(rb"[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf(inity)?)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Section:
    """A section: its heading, and where its lines are in the text.

    Attributes
    ----------
    path : path-like
        The file, for messages.
    name : str
        In upper case.
    number : int
        Of the line with the heading.
    rest : list of bytes
        What follows the name of the section on its line.
    text : bytes
        The whole file.
    start, stop : int
        Where in it the lines after the heading are.
    """

    path: StrPath
    name: str
    number: int
    rest: list[bytes]
    text: bytes
    start: int
    stop: int

    def lines(self) -> Lines:
        """All lines at once."""
        return split_lines(self.text[self.start : self.stop], self.number + 1)

    def pieces(self) -> Iterator[Lines]:
        """All lines, a piece of the text at a time."""
        start, number = self.start, self.number + 1
        while start < self.stop:
            end = self.text.find(b"\n", start + PIECE, self.stop) + 1 or self.stop
            yield split_lines(self.text[start:end], number)
            number += self.text.count(b"\n", start, end)
            start = end

    def only_word(self) -> bytes:
        """The one word of a section, on the line of its heading or below."""
        lines = self.lines()
        words: list[bytes] = self.rest + lines.words[lines.first[:2]].tolist()
        if len(words) != 1 or (lines.count > 1).any():
            what = f"section {self.name} has {'no word' if not words else 'more than one word'}"
            raise self.error(self.number, what, "give one word")
        return words[0]

    def error(self, number: int, what: str, cure: str = "correct the line") -> ModelFileError:
        """The complaint about a line."""
        return ModelFileError(self.path, int(number), what, cure)

    def check_counts(self, lines: Lines, counts: tuple[int, ...], form: str) -> None:
        """Refuse a line with another number of words."""
        wrong = np.flatnonzero(~np.isin(lines.count, counts))
        if wrong.size:
            at = wrong[0]
            begin, many = int(lines.first[at]), int(lines.count[at])
            start = quoted(b" ".join(lines.words[begin : begin + min(many, 8)].tolist()))
            what = f"{many} word{'s' * (many != 1)} in section {self.name}: {start}"
            raise self.error(lines.number[at], what, f"write {form}")

    def check_once(
        self, keys: Ints, number: Ints, what: Callable[[int], str], cure: str = "keep one of them"
    ) -> None:
        """Refuse a key that comes again; `what` names the entry at a place."""
        order = np.argsort(keys, kind="stable")
        again = np.flatnonzero(np.diff(keys[order]) == 0)
        if again.size:
            k = again[np.argmin(order[again + 1])]
            one, other = order[k], order[k + 1]
            text = f"{what(int(other))}, after that of line {number[one]}"
            raise self.error(number[other], text, cure)

    def check_one_set(self, labels: Words, number: Ints) -> None:
        """Refuse a second set of right-hand sides, ranges or bounds."""
        other = np.flatnonzero(labels != labels[:1])
        if other.size:
            at = other[0]
            one, two = ("(no name)" if name is None else quoted(name) for name in labels[[0, at]])
            what = f"a second set in section {self.name}: {two}, after {one} of line {number[0]}"
            raise self.error(number[at], what, "keep one set, or give all lines one name")

    def numbers(self, words: Words, number: Ints) -> Floats:
        """The words as numbers, of which infinite ones pass."""
        texts: list[bytes] = words.tolist()
        joined = b"\n".join(texts)
        values = None if b"_" in joined else _floats(texts)
        if values is None:
            texts = joined.translate(_EXPONENT).split(b"\n")
            values = None if b"_" in joined else _floats(texts)
        if values is None:
            at = next(k for k, text in enumerate(texts) if not _NUMBER.fullmatch(text))
        elif np.isnan(values).any():
            at = int(np.flatnonzero(np.isnan(values))[0])
        else:
            return values
        what = "NaN" if words[at].lower().lstrip(b"+-") == b"nan" else "no number"
        raise self.error(number[at], f"{quoted(words[at])} is {what}")


def _floats(texts: list[bytes]) -> Floats | None:
    try:
        return np.fromiter(map(float, texts), np.float64, len(texts))
    except ValueError:
        return None


def find_sections(path: StrPath, text: bytes) -> dict[str, Section]:
    """Split a file at its headings, which are all lines that do not begin with a blank.

    Raises
    ------
    ModelFileError
        If it is not an MPS file, a section is unknown or comes twice, or it ends without ENDATA.
    """
    if not _SECTION.search(text):
        what = "it is not an MPS file: no line starts with NAME, ROWS or COLUMNS"
        cure = "check the file"
        if _LP_SENSE.search(text):
            cure = "it looks like an LP file, so let its name end in .lp, or take the format lp"
        raise ModelFileError(path, None, what, cure)
    content = np.frombuffer(text, np.uint8)
    starts = np.concatenate([[0], np.flatnonzero(content == ord("\n")) + 1])
    starts = starts[starts < len(text)]
    heads = np.flatnonzero(~BLANK[content[starts]] & (content[starts] != ord("*")))
    ends = np.append(starts[heads], len(text))
    _check_outside(path, text[: ends[0]], 1)
    found: dict[str, Section] = {}
    for k, head in enumerate(heads.tolist()):
        start, stop = int(ends[k]), int(ends[k + 1])
        body = text.find(b"\n", start, stop) + 1 or stop
        section = _section(path, head + 1, text, (start, body, stop))
        if section.name in found:
            what = (
                f"a second section {section.name}, after that of line {found[section.name].number}"
            )
            raise section.error(head + 1, what, "join them")
        if "ENDATA" in found:
            raise section.error(head + 1, f"section {section.name} after ENDATA", "move it before")
        found[section.name] = section
    if "ENDATA" not in found:
        number = text.rstrip().count(b"\n") + 1
        what = "the file ends without ENDATA, so it is cut off"
        raise ModelFileError(path, number, what, "copy or download it again")
    for name in ("NAME", "ENDATA"):
        if name in found:
            one = found[name]
            _check_outside(path, text[one.start : one.stop], one.number + 1)
    return found


def _section(path: StrPath, number: int, text: bytes, span: tuple[int, int, int]) -> Section:
    start, body, stop = span
    word, *rest = text[start:body].split(maxsplit=3)
    name = word.upper().decode("latin-1")
    if name not in KNOWN:
        what, cure = f"Unknown section {quoted(word)}", f"{', '.join(KNOWN)} are known"
        if name in _BEYOND:
            what, cure = f"{what}: {_BEYOND[name]}", ONLY_LINEAR
        else:
            cure += ", and lines of data begin with a blank"
        raise ModelFileError(path, number, what, cure)
    section = Section(path, name, number, rest, text, body, stop)
    if rest and name not in _BEFORE_DATA:
        what = f"{quoted(rest[0])} follows the heading {name}"
        raise section.error(number, what, "begin lines of data with a blank")
    return section


def _check_outside(path: StrPath, text: bytes, number: int) -> None:
    """Refuse data where none can be."""
    lines = split_lines(text, number)
    if lines.first.size:
        what = f"{quoted(lines.word(0)[0])} is in no section"
        raise ModelFileError(path, int(lines.number[0]), what, "move it to its section")
