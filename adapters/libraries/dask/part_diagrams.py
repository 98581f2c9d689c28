"""Diagrams of rows in partitions, built by the processes of a Dask cluster in parts."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd.adapters.libraries.dask.collect import Shares, shares_of
from nzdd.input.parameters import check_choice
from nzdd.multiset import Multiset
from nzdd.nzdd import MINIMIZE, NZDD
from nzdd.order import Order
from nzdd.row_parts import (
    divided,
    excerpt,
    joined,
    joined_reduced,
    order_of_more,
    outline,
    part_of,
    ranges,
    reduced,
    searches_order,
)
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from distributed import Client


def zdd_from_dask(
    partitions: Any,
    order: str | ArrayLike | Order = "auto",
    *,
    num_symbols: int | None = None,
    memory: int | None = None,
    client: Client | str | None = None,
) -> ZDD:
    """The ZDD of the rows of all partitions, built on workers: ``from_dask(...).zdd()``.

    See `nzdd_from_dask`.
    """
    zdd: ZDD = _diagram(ZDD, partitions, order, num_symbols, None, memory, client)
    return zdd


def nzdd_from_dask(
    partitions: Any,
    order: str | ArrayLike | Order = "auto",
    *,
    minimize: str = "edges",
    num_symbols: int | None = None,
    memory: int | None = None,
    client: Client | str | None = None,
) -> NZDD:
    """The NZDD of the rows of all partitions, built on workers: ``from_dask(...).nzdd()``.

    The workers collect rows as for `from_dask`. They divide them by their first bits and exchange
    them, and each builds the diagram of one part. They exchange hashes of the nodes, by which each
    reduces those that no other part has; only the edges and nodes that remain come here, where
    equal nodes become one. The arrays are those that one process builds.

    Parameters
    ----------
    partitions, order, num_symbols, memory, client
        See `from_dask`, also for what is raised.
    minimize : {"edges", "nonzeros"}
        See `nzdd.NZDD.from_rows`.

    Notes
    -----
    Rows come here and the diagram is built here where there are few and the order is searched,
    and for few nonzeros, a limit of memory or more than 64 symbols. Memory of a worker: its shares,
    its part of the rows, the nodes of that, and 8 bytes for each of the others. Here: the diagram.
    """
    check_choice("minimize", minimize, MINIMIZE)
    nzdd: NZDD = _diagram(NZDD, partitions, order, num_symbols, minimize, memory, client)
    return nzdd


def _diagram(
    kind: Any,
    partitions: Any,
    order: Any,
    num_symbols: int | None,
    minimize: str | None,
    memory: int | None,
    client: Client | str | None,
) -> Any:
    options = {"order": order, "minimize": minimize, "memory": memory}
    with shares_of(partitions, num_symbols, options, client) as shares:
        here = memory is not None or minimize == "nonzeros"
        found = None if here else _built(kind, shares)
        rows = shares.total() if found is None else None
    if found is not None:
        return found()
    assert rows is not None
    return rows.zdd() if kind is ZDD else rows.nzdd(minimize or "edges")


def _built(kind: Any, shares: Shares) -> Callable[[], Any] | None:
    """What joins the diagrams of parts; None where rows had better come here."""
    like: Multiset = shares.like.result()
    order, num_symbols = order_of_more(like), like.num_symbols
    found = _results([shares.submit(excerpt, share, order) for share in shares.found])
    if None in found or searches_order(like, sum(each.num_rows for each in found)):
        return None
    count = sum(shares.client.nthreads().values())
    parts = ranges([each.words for each in found], num_symbols, count)
    pieces = [shares.submit(divided, share, order, parts) for share in shares.found]
    futures = [
        shares.submit(
            part_of,
            [shares.submit(operator.itemgetter(number), each) for each in pieces],
            num_symbols,
            part,
        )
        for number, part in enumerate(parts)
    ]
    if like.order is None:
        counts = [shares.submit(operator.attrgetter("num_rows"), future) for future in futures]
        if searches_order(like, sum(_results(counts))):
            return None
    if kind is NZDD:
        outlines = [shares.submit(outline, future, num_symbols) for future in futures]
        edges = _results(
            [
                shares.submit(reduced, future, outlines, number, num_symbols)
                for number, future in enumerate(futures)
            ]
        )
        if None not in edges:
            return partial(joined_reduced, edges, num_symbols, order)
    built = _results(futures)
    weighted = any(e.weighted for e in found) or any(p.total != p.num_rows for p in built)
    return partial(joined, kind, built, num_symbols, order, weighted)


def _results(futures: list[Any]) -> list[Any]:
    return [future.result() for future in futures]
