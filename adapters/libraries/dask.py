"""Rows in partitions, collected by the processes of a Dask cluster."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd import __version__
from nzdd.adapters.errors import ClusterError
from nzdd.adapters.extras import require
from nzdd.adapters.files.chunks import RowFiles
from nzdd.adapters.files.text import one_line
from nzdd.multiset import Multiset
from nzdd.order import Order

if TYPE_CHECKING:
    from distributed import Client


SHARES = 2
"""So many shares of the partitions a thread of a worker gets: it may be slower than others."""

LAST = 8
"""So many multisets are added by one task, or here."""


def from_dask(
    partitions: Any,
    order: str | ArrayLike | Order = "auto",
    *,
    num_symbols: int | None = None,
    minimize: str | None = None,
    memory: int | None = None,
    client: Client | str | None = None,
) -> Multiset:
    """Collect the rows of all partitions on workers, and the sum of theirs here.

    A worker reads, sorts and adds the rows of a share of the partitions. The sums of many shares
    are added on workers too, the last few here as they arrive: sorted words with counts.

    Parameters
    ----------
    partitions : RowFiles, dask array, bag or DataFrame, or iterable of callables or delayed objects
        `RowFiles` (see `nzdd.adapters.files.chunks`): a partition is a file, or a row group of a
        Parquet file. Rows are those of an array or DataFrame of 0 and 1, or the lists of symbols in
        a bag. A callable, without
        arguments, runs on a worker and returns rows as `nzdd.ZDD.from_rows` takes them, a pair
        ``(rows, weights)``, or an iterator of these, which are then never in memory together; a
        delayed object stands for rows or a pair.
    order, minimize
        See `nzdd.multiset.Multiset`. Where the distinct rows of a worker do not fit into its
        buffer, a name other than ``auto`` and ``natural`` means the order of the first chunk of the
        first partition.
    memory : int, optional
        About how many bytes rows may take in each worker, and here; see `Multiset`.
    num_symbols : int, optional
        By default that of the array, DataFrame or files, otherwise of the first partition.
    client : distributed.Client or str, optional
        A client, or the address of a scheduler whose workers can import nzdd and see the files. By
        default a cluster of one process a core on this machine, for this call alone; a script then
        needs the guard ``if __name__ == "__main__":``, as for all that starts processes.

    Returns
    -------
    Multiset
        With `zdd` and `nzdd`; equal to that of one process, such orders apart.

    Raises
    ------
    ValueError
        If a row is not what it must be, naming the partition, counted from 0; or there is none.
        Or if a worker has no nzdd, or another version.
    ModelFileError
        If a file is not what it must be, or has changed meanwhile.
    ClusterError
        If some partitions have outlived more workers than Dask allows (three, as configured), or
        the connection to the scheduler is lost.
    MissingExtraError
        If dask or distributed is not installed.

    Notes
    -----
    The partitions of a worker that dies are collected again by another one. Memory of a worker:
    a chunk, and the multiset of a share or `LAST` of them; see `nzdd.multiset.Multiset`.
    """
    distributed = require("distributed", "collecting partitions")
    delayed = require("dask.delayed", "collecting partitions").delayed
    parts, width = _parts(partitions)
    if not parts:
        raise ValueError("there are no partitions; give at least one")
    if None not in (width, num_symbols) and width != num_symbols:
        raise ValueError(f"num_symbols is {num_symbols}, but the partitions have {width}")
    options = {"order": order, "minimize": minimize, "memory": memory}
    like = delayed(_first, pure=False)(
        parts[0], width if num_symbols is None else num_symbols, options
    )
    places: dict[str, tuple[int, int]] = {}
    with cluster(client, len(parts), places) as connected:
        shares = _shares(parts, max(LAST, SHARES * sum(connected.nthreads().values())))
        collect, add = delayed(_collect, pure=False), delayed(_add, pure=False)
        found = [collect(share, number, like) for number, share in shares]
        for each, (number, share) in zip(found, shares, strict=True):
            places[each.key] = number, number + len(share) - 1
        while len(found) > LAST:
            found = [add(found[at : at + LAST]) for at in range(0, len(found), LAST)]
        futures = connected.compute(found)
        try:
            # not `with_results`, which waits for ever if a worker dies with its result
            arrived = distributed.as_completed(futures)
            rows: Multiset = _add(future.result() for future in arrived)
        finally:
            for future in futures:  # nothing goes on after an error
                future.release()
    if isinstance(partitions, RowFiles):
        partitions.check_unchanged()
    return rows


@contextmanager
def cluster(
    client: Client | str | None, num_parts: int, places: Mapping[str, tuple[int, int]] | None = None
) -> Iterator[Any]:
    """A client for a block of code, the present one of Dask there where it is not given.

    Parameters
    ----------
    client : distributed.Client, str or None
        See `from_dask`.
    num_parts : int
        A cluster of its own has no more workers.
    places : dict, optional
        The first and the last partition of tasks by their keys, for messages.

    Raises
    ------
    ValueError
        If no scheduler answers, or a worker has not this version of nzdd.
    ClusterError
        If a task has outlived more workers than Dask allows, or the connection is lost.
    """
    distributed = require("distributed", "collecting partitions")
    with _connected(client, distributed.Client, num_parts) as connected:
        _check_versions(connected)
        with _in_one_line({} if places is None else places):
            yield connected


def _check_versions(client: Client) -> None:
    """ValueError if a worker has not the same nzdd, whose multisets could not be added."""
    found = client.run(lambda: import_module("nzdd").__version__, on_error="return")
    for address, version in sorted(found.items()):
        if isinstance(version, ImportError):
            what = f"the worker {address} has no nzdd ({one_line(version)})"
            raise ValueError(f"{what}; install nzdd {__version__} there")
        if isinstance(version, str) and version != __version__:
            what = f"the worker {address} has nzdd {version}, and this process {__version__}"
            raise ValueError(f"{what}; install the same version everywhere")
    if not found:
        warnings.warn("the cluster has no worker yet; waiting for one", stacklevel=4)


@contextmanager
def _in_one_line(places: Mapping[str, tuple[int, int]]) -> Iterator[None]:
    """ClusterError where workers or the scheduler are gone; `places`: partitions by task.

    Dask may name a task that only waited on the workers that died.
    """
    distributed = require("distributed", "collecting partitions")
    try:
        yield
    except distributed.KilledWorker as error:
        what = "all workers that tried one of the tasks died"
        if error.task in places:
            first, last = places[error.task]
            what = f"partition {first}" if first == last else f"partitions {first} to {last}"
            what += ": all workers that collected the rows died"
        cure = "see their logs, and give them more memory, or smaller partitions"
        raise ClusterError(f"{what}; {cure}") from None
    except (CancelledError, distributed.comm.CommClosedError):
        what = "the connection to the scheduler was lost"
        raise ClusterError(f"{what}; start again when it runs") from None


def _shares(parts: list[Any], count: int) -> list[tuple[int, list[Any]]]:
    """Neighbouring partitions together, each share with the number of its first one.

    A delayed object stays alone: those of a share would be in memory together.
    """
    if any(hasattr(part, "dask") for part in parts):
        count = len(parts)
    bounds = [len(parts) * share // count for share in range(count + 1)]
    return [(a, parts[a:b]) for a, b in pairwise(bounds) if a < b]


def _add(found: Iterable[Multiset]) -> Multiset:
    each = iter(found)
    total = next(each).copy()
    for rows in each:
        total += rows
    return total


def _sum_of(found: list[Any], add: Callable[[Any, Any], Any]) -> Any:
    """Sums of two until one is left."""
    while len(found) > 1:
        rest = found[len(found) // 2 * 2 :]
        found = [*(add(*pair) for pair in zip(found[::2], found[1::2], strict=False)), *rest]
    return found[0]


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
    with _named(number):
        return make(part() if callable(part) else [part])


def _parts(partitions: Any) -> tuple[list[Any], int | None]:
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


def _chunks(part: Any) -> Iterator[Any]:
    """The chunks of a partition, as a worker has it."""
    rows = part() if callable(part) else part
    chunks = rows if isinstance(rows, Iterator) else iter([rows])
    return (chunk.to_numpy() if hasattr(chunk, "to_numpy") else chunk for chunk in chunks)


def _first(part: Any, num_symbols: int | None, options: dict[str, Any]) -> Multiset:
    """A multiset without rows, of the size and order that all are to have."""
    order = options["order"]
    searched = isinstance(order, str) and order not in ("auto", "natural")
    if num_symbols is not None and not searched:
        return Multiset(num_symbols, **options)
    with _named(0):
        rows = Multiset.from_chunks(islice(_chunks(part), 1), num_symbols=num_symbols, **options)
        if num_symbols is None and not rows.num_symbols:
            what = "the number of symbols is unknown, as it has no rows"
            raise ValueError(f"{what}; give num_symbols")
        beyond = rows.choose_order() if searched else None
        return Multiset(rows.num_symbols, beyond=beyond, **options)


def _collect(parts: list[Any], first: int, like: Multiset) -> Multiset:
    rows = like.copy()  # other shares have it too
    for number, part in enumerate(parts, first):
        with _named(number):
            rows.add_chunks(_chunks(part))
    return rows


@contextmanager
def _named(number: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"partition {number}: {error}") from None


@contextmanager
def _connected(client: Any, kind: Callable[..., Any], num_parts: int) -> Iterator[Any]:
    if client is None:
        from dask.system import CPU_COUNT
        from distributed import LocalCluster

        options: dict[str, Any] = {"n_workers": max(1, min(CPU_COUNT, num_parts))}
        options |= {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}  # any free port
        with (
            LocalCluster(**options) as cluster,  # type: ignore[no-untyped-call]
            kind(cluster) as connected,
        ):
            yield connected
    elif isinstance(client, str):
        try:
            connected = kind(client)
        except (OSError, ValueError) as error:
            what = f"no scheduler answers at {client} ({error})"
            raise ValueError(f"{what}; check the address, or take a client") from None
        with connected:
            yield connected
    else:
        yield client
