"""Numbers of columns as users give them, and matrices over more columns than they were made for."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats, as_vector
from nzdd.input.arrays import refuse_masked, refuse_overflow
from nzdd.input.text import shown

Columns: TypeAlias = NDArray[np.int64]


def checked_columns(columns: ArrayLike, num_columns: int) -> Columns:
    """The numbers of columns; ValueError if one does not exist."""
    refuse_masked(columns, "columns")
    try:
        array = np.asarray(columns)
    except ValueError as error:
        raise ValueError(f"columns is not a rectangular array: {error}") from None
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(
            f"columns are {shown(columns)}; give the integers that add_columns returned"
        )
    wrong = (array < 0) | (array >= num_columns)
    if wrong.any():
        raise ValueError(f"there is no column {array[wrong][0]}; the model has {num_columns}")
    return array.astype(np.int64)


def nominal_terms(
    nominal: tuple[ArrayLike, ArrayLike] | None, num_columns: int
) -> tuple[Columns, Floats]:
    """Columns and coefficients of the terms that all members have; ValueError if they are none."""
    if nominal is None:
        return np.empty(0, np.int64), np.empty(0)
    try:
        own, values = nominal
    except (TypeError, ValueError):
        raise ValueError(
            f"nominal is {shown(nominal)}; give a pair (columns, coefficients)"
        ) from None
    columns = checked_columns(own, num_columns).ravel()
    coefficients = as_vector("nominal", values, columns.size)
    refuse_overflow("nominal coefficients", coefficients)
    return columns, coefficients


def widened(matrix: Any, num_columns: int) -> Any:
    """The same matrix with further, empty columns."""
    shape = (matrix.shape[0], num_columns)
    return csr_array((matrix.data, matrix.indices, matrix.indptr), shape=shape)
