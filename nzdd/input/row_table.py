"""Families of rows as flat arrays, from a sparse or 0/1 matrix, lists of symbols, or words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.input.arrays import as_array, as_weights
from nzdd.input.sparse import check_sparse

Progress: TypeAlias = Callable[[str, float], object]
"""Called with the name of a stage and the share of it that is done, at most every 50 ms."""

MAX_SYMBOLS = 2**32 - 2
WORD_SYMBOLS = 64
RUN = 16
GOLDEN_RATIO = 0.6180339887498949
"""Its multiples modulo 1 are spread evenly, without a period."""


@dataclass(frozen=True, slots=True, eq=False)
class RowTable:
    """Rows over the symbols ``0 .. num_symbols - 1``, each a set of symbols.

    Make one with `as_row_table`, `from_csr` or `from_words`. One of two forms is held: CSR arrays,
    or a 64-bit word for each row.

    Attributes
    ----------
    num_rows, num_symbols : int
    offsets, symbols : ndarray of int64 and uint32, or None
        Row ``i`` holds ``symbols[offsets[i]:offsets[i + 1]]``, in any order; repetitions count
        once.
    words : ndarray of uint64, shape (num_rows,), or None
        Bit ``num_symbols - 1 - j`` of a word tells whether the row holds symbol ``j``.
    weights : ndarray of float64, shape (num_rows,), or None
        None where every row weighs one.
    """

    num_rows: int
    num_symbols: int
    offsets: NDArray[np.int64] | None = None
    symbols: NDArray[np.uint32] | None = None
    words: NDArray[np.uint64] | None = None
    weights: NDArray[np.float64] | None = None

    @classmethod
    def from_csr(
        cls,
        offsets: ArrayLike,
        symbols: ArrayLike,
        num_symbols: int,
        weights: ArrayLike | None = None,
    ) -> RowTable:
        """Rows from CSR arrays, which are not copied if their types allow.

        Parameters
        ----------
        offsets : array of int, shape (num_rows + 1,)
        symbols : array of int, shape (offsets[-1],)
        num_symbols : int
        weights : array of float, shape (num_rows,), optional

        Raises
        ------
        ValueError
            If the offsets do not rise from 0 to the number of symbols, a symbol is negative, or
            the weights do not fit. Symbols out of range are found when a diagram is built.
        """
        bounds = np.ascontiguousarray(integers(offsets, "offsets"), dtype=np.int64)
        values = integers(symbols, "symbols")
        if bounds.ndim != 1 or values.ndim != 1 or bounds.size == 0:
            raise ValueError(
                "offsets and symbols must be one-dimensional, with at least one offset"
            )
        if bounds[0] != 0 or bounds[-1] != values.size or np.any(bounds[1:] < bounds[:-1]):
            raise ValueError(
                f"offsets must rise from 0 to the number of symbols, {values.size}; "
                f"they start at {bounds[0]} and end at {bounds[-1]}"
            )
        if values.dtype != np.uint32:
            if values.size and values.min() < 0:
                at = int(np.argmax(values < 0))
                row = int(np.searchsorted(bounds, at, side="right")) - 1
                raise ValueError(f"row {row} holds the negative symbol {values[at]}")
            if values.size and values.max() > MAX_SYMBOLS:
                raise ValueError(f"symbol {values.max()} is too large: the limit is {MAX_SYMBOLS}")
            values = (
                values.view(np.uint32) if values.dtype == np.int32 else values.astype(np.uint32)
            )
        num_rows, number = bounds.size - 1, check_num_symbols(num_symbols)
        given = None if weights is None else as_weights(weights, num_rows)
        return cls(num_rows, number, bounds, np.ascontiguousarray(values), weights=given)

    @classmethod
    def from_words(
        cls, words: ArrayLike, num_symbols: int, weights: ArrayLike | None = None
    ) -> RowTable:
        """Rows from machine words; bit ``num_symbols - 1 - j`` stands for symbol ``j``.

        Raises
        ------
        ValueError
            If ``num_symbols`` is above 64, a word has a higher bit set, or the weights do not fit.
        """
        values = np.ascontiguousarray(as_array(words, "words"))
        if values.ndim != 1 or (values.size and values.dtype.kind not in "ui"):
            raise ValueError(
                f"words must be a one-dimensional array of integers, not {values.dtype}"
            )
        num_symbols = check_num_symbols(num_symbols)
        if num_symbols > WORD_SYMBOLS:
            raise ValueError(
                f"num_symbols is {num_symbols}, but a word holds 0 to {WORD_SYMBOLS} symbols"
            )
        if values.dtype != np.uint64:
            if values.size and values.min() < 0:
                raise ValueError("words must not be negative")
            values = values.astype(np.uint64)
        if values.size and int(values.max()).bit_length() > num_symbols:
            raise ValueError(f"word {values.max()} has bits above the {num_symbols} symbols")
        given = None if weights is None else as_weights(weights, values.size)
        return cls(values.size, num_symbols, words=values, weights=given)

    def weighted(self, weights: ArrayLike) -> RowTable:
        """The same rows with other weights, see `as_weights`."""
        return replace(self, weights=as_weights(weights, self.num_rows))

    def to_csr(self) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """The rows as CSR arrays ``offsets, symbols``."""
        if self.offsets is not None and self.symbols is not None:
            return self.offsets, self.symbols
        assert self.words is not None
        return _core.unpack_words(self.words, self.num_symbols, None)

    def frequency(self) -> NDArray[np.int64]:
        """The number of rows that hold each symbol (repetitions within a row included)."""
        if self.words is not None:
            return _core.word_frequency(self.words, self.num_symbols)
        assert self.symbols is not None
        if self.symbols.size and self.symbols.max() >= self.num_symbols:
            raise ValueError(
                f"symbol {self.symbols.max()} is out of range for {self.num_symbols} symbols"
            )
        return np.bincount(self.symbols, minlength=self.num_symbols)

    def take(self, rows: NDArray[np.int64]) -> RowTable:
        """The rows of the given numbers, in that order."""
        weights = None if self.weights is None else self.weights[rows]
        size = rows.size
        if self.words is not None:
            return replace(self, num_rows=size, words=self.words[rows], weights=weights)
        bounds, symbols = self.to_csr()
        lengths = bounds[rows + 1] - bounds[rows]
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        at = np.arange(offsets[-1]) + np.repeat(bounds[rows] - offsets[:-1], lengths)
        return replace(self, num_rows=size, offsets=offsets, symbols=symbols[at], weights=weights)

    def sample(self, size: int) -> RowTable:
        """At most ``size`` rows, at least one: a run of neighbours from each of some equal parts.

        Of sorted rows, neighbours have as much in common as in all rows. A run has `RUN` rows, and
        its place in its part differs, so that no period in the rows is that of the runs.
        """
        if self.num_rows <= size:
            return self
        count = max(1, size // RUN)
        run, part, number = size // count, self.num_rows / count, np.arange(count)
        starts = number * part + number * GOLDEN_RATIO % 1 * (part - run)
        return self.take((starts.astype(np.int64)[:, None] + np.arange(run)).ravel())


def as_row_table(
    rows: Any, weights: ArrayLike | None = None, num_symbols: int | None = None
) -> RowTable:
    """Rows in any accepted form as a `RowTable`.

    Parameters
    ----------
    rows : RowTable, sparse matrix, 2-D array of 0 and 1, iterable of iterables of int, or mapping
        A mapping leads from rows to their weights. A sparse matrix may hold explicit zeros and
        unsorted entries; in CSR form also repeated entries, which count once. TypeError for any
        other form.
    weights : array of float, shape (num_rows,), optional
    num_symbols : int, optional
        The size of the ground set, by default the largest symbol in lists plus one. ValueError if
        matrices have another number of columns, or symbols are out of range.
    """
    if isinstance(rows, Mapping) and not hasattr(rows, "tocsr"):  # scipy's dok is a dict
        if weights is not None:
            raise TypeError("rows are a mapping to weights; give no other weights, or list(rows)")
        rows, weights = list(rows), list(rows.values())
    if isinstance(rows, RowTable):
        family = rows
    elif hasattr(rows, "tocsr"):  # sparse; scipy is slow to load, and not asked for what is not
        family = _from_sparse(rows)
    elif isinstance(rows, np.ndarray) and (rows.dtype != object or rows.ndim == 2):
        family = _from_matrix(as_array(rows, "rows"))
    elif hasattr(rows, "columns"):
        raise TypeError(
            "rows must not be a data frame; give its 0/1 array, rows.to_numpy(), "
            "and where they are taken names=rows.columns"
        )
    else:
        family = _from_lists(rows, num_symbols)
    if num_symbols is not None and num_symbols != family.num_symbols:
        raise ValueError(
            f"num_symbols is {num_symbols}, but the rows are over {family.num_symbols} symbols"
        )
    return family if weights is None else family.weighted(weights)


def _from_lists(rows: Iterable[Iterable[int]], num_symbols: int | None) -> RowTable:
    try:
        lists = [
            row if isinstance(row, (list, tuple, set, frozenset)) else tuple(row) for row in rows
        ]
        values: Iterable[Any] = chain.from_iterable(lists)
        if not set(map(type, chain.from_iterable(lists))) <= {int}:  # half the time of a check each
            values = map(_index, values)
        symbols = np.fromiter(values, np.int64)
    except TypeError as error:
        raise TypeError(
            "rows must be a scipy sparse matrix, a 0/1 array "
            "or an iterable of iterables of integers; " + str(error)
        ) from None
    except OverflowError:
        raise ValueError(
            f"a symbol is out of range: symbols lie between 0 and {MAX_SYMBOLS}"
        ) from None
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    if num_symbols is None:
        num_symbols = int(symbols.max()) + 1 if symbols.size else 0
    family = RowTable.from_csr(np.concatenate(([0], np.cumsum(lengths))), symbols, num_symbols)
    if symbols.size and symbols.max() >= num_symbols:
        raise ValueError(f"symbol {symbols.max()} is out of range for {num_symbols} symbols")
    return family


def _from_sparse(rows: Any) -> RowTable:
    from scipy.sparse import issparse

    if rows.ndim != 2:
        raise ValueError(f"a sparse array of rows must have two dimensions, not {rows.ndim}")
    matrix: Any = rows if issparse(rows) else rows.tocsr()
    check_sparse(matrix, "rows")
    matrix = matrix.tocsr()
    stored = int(matrix.indptr[-1])  # there may be room for more
    values, symbols = np.asarray(matrix.data[:stored]), matrix.indices[:stored]
    at = first_not_binary(values)
    if at is not None:
        row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
        raise _not_binary(row, symbols[at], values[at])
    if not values.all():
        matrix = matrix.copy()
        matrix.eliminate_zeros()
        symbols = matrix.indices[: matrix.indptr[-1]]
    return RowTable.from_csr(matrix.indptr, symbols, matrix.shape[1])


def _from_matrix(rows: NDArray[Any]) -> RowTable:
    if rows.ndim != 2:
        raise ValueError(f"an array of rows must have two dimensions, not {rows.ndim}")
    if rows.dtype.kind in "mMV":
        raise TypeError(f"rows of a family hold only 0 and 1, and these hold {rows.dtype}")
    if rows.dtype == np.bool_:
        rows = rows.view(np.uint8)
    try:
        at = first_not_binary(rows)
    except TypeError as error:  # an object that cannot be compared, such as pandas.NA
        raise TypeError(f"rows of a family hold only 0 and 1: {error}") from None
    if at is not None:
        row, column = divmod(at, rows.shape[1])
        raise _not_binary(row, column, rows[row, column])
    bits = (rows if rows.dtype == np.uint8 else rows == 1).view(np.bool_)
    if rows.shape[1] <= WORD_SYMBOLS:
        words = _core.pack_dense(np.ascontiguousarray(bits).view(np.uint8), None)
        return RowTable(rows.shape[0], rows.shape[1], words=words)
    from scipy.sparse import csr_array

    return _from_sparse(csr_array(bits))


def first_not_binary(values: NDArray[Any]) -> int | None:
    """The flat position of the first value that is neither 0 nor 1."""
    # no temporary arrays in the usual case
    if values.dtype.kind in "bui" and values.min(initial=0) >= 0 and values.max(initial=0) <= 1:
        return None
    other = (values != 0) & (values != 1)
    return int(np.argmax(other)) if other.any() else None


def _not_binary(row: int, column: int, value: Any) -> ValueError:
    return ValueError(
        f"entry ({row}, {column}) is {value}; rows of a family hold only 0 and 1, and those of a "
        "constraint matrix go into a LinearModel"
    )


def integers(values: ArrayLike, name: str) -> NDArray[Any]:
    """The values as an array of some integer type, not copied if they are such an array."""
    array = as_array(values, name)
    if array.size == 0:
        return array.astype(np.uint32)
    if array.dtype.kind not in "ui":
        words = array.dtype.kind in "USOT"
        cure = (
            "; number the words from 0, as numpy.unique with return_inverse does" if words else ""
        )
        raise ValueError(f"{name} must be integers, not {array.dtype}{cure}")
    return array


def _index(value: Any) -> int:
    # bool is an integer type, but a list of bools is a row of a matrix, not of symbols
    if type(value) is int or (isinstance(value, (int, np.integer)) and not isinstance(value, bool)):
        return int(value)
    cure = "; from_named_rows takes names" if isinstance(value, str) else ""
    raise TypeError(f"a row holds {value!r}, which is not an integer{cure}")


def check_num_symbols(value: int) -> int:
    """The size of a ground set, a Python int within its limits."""
    number = operator.index(value)
    if not 0 <= number <= MAX_SYMBOLS + 1:
        raise ValueError(f"num_symbols is {number}; it must lie between 0 and {MAX_SYMBOLS + 1}")
    return number


def fitted(rows: Any, family: RowTable, num_symbols: int | None, cure: str) -> RowTable:
    """A family over so many symbols, where they are known; lists need not hold the last ones."""
    if num_symbols is None or family.num_symbols == num_symbols:
        return family
    has_width = isinstance(rows, RowTable) or getattr(rows, "ndim", 1) == 2
    if family.num_symbols < num_symbols and not has_width:
        return replace(family, num_symbols=num_symbols)
    what = f"the rows are over {family.num_symbols} symbols where {num_symbols} are expected"
    raise ValueError(f"{what}; {cure}")


def packed(family: RowTable, progress: Progress | None = None) -> RowTable:
    """The same rows as machine words if there are at most 64 symbols, otherwise unchanged.

    Time O(symbols in the rows), memory 8 bytes for each row.
    """
    if family.num_symbols > WORD_SYMBOLS or family.words is not None:
        return family
    words = _core.pack_csr(*family.to_csr(), family.num_symbols, progress)
    return RowTable(family.num_rows, family.num_symbols, words=words, weights=family.weights)


def distinct(family: RowTable, progress: Progress | None = None) -> RowTable:
    """Each row once, with the total weight of its occurrences, which is one each by default.

    Rows with a common beginning stand together; those over at most 64 symbols become machine words.
    Time O(rows) for machine words, O(symbols in the rows x log rows) otherwise.
    """
    family = packed(family, progress)
    if family.words is not None:
        words, totals = _core.distinct_words(
            family.words, family.num_symbols, family.weights, progress
        )
        found = RowTable(words.size, family.num_symbols, words=words)
    else:
        offsets, symbols, totals = _core.distinct_csr(
            *family.to_csr(), family.num_symbols, family.weights, progress
        )
        found = RowTable(offsets.size - 1, family.num_symbols, offsets, symbols)
    return found.weighted(np.ones(found.num_rows) if totals is None else totals)
