"""Rows of a constraint matrix as sets of symbols (Kurokawa et al. 2022, sections 4 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd import RowTable
from nzdd.formulations.rows.equal_rows import mix
from nzdd.input.parameters import check_choice

Encoding = Literal["pairs", "binary"]
ENCODINGS = ("pairs", "binary")
CONSTANT = -1
"""The column of a symbol that stands for a right-hand side."""


@dataclass(frozen=True, eq=False)
class Symbols:
    """The term that each symbol of a family contributes to the slack of a row.

    Attributes
    ----------
    column : ndarray of int64, shape (num_symbols,)
        The column of the matrix, or -1 for a right-hand side.
    coefficient : ndarray of float64, shape (num_symbols,)
        The factor of the column, or of the constant 1.
    """

    column: NDArray[np.int64]
    coefficient: NDArray[np.float64]

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Which symbols cost no nonzero: the right-hand sides."""
        return np.asarray(self.column == CONSTANT)

    @cached_property
    def hashes(self) -> NDArray[np.uint64]:
        """A fixed random number for each symbol."""
        return mix(np.arange(1, self.column.size + 1, dtype=np.uint64))

    def lengths(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """The length of each symbol at a point, so that the length of a row is its slack.

        Zero times infinity is zero. ValueError if a product of finite numbers overflows: an
        infinite length means that a row is forbidden.
        """
        values = np.append(x, 1.0)[self.column]
        with np.errstate(invalid="ignore", over="ignore"):
            lengths = np.where(self.coefficient == 0, 0.0, self.coefficient * values)
        lost = np.isinf(lengths) & np.isfinite(values)
        if lost.any():
            at = int(np.argmax(lost))
            raise ValueError(
                f"{self.coefficient[at]:g} times the value {values[at]:g} of column "
                f"{self.column[at]} is beyond the range of a double; scale the model"
            )
        return lengths


def encode(
    matrix: csr_array[Any, Any], right_hand_side: NDArray[np.float64], encoding: Encoding = "pairs"
) -> tuple[Symbols, RowTable]:
    """Rows ``a @ x - b`` as sets of symbols whose lengths add up to the slack.

    Parameters
    ----------
    matrix : csr_array, shape (m, n)
        Canonical (sorted indices, no duplicates, no explicit zeros).
    right_hand_side : ndarray, shape (m,)
        Finite. Only right-hand sides other than zero need a symbol.
    encoding : {"pairs", "binary"}
        ``pairs``: a symbol is a (column, coefficient) pair, for any finite set of coefficients.
        ``binary``: a symbol is a column times plus or minus a power of two, and an integer
        coefficient is the set of its binary digits; for integers of a wide range, many of which
        share digits. ValueError if a coefficient is not an integer below 2**53.

    Notes
    -----
    Row ``i`` of the table is the set of symbols of row ``i``. Time O(nonzeros log nonzeros), memory
    O(nonzeros). If all coefficients are equal and all right-hand sides zero, nothing is sorted, and
    every column is a symbol.
    """
    check_choice("encoding", encoding, ENCODINGS)
    num_rows, num_columns = matrix.shape
    data = matrix.data
    if encoding == "pairs" and data.size and (data == data[0]).all() and not right_hand_side.any():
        family = RowTable.from_csr(matrix.indptr, matrix.indices, num_columns)
        return Symbols(np.arange(num_columns), np.full(num_columns, data[0])), family
    row = np.repeat(np.arange(num_rows), np.diff(matrix.indptr))
    column, value = matrix.indices.astype(np.int64), matrix.data
    if encoding == "binary":
        row, column, value = _digits(row, column, value)
    with_constant = np.flatnonzero(right_hand_side)
    row = np.concatenate((row, with_constant))
    column = np.concatenate((column, np.full(with_constant.size, CONSTANT)))
    value = np.concatenate((value, -right_hand_side[with_constant]))
    # pairs in the order of the columns, right-hand sides last
    _, level = np.unique(value, return_inverse=True)
    key = np.where(column == CONSTANT, num_columns, column) * (level.max(initial=0) + 1) + level
    _, first, symbol = np.unique(key, return_index=True, return_inverse=True)
    by_row = np.argsort(row, kind="stable")
    offsets = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=num_rows))))
    family = RowTable.from_csr(offsets, symbol[by_row].astype(np.uint32), first.size)
    return Symbols(column[first], value[first]), family


def have_digits(coefficients: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which coefficients the binary encoding takes: integers below 2**53."""
    return np.asarray((coefficients == np.rint(coefficients)) & (np.abs(coefficients) < 2.0**53))


def _digits(
    row: NDArray[np.int64], column: NDArray[np.int64], value: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Each term as one for each binary digit of its coefficient, with the coefficient's sign."""
    fits = have_digits(value)
    if not fits.all():
        at = int(np.argmin(fits))
        raise ValueError(
            f"coefficient {value[at]} of row {row[at]}, column {column[at]} is not an integer "
            "below 2**53; take encoding='pairs'"
        )
    whole = np.abs(value).astype(np.int64)
    parts = []
    for digit in range(int(whole.max(initial=1)).bit_length()):
        has = np.flatnonzero(whole >> digit & 1)
        parts.append((row[has], column[has], np.copysign(2.0**digit, value[has])))
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return rows, columns, values
