"""Writing models as free-format MPS files, in full precision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.files.text import StrPath, write_text
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.text import shown

Texts = NDArray[np.object_]

CHUNK = 1 << 18
"""Entries turned into text at a time; bounds the memory of a write."""

_BLANK = re.compile(r"\s+")
# In names that NUL separates.
_UNWRITABLE = re.compile(
    r"(?:\A|(?<=\0))(?:\$|'MARKER'(?=\0|\Z))|[\x01-\x1f\x7f-\x9f\ud800-\udfff]"
)


def write(model: LinearModel, path: StrPath) -> None:
    """Write a free-format MPS file, gzip if the name ends in ``.gz``, whole or not at all.

    `nzdd.adapters.files.models.mps.read` gives back the same numbers to the last bit, the same
    names and the same order, and equal models give equal bytes. (The writer of OR-Tools keeps six
    digits only.) There are a few exceptions: blanks and line ends in names become underscores,
    which a comment in the file says; missing names become ``R<row>`` and ``C<column>``; finite
    bounds from 1e20 on mean infinity to every reader; and where no right-hand side and range give
    both ends of a row with two different ends exactly, the row gets wider by a few units in the
    last place.

    Parameters
    ----------
    model : LinearModel
    path : path-like

    Raises
    ------
    UnsupportedModelError
        If two rows or two columns would have the same name, a name is ``'MARKER'``, begins with
        ``$``, where readers see a comment, or holds a control character or half a character, or a
        row has ``row_lower > row_upper``, which MPS cannot say. Nothing is written then.
    OSError
        If the directory is missing or the disk is full; an older file stays as it was.

    Notes
    -----
    Time and memory O(m + n + nonzeros), about a second a million nonzeros, twice that for gzip.
    """
    crossed = np.flatnonzero(model.row_lower > model.row_upper)
    if crossed.size:
        i = int(crossed[0])
        raise UnsupportedModelError(
            f"{model.row_label(i)} has lower bound {model.row_lower[i]} above its upper bound "
            f"{model.row_upper[i]}, which MPS cannot express; the model is infeasible, so drop or "
            "correct the row"
        )
    rows = _names("row", "R", model.row_names, model.num_rows)
    columns = _names("column", "C", model.column_names, model.num_columns)
    [title] = _written("model", ["_".join(model.name.split())])
    write_text(path, _pieces(model, title, rows, columns))


def _pieces(model: LinearModel, title: str, rows: Texts, columns: Texts) -> Iterator[str]:
    objective = _free_name("OBJ", rows)
    kind, rhs, span = _row_forms(model.row_lower, model.row_upper)
    given = "".join((model.name, *(model.row_names or ()), *(model.column_names or ())))
    if _BLANK.search(given):
        yield "* Blanks in names are written as underscores.\n"
    yield f"NAME {title}\n"
    if model.maximize:
        yield "OBJSENSE\n  MAX\n"
    yield f"ROWS\n N {objective}\n"
    yield from _lines(" ", kind, " ", rows)
    yield "COLUMNS\n"
    yield from _columns(model, rows, columns, objective)
    # HiGHS takes a line whose set is named as its row or column for one without a set.
    rhs_set, range_set = _free_name("RHS", rows), _free_name("RNG", rows)
    yield "RHS\n"
    # Where no line shows the format, readers take it for the fixed one and cut off names.
    if model.offset or not model.num_columns:
        yield f" {rhs_set} {objective} {float(-model.offset)!r}\n"
    at = np.flatnonzero(rhs)
    yield from _lines(f" {rhs_set} ", rows[at], " ", _numbers(rhs[at]))
    at = np.flatnonzero(span)
    if at.size:
        yield "RANGES\n"
        yield from _lines(f" {range_set} ", rows[at], " ", _numbers(span[at]))
    yield "BOUNDS\n"
    yield from _bounds(model, columns)
    yield "ENDATA\n"


def _columns(model: LinearModel, rows: Texts, columns: Texts, objective: str) -> Iterator[str]:
    """Costs first, then the column's rows; integer markers where integrality changes."""
    by_column = csc_array(model.matrix)
    # A zero cost is written too where a column has nothing else, or it would not exist.
    costs = np.flatnonzero((model.objective != 0) | (np.diff(by_column.indptr) == 0))
    owner = np.concatenate([costs, np.repeat(np.arange(len(columns)), np.diff(by_column.indptr))])
    order = np.argsort(owner, kind="stable")
    owner = owner[order]
    targets = np.concatenate([np.full(len(costs), len(rows)), by_column.indices])[order]
    values = np.concatenate([model.objective[costs], by_column.data])[order]
    names = np.append(rows, objective)
    # Every column has an entry, so a marker can stand in front of the column's first one.
    flags = np.concatenate([[False], model.integrality, [False]])
    breaks = np.searchsorted(owner, np.flatnonzero(flags[1:] != flags[:-1]))
    numbers = np.arange(len(breaks))
    markers = " MARKER" + numbers.astype(str).astype(object) + " 'MARKER' 'INTORG'\n"
    markers[1::2] = " MARKER" + numbers[1::2].astype(str).astype(object) + " 'MARKER' 'INTEND'\n"
    prefix = np.full(len(owner) + 1, "", dtype=object)
    prefix[breaks] = markers
    for low in range(0, len(owner), CHUNK):
        part = slice(low, min(low + CHUNK, len(owner)))
        column, row = columns[owner[part]], names[targets[part]]
        yield from _lines(prefix[part], " ", column, " ", row, " ", _numbers(values[part]))
    yield str(prefix[-1])


