"""Diagrams of rows in partitions, built by the processes of a Dask cluster in parts."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd.adapters.libraries.dask.collect import Shares, shares_of
from nzdd.input.parameters import check_choice
from nzdd.multiset import Multiset
from nzdd.nzdd import MINIMIZE, NZDD
from nzdd.order import Order
from nzdd.row_parts import (
    DiagramPart,
    divided,
    excerpt,
    joined,
    order_of_more,
    part_of,
    ranges,
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
    them, and each builds the diagram of one part. Only these come here, where equal nodes of
    several parts become one. The arrays are those that one process builds.

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
    its part of the rows and the nodes of that. Here: the nodes of all parts and the diagram.
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
        found = None if here else _built(shares)
        rows = shares.total() if found is None else None
    if found is not None:
        return joined(kind, *found)
    assert rows is not None
    return rows.zdd() if kind is ZDD else rows.nzdd(minimize or "edges")


def _built(shares: Shares) -> tuple[list[DiagramPart], int, Order, bool] | None:
    """The diagrams of parts and what joins them; None where rows had better come here."""
    like: Multiset = shares.like.result()
    order = order_of_more(like)
    found = _results([shares.submit(excerpt, share, order) for share in shares.found])
    if None in found or searches_order(like, sum(each.num_rows for each in found)):
        return None
    count = sum(shares.client.nthreads().values())
    parts = ranges([each.words for each in found], like.num_symbols, count)
    pieces = [shares.submit(divided, share, order, parts) for share in shares.found]
    futures = [
        shares.submit(
            part_of,
            [shares.submit(operator.itemgetter(number), each) for each in pieces],
            like.num_symbols,
            part,
        )
        for number, part in enumerate(parts)
    ]
    if like.order is None:
        counts = [shares.submit(operator.attrgetter("num_rows"), future) for future in futures]
        if searches_order(like, sum(_results(counts))):
            return None
    built = _results(futures)
    weighted = any(each.weighted for each in found)
    return built, like.num_symbols, order, weighted or any(p.total != p.num_rows for p in built)


def _results(futures: list[Any]) -> list[Any]:
    return [future.result() for future in futures]
