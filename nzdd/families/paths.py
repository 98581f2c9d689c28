"""Simple paths, simple cycles and minimal cuts of a graph."""

from __future__ import annotations

from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families.search import edge_family
from nzdd.input.row_table import Progress
from nzdd.zdd import ZDD


def simple_paths(
    ends: ArrayLike,
    source: int,
    target: int,
    *,
    directed: bool = False,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All simple paths between two vertices of a graph, each the set of its edges.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Parallel edges are different
        symbols; a self-loop is on no path.
    source, target : int
        Where they are the same, the family holds the empty row only; where no path joins them, no
        row.
    directed : bool
        Whether an edge leads from its first vertex to its second one only.
    num_vertices : int, optional
        By default as many as the largest number asks for.
    order : {"auto", "natural"} or permutation of the edges
        Which edge stands on which level. How large the diagram is depends on it more than on
        anything else. ``natural`` takes the edges as they are numbered. ``auto`` tries this, and
        greedy orders that keep few vertices between the edges decided and the others, begun at the
        source, the target and two vertices far apart; it takes the one with the fewest states.
        Good orders sweep over the graph from one end to the other.
    max_states : int, optional
        Give up when every order tried meets more states than this. A state is a node of the diagram
        before it is reduced; it takes 8 bytes, and about a byte for each vertex on the frontier
        while its level is worked on. No limit by default.
    progress : callable, optional
        Called now and then with the stage and the share of it that is done. Like Ctrl-C, an
        exception it raises ends the search.

    Returns
    -------
    ZDD

    Raises
    ------
    ValueError
        If a vertex is out of range, an array has the wrong shape, or `order` is invalid.
    MemoryError
        If the search meets more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    Simpath (D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, exercise 225). Edges
    that are on no such path are found first (as those outside the biconnected component that an
    edge from source to target would lie in, directions aside) and cost nothing. Time and memory
    O(states x vertices on the frontier); `auto` takes a few times that.

    Examples
    --------
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> sorted(simple_paths(square, 0, 2))
    [(0, 1), (2, 3)]
    >>> sorted(simple_paths(square, 0, 2, directed=True))
    [(0, 1)]
    """
    return edge_family(
        _core.simple_paths,
        ends,
        num_vertices,
        order,
        max_states,
        progress,
        named={"source": source, "target": target},
        directed=bool(directed),
    )


def simple_cycles(
    ends: ArrayLike,
    *,
    directed: bool = False,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All simple cycles of a graph, each the set of its edges.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Two parallel edges are a cycle,
        and so is a self-loop.
    directed : bool
        Whether an edge leads from its first vertex to its second one only.
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
    As in `simple_paths`, with no fragment to begin with. Edges on no cycle, which are found first
    as the bridges of the graph, cost nothing.

    Examples
    --------
    >>> sorted(simple_cycles([[0, 1], [1, 2], [2, 0], [2, 3], [3, 3]]))
    [(0, 1, 2), (4,)]
    """
    return edge_family(
        _core.simple_cycles,
        ends,
        num_vertices,
        order,
        max_states,
        progress,
        directed=bool(directed),
    )


def minimal_cuts(
    ends: ArrayLike,
    source: int,
    target: int,
    *,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All minimal cuts between two vertices of an undirected graph.

    A cut is a set of edges that every path from source to target meets; it is minimal where no
    edge can be left out. Then its edges are those between two connected parts of the graph. Other
    cuts are the supersets of minimal ones.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Parallel edges are cut together.
    source, target : int
        Where they are the same, the family is empty; where no path joins them, the empty set is its
        only row.
    num_vertices, order, max_states, progress
        As in `simple_paths`. A state takes about two bytes for each vertex on the frontier.

    Returns
    -------
    ZDD

    Raises
    ------
    ValueError, MemoryError
        As in `simple_paths`.

    Notes
    -----
    The minimal cuts and the simple paths are each other's minimal transversals. Edges that are on
    no simple path are therefore in no minimal cut, and cost nothing. Time and memory O(states x
    vertices on the frontier); `auto` takes a few times that.

    Examples
    --------
    >>> sorted(minimal_cuts([[0, 1], [1, 2], [2, 3], [3, 0]], 0, 2))
    [(0, 2), (0, 3), (1, 2), (1, 3)]
    """
    return edge_family(
        _core.minimal_cuts,
        ends,
        num_vertices,
        order,
        max_states,
        progress,
        named={"source": source, "target": target},
    )