def _row_forms(lower: Floats, upper: Floats) -> tuple[Texts, Floats, Floats]:
    """Kind, right-hand side and range of every row."""
    ranged = np.isfinite(lower) & np.isfinite(upper) & (lower != upper)
    kind = np.full(len(lower), "G", dtype=object)
    kind[np.isneginf(lower)] = "L"
    kind[np.isneginf(lower) & np.isposinf(upper)] = "N"
    kind[lower == upper] = "E"
    rhs = np.where(kind == "L", upper, np.where(kind == "N", 0.0, lower))
    span = np.zeros(len(lower))
    low, high = lower[ranged], upper[ranged]
    at_high, span[ranged] = _exact_ranges(low, high)
    kind[ranged] = np.where(at_high, "L", "G")
    rhs[ranged] = np.where(at_high, high, low)
    return kind, rhs, span


def _exact_ranges(low: Floats, high: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Whether to start from the upper end, and the range whose other end rounds to the truth."""
    plain = high - low
    wider, narrower = np.nextafter(plain, np.inf), np.nextafter(plain, 0.0)
    # The last candidate counts where none is exact: it makes the row wider, never narrower.
    choices = [(end, span) for span in (plain, narrower, wider) for end in (False, True)]
    at_high, chosen = np.zeros(len(low), dtype=np.bool_), wider
    done = np.zeros(len(low), dtype=np.bool_)
    for end, span in choices:
        exact = (high - span == low) if end else (low + span == high)
        take = exact & ~done
        at_high = np.where(take, end, at_high)
        chosen = np.where(take, span, chosen)
        done |= exact
    return at_high, chosen


def _bounds(model: LinearModel, columns: Texts) -> Iterator[str]:
    lower, upper, integer = model.lower, model.upper, model.integrality
    no_lower, no_upper = np.isneginf(lower), np.isposinf(upper)
    fixed = lower == upper
    # Readers open the lower bound below a negative UP line unless an LO line follows it.
    late = (lower == 0) & (upper < 0)
    bound_set = _free_name("BND", columns)
    # Integer columns are 0/1 by default, hence PL.
    for kind, where, values in (
        ("FR", no_lower & no_upper, None),
        ("MI", no_lower & ~no_upper, None),
        ("FX", fixed, lower),
        ("LO", ~no_lower & ~fixed & (lower != 0), lower),
        ("UP", ~no_upper & ~fixed, upper),
        ("LO", late, lower),
        ("PL", integer & no_upper & ~no_lower, None),
    ):
        at = np.flatnonzero(where)
        numbers = () if values is None else (" ", _numbers(values[at]))
        yield from _lines(f" {kind} {bound_set} ", columns[at], *numbers)


def _lines(*parts: str | Texts) -> Iterator[str]:
    """Concatenate strings and arrays of strings to lines, as one piece of text."""
    text: Texts | str = ""
    for part in parts:
        text = text + part
    assert isinstance(text, np.ndarray)
    if text.size:
        yield "\n".join(text.tolist()) + "\n"


def _numbers(values: Floats) -> Texts:
    """Shortest texts that read back to the same numbers; distinct numbers are formatted once."""
    distinct, inverse = np.unique(values, return_inverse=True)
    texts = " ".join(map(repr, distinct.tolist())).replace(".0 ", " ").removesuffix(".0").split(" ")
    return np.array(texts, dtype=object)[inverse]


def _names(kind: str, prefix: str, given: Sequence[str] | None, size: int) -> Texts:
    if given is None:
        return np.array(list(map(f"{prefix}{{}}".format, range(size))), dtype=object)
    names = _written(kind, given)
    texts = np.array(names, dtype=object)
    empty = np.flatnonzero(texts == "")
    texts[empty] = prefix + empty.astype(str).astype(object)
    if len(set(texts.tolist())) < size:
        ordered = np.sort(texts)
        twin = ordered[:-1][ordered[1:] == ordered[:-1]][0]
        raise UnsupportedModelError(
            f"two {kind}s have the name {twin!r} (blanks count as underscores), which MPS cannot "
            f"tell apart; give every {kind} its own name, or pass {kind}_names=None"
        )
    return texts


def _written(kind: str, given: Sequence[str]) -> list[str]:
    """Names without blanks; those that readers of MPS files cannot take are refused."""
    # All names at once, separated by NUL, which a text file cannot hold.
    text = _BLANK.sub("_", "\0".join(given))
    names = text.split("\0") if given else []
    if len(names) != len(given):
        raise UnsupportedModelError(f"a {kind} name holds a NUL character; rename the {kind}")
    if found := _UNWRITABLE.search(text):
        name = given[text.count("\0", 0, found.end())]
        raise UnsupportedModelError(
            f"the {kind} name {shown(name)} cannot be written to an MPS file, where 'MARKER', a $ "
            f"at the beginning and control characters have another meaning; rename the {kind}"
        )
    return names


def _free_name(name: str, taken: Texts) -> str:
    while name in taken:
        name += "_"
    return name
