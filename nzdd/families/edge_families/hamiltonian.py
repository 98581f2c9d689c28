"""Paths and cycles through all vertices of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from nzdd.families.conditions import Counts
from nzdd.families.search import SearchOptions, check_names, checked_graph
from nzdd.families.subgraphs import graphs
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def hamiltonian_paths(
    ends: ArrayLike,
    source: int | None = None,
    target: int | None = None,
    *,
    directed: bool = False,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All Hamiltonian paths of a graph, with both ends, one or none of them given.

    A single vertex has the empty path.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``.
    source, target : int, optional
        Where the paths begin and end; without directions they can be swapped.
    directed : bool
        Whether an edge leads from its first vertex to its second one only.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Examples
    --------
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> sorted(hamiltonian_paths(square, 0))
    [(0, 1, 2), (1, 2, 3)]
    >>> hamiltonian_paths(square).count()
    4
    """
    check_names(options, hamiltonian_paths)
    named = {"source": source, "target": target}
    number = checked_graph(ends, options.get("num_vertices"), named, each=400)[1]
    first, last = ([] if each is None else [each] for each in (source, target))
    if number < 2 or first == last != []:  # no path has an edge
        only = number == 1
        return graphs(ends, num_edges=0 if only else (), **options)
    if directed:
        inner: dict[int, Counts] = dict.fromkeys(range(number), 1 if first and last else range(2))
        degrees: dict[str, Any] = {
            "directed": True,
            "degrees": range(1, 3),
            "in_degrees": inner | dict.fromkeys(last, 1) | dict.fromkeys(first, 0),
            "out_degrees": inner | dict.fromkeys(first, 1) | dict.fromkeys(last, 0),
        }
    else:
        inner = dict.fromkeys(range(number), 2 if first and last else (1, 2))
        degrees = {"degrees": inner | dict.fromkeys(first + last, 1)}
    return graphs(ends, acyclic=True, components=1, **degrees, **options)


def hamiltonian_cycles(
    ends: ArrayLike, *, directed: bool = False, **options: Unpack[SearchOptions]
) -> ZDD:
    """All Hamiltonian cycles of a graph.

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

    Examples
    --------
    >>> hamiltonian_cycles([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]).count()
    3
    """
    check_names(options, hamiltonian_cycles)
    if directed:
        return graphs(ends, directed=True, in_degrees=1, out_degrees=1, components=1, **options)
    return graphs(ends, degrees=2, components=1, **options)
