"""Rows in partitions, collected by the processes of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd.adapters.errors import in_part
from nzdd.adapters.extras import require
from nzdd.adapters.files.chunks import RowFiles
from nzdd.adapters.libraries.dask.connection import cluster
from nzdd.adapters.libraries.dask.dask_collections import chunks_of, parts_of
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
    options = {"order": order, "minimize": minimize, "memory": memory}
    with shares_of(partitions, num_symbols, options, client) as shares:
        return shares.total()


class Shares:
    """Multisets on workers, of neighbouring partitions each.

    Attributes
    ----------
    client : distributed.Client
    found : list of futures of Multiset
    like : future of Multiset
        One without rows, of the size and order that all have.
    """

    def __init__(self, client: Any, like: Any, found: list[Any]) -> None:
        self.client, self.like, self.found = client, like, found
        self._all = [like, *found]

    def submit(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """The future of what a function returns on a worker; arguments may be or hold futures."""
        future = self.client.submit(function, *arguments, pure=False, **options)
        self._all.append(future)
        return future

    def total(self) -> Multiset:
        """All rows, the last sums made here; the shares are gone then."""
        found = self.found
        while len(found) > LAST:
            sums = [self.submit(_add, found[at : at + LAST]) for at in range(0, len(found), LAST)]
            for future in found:
                future.release()  # when it is added
            found = sums
        # not `with_results`, which waits for ever if a worker dies with its result
        arrived = require("distributed", "collecting partitions").as_completed(found)
        return _add(future.result() for future in arrived)

    def release(self) -> None:
        """Let nothing go on, after an error either."""
        for future in self._all:
            future.release()


@contextmanager
def shares_of(
    partitions: Any, num_symbols: int | None, options: dict[str, Any], client: Client | str | None
) -> Iterator[Shares]:
    """The rows of all partitions as multisets on workers, for a block of code.

    Parameters
    ----------
    partitions, num_symbols, client
        See `from_dask`, also for what is raised.
    options : dict
        Those of `nzdd.multiset.Multiset`.
    """
    require("distributed", "collecting partitions")
    delayed = require("dask.delayed", "collecting partitions").delayed
    parts, width = parts_of(partitions)
    if not parts:
        raise ValueError("there are no partitions; give at least one")
    if None not in (width, num_symbols) and width != num_symbols:
        raise ValueError(f"num_symbols is {num_symbols}, but the partitions have {width}")
    like = delayed(_first, pure=False)(
        parts[0], width if num_symbols is None else num_symbols, options
    )
    places: dict[str, tuple[int, int]] = {}
    with cluster(client, len(parts), places) as connected:
        divided = _divided(parts, max(LAST, SHARES * sum(connected.nthreads().values())))
        collect = delayed(_collect, pure=False)
        found = [collect(share, number, like) for number, share in divided]
        for each, (number, share) in zip(found, divided, strict=True):
            places[each.key] = number, number + len(share) - 1
        first, *futures = connected.compute([like, *found])
        shares = Shares(connected, first, futures)
        try:
            yield shares
        finally:
            shares.release()
    if isinstance(partitions, RowFiles):
        partitions.check_unchanged()


def _divided(parts: list[Any], count: int) -> list[tuple[int, list[Any]]]:
    """Neighbouring partitions together, each share with the number of its first one.

    A delayed object stays alone: those of a share would be in memory together. So do partitions if
    there are less than two a share: one worker would have twice as many as another.
    """
    if len(parts) < 2 * count or any(hasattr(part, "dask") for part in parts):
        count = len(parts)
    bounds = [len(parts) * share // count for share in range(count + 1)]
    return [(a, parts[a:b]) for a, b in pairwise(bounds) if a < b]


def _add(found: Iterable[Multiset]) -> Multiset:
    each = iter(found)
    total = next(each).copy()
    for rows in each:
        total += rows
    return total


def _first(part: Any, num_symbols: int | None, options: dict[str, Any]) -> Multiset:
    """A multiset without rows, of the size and order that all are to have."""
    order = options["order"]
    searched = isinstance(order, str) and order not in ("auto", "natural")
    if num_symbols is not None and not searched:
        return Multiset(num_symbols, **options)
    with in_part("partition", 0):
        rows = Multiset.from_chunks(islice(chunks_of(part), 1), num_symbols=num_symbols, **options)
        if num_symbols is None and not rows.num_symbols:
            what = "the number of symbols is unknown, as it has no rows"
            raise ValueError(f"{what}; give num_symbols")
        beyond = rows.choose_order() if searched else None
        return Multiset(rows.num_symbols, beyond=beyond, **options)


def _collect(parts: list[Any], first: int, like: Multiset) -> Multiset:
    rows = like.copy()  # other shares have it too
    for number, part in enumerate(parts, first):
        with in_part("partition", number):
            rows.add_chunks(chunks_of(part))
    return rows
