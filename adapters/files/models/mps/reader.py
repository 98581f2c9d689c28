"""Reading MPS files."""

from __future__ import annotations

import re

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models.mps.bounds import read_bounds
from nzdd.adapters.files.models.mps.rows_and_columns import read_columns, read_rows, row_ends
from nzdd.adapters.files.models.mps.sections import Section, find_sections
from nzdd.adapters.files.models.mps.words import JOINT, join_names, quoted
from nzdd.adapters.files.text import StrPath, decoded, read_bytes
from nzdd.formulations.models.linear import LinearModel

_NEED = 12  # bytes of memory for a byte of text
_SENSES = {
    **dict.fromkeys((b"MAX", b"MAXIMIZE", b"MAXIMISE"), True),
    **dict.fromkeys((b"MIN", b"MINIMIZE", b"MINIMISE"), False),
}
_PULP_MAXIMIZES = re.compile(rb"\*SENSE:max", re.IGNORECASE)


def read(path: StrPath) -> LinearModel:
    """Read a fixed or free MPS file, plain or packed.

    Where readers differ about a file, it is refused rather than read in one of the ways:

    * two sets of right-hand sides, ranges or bounds (SCIP takes the first, OR-Tools the last entry
      of any, HiGHS the first of any);
    * an entry twice: a coefficient, a right-hand side, a range, another end of a bound, a row, a
      column that comes back after another one, a section;
    * the comment ``*SENSE:Maximize`` of PuLP without OBJSENSE, which PuLP means, and others skip;
    * a column on both sides of an integer marker; a range of a row of kind N; a row or a column
      that is used and not declared, which others invent or leave out.

    Where dialects differ and one reading is meant, it is this:

    * The order of sections and of bounds does not matter. OR-Tools and HiGHS lose RANGES before
      RHS, and SCIP refuses most other orders.
    * A negative upper bound opens the lower one, unless a line sets that: so do CPLEX and Gurobi,
      while SCIP, HiGHS and OR-Tools keep 0, without a feasible point.
    * MI leaves the upper bound as it is, infinite or set by a line.
    * An integer column between markers and without a line in BOUNDS is 0/1; with one, what it
      does not set is 0 and infinity. A continuous column has 0 and infinity.
    * Bounds, right-hand sides and ranges from 1e20 on are infinite.
    * The right-hand side of the objective is minus its constant.
    * The objective is the row that OBJNAME names, or the first of kind N. Other rows of kind N
      are kept as free rows, as by OR-Tools; SCIP and HiGHS leave them out.
    * A range R of an equality with right-hand side b means [b, b + R] or, if it is negative,
      [b + R, b]; elsewhere its sign does not matter.
    * OBJSENSE has its word on the same line or on the next: MAX, MAXIMIZE, MAXIMISE or as much of
      MIN, in any case. HiGHS minimises after MAXIMIZE on the same line.
    * Names of sections may be in lower case. Sets need no name.
    * Numbers are decimal, and may have the exponents of Fortran, such as 1d5, which SCIP reads as
      1. Infinity is written inf or infinity; NaN is refused.
    * A line that begins with ``*`` is a comment. So is the rest of a line from a word that begins
      with ``$``, if a row or a column may be named there and none has that name.
    * A file is in the fixed format if its lines are and its names hold blanks.

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
        If the file ends before ENDATA, is not an MPS file, or has what a linear model with
        integers cannot have: semi-continuous columns, special ordered sets, quadratic, conic,
        general, lazy or indicator constraints.

    Notes
    -----
    Time linear in the text, sorting of entries apart: 15 MB or more a second; memory is that of
    the text and three times the model.
    """
    text = read_bytes(path, _NEED)
    nul = text.find(JOINT)
    if nul >= 0:
        what = "a NUL character, so this is not plain text"
        raise ModelFileError(path, text.count(b"\n", 0, nul) + 1, what, "check the file")
    try:
        return _read(path, text)
    except ModelFileError:
        joined = join_names(text)
        if joined is None:
            raise
    return _read(path, joined)


def _read(path: StrPath, text: bytes) -> LinearModel:
    found = find_sections(path, text)
    for name in ("ROWS", "COLUMNS"):
        found.setdefault(name, Section(path, name, 1, [], b"", 0, 0))
    rows = read_rows(found["ROWS"], found.get("OBJNAME"))
    columns = read_columns(found["COLUMNS"], rows)
    row_lower, row_upper, offset = row_ends(rows, found.get("RHS"), found.get("RANGES"))
    lower, upper, integrality = read_bounds(found.get("BOUNDS"), columns)
    title = b"".join(found["NAME"].rest[:1]) if "NAME" in found else b""
    names: list[bytes] = [title, *rows.names, *columns.names]
    texts = decoded(b"\n".join(names)).replace(JOINT.decode(), " ").split("\n")
    costs = columns.matrix[[-1]].toarray()[0]
    maximize = False
    if (sense := found.get("OBJSENSE")) is not None:
        word = sense.only_word()
        if word.upper() not in _SENSES:
            raise sense.error(
                sense.number, f"unknown sense {quoted(word)}", "MAX and MIN are known"
            )
        maximize = _SENSES[word.upper()]
    elif _PULP_MAXIMIZES.match(text):
        what = "a comment of PuLP says Maximize, which readers pass over, and there is no OBJSENSE"
        cure = "write the lines OBJSENSE and MAX, as PuLP does by with_objsense=True"
        raise ModelFileError(path, 1, what, f"{cure}; or remove the comment")
    return LinearModel(
        costs,
        columns.matrix[:-1],
        row_lower,
        row_upper,
        lower,
        upper,
        integrality,
        maximize=maximize,
        offset=offset,
        row_names=texts[1 : 1 + len(rows.names)],
        column_names=texts[1 + len(rows.names) :],
        name=texts[0],
    )
