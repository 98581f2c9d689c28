"""Labelled samples as they come: text tables, Parquet and SVMlight, recognised by content."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight, tables
from nzdd.adapters.files.formats import KINDS, by_suffix, suffixes
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.tables.cells.values import look_like_ids
from nzdd.adapters.files.tables.label_choice import check_classes
from nzdd.adapters.files.tables.raw_tables import read_raw_table, read_raw_table_like
from nzdd.adapters.files.text import StrPath, plain_name
from nzdd.input.memory import check_room
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame


_FEATURE = 100
"""Bytes that an estimator takes at least for a column, also for one of zeros."""


@dataclass(frozen=True, slots=True, eq=False)
class RawSample:
    """A labelled sample as a file holds it, for an estimator.

    Attributes
    ----------
    X : DataFrame or csr_array of float64, shape (rows, columns)
        The columns without the label: numbers (NaN where they are missing), or text. Of an SVMlight
        file a sparse matrix, whose column ``j`` has the index ``j + 1``.
    y : ndarray of numbers, booleans or strings, shape (rows,)
        The labels.
    label : str or None
        The name of the label column.
    notes : tuple of str
        What was taken for what, a sentence each.
    reading : Reading
        How the columns were read, for `read_like`.
    """

    X: DataFrame | csr_array
    y: NDArray[Any]
    label: str | None
    notes: tuple[str, ...]
    reading: Reading


def read_sample(
    path: StrPath,
    label: str | int | None = None,
    *,
    header: bool | None = None,
    missing: Collection[str] = (),
    drop: Sequence[str] | None = None,
    target: str = "class",
) -> RawSample:
    """Read a labelled sample from a file of any common format.

    The format goes by content, not by name: SVMlight; Parquet; Feather; records of JSON; text with
    commas, semicolons, tabs, bars or blanks between the fields, with or without a line of names,
    comments (lines that begin with ``#``, ``%``, ``//`` or ``|``), empty lines, titles above and
    totals below. It may be plain, gzip, xz or the only file in a zip archive, in UTF-8, UTF-16 or
    Latin-1.

    Parameters
    ----------
    path : path-like
    label : str or int, optional
        The label column by name, or by position from 0 (-1 is the last one). By default the only
        one that is called label, class, target or y, in any case; else the only one called outcome,
        response, churn and the like; else the last one, or another one if the content speaks for
        it; see `nzdd.adapters.files.tables.label_choice.label_by_content`.
    header : bool, optional
        Whether the first line holds names; by default the content tells. Without names the columns
        are called x0, x1, ...
    missing : collection of str, optional
        Marks of missing values besides the usual ones (empty, ``?``, NA, N/A, nan, NULL, ...).
    drop : sequence of str, optional
        Columns to leave out, of an SVMlight file by index. By default those that number the rows,
        or name each of them, and empty ones.
    target : {"class", "number"}, default "class"
        What a label is. Classes that look like measured numbers are an error.

    Returns
    -------
    RawSample
        With ``X`` and ``y`` to fit, and ``notes``.

    Raises
    ------
    ModelFileError
        If the file is none of these, a line has another number of fields than the others, a label
        is missing or looks like a measured number, or two columns fit equally well as label: file,
        line and cure are named.
    MissingExtraError
        If a table is read and pandas (for Parquet also pyarrow) is not installed.

    Notes
    -----
    A column of numbers with a few words counts as numbers, and its words as missing. Numbers may be
    money, per cent or of one unit, with marks between thousands, decimal commas, and signs behind
    or parentheses around them. In place of dates there are their year, month, weekday, hour and
    days before the newest one. Time linear in the file. Memory: the text and some bytes for each
    character.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import nzdd
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "people.data"
    ...     _ = file.write_text("37, Ulm, yes\\n41, ?, no\\n?, Bonn, no\\n29, Ulm, yes\\n")
    ...     sample = nzdd.read_sample(file)
    >>> sample.X
         x0    x1
    0  37.0   Ulm
    1  41.0   NaN
    2   NaN  Bonn
    3  29.0   Ulm
    >>> sample.y.tolist()
    ['yes', 'no', 'no', 'yes']
    >>> print(*sample.notes, sep="\\n")
    there is no line of names; the columns are called x0 to x2
    the label is column 'x2' (the last one, by content, without label= or --label): 'no', 'yes'
    """
    if is_svmlight(path):
        check_svmlight_options(path, label, missing)
        return _read_svmlight(path, drop, target)
    try:
        X, y, name, notes, reading = read_raw_table(path, label, header, missing, drop, target)
    except ModelFileError as error:
        other = by_suffix(path)
        if other is None or other.kind == "sample" or not Path(path).exists():
            raise
        what = f"its suffix is that of {other.description}, for {KINDS[other.kind]}; as a table, "
        raise ModelFileError(path, error.line, what + error.what, error.cure) from None
    if target == "class":
        check_classes(path, y, name)
    return RawSample(X, y, name, notes, reading)


def read_like(
    path: StrPath, reading: Reading, label: str | int | None = None, *, labelled: bool = True
) -> RawSample:
    """Read a sample in the way in which another one was read, such as test rows for a model.

    Parameters
    ----------
    path : path-like
    reading : Reading
        That of the other sample.
    label : str or int, optional
        The label column, where it is another one than there.
    labelled : bool, default True
        Whether labels are needed; else a label column may be missing, and `RawSample.y` is empty.

    Returns
    -------
    RawSample
        With the columns of the other sample, in its order and of its types.

    Raises
    ------
    ModelFileError, MissingExtraError
        As `read_sample`; and if a column is missing, or one of numbers holds other words.
    """
    if is_svmlight(path) != (reading.format == "svmlight"):
        of = {True: "SVMlight text", False: "a table"}
        what = f"it is {of[reading.format != 'svmlight']}, and the model is made from"
        what += f" {of[reading.format == 'svmlight']}"
        raise ModelFileError(path, None, what, "give a file of the same kind")
    if reading.format == "svmlight":
        return _read_svmlight_like(path, reading)
    X, y, name, notes = read_raw_table_like(path, reading, label, labelled=labelled)
    return RawSample(X, y, name, notes, reading)


def is_svmlight(path: StrPath) -> bool:
    """Whether a file is SVMlight text, by its suffix or its content."""
    if plain_name(path).endswith(suffixes("svmlight")):
        return True
    return not tables.has_types(path) and svmlight.recognise(path)


def check_svmlight_options(
    path: StrPath, label: str | int | None, missing: Collection[str]
) -> None:
    """Raise ModelFileError for what SVMlight files do not have."""
    if label is not None:
        what = f"label column {label!r} was asked for, but an SVMlight file has no columns"
        raise ModelFileError(path, None, what, "leave it out: each line starts with its label")
    if missing:
        what = f"{_shown(next(iter(missing)))} cannot be missing in an SVMlight file"
        raise ModelFileError(path, None, what, "leave --na out: absent features are 0")


def is_binary(X: DataFrame | csr_array) -> bool:
    """Whether all entries are 0 or 1, false or true, and none is missing."""
    if isinstance(X, csr_array):
        return bool((X.data == 1).all())
    for _, column in X.items():
        if column.dtype.kind not in "biuf" or column.isna().any():
            return False
        values = column.to_numpy()
        if values.dtype.kind != "b" and not ((values == 0) | (values == 1)).all():
            return False
    return True


def _labelled_numbers(path: StrPath) -> tuple[csr_array, NDArray[Any]]:
    """The numbers of an SVMlight file, and its labels, whole ones as integers."""
    X, labels = svmlight.read_numbers(path)
    with np.errstate(invalid="ignore"):  # of labels beyond 64 bits, which then differ
        whole = labels.astype(np.int64)
    return X, whole if np.array_equal(whole, labels) else labels


def _read_svmlight(path: StrPath, drop: Sequence[str] | None, target: str) -> RawSample:
    X, y = _labelled_numbers(path)
    check_room(X.shape[1], _FEATURE, "features", "number them without large gaps")
    if target == "class":
        check_classes(path, y, None)
    notes: list[str] = []
    if drop is None:
        everywhere = np.bincount(X.indices, minlength=X.shape[1]) == X.shape[0]
        notes += [
            f"feature {j + 1} differs in nearly all rows; if it is an id, leave it out by "
            f"drop=['{j + 1}'], --drop {j + 1}"
            for j in np.flatnonzero(everywhere).tolist()
            if look_like_ids(X[:, [j]].toarray().ravel())
        ]
    elif drop:
        X = without_features(path, X, drop)
    return RawSample(X, y, None, tuple(notes), Reading("svmlight", num_features=X.shape[1]))


def _read_svmlight_like(path: StrPath, reading: Reading) -> RawSample:
    X, y = _labelled_numbers(path)
    width = max(X.shape[1], reading.num_features)
    wide = csr_array((X.data, X.indices, X.indptr), shape=(X.shape[0], width))
    return RawSample(wide[:, : reading.num_features], y, None, (), reading)


def without_features(path: StrPath, X: csr_array, drop: Sequence[str]) -> csr_array:
    """The matrix of an SVMlight file with zeros in place of some features, which go by index."""
    kept = np.ones(X.shape[1], np.bool_)
    for name in drop:
        if not (name.isdecimal() and 1 <= int(name) <= X.shape[1]):
            what = f"there is no feature {name!r} to leave out"
            cure = f"features go by index, from 1 to {X.shape[1]}"
            raise ModelFileError(path, None, what, cure)
        kept[int(name) - 1] = False
    X.data = X.data * kept[X.indices]
    X.eliminate_zeros()
    return X
