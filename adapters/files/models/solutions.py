"""Solution files: one line a column, with its name and its value, as MIPLIB and SCIP have them."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.adapters.files.text import StrPath, read_text, refuse_first, write_text
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.arrays import as_floats
from nzdd.input.text import shown

_HEADER = re.compile(r"(=obj=\s|solution status:|objective value:)", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
_SCIP_TAIL = re.compile(r"\(obj:[^()]*\)$")
_CURE = "a solution has a line 'name value' for each column that is not 0"


def read(path: StrPath, model: LinearModel) -> NDArray[np.float64]:
    """Read a point of a model.

    Parameters
    ----------
    path : path-like
        Lines ``name value``, plain or gzip; columns not named are 0. Empty lines, the header
        ``=obj= value``, SCIP's two header lines and its ``(obj:c)``, and comments after ``#`` are
        skipped.
    model : LinearModel
        Names its columns; unnamed ones are ``C0``, ``C1``, ... and blanks in names underscores, as
        in the MPS files nzdd writes.

    Returns
    -------
    ndarray, shape (n,)

    Raises
    ------
    ModelFileError
        If a line names a column that the model has not, names one again, or has no finite value.

    Notes
    -----
    Time and memory linear in the text and the names, about a second a million lines.
    """
    column = {name: j for j, name in enumerate(column_names(model))}
    lines = [_SCIP_TAIL.sub("", line.strip()) for line in read_text(path).split("\n")]
    words = [line.rsplit(maxsplit=1) for line in lines]
    names = [_BLANKS.sub("_", pair[0]) if pair else "" for pair in words]
    # a column may be called like a comment, or like the header, which is the first such line
    header = next((i for i, line in enumerate(lines) if line.lower().startswith("=obj=")), -1)
    entries = [
        (i, column.get(name, -1), words[i][-1])
        for i, name in enumerate(names)
        if name
        and not (i == header or (_HEADER.match(lines[i]) and name not in column))
        and (name[0] != "#" or name in column)
    ]
    at = np.array([i for i, _, _ in entries], dtype=np.int64)
    where = np.array([j for _, j, _ in entries], dtype=np.int64)
    values = np.array([_number(text) for _, _, text in entries], dtype=np.float64)
    again = np.ones(where.size, np.bool_)
    again[np.unique(where, return_index=True)[1]] = False

    def refuse(wrong: NDArray[np.bool_], what: str, word: int, cure: str = _CURE) -> None:
        refuse_first(path, wrong, at + 1, lambda k: what.format(shown(words[at[k]][word])), cure)

    refuse(where < 0, "the model has no column {}", 0)
    refuse(~np.isfinite(values), "{} is not a finite number", -1)
    refuse(again, "column {} has a value already", 0, "keep one line a column")
    x = np.zeros(model.num_columns)
    x[where] = values
    return x


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
