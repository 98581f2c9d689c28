"""Columns of 0 and 1 as rows of symbols, and checks of the values of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.places import at_row, listed, meant
from nzdd.adapters.files.text import StrPath
from nzdd.input.row_table import RowTable, as_row_table
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series


def pick(
    path: StrPath,
    frame: DataFrame,
    names: Sequence[str],
    cure: str = "give a table with the features of the model",
) -> DataFrame:
    """The columns with the given names, in this order; ModelFileError where one is not there."""
    missing = [name for name in names if name not in frame.columns]
    if missing:
        there = list(frame.columns)
        what = f"there is no column {missing[0]!r}{meant(missing[0], there)}; {listed(there)}"
        raise ModelFileError(path, None, what, cure)
    return frame[list(names)]


def replaced(frame: DataFrame, columns: Mapping[str, Mapping[str, Series]]) -> DataFrame:
    """The frame with others in the place of some columns, by the names of these."""
    import pandas as pd

    found: dict[str, Any] = {}
    for name, column in frame.items():
        found |= columns.get(str(name), {str(name): column})
    return pd.DataFrame(found, index=frame.index)


def binary_rows(path: StrPath, features: DataFrame, first_row: int | None = None) -> RowTable:
    """The rows of a table of 0 and 1, false and true; column ``j`` is symbol ``j``.

    ModelFileError names column, line and value if another value is there or one is missing; text
    counts as the number it spells. `first_row` is the number of rows of the file before these; by
    default these are all. Time linear in the table; memory a byte an entry.
    """
    import pandas as pd

    matrix = np.empty(features.shape, np.uint8)
    for j, name in enumerate(features.columns):
        column = features.iloc[:, j]
        missing = column.isna().to_numpy(dtype=bool)
        values = column.to_numpy()
        if values.dtype == object:  # text among numbers makes text of a whole CSV column
            try:
                values = pd.to_numeric(values, errors="coerce")
            except OverflowError:  # of an integer beyond the largest double; its text is read
                values = pd.to_numeric(column.astype(str), errors="coerce").to_numpy()
        other = np.ones(len(features), np.bool_)
        if values.dtype.kind in "biuf":
            other = (values != 0) & (values != 1)
        for wrong in filter(np.any, (missing, other)):
            row = int(np.argmax(wrong))
            value = "missing" if missing[row] else _shown(column.iloc[row])
            what = f"column {_shown(name)} is {value}"
            cure = (
                "features are 0 or 1: make bits of them with BinaryEncoder, or let `nzdd fit` do it"
            )
            num_rows = len(features) if first_row is None else None
            raise at_row(path, (first_row or 0) + row, what, cure, num_rows)
        matrix[:, j] = values
    return as_row_table(matrix)


def check_numbers(
    path: StrPath, frame: DataFrame, names: Sequence[str], header: bool | None = None
) -> None:
    """Raise ModelFileError, with line and word, where a column of numbers holds another word.

    `header` says how the file was read, as in `nzdd.adapters.files.tables.places.at_row`.
    """
    import pandas as pd

    kinds = zip(frame.columns, frame.dtypes, strict=True)
    others = {name for name, kind in kinds if kind.kind in "OUT"}
    for name in filter(others.__contains__, names):
        column = frame[name]
        with suppress(TypeError):  # of lists and the like, which pandas cannot compare
            wrong = pd.to_numeric(column, errors="coerce").isna() & column.notna()
            if wrong.any():
                at = int(np.argmax(wrong.to_numpy()))
                what = f"column {_shown(name)} is {_shown(column.iloc[at])}"
                cure = "give a number, or leave it empty"
                raise at_row(path, int(column.index[at]), what, cure, len(frame), header)
