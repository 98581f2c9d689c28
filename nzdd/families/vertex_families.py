"""Independent sets, cliques, dominating sets, covers and connected sets of vertices of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from nzdd.families.search import check_names, checked_ends, num_vertices_of
from nzdd.families.vertex_search import SOME, VertexSetOptions, vertex_family
from nzdd.input.memory import check_room
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def independent_sets(
    ends: ArrayLike, *, maximal: bool = False, **options: Unpack[VertexSetOptions]
) -> ZDD:
    """All independent (stable) sets of an undirected graph: no edge joins two vertices of one set.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. A vertex with a self-loop is in no set.
    maximal : bool
        Only those to which no vertex can be added: without self-loops, the independent dominating
        sets.
    **options
        See `VertexSetOptions`, also for errors and time.

    Examples
    --------
    >>> path = [[0, 1], [1, 2], [2, 3]]
    >>> sorted(independent_sets(path))
    [(), (0,), (0, 2), (0, 3), (1,), (1, 3), (2,), (3,)]
    >>> sorted(independent_sets(path, maximal=True))
    [(0, 2), (0, 3), (1, 3)]
    """
    check_names(options, independent_sets, VertexSetOptions)
    if maximal and _has_loops(ends):
        return _narrowed(independent_sets(ends, **_of_graph(options)).maximal(), ends, options)
    return vertex_family(ends, sigma=0, rho=SOME if maximal else None, **options)


def cliques(ends: ArrayLike, *, maximal: bool = False, **options: Unpack[VertexSetOptions]) -> ZDD:
    """All cliques of an undirected graph: any two vertices of a set are joined by an edge.

    The empty set and single vertices are cliques.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. Self-loops play no part.
    maximal : bool
        Only those to which no vertex can be added.
    **options
        See `VertexSetOptions`, also for errors. Time and memory O(num_vertices**2 + states x
        num_vertices): the cliques are the independent sets of the complement, where the search
        works.

    Examples
    --------
    >>> sorted(cliques([[0, 1], [1, 2], [2, 0], [2, 3]], maximal=True))
    [(0, 1, 2), (2, 3)]
    """
    check_names(options, cliques, VertexSetOptions)
    edges = checked_ends(ends)
    number = num_vertices_of(edges, {}, options.get("num_vertices"))
    check_room(number * (number - 1) // 2, 48, "pairs of vertices", "take fewer vertices")
    apart = np.tri(number, k=-1, dtype=np.bool_)
    apart[edges.max(axis=1), edges.min(axis=1)] = False
    options["num_vertices"] = number
    return independent_sets(np.argwhere(apart), maximal=maximal, **options)


def dominating_sets(
    ends: ArrayLike, *, total: bool = False, **options: Unpack[VertexSetOptions]
) -> ZDD:
    """All dominating sets of an undirected graph: any other vertex has a neighbour in the set.

    `ZDD.minimal` of it gives the minimal ones, and ``components=1`` the connected ones.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge.
    total : bool
        Whether the vertices of the set must have a neighbour in it as well. A vertex with a
        self-loop is its own neighbour.
    **options
        See `VertexSetOptions`, also for errors and time.

    Examples
    --------
    >>> sorted(dominating_sets([[0, 1], [1, 2], [2, 3]]).minimal())
    [(0, 2), (0, 3), (1, 2), (1, 3)]
    """
    check_names(options, dominating_sets, VertexSetOptions)
    return vertex_family(ends, sigma=SOME if total else None, rho=SOME, **options)


def perfect_codes(ends: ArrayLike, **options: Unpack[VertexSetOptions]) -> ZDD:
    """All perfect codes of an undirected graph, also called efficient dominating sets.

    No two of the chosen vertices are neighbours, and any other vertex is next to just one of them.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. A vertex with a self-loop is in no code.
    **options
        See `VertexSetOptions`, also for errors and time.

    Examples
    --------
    >>> sorted(perfect_codes([[0, 1], [1, 2], [2, 3]]))
    [(0, 3)]
    """
    check_names(options, perfect_codes, VertexSetOptions)
    return vertex_family(ends, sigma=0, rho=1, **options)


def vertex_covers(
    ends: ArrayLike, *, minimal: bool = False, **options: Unpack[VertexSetOptions]
) -> ZDD:
    """All vertex covers of an undirected graph: each edge has a vertex of the set.

    They are the complements of the independent sets.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. A vertex with a self-loop is in every cover.
    minimal : bool
        Only those from which no vertex can be removed.
    **options
        See `VertexSetOptions`, also for errors and time.

    Examples
    --------
    >>> sorted(vertex_covers([[0, 1], [1, 2], [2, 3]], minimal=True))
    [(0, 2), (1, 2), (1, 3)]
    """
    check_names(options, vertex_covers, VertexSetOptions)
    if minimal and _has_loops(ends):
        return _narrowed(vertex_covers(ends, **_of_graph(options)).minimal(), ends, options)
    rho = SOME if minimal else None
    return vertex_family(ends, sigma=0, rho=rho, count_rest=True, **options)


def feedback_vertex_sets(ends: ArrayLike, **options: Unpack[VertexSetOptions]) -> ZDD:
    """All feedback vertex sets of an undirected graph: each cycle has a vertex of the set.

    They are the complements of the vertex sets that induce a forest.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. Parallel edges and self-loops are cycles.
    **options
        See `VertexSetOptions`, also for errors and time; without components and acyclic.

    Examples
    --------
    >>> sorted(feedback_vertex_sets([[0, 1], [1, 2], [2, 0]], size=1))
    [(0,), (1,), (2,)]
    """
    check_names(options, feedback_vertex_sets, VertexSetOptions)
    for name in ("components", "acyclic"):
        if name in options:
            raise TypeError(f"feedback_vertex_sets does not take {name}; use & with vertex_sets")
    options["acyclic"] = True
    return vertex_family(ends, connect_rest=True, **options)


def connected_vertex_sets(ends: ArrayLike, **options: Unpack[VertexSetOptions]) -> ZDD:
    """All sets of vertices that induce a connected subgraph; the empty set is none of them.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge.
    **options
        See `VertexSetOptions`, also for errors and time; with ``acyclic=True`` the subgraphs are
        trees.

    Examples
    --------
    >>> sorted(connected_vertex_sets([[0, 1], [1, 2]]))
    [(0,), (0, 1), (0, 1, 2), (1,), (1, 2), (2,)]
    """
    check_names(options, connected_vertex_sets, VertexSetOptions)
    options.setdefault("components", 1)
    return vertex_family(ends, **options)


def _has_loops(ends: ArrayLike) -> bool:
    edges = checked_ends(ends)
    return bool((edges[:, 0] == edges[:, 1]).any())


def _of_graph(options: VertexSetOptions) -> VertexSetOptions:
    """The options that do not choose among the sets."""
    kept = {"num_vertices", "order", "max_states", "progress"} & options.keys()
    return {name: options[name] for name in kept}  # type: ignore[literal-required,return-value]


def _narrowed(family: ZDD, ends: ArrayLike, options: VertexSetOptions) -> ZDD:
    """The sets of a family that meet the options."""
    given = options.get("within")
    options["within"] = family if given is None else family & given
    return vertex_family(ends, **options)
