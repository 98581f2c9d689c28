"""Trees, forests, matchings and connected sets of edges of an undirected graph."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families.search import checked_ends, edge_family
from nzdd.families.symbol_sets import checked_sizes
from nzdd.input.row_table import Progress
from nzdd.zdd import ZDD


def spanning_trees(
    ends: ArrayLike,
    *,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All spanning trees of an undirected graph, each the set of its edges.

    A graph that is not connected has none; one vertex has the empty tree.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no tree.
    num_vertices, order, max_states, progress
        As in `simple_paths`; `auto` begins at two vertices far apart in each component.

    Returns
    -------
    ZDD

    Raises
    ------
    ValueError, MemoryError
        As in `simple_paths`.

    Notes
    -----
    The search is that of K. Sekine, H. Imai and S. Tani (Computing the Tutte polynomial of a graph
    of moderate size, 1995). Time and memory O(states x vertices on the frontier); `auto` takes a
    few times that.

    Examples
    --------
    >>> sorted(spanning_trees([[0, 1], [1, 2], [2, 0]]))
    [(0, 1), (0, 2), (1, 2)]
    """
    return edge_family(
        _core.forests, ends, num_vertices, order, max_states, progress, spanning=True
    )


def forests(
    ends: ArrayLike,
    *,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All forests of an undirected graph: the sets of edges without a cycle.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no forest.
    num_vertices, order, max_states, progress
        As in `simple_paths`; `auto` begins at two vertices far apart in each component.

    Returns
    -------
    ZDD

    Raises
    ------
    ValueError, MemoryError
        As in `simple_paths`.

    Notes
    -----
    Time and memory O(states x vertices on the frontier); `auto` takes a few times that.
    The maximal ones, `ZDD.maximal`, span each component.

    Examples
    --------
    >>> forests([[0, 1], [1, 2], [2, 0]]).count()
    7
    """
    return edge_family(
        _core.forests, ends, num_vertices, order, max_states, progress, spanning=False
    )


def matchings(
    ends: ArrayLike,
    *,
    perfect: bool = False,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All matchings of an undirected graph: the sets of edges without a common vertex.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is in no matching.
    perfect : bool
        Whether every vertex must have an edge.
    num_vertices, order, max_states, progress
        As in `simple_paths`; `auto` begins at two vertices far apart in each component.

    Returns
    -------
    ZDD

    Raises
    ------
    ValueError, MemoryError
        As in `simple_paths`.

    Notes
    -----
    Time and memory O(states x vertices on the frontier / 8); `auto` takes a few times that.

    Examples
    --------
    >>> sorted(matchings([[0, 1], [1, 2], [2, 3]]))
    [(), (0,), (0, 2), (1,), (2,)]
    >>> sorted(matchings([[0, 1], [1, 2], [2, 3]], perfect=True))
    [(0, 2)]
    """
    return edge_family(
        _core.matchings, ends, num_vertices, order, max_states, progress, perfect=bool(perfect)
    )


def connected_sets(
    ends: ArrayLike,
    size: int | Sequence[int] | None = None,
    *,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All connected subgraphs of an undirected graph, each the set of its edges.

    Any two edges of a row are joined by a path within the row. The empty set is none of them, and
    neither are single vertices.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop hangs on
        its vertex.
    size : int or pair of int, optional
        How many edges, or the least and the greatest number of them. Any number by default. Few
        edges keep the diagram small.
    num_vertices, order, max_states, progress
        As in `simple_paths`; `auto` begins at two vertices far apart in each component.

    Returns
    -------
    ZDD

    Raises
    ------
    ValueError, MemoryError
        As in `simple_paths`.

    Notes
    -----
    Time and memory O(states x vertices on the frontier); `auto` takes a few times that. There are
    up to `size` times as many states as without it, and far fewer where it is small.

    Examples
    --------
    >>> sorted(connected_sets([[0, 1], [1, 2], [2, 3]], (1, 2)))
    [(0,), (0, 1), (1,), (1, 2), (2,)]
    """
    number = len(checked_ends(ends))
    least, most = (1, number) if size is None else checked_sizes(size, number)
    return edge_family(
        _core.connected_sets,
        ends,
        num_vertices,
        order,
        max_states,
        progress,
        least=max(least, 1),
        most=most,
    )
