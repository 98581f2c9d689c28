"""Simple paths, simple cycles and minimal cuts of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families.search import SearchOptions, check_names, checked_graph, edge_family
from nzdd.families.subgraphs import graphs
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def simple_paths(
    ends: ArrayLike,
    source: int | None = None,
    target: int | None = None,
    *,
    directed: bool = False,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All simple paths of a graph, with both ends, one or none of them given, as sets of edges.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Parallel edges are different
        symbols; a self-loop is on no path.
    source, target : int, optional
        If they are the same, the family holds the empty row only; if no path joins them, no row.
        Without one of them, paths have an edge at least.
    directed : bool
        Whether an edge leads from its first vertex to its second one only.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Notes
    -----
    With both ends given, Simpath (D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4,
    exercise 225). Edges that are on no such path are found first (as those outside the biconnected
    component that an edge from source to target would lie in, directions aside) and cost nothing.
    Otherwise one search of `graphs`.

    Examples
    --------
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> sorted(simple_paths(square, 0, 2))
    [(0, 1), (2, 3)]
    >>> sorted(simple_paths(square, 0, 2, directed=True))
    [(0, 1)]
    >>> sorted(simple_paths(square, target=2, directed=True))
    [(0, 1), (0, 1, 3), (1,)]
    >>> simple_paths(square).count()
    12
    """
    check_names(options, simple_paths)
    if source is None or target is None:
        degrees = _path_degrees(ends, source, target, directed, options.get("num_vertices"))
        return graphs(ends, acyclic=True, components=1, **degrees, **options)
    rule, named = {"directed": bool(directed)}, {"source": source, "target": target}
    return edge_family(_core.simple_paths, ends, rule, named, **options)


def _path_degrees(
    ends: ArrayLike,
    source: int | None,
    target: int | None,
    directed: bool,
    num_vertices: int | None,
) -> dict[str, Any]:
    """What `graphs` asks of degrees on a path."""
    named = {"source": source, "target": target}
    number = checked_graph(ends, num_vertices, named, each=400)[1]
    first, last = ([] if each is None else [each] for each in (source, target))
    if directed:
        inner = dict.fromkeys(range(number), range(2))
        return {
            "directed": True,
            "out_degrees": inner | dict.fromkeys(first, 1) | dict.fromkeys(last, 0),
            "in_degrees": inner | dict.fromkeys(last, 1) | dict.fromkeys(first, 0),
        }
    inner = dict.fromkeys(range(number), range(3))
    return {"degrees": inner | dict.fromkeys(first + last, 1)}


def simple_cycles(
    ends: ArrayLike, *, directed: bool = False, **options: Unpack[SearchOptions]
) -> ZDD:
    """All simple cycles of a graph, each the set of its edges.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Two parallel edges are a cycle,
        and so is a self-loop.
    directed : bool
        Whether an edge leads from its first vertex to its second one only.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Notes
    -----
    The search is that of `simple_paths`, without end points. Edges on no cycle, which are found
    first as the bridges of the graph, cost nothing.

    Examples
    --------
    >>> sorted(simple_cycles([[0, 1], [1, 2], [2, 0], [2, 3], [3, 3]]))
    [(0, 1, 2), (4,)]
    """
    check_names(options, simple_cycles)
    return edge_family(_core.simple_cycles, ends, {"directed": bool(directed)}, **options)


def minimal_cuts(
    ends: ArrayLike, source: int, target: int, **options: Unpack[SearchOptions]
) -> ZDD:
    """All minimal cuts between two vertices of an undirected graph.

    A cut is a set of edges that meets every path from source to target. It is minimal if no edge
    can be left out; its edges are then those between two connected parts of the graph. The other
    cuts are the supersets of minimal ones.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Parallel edges are cut together.
    source, target : int
        If they are the same, the family is empty; if no path joins them, the empty set is its only
        row.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time. A state takes about two bytes for each vertex on the frontier.

    Notes
    -----
    The minimal cuts are the minimal transversals of the simple paths, and the other way round. So
    edges that are on no simple path are in no minimal cut, and cost nothing.

    Examples
    --------
    >>> sorted(minimal_cuts([[0, 1], [1, 2], [2, 3], [3, 0]], 0, 2))
    [(0, 2), (0, 3), (1, 2), (1, 3)]
    """
    check_names(options, minimal_cuts)
    named = {"source": source, "target": target}
    return edge_family(_core.minimal_cuts, ends, {}, named, **options)
