"""Solution files: one line per column, with its name and its value, or in the form of a solver."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from xml.parsers.expat import ExpatError

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models.solver_solutions import FORMS, Entry, form_of
from nzdd.adapters.files.text import StrPath, read_text, refuse_first, write_text
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.arrays import as_floats
from nzdd.input.text import shown

_HEADER = re.compile(r"(=obj=\s|solution status:|objective value:)", re.IGNORECASE)
_NO_POINT = re.compile(r"\s*(=(infeas|unbd)=|no solution available)\s*$", re.IGNORECASE)
_OTHERS = (  # of which no line can be one of a solution; HiGHS writes Rows
    (re.compile(r"(ROWS|rows)\s*$"), "a model (MPS)", "solve it first: nzdd solve MODEL -o x.sol"),
    (
        re.compile(r"(?i)\s*(min|max)(imi[sz]e|imum)?\s*(\w*:.*)?$"),
        "a model (LP)",
        "solve it first: nzdd solve MODEL -o x.sol",
    ),
    (re.compile(r"PK\x03\x04"), "an archive", "give the solution of its model"),
)
_BLANKS = re.compile(r"\s+")
_SCIP_TAIL = re.compile(r"\(obj:[^()]*\)$")
_RANGES = ("MPS_Rg", "Rg")  # what Gurobi puts before the name of a row from files, and of its own
_HEAD = 100  # lines that show what is no solution
_PROGRAMS = ", ".join(dict.fromkeys(form.name for form in FORMS))
_CURE = (
    "expected a line 'name value' for each column that is not 0, as nzdd, SCIP and Gurobi write "
    f"them, or a solution file of {_PROGRAMS}"
)


def read(path: StrPath, model: LinearModel) -> NDArray[np.float64]:
    """Read a point of a model.

    Parameters
    ----------
    path : path-like
        Plain or gzip; the first lines tell the form:

        * lines ``name value``, as nzdd, SCIP, Gurobi and MIPLIB have them. Empty lines, the header
          ``=obj= value``, SCIP's header lines and its ``(obj:c)``, and comments after ``#`` are
          skipped;
        * what HiGHS (both styles), CBC, CPLEX (``.sol`` in XML) and Xpress (``.slx``, ``.asc``)
          write.

        Columns not named are 0. The columns that Gurobi adds for rows with two sides are skipped.
    model : LinearModel
        Names its columns; unnamed ones are ``C0``, ``C1``, ... and blanks in names underscores, as
        in the MPS files nzdd writes.

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ModelFileError
        If the file holds no point or several, names a column that the model has not, names one
        again, or has no finite value for one.

    Notes
    -----
    Time and memory linear in the text and the names, about a second a million lines.
    """
    column = {name: j for j, name in enumerate(column_names(model))}
    lines = read_text(path).split("\n")
    _refuse_others(path, lines)
    form = form_of(lines)
    cure = (
        _CURE
        if form is None
        else f"it is read as a file of {form.name}; give a solution of this very model"
    )
    try:
        entries = list(_name_values(lines, column) if form is None else form.entries(lines))
    except (ExpatError, csv.Error, ValueError) as error:
        line = error.lineno if isinstance(error, ExpatError) else None
        raise ModelFileError(path, line, str(error), "write one solution, whole") from None
    if any(map(_NO_POINT.match, lines[:3])) or (form and not entries and model.num_columns):
        raise ModelFileError(path, None, "the file holds no point", "solve until there is one")
    added = _range_columns(model)
    entries = [each for each in entries if each[1] in column or each[1] not in added]
    at = np.array([i for i, _, _ in entries], dtype=np.int64)
    where = np.array([column.get(name, -1) for _, name, _ in entries], dtype=np.int64)
    values = np.array([_number(text) for _, _, text in entries], dtype=np.float64)
    again = np.ones(where.size, np.bool_)
    again[np.unique(where, return_index=True)[1]] = False

    def refuse(wrong: NDArray[np.bool_], what: str, word: int, cure: str = cure) -> None:
        refuse_first(path, wrong, at + 1, lambda k: what.format(shown(entries[k][word])), cure)

    refuse(where < 0, "the model has no column {}", 1)
    refuse(~np.isfinite(values), "{} is not a finite number", 2)
    refuse(again, "column {} has a value already", 1, "keep one value per column")
    x = np.zeros(model.num_columns)
    x[where] = values
    return x


def _refuse_others(path: StrPath, lines: list[str]) -> None:
    """ModelFileError at a model or an archive, which are easily taken for the solution."""
    for sign, what, cure in _OTHERS:
        if any(map(sign.match, lines[:_HEAD])):
            raise ModelFileError(path, None, f"it is {what}, not a solution", cure)


def _name_values(lines: list[str], column: dict[str, int]) -> Iterator[Entry]:
    """The lines ``name value``; a column may be called like a comment or like a header."""
    texts = [_SCIP_TAIL.sub("", line.strip()) for line in lines]
    header = next((i for i, text in enumerate(texts) if text.lower().startswith("=obj=")), -1)
    for i, text in enumerate(texts):
        words = text.rsplit(maxsplit=1)
        if not words or i == header:
            continue
        name = _BLANKS.sub("_", words[0])
        if name not in column and (name[0] == "#" or _HEADER.match(text)):
            continue
        yield i, name, words[-1]


def _range_columns(model: LinearModel) -> set[str]:
    """The names of the columns by which Gurobi makes rows with two sides equations."""
    lower, upper = model.row_lower, model.row_upper
    two = np.flatnonzero(np.isfinite(lower) & np.isfinite(upper) & (lower != upper)).tolist()
    names = model.row_names
    rows = [f"R{i}" if names is None else _BLANKS.sub("_", names[i]) or f"R{i}" for i in two]
    return {prefix + row for prefix in _RANGES for row in rows}


def write(path: StrPath, model: LinearModel, x: ArrayLike) -> None:
    """Write a point of a model: ``=obj= value``, then a line for each column that is not 0.

    Parameters
    ----------
    path : path-like
        Gzip if it ends in ``.gz``.
    model : LinearModel
    x : array of float, shape (n,)

    Raises
    ------
    OSError
        If the file cannot be written; an older file then stays as it was.
    """
    point = as_floats(x, "x")
    names = column_names(model)
    used = np.flatnonzero(point)
    texts = zip(used.tolist(), point[used].tolist(), strict=True)
    lines = [f"=obj= {model.objective_value(point)!r}\n"]
    write_text(path, lines + [f"{names[j]} {value!r}\n" for j, value in texts])


def column_names(model: LinearModel) -> list[str]:
    """The names of a model's columns as MPS files and solutions have them: none without blanks."""
    if model.column_names is None:
        return [f"C{j}" for j in range(model.num_columns)]
    return [_BLANKS.sub("_", name) or f"C{j}" for j, name in enumerate(model.column_names)]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return np.nan
