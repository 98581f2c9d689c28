"""Rows of a constraint matrix as sets of symbols (Kurokawa et al. 2022, sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd import RowTable
from nzdd.formulations.models.arrays import Bools, Floats, Matrix, as_point
from nzdd.formulations.rows.common_coefficients import Parts
from nzdd.formulations.rows.equal_rows import mix, segment_sums

CONSTANT = -1
"""The column of a term that is a constant, such as a right-hand side."""


@dataclass(frozen=True, eq=False)
class Symbols:
    """What each symbol of a family adds to the slack of a row: some terms and a constant.

    Attributes
    ----------
    terms : csr_array, shape (num_symbols, num_columns)
        The coefficients of the columns.
    constant : ndarray of float64, shape (num_symbols,)
    """

    terms: Matrix
    constant: Floats

    @classmethod
    def of_terms(
        cls,
        symbol: NDArray[np.int64],
        column: NDArray[np.int64],
        coefficient: Floats,
        num_symbols: int,
        num_columns: int,
    ) -> Symbols:
        """From terms in any order, a column of -1 standing for the constant 1; they are summed."""
        fixed = column == CONSTANT
        places = (symbol[~fixed], column[~fixed])
        terms = csr_array((coefficient[~fixed], places), shape=(num_symbols, num_columns))
        terms.eliminate_zeros()
        return cls(terms, totals(symbol[fixed], coefficient[fixed], num_symbols))

    @classmethod
    def single(cls, column: NDArray[np.int64], coefficient: ArrayLike, num_columns: int) -> Symbols:
        """One term a symbol; see `of_terms`."""
        each = np.broadcast_to(np.asarray(coefficient, np.float64), column.shape)
        return cls.of_terms(np.arange(column.size), column, each, column.size, num_columns)

    def to_terms(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        """Symbol, column and coefficient of all terms, by symbol, as `of_terms` takes them."""
        terms, (fixed,) = self.terms.tocoo(), np.nonzero(self.constant)
        symbol = np.concatenate((terms.row, fixed)).astype(np.int64)
        column = np.concatenate((terms.col, np.full(fixed.size, CONSTANT))).astype(np.int64)
        order = np.argsort(symbol, kind="stable")
        value = np.concatenate((terms.data, self.constant[fixed]))
        return symbol[order], column[order], value[order]

    @property
    def num_columns(self) -> int:
        """The number of columns of the model."""
        return int(self.terms.shape[1])

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Which symbols cost no nonzero: those without a column."""
        return np.asarray(np.diff(self.terms.indptr) == 0)

    @cached_property
    def hashes(self) -> NDArray[np.uint64]:
        """A fixed random number for each symbol."""
        return mix(np.arange(1, self.constant.size + 1, dtype=np.uint64))

    def set_hashes(self, members: NDArray[Any], offsets: NDArray[Any]) -> NDArray[np.uint64]:
        """The hash of each set of symbols, which are its members between offsets."""
        return segment_sums(lambda part: self.hashes[members[part]], offsets)

    def negated(self) -> Symbols:
        """The symbols of the negated rows."""
        return Symbols(-self.terms, -self.constant)

    def scaled(self, factor: float) -> Symbols:
        """The symbols of the rows times a factor that makes all their numbers integers."""
        terms = self.terms.copy()
        terms.data = np.rint(factor * terms.data)
        return Symbols(terms, np.rint(factor * self.constant))

    def lengths(self, x: ArrayLike) -> Floats:
        """The length of each symbol at a point, so that the length of a row is its slack.

        Zero times infinity is zero. ValueError if x has another shape, or a sum of finite terms
        overflows: an infinite length means that a row is forbidden.
        """
        point = as_point(x, self.num_columns)
        lengths: Floats = self.terms @ point + self.constant
        infinite = np.isinf(lengths)
        if infinite.any():
            lost = infinite & ~np.isin(np.arange(lengths.size), self._using(np.isinf(point)))
            if lost.any():
                at = int(np.argmax(lost))
                columns = self.terms.indices[slice(*self.terms.indptr[at : at + 2])]
                where = ", ".join(f"x[{j}] = {point[j]:g}" for j in columns.tolist())
                raise ValueError(
                    f"{self.text(at)} with {where} is beyond the range of a double; scale the model"
                )
        return lengths

    def sums(
        self, symbols: NDArray[np.unsignedinteger], offsets: NDArray[np.integer]
    ) -> tuple[Matrix, Floats]:
        """The terms of sets of symbols, given as CSR arrays, added up: coefficients and constants.

        Time O(terms log terms), memory O(terms).
        """
        start = self.terms.indptr[symbols]
        sizes = self.terms.indptr[symbols.astype(np.int64) + 1] - start
        ends = np.concatenate(([0], np.cumsum(sizes)))
        at = np.arange(ends[-1]) + np.repeat(start - ends[:-1], sizes)
        size = offsets.size - 1
        matrix = csr_array(
            (self.terms.data[at], self.terms.indices[at], ends[offsets]),
            shape=(size, self.num_columns),
        )
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        row = np.repeat(np.arange(size), np.diff(offsets))
        return matrix, totals(row, self.constant[symbols], size)

    def text(self, symbol: int, names: Sequence[str] | None = None) -> str:
        """The terms of a symbol as text: ``x``, ``-x``, ``2.5 x + y``, ``-3``."""
        start, end = self.terms.indptr[symbol : symbol + 2]
        parts = []
        for j, value in zip(
            self.terms.indices[start:end].tolist(), self.terms.data[start:end].tolist(), strict=True
        ):
            sign = {1.0: "", -1.0: "-"}.get(value, f"{value:g} ")
            parts.append(f"{sign}{f'x[{j}]' if names is None else names[j]}")
        if self.constant[symbol] or not parts:
            parts.append(f"{self.constant[symbol]:g}")
        return " + ".join(parts)

    def _using(self, columns: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The symbols with a term in one of the columns."""
        return np.repeat(np.arange(self.constant.size), np.diff(self.terms.indptr))[
            columns[self.terms.indices]
        ]


def encode(
    matrix: csr_array[Any, Any], right_hand_side: NDArray[np.float64], parts: Parts | None = None
) -> tuple[Symbols, RowTable]:
    """Rows ``a @ x - b`` as sets of symbols whose lengths add up to the slack.

    Parameters
    ----------
    matrix : csr_array, shape (m, n)
        Canonical (sorted indices, no duplicates, no explicit zeros).
    right_hand_side : ndarray, shape (m,)
        Finite. Only right-hand sides other than zero need a symbol.
    parts : Parts, optional
        Of the coefficients, which become a symbol each. By default a symbol is a (column,
        coefficient) pair, for any finite set of coefficients.

    Notes
    -----
    Row ``i`` of the table is the set of symbols of row ``i``. Time O(nonzeros log nonzeros), memory
    O(nonzeros). If all coefficients are equal and all right-hand sides zero, nothing is sorted, and
    every column is a symbol.
    """
    num_rows, num_columns = matrix.shape
    data = matrix.data
    if parts is None and data.size and (data == data[0]).all() and not right_hand_side.any():
        family = RowTable.from_csr(matrix.indptr, matrix.indices, num_columns)
        return Symbols.single(np.arange(num_columns), data[0], num_columns), family
    indptr, column, value = matrix.indptr, matrix.indices, data
    by_row = np.arange(0)
    if parts is not None:
        row = np.repeat(np.arange(num_rows), np.diff(indptr))[parts.place]
        by_row = np.argsort(row, kind="stable")
        column, value = column[parts.place][by_row], parts.value[by_row]
        indptr = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=num_rows))))
    # pairs in the order of the columns, right-hand sides last
    values, level = _distinct(value)
    levels = max(1, values.size)
    if parts is not None:
        level = level + parts.number[by_row] * values.size
        levels *= int(parts.number.max(initial=0)) + 1
    # Of one value no pairs are made: with very many nonzeros, fresh memory is what takes time.
    pairs = column if levels == 1 else column.astype(np.int64) * levels + level
    keys, symbol = _distinct_keys(pairs, num_columns * levels)
    constants, number = np.unique(-right_hand_side[right_hand_side != 0], return_inverse=True)
    before = np.concatenate(([0], np.cumsum(right_hand_side != 0)))
    symbols = np.empty(symbol.size + number.size, np.uint32)
    of_side = np.zeros(symbols.size, np.bool_)
    of_side[(indptr[1:] + before[:-1])[right_hand_side != 0]] = True
    symbols[~of_side], symbols[of_side] = symbol, keys.size + number
    offsets = (indptr + before).astype(np.int64, copy=False)
    family = RowTable(num_rows, keys.size + constants.size, offsets, symbols)
    columns = np.concatenate((keys // levels, np.full(constants.size, CONSTANT)))
    coefficients = np.concatenate((values[keys % levels % max(1, values.size)], constants))
    return Symbols.single(columns, coefficients, num_columns), family


def _distinct(values: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The distinct values, ascending, and the number of each; quickly where they are few."""
    few = np.unique(values[:10_000])
    if few.size == 1 and (values == few[0]).all():
        return few, np.broadcast_to(np.int64(0), values.shape)
    number = np.minimum(np.searchsorted(few, values), max(0, few.size - 1))
    if few.size and (few[number] == values).all():
        return few, number
    distinct, number = np.unique(values, return_inverse=True)
    return distinct, number


def _distinct_keys(keys: NDArray[Any], end: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The distinct keys, which are below `end`, ascending, and the number of each."""
    if end > 8 * keys.size:
        distinct, number = np.unique(keys, return_inverse=True)
        return distinct.astype(np.int64, copy=False), number
    met = np.zeros(end, np.bool_)
    met[keys] = True
    # a symbol is a number of 32 bits
    return np.flatnonzero(met), (np.cumsum(met) - 1).astype(np.uint32)[keys]


def totals(place: NDArray[np.int64], values: Floats | Bools, size: int) -> Floats:
    """The sum of the values at each place, shape (size,)."""
    return np.bincount(place, values, size).astype(np.float64, copy=False)
