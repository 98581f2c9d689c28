"""Rows of Arrow tables and datasets, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

BATCH_ROWS = 2**16


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
