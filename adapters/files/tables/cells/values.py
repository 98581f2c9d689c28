"""The values of columns as they stand in files: missing ones, numbers among words, dates, ids."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.cells.number_blocks import is_text, suspects, text_columns
from nzdd.adapters.files.tables.cells.number_forms import NumberForm, form_of, in_form
from nzdd.adapters.files.tables.cells.whole_numbers import as_written
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

MARKS = frozenset(
    (
        *("", "?", "NA", "N/A", "n/a", "na", "#N/A", "#NA", "<NA>", "NaN", "nan", "-nan", "-NaN"),
        *("#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"),
        *("NULL", "null", "None", "#N/A N/A", "-1.#IND", "1.#IND", "1.#QNAN", "-1.#QNAN"),
    )
)
"""Fields that count as missing."""

_MOST_WORDS = 5
"""The most different words in a column that still counts as numbers."""
_NUMBERS = 0.9
"""The least share of numbers in such a column."""
_SAMPLE = 1000  # values that are looked at
_UNNAMED = re.compile(r"Unnamed: \d+|x\d+|column \d+")
_NINES = {10**digits - 1 for digits in range(2, 8)}
_ID_ROWS = 20  # in a shorter table anything may differ in each row
_DIGIT = r"\d"


def with_values(frame: DataFrame, columns: Mapping[str, Series]) -> DataFrame:
    """The frame with other values in some columns, which `assign` cannot do for one named self."""
    changed = frame.copy() if columns else frame
    for name, column in columns.items():
        changed[name] = column
    return changed


class TextNumbers(NamedTuple):
    """What a column of text is, if it is one of numbers."""

    values: Series | None
    """The numbers with missing values, of float64 or, beyond 2**53, of integers; None: there are
    other words."""
    words: list[str]
    """The words that became missing, or all that are no numbers."""
    form: NumberForm | None
    """How the numbers are written, if not all as Python has it."""
    example: tuple[str, float] | None = None
    """A word of this form, and the number that it is."""


def numbers_in(
    column: Series,
    expected: Collection[str] | None = None,
    form: NumberForm | None = None,
    *,
    dotted: bool = False,
) -> TextNumbers:
    """The column of text as numbers, with missing values for some words.

    Parameters
    ----------
    column : Series
        Of strings, or of booleans, and missing values.
    expected : collection of str, optional
        The words that may occur. By default a few different words in one of ten rows at most.
    form : NumberForm, optional
        How numbers may be written besides Python's way; by default the form that nearly all have.
    dotted : bool, default False
        Whether points stand between thousands where they may.
    """
    import pandas as pd
    from pandas.api.types import infer_dtype

    if infer_dtype(column, skipna=True) == "boolean":  # with missing values pandas leaves it so
        return TextNumbers(column.astype(np.float64), [], None)
    known = column[column.notna()].astype(str)
    values, written = pd.to_numeric(known, errors="coerce"), known
    plain = values
    if expected is None and form is None and (dotted or values.isna().any()):
        some = known if dotted else known[values.isna().to_numpy()]
        if some.str.contains(_DIGIT).any():
            words = known[known.str.contains(_DIGIT)].drop_duplicates().iloc[:_SAMPLE]
            form = form_of(words.tolist(), dotted=dotted)
    if form is not None:
        written = in_form(known, form)
        values = pd.to_numeric(written, errors="coerce")
        if form.decimal == ".":
            values, written = values.fillna(plain), written.fillna(known)
    other = known[values.isna().to_numpy()]
    words = other.unique().tolist()
    if expected is None:
        few = len(words) <= _MOST_WORDS and len(known) - len(other) >= _NUMBERS * len(known)
    else:
        few = set(words) <= set(expected)
    if not len(known) or not few or len(other) == len(known):
        return TextNumbers(None, words, form)
    example = None
    if form is not None:
        changed = known[values.notna().to_numpy() & (values != plain).to_numpy()]
        example = (changed.iloc[0], float(values[changed.index[0]])) if len(changed) else None
    values = as_written(values.astype(np.float64), written)
    return TextNumbers(values.reindex(column.index), words, form, example)


def check_values(path: StrPath, frame: DataFrame) -> None:
    """Raise ModelFileError for a column of values that are no categories."""
    for name, column in text_columns(frame):
        known = column.dropna().iloc[:_SAMPLE]
        if len(known) and not isinstance(known.iloc[0], Hashable):
            what = f"column {_shown(name)} holds values such as {_shown(known.iloc[0])}"
            cure = "make numbers or text of them, or leave the column out"
            raise ModelFileError(path, None, what, f"{cure} by drop=[{name!r}], --drop {name}")


def row_numbers(frame: DataFrame) -> list[str]:
    """The columns that number the rows, or groups of rows, or name each row.

    A first column without a name that has another integer in each row numbers the rows of a table
    of which these are some, as pandas and R write them.

    Several columns of 1, 2, ... in other orders than the rows have are ranks, and not among them.
    """
    index = [str(name) for name in frame.columns[:1] if _is_index(frame)]
    counts = {name for name, column in suspects(frame, _may_count) if _counts(column)}
    shuffled = {name for name in counts if not frame[name].is_monotonic_increasing}
    if len(shuffled) > 1:
        counts -= shuffled
    counts.update(index)
    counts.update(name for name, column in text_columns(frame) if _names_rows(column))
    return [name for name in map(str, frame.columns) if name in counts]


def ids(frame: DataFrame) -> list[str]:
    """The columns of integers that differ in all rows but a few, without an order."""
    return [name for name, column in suspects(frame, _may_be_ids) if _is_id(column)]


def codes_of_missing(frame: DataFrame) -> dict[str, tuple[int, int]]:
    """Of columns of numbers such as -999 or 9999 that recurs far from all others, and how often.

    Such numbers often stand for missing values. Time linear in the table.
    """
    found = {}
    for name, column in suspects(frame, _end_in_nines):
        if column.dtype.kind not in "iuf":
            continue
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        values = values[np.isfinite(values)]
        for value in (values.min(), values.max()) if values.size else ():
            others = values[values != value]
            count = values.size - others.size
            if abs(value) not in _NINES or count < 2 or not others.size:
                continue
            apart = others.min() - value if value < 0 else value - others.max()
            if apart > max(np.ptp(others), 1) and (value < 0 or others.min() >= 0):
                found[name] = int(value), count
    return found


def _end_in_nines(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which columns have a code as their least or largest number."""
    finite, nines = np.isfinite(values), sorted(_NINES)
    ends = values.min(axis=0, where=finite, initial=0), values.max(axis=0, where=finite, initial=0)
    return np.asarray(np.isin(np.abs(ends), nines).any(axis=0))


