"""Edges and vertices in one set, and graphs without some induced subgraphs."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.edge_families.vertices import checked_edge_sets
from nzdd.order import Order
from nzdd.zdd import ZDD

LEAF = 2**32 - 1


def with_vertices(
    edge_sets: ZDD,
    ends: ArrayLike,
    *,
    num_vertices: int | None = None,
    max_steps: int | None = None,
) -> ZDD:
    """The rows of a family of edge sets, each with the vertices of its edges.

    Parameters
    ----------
    edge_sets : ZDD
        Over the edges.
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge.
    num_vertices : int, optional
        By default the largest vertex in `ends` plus one.
    max_steps : int, optional
        For each of the operations; see `nzdd.ZDD`. No limit by default.

    Returns
    -------
    ZDD
        Edge ``e`` is symbol ``e``, and vertex ``v`` symbol ``num_edges + v``. A vertex follows its
        last edge in the order of the family.

    Raises
    ------
    TypeError, ValueError
        If `edge_sets` is no ZDD over these edges, or a vertex is out of range.
    StepLimitError
        If an operation takes more steps.

    Notes
    -----
    Three operations on families for each vertex that has an edge.

    Examples
    --------
    >>> from nzdd.families import matchings
    >>> path = [[0, 1], [1, 2]]
    >>> sorted(with_vertices(matchings(path), path))
    [(), (0, 2, 3), (1, 3, 4)]
    """
    edges, number = checked_edge_sets(edge_sets, ends, num_vertices)
    count = len(edges)
    rank = np.argsort(edge_sets.order.all_symbols(count))
    last = np.full(number, count)
    last[edges.ravel().astype(np.int64)] = -1
    np.maximum.at(last, edges.astype(np.int64), rank[:, None])
    symbols = np.argsort(np.concatenate((2 * rank, 2 * last + 1)), kind="stable")
    order = Order.from_levels(symbols.astype(np.uint32))
    joined = _on_levels(edge_sets, np.flatnonzero(symbols < count), order.of_size(symbols.size))
    for vertex in np.unique(edges).tolist():
        own = np.flatnonzero((edges == vertex).any(axis=1))
        touched = joined.supersets([[edge] for edge in own.tolist()], max_steps=max_steps)
        without = joined.difference(touched, max_steps=max_steps)
        joined = without.union(
            touched.change(count + vertex, max_steps=max_steps), max_steps=max_steps
        )
    return joined


def without_induced(forbidden: ZDD, ends: ArrayLike, *, max_steps: int | None = None) -> ZDD:
    """The sets of edges that have no graph of a family as an induced subgraph.

    A graph is an induced subgraph of a set of edges if it has all edges of the set between its
    vertices.

    Parameters
    ----------
    forbidden : ZDD
        Sets of edges, each of them a graph.
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge.
    max_steps : int, optional
        For each of the operations; see `nzdd.ZDD`. No limit by default.

    Returns
    -------
    ZDD
        Over the edges, in the order of `forbidden`.

    Raises
    ------
    TypeError, ValueError
        If `forbidden` is no ZDD over these edges, or a vertex is out of range.
    StepLimitError
        If an operation takes more steps.

    Notes
    -----
    To the forbidden graphs with their vertices, edges that do not join two of these are added in
    all ways; what remains are the graphs asked for. Some operations for each edge and vertex.

    Examples
    --------
    Of a complete graph with four vertices, the graphs without an induced path of three vertices
    are the unions of cliques, as many as the partitions of a set of four:

    >>> from nzdd.families import graphs
    >>> ends = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    >>> paths = graphs(ends, num_edges=2, components=1)
    >>> without_induced(paths, ends).count()
    15
    """
    edges, _ = checked_edge_sets(forbidden, ends, None)
    count = len(edges)
    found = with_vertices(forbidden, ends, max_steps=max_steps)
    for edge, pair in enumerate((edges.astype(np.int64) + count).tolist()):
        absent = found.offset(edge, max_steps=max_steps)
        inside = absent.onset(sorted(set(pair)), max_steps=max_steps)
        added = absent.difference(inside, max_steps=max_steps).change(edge, max_steps=max_steps)
        found = found.union(added, max_steps=max_steps)
    found = found.projection(range(count), max_steps=max_steps)
    places = np.cumsum(found.order.symbols < count) - 1
    return _on_levels(found, places, forbidden.order).complement(max_steps=max_steps)


def _on_levels(zdd: ZDD, levels: NDArray[np.int64], order: Order) -> ZDD:
    """The diagram with its levels, by their number, at other places in an order."""
    level = np.append(levels, LEAF)[np.minimum(zdd.level, len(levels))].astype(np.uint32)
    native = _core.Zdd(level, zdd.low, zdd.high, zdd.root)
    return ZDD._make(native, order.symbols.size, order)
