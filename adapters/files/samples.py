"""Labelled binary samples from SVMlight files and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight, tables
from nzdd.adapters.files.formats import find
from nzdd.adapters.files.text import StrPath
from nzdd.input.row_table import RowTable


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
    path: StrPath,
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
        suffix or none, such as ``a9a.t``, is read as SVMlight if its first line looks like it.
    label : str or int, optional
        The label column of a table, by name or by position from 0 (-1 is the last). By default
        the only column called ``label``, ``class``, ``target`` or ``y``, in any case.
    feature_names : sequence of str, optional
        The columns of a table that are read, in this order: those of a model, say, which a test
        file may hold in another order or among others. By default all but the label. SVMlight
        files have no names; their features go by index.

    Raises
    ------
    ModelFileError
        If the format is unknown, the label column is not found, a label is missing, or a feature is
        neither 0 nor 1 (false and true count as these).
    MissingExtraError
        If a table is read and pandas (for Parquet also pyarrow) is not installed.

    Notes
    -----
    Time linear in the file. Memory: see `nzdd.adapters.files.svmlight.read` and
    `nzdd.adapters.files.tables.tables.read`.
    """
    if find(path, "sample").name == "table":
        return read_table(path, label, feature_names)
    if label is not None:
        what = f"label column {label!r} was asked for, but an SVMlight file has no columns"
        raise ModelFileError(path, None, what, "leave it out: each line starts with its label")
    return read_svmlight(path)


def read_svmlight(path: StrPath) -> Sample:
    """Read a sample from an SVMlight file with any suffix; whole labels become integers."""
    rows, labels = svmlight.read(path)
    with np.errstate(invalid="ignore"):  # of labels beyond 64 bits, which then differ
        whole = labels.astype(np.int64)
    return Sample(rows, whole if np.array_equal(whole, labels) else labels)


def read_table(
    path: StrPath,
    label: str | int | None = None,
    feature_names: Sequence[str] | None = None,
) -> Sample:
    """Read a sample from a table with any suffix; see `read`."""
    features, labels = tables.read(path, label)
    if feature_names is not None:
        features = tables.pick(path, features, feature_names)
    return Sample(tables.binary_rows(path, features), labels, tuple(features.columns))


def read_rows(
    path: StrPath,
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
        The columns of a table that are read, in this order. By default all except the label
        column, if there is one.
    label : str or int, optional

    Raises
    ------
    ModelFileError, MissingExtraError
        As `read`.
    """
    if find(path, "sample").name != "table":
        return read(path, label).rows
    frame = tables.read_frame(path)
    if feature_names is not None:
        frame = tables.pick(path, frame, feature_names)
    else:
        frame = tables.without_label(path, frame, label)
    return tables.binary_rows(path, frame)
