"""Labelled binary samples by the suffix of their file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import plain_name, read_bytes, read_lines
from nzdd.input.row_table import RowTable

FIRST_LINES = 1000  # among which there is one that is no comment
SVMLIGHT_SUFFIXES = (".svm", ".libsvm")
TABLE_SUFFIXES = (".csv", ".tsv", ".parquet")
"""What `read` reads; text also with ``.gz`` or ``.xz`` behind."""

_NUMBER = rb"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"
_PAIRS = re.compile(rb"\s*%b([ \t]+\d+:%b)+\s*" % (_NUMBER, _NUMBER))
_BODY = re.compile(rb"^[ \t]*[^\s#][^\r\n#]*", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A labelled binary sample.

    Attributes
    ----------
    rows : RowTable
        One row an instance. Symbol ``j`` stands for the feature with index ``j + 1`` in an
        SVMlight file, and for feature column ``j``, from 0, in a table.
    labels : ndarray of numbers, booleans or strings, shape (num_rows,)
    feature_names : tuple of str, length num_symbols, or None
        None where the file has no names.
    """

    rows: RowTable
    labels: NDArray[Any]
    feature_names: tuple[str, ...] | None = None


def read(
    path: str | PathLike[str],
    label: str | int | None = None,
    *,
    feature_names: Sequence[str] | None = None,
) -> Sample:
    """Read a labelled sample.

    Parameters
    ----------
    path : path-like
        SVMlight (``.svm``, ``.libsvm``), a table with a label column (``.csv``, ``.tsv``; first
        line the names) or ``.parquet``, in any case; text also gzip or xz. A file with any other
        suffix or none, such as ``a9a.t``, is read as SVMlight if its first line looks like that.
    label : str or int, optional
        The label column of a table, by name or by position from 0 (-1 is the last). By default
        the only column called ``label``, ``class``, ``target`` or ``y``, in any case.
    feature_names : sequence of str, optional
        The columns of a table that are read, in this order: those of a model, say, which a test
        file may hold in another order or among others. By default all but the label. SVMlight
        files have no names; their features go by index.

    Returns
    -------
    Sample

    Raises
    ------
    ModelFileError
        If the file cannot be read or is of no known form, the label column is not found, a label
        is missing, or a feature is neither 0 nor 1 (false and true count as these). File, line,
        column, value and cure are named.
    MissingExtraError
        If a table is read and pandas (for Parquet also pyarrow) is not installed.

    Notes
    -----
    Time linear in the file. Memory: see `nzdd.adapters.files.svmlight.read` and
    `nzdd.adapters.files.tables.frames.read`.
    """
    # pandas is loaded only where a table is read
    if _is_table(path):
        from nzdd.adapters.files.tables import frames as tables

        features, labels = tables.read(path, label)
        if feature_names is not None:
            features = tables.pick(path, features, feature_names)
        return Sample(tables.binary_rows(path, features), labels, tuple(features.columns))
    from nzdd.adapters.files import svmlight

    if label is not None:
        what = f"label column {label!r} was asked for, but an SVMlight file has no columns"
        raise ModelFileError(path, None, what, "leave it out: each line starts with its label")
    content = read_bytes(path)
    if not is_svmlight(path) and not _starts_as_svmlight(content):
        known = ", ".join(SVMLIGHT_SUFFIXES + TABLE_SUFFIXES)
        what = "unknown file format, and the first line is not 'label index:value ...'"
        raise ModelFileError(path, None, what, f"samples end in {known}; text also .gz or .xz")
    sample = svmlight.parse(path, content)
    with np.errstate(invalid="ignore"):  # of labels beyond 64 bits, which then differ
        whole = sample.labels.astype(np.int64)
    return replace(sample, labels=whole) if np.array_equal(whole, sample.labels) else sample


def read_rows(
    path: str | PathLike[str],
    feature_names: Sequence[str] | None = None,
    label: str | int | None = None,
) -> RowTable:
    """Read the rows of a sample to predict their labels, which the file need not hold.

    Parameters
    ----------
    path : path-like
        As for `read`; a table need not have a label column. A line of an SVMlight file always
        starts with some label.
    feature_names : sequence of str, optional
        The columns of a table that are read, in this order. By default all, but neither `label`
        nor what `read` would take for the label.
    label : str or int, optional

    Returns
    -------
    RowTable

    Raises
    ------
    ModelFileError, MissingExtraError
        As `read`.
    """
    if not _is_table(path):
        return read(path, label).rows
    from nzdd.adapters.files.tables import frames as tables

    frame = tables.read_frame(path)
    if feature_names is not None:
        frame = tables.pick(path, frame, feature_names)
    else:
        frame = tables.without_label(path, frame, label)
    return tables.binary_rows(path, frame)


def is_svmlight(path: str | PathLike[str]) -> bool:
    """Whether the name of a file says that it is SVMlight text."""
    return plain_name(path).endswith(SVMLIGHT_SUFFIXES)


def looks_like_svmlight(path: str | PathLike[str]) -> bool:
    """Whether the first line of a file, plain or packed, is ``label index:value ...``."""
    _, content = next(read_lines(path, FIRST_LINES), (0, b""))
    return _starts_as_svmlight(content)


def _starts_as_svmlight(content: bytes) -> bool:
    first = _BODY.search(content)
    return first is not None and _PAIRS.fullmatch(first[0]) is not None


def _is_table(path: str | PathLike[str]) -> bool:
    return plain_name(path).endswith(TABLE_SUFFIXES)