def _may_count(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which columns go from 0 or 1 so far up as rows that are counted."""
    least, most = _ends(values)
    ordered = (values[0] == least) & (values[-1] == most) & (most - least >= _ID_ROWS - 1)
    return np.asarray(np.isin(least, (0, 1)) & (ordered | (most - least == len(values) - 1)))


def _may_be_ids(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which columns have whole numbers far enough apart to differ in all rows."""
    least, most = _ends(values)
    far = most - least >= len(values) - 1
    return np.asarray(far & (values == np.rint(values)).all(axis=0))


def _ends(values: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the largest number of each column; not a number where one is missing."""
    return values.min(axis=0).astype(np.float64), values.max(axis=0).astype(np.float64)


def _whole(column: Series) -> NDArray[np.float64] | None:
    """The values of a column of whole numbers without missing ones; None for others."""
    if len(column) < _ID_ROWS or column.dtype.kind not in "iuf" or column.isna().any():
        return None
    values = column.to_numpy(dtype=np.float64)
    return values if np.isfinite(values).all() and (values == np.rint(values)).all() else None


def _counts(column: Series) -> bool:
    """Whether a column holds 0, 1, 2, ... in any order, or in this order with repetitions."""
    values = _whole(column)
    if values is None or values.min() not in (0, 1):
        return False
    ordered = np.sort(values)
    if (np.diff(ordered) == 1).all():
        return True
    in_order = bool((ordered == values).all() and (np.diff(values) <= 1).all())
    return in_order and np.unique(values).size >= _ID_ROWS


def _is_index(frame: DataFrame) -> bool:
    first, *others = map(str, frame.columns)
    if not others or not _UNNAMED.fullmatch(first) or any(map(_UNNAMED.fullmatch, others)):
        return False
    values = _whole(frame.iloc[:, 0])
    return values is not None and np.unique(values).size == values.size


def _names_rows(column: Series) -> bool:
    if len(column) < _ID_ROWS or not is_text(column):
        return False
    return bool(column.nunique() == len(column)) and numbers_in(column).values is None


def _is_id(column: Series) -> bool:
    values = _whole(column)
    return values is not None and look_like_ids(values)


def look_like_ids(values: NDArray[np.float64]) -> bool:
    """Whether numbers are whole and differ in all of many rows, or in nearly all and far apart."""
    if values.size < 5 * _ID_ROWS or (values != np.rint(values)).any():
        return False
    different = np.unique(values).size
    apart = bool(np.ptp(values) >= 2 * values.size)
    return different == values.size or (apart and different >= 0.9 * values.size)


def words_text(words: Iterable[str], most: int = 4) -> str:
    """Words for a note, shortened where there are many."""
    each = [_shown(word) for word in words]
    more = f", ... ({len(each)} in all)" if len(each) > most else ""
    return f"{', '.join(each[:most])}{more}"
