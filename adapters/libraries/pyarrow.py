"""Rows of Arrow tables and datasets, batch by batch, and as data frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nzdd.adapters.files.tables.cells.values import with_values
from nzdd.adapters.files.tables.cells.whole_numbers import are_beyond

if TYPE_CHECKING:
    from pandas import DataFrame, Series

BATCH_ROWS = 2**16

_INTEGERS = {"int64": "Int64", "uint64": "UInt64"}
"""Types of Arrow, and those of pandas that hold missing values, too."""


def batches(dataset: Any, columns: list[str] | None = None) -> Iterator[Any]:
    """The rows of a dataset or a table, at most 65,536 at a time.

    Parameters
    ----------
    dataset : pyarrow.dataset.Dataset, pyarrow.Table or pyarrow.RecordBatchReader
    columns : list of str, optional
        Those to read; by default all. Of a reader all are read in any case.

    Yields
    ------
    pyarrow.RecordBatch

    Notes
    -----
    Memory: a dataset reads a few batches ahead.
    """
    if hasattr(dataset, "get_fragments"):
        yield from dataset.to_batches(columns=columns, batch_size=BATCH_ROWS, batch_readahead=4)
    elif hasattr(dataset, "read_next_batch"):
        yield from dataset
    else:
        table = dataset if columns is None else dataset.select(columns)
        yield from table.to_batches(max_chunksize=BATCH_ROWS)


def frame_of(table: Any, **options: Any) -> DataFrame:
    """A table or a batch as a data frame.

    Columns of integers with missing values become doubles, as pandas has it, unless that would
    round some: they are then Int64 or UInt64.
    """
    frame: DataFrame = table.to_pandas(**options)
    if not frame.columns.is_unique:
        return frame
    doubles = [name for name in frame if frame[name].dtype.kind == "f"]
    places = {field.name: place for place, field in enumerate(table.schema)}
    exact = {
        name: _whole(table.column(places[name])).set_axis(frame.index)
        for name in doubles
        if str(table.schema.field(places[name]).type) in _INTEGERS and are_beyond(frame[name])
    }
    return with_values(frame, exact)


def _whole(column: Any) -> Series:
    import pandas as pd

    kind = pd.api.types.pandas_dtype(_INTEGERS[str(column.type)])
    return pd.Series(column.to_pandas(types_mapper=lambda _: kind))
