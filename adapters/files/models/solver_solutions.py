"""Solution files in the forms of single solvers: the values of the columns among other things."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from xml.parsers.expat import ParserCreate

Entry = tuple[int, str, str]
"""The line, from 0, the name of a column and the text of its value."""


@dataclass(frozen=True, slots=True)
class SolutionForm:
    """A form of solution files."""

    name: str
    first_line: re.Pattern[str]
    entries: Callable[[list[str]], Iterator[Entry]]


def form_of(lines: list[str]) -> SolutionForm | None:
    """The form whose first line the file has; None if it has that of none."""
    first = next(filter(None, map(str.strip, lines)), "")
    found = (each for each in FORMS if each.first_line.match(first))
    form = next(found, None)
    # a column may be called NAME, or a name begin so
    return None if form is _XPRESS and not any(map(_ENDS.match, lines)) else form


def _highs_raw(lines: list[str]) -> Iterator[Entry]:
    """From ``# Columns 3`` on ``name value``, or ``name value index`` where zeros are left out."""
    start = next((i for i, line in enumerate(lines) if line.startswith("# Columns ")), len(lines))
    for i, line in enumerate(lines[start + 1 :], start + 1):
        words = line.split()
        if not words or words[0] == "#":  # a column has two words at least
            return
        yield i, words[0], words[1] if len(words) > 1 else ""


def _highs_table(lines: list[str]) -> Iterator[Entry]:
    """Index, perhaps the status, bounds, value, perhaps the dual and the type, and the name."""
    start = next(i for i, line in enumerate(lines) if line.strip() == "Columns") + 2
    rows = takewhile(lambda pair: pair[1][:1].isspace(), enumerate(lines[start:], start))
    for i, line in rows:
        words = line.split()
        value = 4 if len(words) > 1 and words[1].isalpha() and words[1] != "inf" else 3
        if len(words) > value + 1 and _NUMBER.fullmatch(words[value]):  # else it has no point
            yield i, words[-1], words[value]


def _cbc(lines: list[str]) -> Iterator[Entry]:
    """Index, name, value and dual, ``**`` before what violates a bound; perhaps rows first."""
    table = [(i, line.removeprefix("**").split()) for i, line in enumerate(lines) if line.strip()]
    del table[0]
    numbers = [int(words[0]) if words[0].isdecimal() else 0 for _, words in table]
    restarts = [k for k in range(1, len(table)) if numbers[k] <= numbers[k - 1]]
    for i, words in table[restarts[-1] if restarts else 0 :]:
        yield (i, words[1], words[2]) if len(words) == 4 else (i, " ".join(words), "")


def _cplex(lines: list[str]) -> Iterator[Entry]:
    """The elements ``<variable name= value=>`` of the one solution, or of the incumbent."""
    solutions: list[list[Entry]] = []
    incumbent = 0
    parser = ParserCreate()

    def start(tag: str, given: dict[str, str]) -> None:
        nonlocal incumbent
        if tag == "CPLEXSolution":
            solutions.append([])
        elif tag == "header" and given.get("solutionName") == "incumbent":
            incumbent = len(solutions)
        elif tag == "variable" and solutions:
            entry = parser.CurrentLineNumber - 1, given.get("name", ""), given.get("value", "")
            solutions[-1].append(entry)

    parser.StartElementHandler = start
    parser.Parse("\n".join(lines), True)
    if len(solutions) > 1 and not incumbent:
        raise ValueError(f"the file holds {len(solutions)} solutions")
    return iter(solutions[incumbent - 1] if solutions else ())


def _xpress_slx(lines: list[str]) -> Iterator[Entry]:
    """Lines ``C name value`` between ``NAME`` and ``ENDATA``."""
    if sum(map(bool, map(_ENDS.match, lines))) > 1:
        raise ValueError("the file holds more than one solution")
    for i, line in enumerate(lines):
        words = line.split()
        if words[:1] == ["C"]:
            yield (i, words[1], words[2]) if len(words) == 3 else (i, line.strip(), "")


def _xpress_asc(lines: list[str]) -> Iterator[Entry]:
    """Index, name, kind, status and value between commas; columns have the kind C."""
    for i, fields in enumerate(csv.reader(lines)):
        if len(fields) > 4 and fields[2] == "C":
            yield i, fields[1].strip(), fields[4]


_NUMBER = re.compile(r"[-+]?(\d+\.?\d*(e[-+]?\d+)?|inf|nan)", re.IGNORECASE)
_ENDS = re.compile(r"ENDATA\s*$")
_XPRESS = SolutionForm("Xpress (.slx)", re.compile(r"NAME\b"), _xpress_slx)

FORMS = (
    SolutionForm("HiGHS", re.compile(r"Model status$"), _highs_raw),
    SolutionForm("HiGHS", re.compile(r"Columns$"), _highs_table),
    SolutionForm("CBC", re.compile(r"\D* - objective value\s"), _cbc),
    SolutionForm("CPLEX (XML)", re.compile(r"<(\?xml|CPLEXSolutions?)\b"), _cplex),
    _XPRESS,
    SolutionForm("Xpress (.asc)", re.compile(r'\d+,"[^"]*","\w","'), _xpress_asc),
)
"""All of them; a file of lines ``name value`` has none of their first lines."""
