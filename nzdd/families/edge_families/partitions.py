"""Partitions of the vertices of a graph into connected parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from nzdd.families.conditions import Counts, SetBounds, component_weights
from nzdd.families.search import SearchOptions, check_names, checked_graph
from nzdd.families.subgraphs import graphs
from nzdd.families.sweeps import sweeping
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack


def connected_partitions(
    ends: ArrayLike,
    parts: Counts | None = None,
    *,
    part_weights: SetBounds | None = None,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All partitions of the vertices of an undirected graph into connected parts.

    A row has all edges inside the parts; those between different parts are cut.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. A self-loop is inside a part.
    parts : int or range, optional
        The number of parts; any by default. A vertex can be a part.
    part_weights : (weights, low, high), optional
        Weights of the vertices, not negative: an array, a mapping, zero where it has none, or a set
        of those that weigh 1. Their sum in each part lies between the bounds, both included; None
        is no bound.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and
        time.

    Notes
    -----
    Weights are asked for in a second search, within the family of all partitions: it meets only
    sums that these allow.

    Examples
    --------
    A square in two halves:

    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> sorted(connected_partitions(square, 2, part_weights=([1, 1, 1, 1], 2, 2)))
    [(0, 2), (1, 3)]
    """
    check_names(options, connected_partitions)
    if part_weights is not None:
        _, number = checked_graph(ends, options.get("num_vertices"))
        component_weights(part_weights, number, "part_weights")  # before a long search
    if part_weights is None:
        return graphs(ends, partition=True, components=parts, **options)
    with sweeping(None):
        found = graphs(ends, partition=True, components=parts, **options)
    return graphs(ends, component_weights=part_weights, spanning=True, within=found, **options)
