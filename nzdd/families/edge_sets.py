"""Trees, forests, matchings and connected sets of edges of an undirected graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd.families.search import (
    SearchOptions,
    check_names,
    checked_ends,
    few_isolated,
    num_vertices_of,
)
from nzdd.families.subgraphs import graphs
from nzdd.families.symbol_sets import checked_sizes
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def spanning_trees(ends: ArrayLike, **options: Unpack[SearchOptions]) -> ZDD:
    """All spanning trees of an undirected graph, each the set of its edges.

    A graph that is not connected has none; one vertex has the empty tree.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no tree.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Notes
    -----
    The search is that of K. Sekine, H. Imai and S. Tani (Computing the Tutte polynomial of a graph
    of moderate size, 1995).

    Examples
    --------
    >>> sorted(spanning_trees([[0, 1], [1, 2], [2, 0]]))
    [(0, 1), (0, 2), (1, 2)]
    """
    check_names(options, spanning_trees)
    return _graphs(ends, options, acyclic=True, components=1, spanning=True)


def forests(ends: ArrayLike, **options: Unpack[SearchOptions]) -> ZDD:
    """All forests of an undirected graph: the sets of edges without a cycle.

    The maximal ones, `ZDD.maximal`, span each component.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no forest.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> forests([[0, 1], [1, 2], [2, 0]]).count()
    7
    """
    check_names(options, forests)
    return _graphs(ends, options, acyclic=True)


def matchings(ends: ArrayLike, *, perfect: bool = False, **options: Unpack[SearchOptions]) -> ZDD:
    """All matchings of an undirected graph: the sets of edges without a common vertex.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no matching.
    perfect : bool
        Whether every vertex must have an edge.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors. Time and
        memory are an eighth of those there.

    Examples
    --------
    >>> sorted(matchings([[0, 1], [1, 2], [2, 3]]))
    [(), (0,), (0, 2), (1,), (2,)]
    >>> sorted(matchings([[0, 1], [1, 2], [2, 3]], perfect=True))
    [(0, 2)]
    """
    check_names(options, matchings)
    return _graphs(ends, options, degrees=1 if perfect else range(2))


def connected_sets(
    ends: ArrayLike,
    size: int | Sequence[int] | None = None,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All connected subgraphs of an undirected graph, each the set of its edges.

    Any two edges of a row are joined by a path within the row. Neither the empty set nor single
    vertices are rows.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is joined to the
        other edges of its vertex.
    size : int or pair of int, optional
        The number of edges, or its least and greatest value. Any number by default; small numbers
        keep the diagram small.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and time.
        With `size` there are up to `size` times as many states as without, and far fewer if it is
        small.

    Examples
    --------
    >>> sorted(connected_sets([[0, 1], [1, 2], [2, 3]], (1, 2)))
    [(0,), (0, 1), (1,), (1, 2), (2,)]
    """
    check_names(options, connected_sets)
    number = len(checked_ends(ends))
    least, most = (1, number) if size is None else checked_sizes(size, number)
    sizes = range(max(least, 1), most + 1) if most < number else None
    if sizes is None and least > 1:
        sizes = range(least, number + 1)
    return _graphs(ends, options, components=1, num_edges=sizes)


def _graphs(ends: ArrayLike, options: SearchOptions, **conditions: Any) -> ZDD:
    """The family, where more than two isolated vertices are like two, and take no memory."""
    edges = checked_ends(ends)
    number = num_vertices_of(edges, {}, options.get("num_vertices"))
    if number > edges.size + 2:
        edges, _, number = few_isolated(edges, {}, number)
    given: dict[str, Any] = {**options, **conditions, "num_vertices": number}
    return graphs(edges, **given)
