"""Bipartite, induced, complete and complete bipartite subgraphs, as sets of edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.families.search import SearchOptions, check_names, checked_graph
from nzdd.families.subgraphs import graphs
from nzdd.families.sweeps import disjoint_union
from nzdd.input.parameters import whole
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def bipartite_subgraphs(
    ends: ArrayLike, *, connected: bool = False, **options: Unpack[SearchOptions]
) -> ZDD:
    """All bipartite subgraphs of an undirected graph: sets of edges without an odd cycle.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is an odd cycle.
    connected : bool
        Whether subgraphs are connected, and have an edge.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> triangle = [[0, 1], [1, 2], [2, 0]]
    >>> bipartite_subgraphs(triangle).count(), bipartite_subgraphs(triangle, connected=True).count()
    (7, 6)
    """
    check_names(options, bipartite_subgraphs)
    return graphs(ends, bipartite=True, components=1 if connected else None, **options)


def induced_subgraphs(
    ends: ArrayLike, *, connected: bool = False, **options: Unpack[SearchOptions]
) -> ZDD:
    """All induced subgraphs without isolated vertices: all edges between the vertices of a row.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop joins its vertex
        with itself.
    connected : bool
        Whether subgraphs are connected, and have an edge.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(induced_subgraphs([[0, 1], [1, 2], [2, 0], [2, 3]], connected=True))
    [(0,), (0, 1, 2), (0, 1, 2, 3), (1,), (1, 3), (2,), (2, 3), (3,)]
    """
    check_names(options, induced_subgraphs)
    return graphs(ends, induced=True, components=1 if connected else None, **options)


def complete_subgraphs(
    ends: ArrayLike, size: int | None = None, **options: Unpack[SearchOptions]
) -> ZDD:
    """All complete subgraphs of an undirected graph: cliques as sets of edges.

    `nzdd.families.cliques` gives their vertices.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. One of several parallel edges
        joins two vertices, and self-loops play no part.
    size : int, optional
        The number of vertices, at least 2. By default any: one search for each.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(complete_subgraphs([[0, 1], [1, 2], [2, 0], [2, 3]]))
    [(0,), (0, 1, 2), (1,), (2,), (3,)]
    """
    check_names(options, complete_subgraphs)
    edges, _ = checked_graph(ends, options.get("num_vertices"))
    if size is not None and whole("size", size) < 2:
        raise ValueError(f"size is {size}; a complete subgraph with an edge has 2 vertices or more")
    degree = np.sort(np.bincount(edges.ravel(), minlength=1))[::-1]
    most = int((degree >= np.arange(degree.size)).sum())
    simple = _simple(edges)
    found = [
        graphs(
            ends,
            degrees=(0, each - 1),
            num_edges=each * (each - 1) // 2,
            components=1,
            **simple,
            **options,
        )
        for each in (range(2, most + 1) if size is None else [size])
    ]
    return disjoint_union(found, len(edges))


def bicliques(ends: ArrayLike, first: int, second: int, **options: Unpack[SearchOptions]) -> ZDD:
    """All complete bipartite subgraphs of an undirected graph with sides of two sizes.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. One of several parallel edges
        joins two vertices, and self-loops play no part.
    first, second : int
        How many vertices the two sides have, at least 1.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    The squares and the paths of two edges of a square with a diagonal:

    >>> edges = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]
    >>> bicliques(edges, 2, 2).count(), bicliques(edges, 1, 2).count()
    (1, 8)
    """
    check_names(options, bicliques)
    first, second = whole("first", first), whole("second", second)
    if min(first, second) < 1:
        raise ValueError(f"first is {first} and second {second}; both sides need a vertex")
    edges, _ = checked_graph(ends, options.get("num_vertices"))
    if first * second > len(edges):
        return graphs(ends, num_edges=(), **options)
    counts = {first: 2 * first} if first == second else {first: second, second: first}
    return graphs(
        ends,
        degrees={0, first, second},
        degree_counts=counts,
        num_edges=first * second,
        components=1,
        bipartite=True,
        **_simple(edges),
        **options,
    )


def _simple(edges: NDArray[np.integer]) -> dict[str, Any]:
    """Conditions that leave no self-loop, and one at most of parallel edges."""
    kind, number = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)[1:], 0
    number_of = kind[0].ravel()
    repeated = np.flatnonzero(np.bincount(number_of, minlength=number) > 1)
    return {
        "forbidden": np.flatnonzero(edges[:, 0] == edges[:, 1]).tolist(),
        "linear": [((number_of == each).astype(np.int64), None, 1) for each in repeated],
    }
