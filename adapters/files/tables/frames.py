"""Tables with named columns and labels: CSV and Parquet, by pandas."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import missing, require
from nzdd.adapters.files.text import open_bytes, plain_name, read_bytes
from nzdd.input.memory import max_bytes, too_large
from nzdd.input.row_table import RowTable, as_row_table
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame

LABEL_NAMES = ("label", "class", "target", "y")
"""What a label column is called by default, in any case."""

_UNREADABLE = (
    ValueError,
    OSError,
    LookupError,
    TypeError,
    AttributeError,
    NotImplementedError,
)
"""What pyarrow and pandas raise where Parquet data or metadata are damaged."""

_ENTRY_NEED = 4
"""Bytes of memory for a byte of the entries of a Parquet file, when they are numbers."""

_SEPARATORS = ",;\t"
_SHOWN = 12
_NAMES = "put names there, one of its own for each column"


def read(
    path: str | PathLike[str], label: str | int | None = None
) -> tuple[DataFrame, NDArray[Any]]:
    """Read a table as it stands: features of any type, to be encoded, and labels.

    Parameters
    ----------
    path : path-like
        See `read_frame`.
    label : str or int, optional
        The label column, by name or by position from 0 (-1 is the last; digits in a string count
        as a position where no column has that name). By default the only one of `LABEL_NAMES`.

    Returns
    -------
    features : DataFrame, shape (num_rows, num_columns - 1)
    labels : ndarray of numbers, booleans or strings, shape (num_rows,)

    Raises
    ------
    ModelFileError
        If the label column is not found, or a label is missing, not finite, or neither number,
        boolean nor string.
    MissingExtraError
        If pandas (for Parquet also pyarrow) is not installed.

    Notes
    -----
    Time linear in the file; memory 8 bytes an entry of a CSV file beside its text.
    """
    return split_label(path, read_frame(path), label)


def read_frame(path: str | PathLike[str]) -> DataFrame:
    """Read a table.

    Parameters
    ----------
    path : path-like
        Parquet if it ends in ``.parquet``, otherwise text, plain, gzip or xz: a line of names, then
        a line a row, separated by tabs in ``.tsv`` and by commas, semicolons or tabs elsewhere,
        whichever the first line holds most of.

    Returns
    -------
    DataFrame
        With unique strings as column names.

    Raises
    ------
    ModelFileError
        If a line has too many fields, two columns share a name, or there are no rows.
    MissingExtraError
        If pandas (for Parquet also pyarrow) is not installed.
    """
    pd = pandas_for(path)
    content = read_bytes(path)
    frame = _parquet(path, content, pd) if is_parquet(path) else read_csv(path, content, pd)
    if not len(frame):
        raise ModelFileError(path, None, "the table has no rows", "check that it is complete")
    return frame


def pandas_for(path: str | PathLike[str]) -> Any:
    """The module pandas; MissingExtraError where it is not installed."""
    return require("pandas", f"reading {path}")


def default_label(frame: DataFrame) -> int | None:
    """The position of the only column that is called like a label, or None."""
    found = [j for j, name in enumerate(frame.columns) if name.strip().lower() in LABEL_NAMES]
    return found[0] if len(found) == 1 else None


def label_position(path: str | PathLike[str], frame: DataFrame, label: str | int | None) -> int:
    """The position of the label column, found as `read` says, or ModelFileError."""
    names = list(frame.columns)
    if label is None:
        at = default_label(frame)
        what = f"not exactly one column is called {' / '.join(LABEL_NAMES)}"
    elif label in names:
        return names.index(label)
    else:
        try:
            at = range(len(names))[int(label)]
        except (ValueError, IndexError):
            at = None
        what = f"there is no label column {label!r}"
    if at is None:
        cure = "name the label column (label=..., --label) by name or position"
        raise ModelFileError(path, None, f"{what}; {_listed(names)}", cure)
    return at


def split_label(
    path: str | PathLike[str], frame: DataFrame, label: str | int | None = None
) -> tuple[DataFrame, NDArray[Any]]:
    """Features and labels of a table that was read before, as `read` has them."""
    at = label_position(path, frame, label)
    labels = _labels(path, frame, at)
    return frame.drop(columns=frame.columns[at]), labels


def without_label(
    path: str | PathLike[str], frame: DataFrame, label: str | int | None = None
) -> DataFrame:
    """The columns but the one asked for or, by default, called like a label, if there is one."""
    if label is None and default_label(frame) is None:
        return frame
    return frame.drop(columns=frame.columns[label_position(path, frame, label)])


def pick(path: str | PathLike[str], frame: DataFrame, names: Sequence[str]) -> DataFrame:
    """The columns with the given names, in this order; ModelFileError where one is not there."""
    missing = [name for name in names if name not in frame.columns]
    if missing:
        what = f"there is no column {missing[0]!r}; {_listed(list(frame.columns))}"
        raise ModelFileError(path, None, what, "give a table with the features of the model")
    return frame[list(names)]


def binary_rows(
    path: str | PathLike[str], features: DataFrame, first_row: int | None = None
) -> RowTable:
    """The rows of features that are all 0 or 1, false or true.

    Parameters
    ----------
    path : path-like
        The file they came from, for the message of an error.
    features : DataFrame, shape (num_rows, num_features)
    first_row : int, optional
        How many rows of the file come before; by default these are all rows of the file.

    Returns
    -------
    RowTable
        Symbol ``j`` for column ``j``.

    Raises
    ------
    ModelFileError
        If a value is another one or missing; column, line and value are named. Text counts as
        the number it spells.

    Notes
    -----
    Time linear in the table; memory a byte an entry.
    """
    import pandas as pd

    matrix = np.empty(features.shape, np.uint8)
    for j in range(features.shape[1]):
        column = features.iloc[:, j]
        missing = column.isna().to_numpy(dtype=bool)
        if missing.any():
            row = int(np.argmax(missing))
            raise _not_binary(path, features, row, j, "is missing", first_row)
        values = column.to_numpy()
        if values.dtype == object:  # text among numbers makes text of a whole CSV column
            try:
                values = pd.to_numeric(values, errors="coerce")
            except OverflowError:  # an integer beyond the largest double, whose text is no error
                values = pd.to_numeric(column.astype(str), errors="coerce").to_numpy()
        other = np.ones(len(features), np.bool_)
        if values.dtype.kind in "biuf":
            other = (values != 0) & (values != 1)
        if other.any():
            row = int(np.argmax(other))
            what = f"is {_shown(column.iloc[row])}"
            raise _not_binary(path, features, row, j, what, first_row)
        matrix[:, j] = values
    return as_row_table(matrix)


def check_numbers(path: str | PathLike[str], frame: DataFrame, names: Sequence[str]) -> None:
    """Raise ModelFileError, with line and word, where a column of numbers holds another word."""
    import pandas as pd

    for name in names:
        column = frame[name]
        if column.dtype.kind not in "OUT":
            continue
        with suppress(TypeError):  # of lists and the like, which are no words
            wrong = pd.to_numeric(column, errors="coerce").isna() & column.notna()
            if wrong.any():
                row = int(np.argmax(wrong.to_numpy()))
                what = f"column {_shown(name)} is {_shown(column.iloc[row])}"
                raise _at_row(path, frame, row, what, "give a number, or leave it empty")


def is_parquet(path: str | PathLike[str]) -> bool:
    """Whether the name of a file says that it is a Parquet file."""
    return plain_name(path).endswith(".parquet")


def _parquet(path: str | PathLike[str], content: bytes, pd: Any) -> DataFrame:
    try:
        with reading_parquet(path):
            _check_size(path, content)
            frame = pd.read_parquet(BytesIO(content), engine="pyarrow")
    except ImportError:
        raise missing("pyarrow", f"reading {path}") from None
    return with_names(path, frame)


def _check_size(path: str | PathLike[str], content: bytes) -> None:
    """Refuse a table of far more entries than bytes, of which memory holds eight each and more."""
    from pyarrow import parquet

    facts = parquet.ParquetFile(BytesIO(content)).metadata
    size, limit = 8 * facts.num_rows * facts.num_columns, max_bytes(_ENTRY_NEED)
    if size > limit:
        raise ModelFileError(path, None, *too_large(limit))


@contextmanager
def reading_parquet(path: str | PathLike[str]) -> Iterator[None]:
    """Have errors of pyarrow name the file."""
    try:
        yield
    except ModelFileError:
        raise
    except _UNREADABLE as error:
        what = f"it is not a readable Parquet file ({_one_line(error)})"
        raise ModelFileError(path, None, what, "write or download it again") from None


def with_names(path: str | PathLike[str], frame: DataFrame) -> DataFrame:
    """The frame with strings as names, which must differ; ModelFileError where they do not."""
    frame.columns = frame.columns.map(str)
    if not frame.columns.is_unique:
        name = frame.columns[frame.columns.duplicated()][0]
        what = f"two columns are called {name!r}"
        raise ModelFileError(path, None, what, "give each column a name of its own")
    return frame


def read_csv(path: str | PathLike[str], content: bytes, pd: Any) -> DataFrame:
    """The table of a text file, perhaps without rows."""
    options = csv_options(path, content, pd)
    with parsing(path, pd):
        return pd.read_csv(BytesIO(content), low_memory=False, **options)


def csv_options(path: str | PathLike[str], content: bytes, pd: Any) -> dict[str, Any]:
    """How pandas is to read a text table; its first lines are enough. The names are checked."""
    header = content.lstrip().splitlines()[0].decode("latin-1")
    separator = "\t" if plain_name(path).endswith(".tsv") else max(_SEPARATORS, key=header.count)
    options: dict[str, Any] = {"sep": separator, "skipinitialspace": True, "encoding": "utf-8-sig"}
    try:
        content.decode()
    except UnicodeDecodeError:
        options["encoding"] = "latin-1"  # as `read_text` has it
    with parsing(path, pd):
        names = pd.read_csv(BytesIO(content), header=None, nrows=1, dtype=str, **options).iloc[0]
    if names.duplicated().any():
        name = names[names.duplicated()].iloc[0]
        what = f"the first line has the name {_shown(name)} twice"
        raise ModelFileError(path, 1, what, _NAMES)
    fractions = pd.to_numeric(names, errors="coerce") % 1
    if (fractions > 0).any():  # whole numbers may well be names
        name = names[fractions > 0].iloc[0]
        what = f"the first line holds the number {_shown(name)} where a name should be"
        raise ModelFileError(path, 1, what, _NAMES)
    return options | {"index_col": False}


@contextmanager
def parsing(path: str | PathLike[str], pd: Any) -> Iterator[None]:
    """Have errors of pandas name the file."""
    try:
        with warnings.catch_warnings():
            # pandas would only warn of fields that it drops
            warnings.simplefilter("error", pd.errors.ParserWarning)
            yield
    except ModelFileError:
        raise
    except pd.errors.ParserWarning:
        what = "the lines have more fields than the first line has names"
        raise ModelFileError(path, 1, what, "give each column a name") from None
    except ValueError as error:
        what = f"the table cannot be read ({_one_line(error)})"
        raise ModelFileError(
            path, None, what, "give each line as many fields as the first"
        ) from None


def _labels(path: str | PathLike[str], frame: DataFrame, at: int) -> NDArray[Any]:
    from pandas.api.types import infer_dtype

    column = frame.iloc[:, at]
    name = f"the label (column {frame.columns[at]!r})"
    missing = column.isna().to_numpy(dtype=bool)
    if missing.any():
        row = int(np.argmax(missing))
        cure = "label each row or leave it out"
        raise _at_row(path, frame, row, f"{name} is missing", cure)
    values: NDArray[Any] = column.to_numpy()
    if values.dtype == object:
        kinds = {"string": np.str_, "boolean": np.bool_, "integer": np.int64}
        if infer_dtype(values) == "string":
            lost = column.str.endswith("\0").to_numpy(dtype=bool)
            if lost.any():  # numpy drops it, and two classes may become one
                row = int(np.argmax(lost))
                what = f"{name} is {_shown(values[row])}"
                raise _at_row(path, frame, row, what, "take the NUL at its end away")
        try:
            values = values.astype(kinds.get(infer_dtype(values), object))
        except OverflowError:
            row = next(i for i, value in enumerate(values) if not -(2**63) <= value < 2**63)
            what = f"{name} is {_shown(values[row])}"
            cure = "give integers of at most 64 bits"
            raise _at_row(path, frame, row, what, cure) from None
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values)))
        raise _at_row(path, frame, row, f"{name} is {values[row]}", "give finite numbers")
    if values.dtype.kind not in "biufU":
        what = f"{name} has the type {column.dtype}"
        raise ModelFileError(path, None, what, "labels are numbers, booleans or strings")
    return values


def _not_binary(
    path: str | PathLike[str],
    features: DataFrame,
    row: int,
    column: int,
    what: str,
    first_row: int | None,
) -> ModelFileError:
    name = features.columns[column]
    cure = "features are 0 or 1: make bits of this table with BinaryEncoder or --encode"
    what = f"column {_shown(name)} {what}"
    if first_row is None:
        return _at_row(path, features, row, what, cure)
    row += first_row
    line = None if is_parquet(path) else _line_of_row(path, row)
    return ModelFileError(path, line, what if line else f"row {row + 1}: {what}", cure)


def _at_row(
    path: str | PathLike[str], frame: DataFrame, row: int, what: str, cure: str
) -> ModelFileError:
    """An error at a row, with its line where that is certain."""
    line = None
    if not is_parquet(path):
        lengths = [len(text.strip()) for text in read_bytes(path).splitlines()]
        filled = np.flatnonzero(lengths)
        # otherwise some quoted text goes over several lines
        if filled.size == len(frame) + 1:
            line = int(filled[row + 1]) + 1
    return ModelFileError(path, line, what if line else f"row {row + 1}: {what}", cure)


def _line_of_row(path: str | PathLike[str], row: int) -> int | None:
    """The line of a row of a text table, None where quoted text may go over several lines."""
    seen = -1  # the line of names comes before row 0
    with open_bytes(path) as stream:
        for number, text in enumerate(stream, 1):
            stream.release()
            if b'"' in text:
                return None
            seen += bool(text.strip())
            if seen > row:
                return number
    return None  # pragma: no cover - the row was read from this file


def _listed(names: list[str]) -> str:
    more = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return f"its columns are {', '.join(map(_shown, names[:_SHOWN]))}{more}"


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
