"""Formulas in conjunctive normal form, in the DIMACS format: the family of what satisfies them."""

from __future__ import annotations

import re

import numpy as np

from nzdd import ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    decoded,
    numbers_of,
    only_line,
    read_bytes,
)
from nzdd.families import satisfying_sets
from nzdd.input.memory import available

MAX_VARIABLES = 10**6
"""Variables take some hundred bytes each, announced by a few digits."""

_NEED = 64  # bytes of memory for a byte of text
_BYTES_PER_STATE = 100
_COMMENT = re.compile(rb"^c(?:[ \t\r][^\n]*)?$", re.MULTILINE)
_NAME = re.compile(rb"^c[ \t]+(\d{1,7})\$?[ \t]+(\S+)[ \t\r]*$", re.MULTILINE)
_PROBLEM = re.compile(rb"^[ \t]*p[ \t]+cnf[ \t]+(\d+)[ \t]+(\d+)[ \t\r]*$", re.MULTILINE)
_END = re.compile(rb"^%.*", re.MULTILINE | re.DOTALL)  # of files of SATLIB
_FOREIGN = re.compile(rb"[^\d\s-]|-(?!\d)|(?<=\d)-|\d{19}")
_FORMAT = "a line 'p cnf VARIABLES CLAUSES' is followed by clauses such as '1 -3 0'"
_AGAIN = "copy the file again, or correct it"


def read(path: StrPath, *, max_states: int | None = None) -> ZDD:
    """Read a formula, plain, gzip or xz, as the family of its sets of true variables.

    Parameters
    ----------
    path : path-like
        Comments ``c ...``, a line ``p cnf VARIABLES CLAUSES``, and clauses of literals that end
        with 0. If comments ``c NUMBER NAME`` name all variables, as those of feature models do,
        these are the names of the symbols.
    max_states : int, optional
        See `nzdd.families.satisfying_sets`; by default as many as memory has room for.

    Returns
    -------
    ZDD
        Variable i is symbol i - 1.

    Raises
    ------
    ModelFileError
        If a line has another form, the clauses are more or fewer than announced, a variable is not
        among those announced, there are more than a million of them, or the search meets too many
        states.
    """
    content = read_bytes(path, _NEED)
    text = _COMMENT.sub(b"", content)
    problem, at = only_line(path, text, _PROBLEM, "line 'p cnf'", _FORMAT)
    num_variables, num_clauses = int(problem[1][:18]), int(problem[2][:18])
    if num_variables > MAX_VARIABLES:
        what = f"{num_variables} variables are announced"
        raise ModelFileError(path, at, what, f"the limit is {MAX_VARIABLES}")
    text = _END.sub(b"", text[: problem.start()] + text[problem.end() :])
    check_characters(path, text, _FOREIGN, _FORMAT)
    literals = numbers_of(text, np.int64)
    ends = np.flatnonzero(literals == 0)
    if literals.size and literals[-1] != 0:
        raise ModelFileError(path, None, "the last clause does not end with 0", _AGAIN)
    if ends.size != num_clauses:
        what = f"{num_clauses} clauses are announced, but there are {ends.size}"
        raise ModelFileError(path, at, what, _AGAIN)
    largest = int(np.abs(literals).max(initial=0))
    if largest > num_variables:
        what = f"{num_variables} variables are announced, but there is a literal of {largest}"
        raise ModelFileError(path, at, what, _AGAIN)
    clauses = (part[part != 0].tolist() for part in np.split(literals, ends)[:-1])
    most = available() // _BYTES_PER_STATE if max_states is None else max_states
    try:
        return satisfying_sets(clauses, names=_names(content, num_variables), max_states=most)
    except MemoryError as error:
        cure = "give a formula with fewer clauses between any two halves of its variables"
        raise ModelFileError(path, None, str(error), cure) from None


def _names(content: bytes, num_variables: int) -> list[str] | range:
    """Those of the comments, if they name all variables; else the numbers."""
    found = {int(each[1]): decoded(each[2]) for each in _NAME.finditer(content)}
    if sorted(found) != list(range(1, num_variables + 1)) or len(set(found.values())) < len(found):
        return range(1, num_variables + 1)
    return [found[variable] for variable in range(1, num_variables + 1)]
