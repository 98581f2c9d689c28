"""Matchings, factors, edge covers and regular subgraphs: families by the degrees of vertices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from nzdd.families.paths import simple_cycles
from nzdd.families.search import SearchOptions, check_names, checked_graph
from nzdd.families.subgraphs import graphs
from nzdd.families.sweeps import disjoint_union
from nzdd.input.parameters import whole
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def b_matchings(
    ends: ArrayLike,
    degrees: int | Sequence[int] | Mapping[int, int],
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All b-matchings of an undirected graph: at most b(v) edges at each vertex v.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop counts twice.
    degrees : int, list of int, shape (num_vertices,), or mapping from vertices to int
        The greatest number of edges at each vertex; a mapping leaves other vertices free.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> star = [[0, 1], [0, 2], [0, 3]]
    >>> sorted(b_matchings(star, {0: 2}))
    [(), (0,), (0, 1), (0, 2), (1,), (1, 2), (2,)]
    """
    check_names(options, b_matchings)
    most = _each_whole(degrees, ends, options)
    if isinstance(most, dict):
        return graphs(ends, degrees={v: range(b + 1) for v, b in most.items()}, **options)
    return graphs(ends, degrees=range(most + 1), **options)


def f_factors(
    ends: ArrayLike,
    degrees: int | Sequence[int] | Mapping[int, int],
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All f-factors of an undirected graph: f(v) edges at each vertex v.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop counts twice.
    degrees : int, list of int, shape (num_vertices,), or mapping from vertices to int
        The number of edges at each vertex, such as 2 for the 2-factors; a mapping leaves other
        vertices free.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> complete = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    >>> f_factors(complete, 2).count()
    3
    >>> sorted(f_factors(complete, {0: 3, 1: 1, 2: 1, 3: 1}))
    [(0, 1, 2)]
    """
    check_names(options, f_factors)
    return graphs(ends, degrees=_each_whole(degrees, ends, options), **options)


def edge_covers(ends: ArrayLike, **options: Unpack[SearchOptions]) -> ZDD:
    """All edge covers of an undirected graph: an edge at least at each vertex.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop covers its vertex.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(edge_covers([[0, 1], [1, 2], [2, 3]]))
    [(0, 1, 2), (0, 2)]
    """
    check_names(options, edge_covers)
    edges, _ = checked_graph(ends, options.get("num_vertices"))
    return graphs(ends, degrees=range(1, 2 * len(edges) + 1), **options)


def regular_subgraphs(
    ends: ArrayLike,
    degree: int | None = None,
    *,
    connected: bool = False,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All regular subgraphs of an undirected graph: each of their vertices has the same degree.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop counts twice.
    degree : int, optional
        At least 1, as rows have an edge. By default any: one search for each.
    connected : bool
        Whether subgraphs are connected.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> sorted(regular_subgraphs([[0, 1], [1, 2], [2, 0]]))
    [(0,), (0, 1, 2), (1,), (2,)]
    """
    check_names(options, regular_subgraphs)
    edges, _ = checked_graph(ends, options.get("num_vertices"))
    most = int(np.bincount(edges.ravel(), minlength=1).max())
    rest: dict[str, Any] = (
        {"components": 1} if connected else {"num_edges": range(1, len(edges) + 1)}
    )
    found = [
        simple_cycles(ends, **options)
        if connected and each == 2
        else graphs(ends, degrees=(0, each), **rest, **options)
        for each in (range(1, most + 1) if degree is None else [whole("degree", degree, 1)])
    ]
    return disjoint_union(found, len(edges))


def _each_whole(degrees: Any, ends: ArrayLike, options: SearchOptions) -> int | dict[int, int]:
    if isinstance(degrees, Sequence | np.ndarray) and not isinstance(degrees, str):
        _, number = checked_graph(ends, options.get("num_vertices"))
        if len(degrees) != number:
            raise ValueError(
                f"degrees are {len(degrees)} numbers; give one for each of {number} vertices, or "
                "{vertex: integer}"
            )
        degrees = dict(enumerate(degrees))
    if isinstance(degrees, Mapping):
        return {v: whole(f"degrees of vertex {v}", b, 0) for v, b in degrees.items()}
    return whole("degrees", degrees, 0, "an integer, one for each vertex, or {vertex: integer}")
