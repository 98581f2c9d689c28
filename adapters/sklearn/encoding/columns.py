"""The columns of tables of any type, as numbers or categories."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd.adapters.files.tables.cells.dates import CURE, date_in
from nzdd.adapters.sklearn.encoding.exact_numbers import exact
from nzdd.input.arrays import EXACT_INTEGERS, refuse_masked
from nzdd.input.sparse import check_sparse
from nzdd.input.text import shown

_OF_NUMBERS = (float, int, np.number, np.bool_, Decimal, Fraction)


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """A column of numbers, NaN for missing ones.

    Attributes
    ----------
    values : ndarray of float64, or of integers or objects: see `exact_numbers`
    size : int
        Rows of the table.
    rows : ndarray of integers or None
        The rows of `values`, while all others hold 0; None: one value for each row.
    """

    values: NDArray[Any]
    size: int
    rows: NDArray[np.integer[Any]] | None = None

    def dense(self) -> Numbers:
        """The column with one value for each row. Time and memory O(rows)."""
        if self.rows is None:
            return self
        values = np.zeros(self.size, self.values.dtype)
        values[self.rows] = self.values
        return Numbers(values, self.size)


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """A column of categories.

    Attributes
    ----------
    codes : ndarray of intp, shape (rows,)
        Index into `values`, -1 for a missing category.
    values : list
        The categories; some may not occur.
    declared : bool
        Whether the table says that they are categories, by its dtype.
    """

    codes: NDArray[np.intp]
    values: list[Any]
    declared: bool = False


Column = Numbers | Categories
Reader = Callable[[int, str], Column]


def is_frame(table: Any) -> bool:
    """Whether a table is a DataFrame."""
    return hasattr(table, "iloc") and hasattr(table, "columns")


def check_shape(table: Any) -> None:
    """Refuse tables that scikit-learn accepts, or refuses with a less clear message.

    Raises
    ------
    ValueError
        If the table has one dimension, is a frame without rows or columns or with two columns of
        one name, is a sparse matrix with inconsistent arrays, or has masked entries.
    """
    refuse_masked(table, "X")
    if getattr(table, "ndim", 2) == 1:
        raise ValueError(
            "X has one dimension and must be a table of rows; Reshape your data, by "
            "X.reshape(1, -1) if it is a single row"
        )
    if sp.issparse(table):
        check_sparse(table, "X")
    if is_frame(table) and not table.columns.is_unique:
        name = table.columns[table.columns.duplicated()][0]
        raise ValueError(
            f"two columns of X are called {shown(name)}; give each column a name of its own"
        )
    if is_frame(table) and 0 in table.shape:
        raise ValueError(
            f"found an empty table of shape {table.shape}; at least one row and one column "
            "are needed"
        )


def column_reader(table: Any) -> Reader:
    """Return the function (index, name) -> column of a table.

    Parameters
    ----------
    table : ndarray, sparse matrix or pandas DataFrame, shape (rows, columns)

    Returns
    -------
    callable
        Raises TypeError for a column that is neither numbers nor categories, ValueError for
        infinite numbers; both name the column. Time O(rows), for sparse numbers O(stored values).
    """
    if is_frame(table):
        return lambda index, name: _from_values(table.iloc[:, index], name)
    if sp.issparse(table):
        return _sparse_reader(table)
    return lambda index, name: _from_values(table[:, index], name)


def as_numbers(column: Column, name: str) -> Numbers:
    """Return the column as numbers, or raise TypeError that names it."""
    if isinstance(column, Numbers):
        return column
    example = next(filter(_is_word, column.values), column.values[:1])
    raise TypeError(
        f"column {shown(name)} must hold numbers and holds {shown(example)}; "
        "convert it, or leave it out before fitting"
    )


def _is_word(value: Any) -> bool:
    """Whether a value is a string that is not a number."""
    if not isinstance(value, str):
        return False
    try:
        float(value)
    except ValueError:
        return True
    return False


def as_categories(column: Column) -> Categories:
    """Return the column as categories; numbers become their distinct values."""
    if isinstance(column, Categories):
        return column
    held = column.dense().values
    known = held == held  # no NaN
    values, found = np.unique(held[known], return_inverse=True)
    codes = np.full(held.size, -1)
    codes[known] = found
    return Categories(codes, values.tolist())


def _sparse_reader(table: Any) -> Reader:
    columns = sp.csc_array(table)
    if not columns.has_canonical_format:
        columns = columns.copy()
        columns.sum_duplicates()

    def read(index: int, name: str) -> Column:
        part = slice(columns.indptr[index], columns.indptr[index + 1])
        values = exact(columns.data[part])
        return Numbers(_finite(values, name), columns.shape[0], columns.indices[part])

    return read


def _from_values(values: Any, name: str) -> Column:
    """The column that a Series or an array holds."""
    if hasattr(values, "cat"):
        codes = values.cat.codes.to_numpy().astype(np.intp)
        return Categories(codes, list(values.cat.categories), declared=True)
    kind = values.dtype.kind
    if kind in "biuf":
        if isinstance(values.dtype, np.dtype):
            numbers = exact(values)
        else:
            numbers = values.to_numpy(dtype=np.float64, na_value=np.nan)
            if kind in "iu" and (np.abs(numbers) >= EXACT_INTEGERS).any():
                numbers = exact(values.to_numpy(dtype=object, na_value=np.nan))
        return Numbers(_finite(numbers, name), numbers.size)
    if kind in "OUT":
        return _from_objects(np.asarray(values, object).tolist(), name)
    if (example := date_in(values)) is not None:
        raise dates_error(name, example)
    raise TypeError(
        f"column {name!r} holds {values.dtype}, which is neither numbers nor categories; "
        "convert it to one of the two"
    )


def dates_error(name: str, example: str) -> TypeError:
    """The error of a column of dates that is not declared to hold categories."""
    return TypeError(
        f"column {shown(name)} holds dates or times, such as {shown(example)}; {CURE}, leave it "
        "out, or make it categorical by astype('category')"
    )


def _from_objects(values: list[Any], name: str) -> Column:
    """Numbers if all values but the missing ones are numbers, else categories in their order."""
    types = set(map(type, values))
    # None, and NA and NaT of pandas, which is not imported
    absent = {kind for kind in types if kind.__name__ in ("NoneType", "NAType", "NaTType")}
    size = len(values)
    if all(issubclass(kind, _OF_NUMBERS) for kind in types - absent):
        held = np.array(values, dtype=object)
        if absent:
            held[np.fromiter(map(absent.__contains__, map(type, values)), np.bool_, size)] = np.nan
        try:
            numbers = _finite(exact(held), name)
        except OverflowError:  # an integer beyond the largest double
            numbers = _finite(np.array([np.inf]), name)
        if types & {Decimal, Fraction}:
            _warn_of_equal(held, numbers, name)
        return Numbers(numbers, size)
    try:
        distinct = set(values)
    except TypeError:
        wrong = next(kind for kind in types if kind.__hash__ is None)
        raise TypeError(
            f"column {name!r} holds a {wrong.__name__}, which cannot be a category; "
            "give strings, numbers or other hashable values"
        ) from None
    known = in_order(
        value
        for value in distinct
        if type(value) not in absent
        and not (isinstance(value, (float, np.floating)) and math.isnan(value))
    )
    code: dict[Any, int] = dict.fromkeys(distinct, -1)
    code.update((value, index) for index, value in enumerate(known))
    return Categories(np.fromiter(map(code.__getitem__, values), np.intp, size), known)


def _warn_of_equal(given: NDArray[np.object_], numbers: NDArray[Any], name: str) -> None:
    """Warn where different decimals or fractions have become the same number."""
    known = numbers == numbers  # no NaN
    distinct, first = np.unique(given[known], return_index=True)
    found = numbers[known][first]
    equal = found[1:] == found[:-1]
    if equal.any():
        at = int(np.argmax(equal))
        one, other = map(str, distinct[at : at + 2])
        warnings.warn(
            f"column {name!r} holds {one} and {other}, which count as equal, as they have the same "
            "double; subtract a number from all, so that fewer digits matter",
            stacklevel=2,
        )


def in_order(categories: Iterable[Any]) -> list[Any]:
    """Categories in ascending order; by their text where they are of several kinds."""
    try:
        return sorted(categories := list(categories))
    except TypeError:
        return sorted(categories, key=lambda value: (str(value), type(value).__name__))


def _finite(values: NDArray[Any], name: str) -> NDArray[Any]:
    if np.isinf(values.astype(np.float64, copy=False)).any():
        raise ValueError(
            f"column {name!r} holds an infinite value; replace inf, "
            "for instance by NaN, which counts as missing"
        )
    return values
