"""Paths and cycles through all vertices of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from nzdd.families.paths import path_degrees
from nzdd.families.search import SearchOptions, check_names
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
    same = source is not None and source == target
    degrees = path_degrees(
        ends, source, target, 0 if same else (0, 1), directed, options.get("num_vertices")
    )
    return graphs(ends, acyclic=True, components=1, spanning=True, **degrees, **options)


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
