"""The sections of an MPS file, and the checks that all of them share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models.mps.words import BLANK, Lines, Words, quoted, split_lines
from nzdd.adapters.files.text import StrPath, is_rounded, refuse_first
from nzdd.input.arrays import EXACT_INTEGERS, Bools, Floats, Ints

PIECE = 1 << 22
"""Bytes of a long section that are split at a time; bounds the memory of a read."""

KNOWN = ("NAME", "OBJSENSE", "OBJNAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
_BEFORE_DATA = {"NAME", "OBJSENSE", "OBJNAME"}  # their word may follow on the same line

_BEYOND = {
    **dict.fromkeys(("QUADOBJ", "QMATRIX", "QSECTION"), "a quadratic objective"),
    "QCMATRIX": "a quadratic constraint",
    "CSECTION": "a conic constraint",
    "INDICATORS": "indicator constraints",
    **dict.fromkeys(("SOS", "SOS1", "SOS2", "SETS"), "special ordered sets"),
    "GENCONS": "general constraints",
    "PWLOBJ": "a piecewise linear objective",
    "LAZYCONS": "lazy constraints",
    "USERCUTS": "cuts",
}
ONLY_LINEAR = "only linear models with integers can be read"

_SECTION = re.compile(rb"^(NAME|ROWS|COLUMNS)(?=\s|$)", re.MULTILINE | re.IGNORECASE)
_LP_SENSE = re.compile(rb"^[ \t]*(min|max)", re.MULTILINE | re.IGNORECASE)
_EXPONENT = bytes.maketrans(b"dD", b"ee")  # as Fortran writes it
_NUMBER = re.compile(rb"[+-]?((\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|inf(inity)?)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Section:
    """A section: its heading, and where its lines are in the text."""

    path: StrPath
    name: str  # in upper case
    number: int  # of the line with the heading
    rest: list[bytes]  # what follows the name on its line
    text: bytes  # of the whole file; the lines after the heading go from start to stop
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

    def refuse(
        self, wrong: Bools, number: Ints, what: Callable[[int], str], cure: str = "correct the line"
    ) -> None:
        """Refuse the first entry that is wrong; `what` describes it."""
        refuse_first(self.path, wrong, number, what, cure)

    def check_counts(self, lines: Lines, counts: tuple[int, ...], form: str) -> None:
        """Refuse a line with another number of words."""

        def what(at: int) -> str:
            begin, many = int(lines.first[at]), int(lines.count[at])
            start = quoted(b" ".join(lines.words[begin : begin + min(many, 8)].tolist()))
            return f"{many} word{'s' * (many != 1)} in section {self.name}: {start}"

        self.refuse(~np.isin(lines.count, counts), lines.number, what, f"write {form}")

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

        def what(at: int) -> str:
            one, two = ("(no name)" if name is None else quoted(name) for name in labels[[0, at]])
            return f"a second set in section {self.name}: {two}, after {one} of line {number[0]}"

        cure = "keep one set, or give all lines one name"
        self.refuse(labels != labels[:1], number, what, cure)

    def numbers(self, words: Words, number: Ints, owner: Callable[[int], str]) -> Floats:
        """The words as numbers, of which infinite ones pass; `owner` names what one is for."""
        texts: list[bytes] = words.tolist()
        joined = b"\n".join(texts)
        values = None if b"_" in joined else _floats(texts)
        if values is None:
            texts = joined.translate(_EXPONENT).split(b"\n")
            values = None if b"_" in joined else _floats(texts)
        if values is None:
            values = np.array([0.0 if _NUMBER.fullmatch(text) else np.nan for text in texts])

        def what(k: int) -> str:
            is_nan = words[k].lower().lstrip(b"+-") == b"nan"
            return f"{quoted(words[k])} for {owner(k)} is {'NaN' if is_nan else 'not a number'}"

        self.refuse(np.isnan(values), number, what)
        self._refuse_rounded(words, values, number)
        return values

    def _refuse_rounded(self, words: Words, values: Floats, number: Ints) -> None:
        """Refuse integers beyond 2**53 that no double holds; numbers with a point are decimals."""
        rounded = np.zeros(values.size, np.bool_)
        large = np.flatnonzero(np.isfinite(values) & (np.abs(values) >= EXACT_INTEGERS))
        rounded[large] = [is_rounded(word) for word in words[large].tolist()]
        cure = "scale the numbers down, or write this one with a decimal point"
        self.refuse(rounded, number, lambda k: f"{quoted(words[k])} would be rounded", cure)


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
            before = found[section.name].number
            what = f"a second section {section.name}, after that of line {before}"
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
        what = f"Unknown section {quoted(word)}"
        cure = f"{', '.join(KNOWN)} are known, and lines of data begin with a blank"
        if name in _BEYOND:
            what, cure = f"{what}: {_BEYOND[name]}", ONLY_LINEAR
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
