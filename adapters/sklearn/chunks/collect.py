"""Two passes over the chunks of a sample: one to choose bits, one to merge rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import clone

from nzdd.adapters.errors import in_part
from nzdd.adapters.sklearn.checks import checked_columns
from nzdd.adapters.sklearn.chunks.labelled_chunk import (
    ColumnName,
    Columns,
    LabelledChunk,
    checked,
    split,
)
from nzdd.adapters.sklearn.chunks.sources import Source
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.table_tally import TableTally
from nzdd.formulations.learning.labelled_rows import LabelledRows


def collected(
    estimator: Any, source: Source, y: ColumnName | None, sample_weight: ColumnName | None
) -> tuple[Any, LabelledRows]:
    """The distinct rows of a sample, and an estimator that has what it learns of columns.

    Parameters
    ----------
    estimator : object
        With the methods of `ChunksMixin`; it stays as it is.
    source : Source
    y, sample_weight : str, int or None
        The columns that hold labels and weights; None: labels are beside each table.

    Returns
    -------
    estimator : object
        A clone with its number of columns, their names, and `encoder_`.
    rows : LabelledRows
        Those that `_add_chunk` makes.

    Raises
    ------
    ValueError, TypeError
        For the first chunk that is not what it must be, which is named by its number from 0.
    """
    encoder = estimator._encoder_of_chunks()
    if encoder is not None:
        if type(encoder) is not BinaryEncoder:
            raise TypeError(
                f"encoder is a {type(encoder).__name__}, which cannot be fitted to "
                "chunks; give a BinaryEncoder, or chunks of zeros and ones and no encoder"
            )
        if source.once:
            raise ValueError(
                "the chunks can be read only once, and the encoder has to see them before they are "
                "encoded; give a function that returns the iterator, or a list"
            )
    columns = source.head(partial(_first_columns, y=y, sample_weight=sample_weight))
    if columns is None:
        raise ValueError("there are no rows in the chunks; give at least one")
    bare = clone(estimator)
    _know(bare, columns)
    bare.encoder_ = None
    spec = {"columns": columns, "y": y, "sample_weight": sample_weight, "estimator": bare}
    if encoder is not None:
        encoder = clone(encoder)
        _know(encoder, columns)
        encoder._check_parameters()
        found = source.gather(partial(_tally, encoder=encoder, **spec))
        bare.encoder_ = encoder._choose(found)
    return bare, source.gather(partial(_merge, **spec))


def _first_columns(
    chunks: Iterable[Any], y: ColumnName | None, sample_weight: ColumnName | None
) -> Columns | None:
    for number, item in enumerate(chunks):
        with in_part("chunk", number):
            table = split(item, y, sample_weight)[0]
            columns = Columns.of(table)
        if table.shape[0]:
            return columns
    return None


def _know(estimator: Any, columns: Columns) -> None:
    """Set what `fit` knows of the columns."""
    estimator.n_features_in_ = columns.number
    if columns.names is not None:
        estimator.feature_names_in_ = np.array(columns.names, dtype=object)


def _tally(
    chunks: Iterable[Any], encoder: BinaryEncoder, estimator: Any, **spec: Any
) -> TableTally:
    found: TableTally | None = None
    for number, chunk in _checked_chunks(chunks, estimator=estimator, **spec):
        with in_part("chunk", number):
            table = checked_columns(estimator, chunk.table, reset=False)
            counted = encoder._tally(table, chunk.labels, chunk.weights)
            if found is None:
                found = counted
            else:
                found += counted
    return TableTally([]) if found is None else found


def _merge(chunks: Iterable[Any], estimator: Any, **spec: Any) -> LabelledRows:
    found = LabelledRows()
    for number, chunk in _checked_chunks(chunks, estimator=estimator, **spec):
        with in_part("chunk", number):
            table = estimator._table(chunk.table, reset=False)
            estimator._add_chunk(found, table, chunk.labels, chunk.weights)
    return found


def _checked_chunks(
    chunks: Iterable[Any],
    estimator: Any,
    columns: Columns,
    y: ColumnName | None,
    sample_weight: ColumnName | None,
) -> Iterator[tuple[int, LabelledChunk]]:
    for number, item in enumerate(chunks):
        with in_part("chunk", number):
            parts = split(item, y, sample_weight)
            chunk = checked(*parts, columns, estimator._checked_labels)
        if chunk is not None:
            yield number, chunk
