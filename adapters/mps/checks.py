"""What OR-Tools' MPS parser lets pass, and where what it refuses stands in the file."""

from __future__ import annotations

import re
from os import PathLike

import numpy as np
from numpy.typing import NDArray
from ortools.math_opt.io.python import mps_converter

# Once this module is loaded, by anyone, OR-Tools raises StatusNotOk instead of RuntimeError.
from pybind11_abseil.status import StatusNotOk
from scipy.sparse import csr_array

from nzdd.adapters.errors import ModelFileError

Floats = NDArray[np.float64]


_SECTION = re.compile(r"^(NAME|ROWS|COLUMNS)(?=\s|$)", re.MULTILINE | re.IGNORECASE)
_LP_SENSE = re.compile(r"^\s*(min|max)", re.MULTILINE | re.IGNORECASE)


def parse_error(path: str | PathLike[str], text: str) -> ModelFileError:
    """Ask OR-Tools' other door to the same parser, which says what is wrong and where."""
    if not _SECTION.search(text):
        what = "it is no MPS file: no line starts with NAME, ROWS or COLUMNS"
        cure = "check the file"
        if _LP_SENSE.search(text):
            cure = "it looks like an LP file, so let its name end in .lp, or take the format lp"
        return ModelFileError(path, None, what, cure)
    cure = "correct the line"
    try:
        mps_converter.mps_to_model_proto(text)
    except (RuntimeError, StatusNotOk) as error:
        message = re.sub(r"^[A-Z_]+: | \[[A-Z_]+\]$", "", str(error))
    else:  # pragma: no cover - one parser is behind both doors
        message = "not an MPS file"
    found = re.match(r'(?s)(.*?)\.?;?\s+Line (\d+): "(.*)"\.?$', message)
    if not found:  # pragma: no cover - the parser of today names a line whatever is wrong
        return ModelFileError(path, None, message, "check that this is an MPS file")
    what, line, content = found.groups()
    if "section" in what:
        cure = "NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS and ENDATA are known"
    return ModelFileError(path, int(line), f"{what}: {content.strip()[:60]!r}", cure)


def _line_of(text: str, pattern: str) -> int | None:
    found = re.search(pattern, text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else None


def _section(text: str, name: str) -> str:
    """Return the lines of one section; plain searches, as the text may be large."""
    start = 0 if text.startswith(name) else text.find(f"\n{name}") + 1
    if not text.startswith(name, start):
        return ""
    start = text.find("\n", start) + 1
    end = re.compile(r"^[^\s*]", re.MULTILINE).search(text, start)
    return text[start : end.start() if end else len(text)]


def check_whole_and_linear(path: str | PathLike[str], text: str) -> None:
    """Refuse a file without its end, and constraints that are not linear."""
    if "\nENDATA" not in text:
        line = text.rstrip().count("\n") + 1
        what = "the file ends without ENDATA, so it is cut off"
        raise ModelFileError(path, line, what, "copy or download it again")
    cure = "only linear models with integers can be read"
    if "\nINDICATORS" in text:
        line_or_none = _line_of(text, r"^INDICATORS")
        raise ModelFileError(path, line_or_none, "indicator constraints", cure)
    if re.search(r"^\s+SC\s", _section(text, "BOUNDS"), re.MULTILINE):
        line_or_none = _line_of(text, r"^BOUNDS(?s:.*?)^\s+SC\s")
        raise ModelFileError(path, line_or_none, "a semi-continuous column", cure)


def check_declared_rows(path: str | PathLike[str], text: str, names: tuple[str, ...]) -> None:
    """OR-Tools invents a row for a name that the ROWS section lacks, and merges equal names."""
    kinds = re.findall(r"^\s+([NLGE])\s", _section(text, "ROWS"), re.MULTILINE)
    declared = len(kinds) - ("N" in kinds)
    if len(names) > declared:
        name = names[declared]
        line = _line_of(text, rf"^\s+\S.*\s{re.escape(name)}(?=\s|$)")
        what = f"row {name!r} is not in the ROWS section"
        raise ModelFileError(path, line, what, "declare the row or correct its name")
    if len(names) < declared:
        what = "two rows of the ROWS section have the same name"
        raise ModelFileError(path, None, what, "give every row its own name")


def check_declared_columns(
    path: str | PathLike[str],
    text: str,
    names: tuple[str, ...],
    matrix: csr_array[np.float64, tuple[int, int]],
    objective: Floats,
) -> None:
    """OR-Tools also invents a column for an unknown name in BOUNDS; it comes last and is empty."""
    used = objective != 0
    used[matrix.indices] = True
    first_idle = int(np.flatnonzero(used)[-1]) + 1 if used.any() else 0
    if first_idle == len(names):
        return
    declared = set(re.findall(r"^\s+(\S+)", _section(text, "COLUMNS"), re.MULTILINE))
    for name in names[first_idle:]:
        if name.split(maxsplit=1)[0] not in declared:
            line = _line_of(text, rf"^\s+\S.*\s{re.escape(name)}(?=\s|$)")
            what = f"column {name!r} is not in the COLUMNS section"
            raise ModelFileError(path, line, what, "declare the column or correct its name")


def check_unique(
    path: str | PathLike[str],
    text: str,
    row_names: tuple[str, ...],
    column_names: tuple[str, ...],
    matrix: csr_array[np.float64, tuple[int, int]],
) -> None:
    """Two coefficients in one place: readers disagree whether to add, replace or refuse them."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    again = np.flatnonzero((np.diff(matrix.indices) == 0) & (np.diff(rows) == 0))
    if again.size:
        row, column = row_names[rows[again[0]]], column_names[matrix.indices[again[0]]]
        entry = rf"^\s+{re.escape(column)}\s(?:.*\s)?{re.escape(row)}\s"
        line = _line_of(text, rf"(?s:{entry}.*?){entry}") or _line_of(text, entry)
        what = f"a second coefficient of column {column!r} in row {row!r}"
        raise ModelFileError(path, line, what, "keep one of them")
