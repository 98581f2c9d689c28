"""Tables of zeros and ones as rows of symbols, with errors that name other values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.columns import Categories, column_reader, is_frame
from nzdd.input.row_table import RowTable, as_row_table, first_not_binary
from nzdd.input.sparse import check_sparse


def binary_rows(table: Any, names: Sequence[str]) -> RowTable:
    """The rows of a table of zeros and ones.

    Parameters
    ----------
    table : ndarray, sparse matrix or DataFrame, shape (rows, columns)
        0 and 1 of any type, or bools.
    names : sequence of str
        Of the columns, for errors.

    Returns
    -------
    RowTable

    Raises
    ------
    ValueError
        If a value is neither; column, row, value and cure are named.
    TypeError
        If a column of a frame is neither numbers nor categories.

    Notes
    -----
    Sparse matrices in CSR form without explicit zeros are not copied. Arrays of at most 64
    columns become words of 8 bytes a row, and everything else is copied once, as CSR.
    """
    if is_frame(table):
        return as_row_table(_frame_bits(table, names))
    if sp.issparse(table):
        check_sparse(table, "X")
        matrix: Any = sp.csr_array(table)  # type: ignore[call-overload]
        at = first_not_binary(matrix.data)
        if at is not None:
            row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
            raise _not_binary(names[matrix.indices[at]], row, matrix.data[at])
        return as_row_table(matrix)
    at = first_not_binary(table)
    if at is not None:
        row, column = divmod(at, table.shape[1])
        raise _not_binary(names[column], row, table[row, column])
    return as_row_table(table if table.dtype in (np.bool_, np.uint8) else table == 1)


def is_binary(table: Any, names: Sequence[str]) -> bool:
    """Whether `binary_rows` takes a table."""
    if is_frame(table):
        try:
            _frame_bits(table, names)
        except (ValueError, TypeError):
            return False
        return True
    values: Any = table
    return first_not_binary(values.data if sp.issparse(table) else values) is None


def _frame_bits(frame: Any, names: Sequence[str]) -> NDArray[np.uint8]:
    bits = np.empty(frame.shape, np.uint8, order="F")
    read = column_reader(frame)
    for index, (name, kind) in enumerate(zip(names, frame.dtypes, strict=True)):
        if kind == np.bool_:
            bits[:, index] = frame.iloc[:, index].to_numpy()
            continue
        column = read(index, name)
        if isinstance(column, Categories):
            categories = [*column.values, None]  # the last one for the code of missing ones, -1
            known = np.array([value in (0, 1) for value in categories])[column.codes]
            if not known.all():
                row = int(np.argmin(known))
                raise _not_binary(name, row, categories[column.codes[row]])
            bits[:, index] = np.array([value == 1 for value in categories])[column.codes]
            continue
        values = column.dense().values
        at = first_not_binary(values)
        if at is not None:
            raise _not_binary(name, at, values[at])
        bits[:, index] = values == 1
    return bits


def _not_binary(name: str, row: int, value: Any) -> ValueError:
    shown = value.item() if isinstance(value, np.generic) else value
    return ValueError(
        f"column {name!r} holds {shown!r} in row {row}, and only 0 and 1 are taken; make the "
        "columns binary by encoder=BinaryEncoder(), or by a BinaryEncoder before in a pipeline"
    )
