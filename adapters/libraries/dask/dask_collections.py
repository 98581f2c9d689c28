"""Partitions: of collections of Dask, of files, or functions; what a worker makes of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from nzdd.adapters.errors import in_part
from nzdd.adapters.extras import require
from nzdd.adapters.files.chunks import RowFiles


def is_collection(value: Any) -> bool:
    """Whether something is an array, a DataFrame, a Series or a bag of Dask; loads nothing."""
    return hasattr(value, "__dask_graph__") and hasattr(value, "to_delayed")


def partitions(table: Any, *beside: Any) -> list[Any]:
    """The partitions of a table as delayed objects, those of other collections beside them.

    Parameters
    ----------
    table : dask array, DataFrame or bag
        Arrays are joined to blocks of whole rows.
    *beside : dask array or Series
        With as many rows.

    Returns
    -------
    list of delayed objects
        Each stands for a part of the table, or a tuple of parts if there are others beside.

    Raises
    ------
    ValueError
        If the collections are not divided into the same number of partitions.
    """
    tuples = require("dask.delayed", "collecting partitions").delayed(_tuple, pure=False)
    if hasattr(table, "rechunk"):
        table = table.rechunk({1: -1})
        known = not any(size != size for size in table.chunks[0])
        beside = tuple(
            each.rechunk((table.chunks[0],)) if known and hasattr(each, "rechunk") else each
            for each in beside
        )
    elif not hasattr(table, "columns"):
        table = table.map_partitions(list)  # those of a bag may be iterators
    lists = [_delayed_parts(each) for each in (table, *beside)]
    if len({len(parts) for parts in lists}) > 1:
        counts = " and ".join(str(len(parts)) for parts in lists)
        raise ValueError(
            f"X and y have {counts} partitions; repartition them alike, or name the column of "
            "labels by y"
        )
    return lists[0] if not beside else [tuples(*parts) for parts in zip(*lists, strict=True)]


def _delayed_parts(collection: Any) -> list[Any]:
    delayed = collection.to_delayed()
    return list(delayed.ravel() if hasattr(delayed, "ravel") else delayed)


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


def gathered(parts: Sequence[Any], make: Callable[[list[Any]], Any]) -> Any:
    """The sum of what a function makes of each part, by Dask's present scheduler.

    Parameters
    ----------
    parts : list of delayed objects or functions
        At least one. A function returns an iterable of parts, on a worker.
    make : callable
        Given an iterable of parts; its results can be added.

    Raises
    ------
    ValueError, TypeError
        As `make`, naming the partition, counted from 0.
    """
    dask = require("dask", "collecting partitions")
    wrapped, add = (dask.delayed(function, pure=False) for function in (_make_named, operator.add))
    found = [wrapped(make, part, number) for number, part in enumerate(parts)]
    (total,) = dask.compute(_sum_of(found, add))
    return total


def _make_named(make: Callable[[list[Any]], Any], part: Any, number: int) -> Any:
    with in_part("partition", number):
        return make(part() if callable(part) else [part])


def _sum_of(found: list[Any], add: Callable[[Any, Any], Any]) -> Any:
    """Sums of two until one is left."""
    while len(found) > 1:
        rest = found[len(found) // 2 * 2 :]
        found = [*(add(*pair) for pair in zip(found[::2], found[1::2], strict=False)), *rest]
    return found[0]


def parts_of(partitions: Any) -> tuple[list[Any], int | None]:
    """Callables or delayed objects, and the number of symbols where it is known."""
    if isinstance(partitions, RowFiles):
        parts: list[Any] = [partial(partitions.chunks_of, *each) for each in partitions.pieces()]
        return parts, partitions.num_symbols
    if hasattr(partitions, "to_delayed"):  # a collection of dask
        width = None
        if hasattr(partitions, "rechunk"):
            if partitions.ndim != 2:
                raise ValueError(f"an array of rows has two dimensions, not {partitions.ndim}")
            width = int(partitions.shape[1])
            partitions = partitions.rechunk({1: -1})
        elif hasattr(partitions, "columns"):
            width = len(partitions.columns)
        else:
            partitions = partitions.map_partitions(list)  # those of a bag may be iterators of rows
        delayed = partitions.to_delayed()
        return list(delayed.ravel() if hasattr(delayed, "ravel") else delayed), width
    if not isinstance(partitions, Iterable):
        what = f"partitions have the type {type(partitions).__name__}"
        raise TypeError(f"{what}; give a list of callables")
    parts = list(partitions)
    for part in parts:
        if not callable(part) and not hasattr(part, "dask"):
            raise TypeError(
                f"a partition is a callable or a delayed object, not {type(part).__name__}; "
                "rows that are in memory already need no cluster"
            )
    return parts, None


def chunks_of(part: Any) -> Iterator[Any]:
    """The chunks of a partition, as a worker has it."""
    rows = part() if callable(part) else part
    chunks = rows if isinstance(rows, Iterator) else iter([rows])
    return (chunk.to_numpy() if hasattr(chunk, "to_numpy") else chunk for chunk in chunks)
