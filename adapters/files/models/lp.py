"""LP files in CPLEX format, read through SCIP (extra ``[scip]``).

OR-Tools has an LP reader too, but of another dialect.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import is_installed, missing
from nzdd.adapters.files.models import lp_dialects
from nzdd.adapters.files.text import StrPath, is_rounded, read_text
from nzdd.adapters.workers import pool as worker_pool
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.text import shown

_NAME = rb"[\w.!\"#$%&(),;?@'`{}|~]"
_LONG = re.compile(rb"(?<!%b)\d{16,}(?!%b)" % (_NAME, _NAME))
"""Integers of many digits, which are not part of a name or of a decimal."""

_NUMBER = re.compile(
    rb"(?<!%b)(?:nan|inf(?:inity)?|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)(?!%b)"
    % (_NAME, _NAME),
    re.IGNORECASE,
)

_ENDS = (
    ("row_lower", "row", "the side of"),
    ("row_upper", "row", "the side of"),
    ("lower", "column", "the lower bound of"),
    ("upper", "column", "the upper bound of"),
)
"""The bounds of a model, what they are of, and how a message calls them."""

MOST = 1e20
"""From here on all is infinite to SCIP."""


def read(path: StrPath) -> LinearModel:
    """Read a linear model from an LP file in CPLEX format, plain or gzip.

    Conventions are SCIP's: no constants on a row's left side, every column declared in the
    objective or a row, bounds from 1e20 on infinite. Rows without a name get none but the empty
    one. Names may have indices in brackets, as in ``x[1,2]`` of Gurobi.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    LinearModel
        With the file's names and order.

    Raises
    ------
    ModelFileError
        If the file is cut off, or holds more than linear rows, bounds and integers. SCIP does not
        give the line of every error.
    MissingExtraError
        If pyscipopt is not installed.

    Notes
    -----
    SCIP hands rows over one by one: about a second for 100,000 nonzeros. Prefer MPS for large
    models. The file is read in a process of its own, where SCIP's complaints can be caught.
    """
    if not is_installed("pyscipopt"):
        raise missing("pyscipopt", f"reading the LP file {path}", "convert the file to MPS")
    content = read_text(path).encode()  # SCIP's binding takes UTF-8 only
    _check_whole(path, content)
    _refuse_rounded(path, content)
    given = content
    content, indexed = lp_dialects.without_brackets(content)
    content = lp_dialects.with_constant_last(content)
    try:
        arrays = worker_pool.call(
            "nzdd.adapters.solvers.scip.read_lp", "read_lp", content, kind="pyscipopt"
        )
    except worker_pool.WorkerError as error:
        raise ModelFileError(path, None, str(error), "check the file") from None
    names = {word.decode(): name.decode() for word, name in indexed.items()}
    if "what" in arrays:
        what = re.sub(r"\w+", lambda word: names.get(word[0], word[0]), arrays["what"])
        if row := re.search(r"in constraint <(.*)> is infinite", what):
            arrays["line"] = _line_of(given, np.inf, "row", row[1])
        elif "objective value is infinite" in what:
            arrays["line"] = _line_of(given, np.inf, "objective")
        raise ModelFileError(path, arrays["line"], what.partition(", consider")[0], _cure(what))
    for key in ("row_names", "column_names") if names else ():
        arrays[key] = [names.get(word, word) for word in arrays[key]]
    _check_numbers(path, given, arrays)
    try:
        return _model(arrays, Path(path).name.split(".")[0])
    except ValueError as error:
        raise ModelFileError(path, None, str(error), "correct the file") from None


def _cure(what: str) -> str:
    if "no constant values" in what:  # CPLEX reads these, and rows with two sides
        return "write a row as terms, one sense and one number, or the model as MPS"
    if what.startswith(("coefficient of", "invalid objective")):  # infinite
        return f"give a number below {MOST:g} in absolute value"
    return "only linear models in CPLEX LP format can be read"


def _check_whole(path: StrPath, content: bytes) -> None:
    """SCIP takes a file without END, and one without any section, for a model."""
    if re.search(rb"(?m)^ROWS[^\S\n]*$", content):
        what = "it is not an LP file: it has the ROWS section of an MPS file"
        raise ModelFileError(path, None, what, "let its name end in .mps, or take the format mps")
    if not re.search(rb"(?im)^[^\S\n]*(min|max)", content):
        what = "no Minimize or Maximize section"
        raise ModelFileError(path, None, what, "check that this is an LP file in CPLEX format")
    if not re.search(rb"(?im)^[^\S\n]*end[^\S\n]*$", content):
        if b";" in content and re.search(rb"(?im)^[^\S\n]*(min|max)(imi[sz]e)?[^\S\n]*:", content):
            what = "it is of the LP format of lp_solve, whose lines end in ';'"
            raise ModelFileError(path, None, what, "write it as MPS, by lp_solve -parse -wfmps")
        line = content.rstrip().count(b"\n") + 1
        what = "the file ends without End, so it is cut off"
        raise ModelFileError(path, line, what, "copy or download it again")


def _refuse_rounded(path: StrPath, content: bytes) -> None:
    """ModelFileError at an integer that no double is equal to; SCIP reads another one."""
    for line, text in enumerate(content.split(b"\n"), 1) if _LONG.search(content) else ():
        for word in _LONG.findall(text.partition(b"\\")[0]):
            if float(word) < MOST and is_rounded(word):
                what = f"{word.decode()} would be rounded"
                cure = "scale the numbers down, or write this one with a decimal point"
                raise ModelFileError(path, line, what, cure)


def _check_numbers(path: StrPath, content: bytes, arrays: dict[str, Any]) -> None:
    """ModelFileError, with the name and the line, at NaN, and at infinity as a bound to reach."""
    rows, columns = arrays["row_names"], arrays["column_names"]
    cure = "give a finite number"
    for key, kind, what in _ENDS:
        values = _bounds(arrays, key)
        unreachable = np.inf if key.endswith("lower") else -np.inf
        for k in np.flatnonzero(np.isnan(values) | (values == unreachable))[:1].tolist():
            name = arrays[f"{kind}_names"][k]
            line = _line_of(content, values[k], kind, name)
            what = f"{what} {kind} {shown(name) if name else k} is {values[k]}"
            raise ModelFileError(path, line, what, cure)
    for k in np.flatnonzero(np.isnan(arrays["objective"]))[:1].tolist():
        line = _line_of(content, np.nan, "objective")
        what = f"the coefficient of column {shown(columns[k])} in the objective is nan"
        raise ModelFileError(path, line, what, cure)
    for k in np.flatnonzero(np.isnan(arrays["data"]))[:1].tolist():
        row = int(np.searchsorted(arrays["indptr"], k, side="right")) - 1
        line = _line_of(content, np.nan, "row", rows[row])
        column = shown(columns[arrays["indices"][k]])
        what = f"the coefficient of column {column} in row {shown(rows[row]) if rows[row] else row}"
        raise ModelFileError(path, line, f"{what} is nan", cure)


def _line_of(content: bytes, value: float, kind: str, name: str = "") -> int | None:
    """The line of a number that is NaN or infinite: the first one from the label of its row on, or
    beside its column in the bounds, or of all; None where others are before that of a row without a
    name.
    """
    if kind == "row" and not name and not np.isnan(value):
        return None
    label = rb"(?<!%b)%b(?!%b)" % (_NAME, re.escape(name.encode()), _NAME)
    begin = re.compile(label + rb"\s*:" if kind == "row" else rb"(?i)^\s*bounds?\s*$")
    begun = not name
    for number, line in enumerate(content.split(b"\n"), 1):
        text = line.partition(b"\\")[0]
        begun = begun or begin.search(text) is not None
        if not begun or (kind == "column" and not re.search(label, text)):
            continue
        for word in map(float, _NUMBER.findall(text)):
            if np.isnan(word) if np.isnan(value) else word >= MOST:
                return number
    return None


def _bounds(arrays: dict[str, Any], key: str) -> NDArray[np.float64]:
    values = np.asarray(arrays[key], dtype=np.float64)
    return np.where(np.abs(values) >= arrays["infinity"], np.copysign(np.inf, values), values)


def _model(arrays: dict[str, Any], name: str) -> LinearModel:
    shape = (len(arrays["row_names"]), len(arrays["column_names"]))
    return LinearModel(
        arrays["objective"],
        csr_array((arrays["data"], arrays["indices"], arrays["indptr"]), shape=shape),
        _bounds(arrays, "row_lower"),
        _bounds(arrays, "row_upper"),
        _bounds(arrays, "lower"),
        _bounds(arrays, "upper"),
        arrays["integrality"],
        maximize=arrays["maximize"],
        offset=arrays["offset"],
        row_names=arrays["row_names"],
        column_names=arrays["column_names"],
        name=name,
    )
