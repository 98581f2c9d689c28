"""From sets of edges to the sets of their vertices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.search import checked_graph
from nzdd.order import Order
from nzdd.zdd import ZDD
from nzdd.zdd.operands import within_steps


def covered_vertices(
    edge_sets: ZDD,
    ends: ArrayLike,
    *,
    num_vertices: int | None = None,
    max_steps: int | None = None,
) -> ZDD:
    """The sets of vertices that the rows of a family of edge sets cover.

    Rows with the same vertices count once.

    Parameters
    ----------
    edge_sets : ZDD
        Over the edges.
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge.
    num_vertices : int, optional
        By default the largest vertex in `ends` plus one.
    max_steps : int, optional
        The most steps before giving up; no limit by default.

    Returns
    -------
    ZDD
        Over the vertices, in the order in which the edges of the diagram meet them.

    Raises
    ------
    TypeError, ValueError
        If `edge_sets` is no ZDD over these edges, or a vertex is out of range.
    StepLimitError
        If it takes more steps.

    Notes
    -----
    Node by node, from the bottom of the diagram: the sets of its high branch with the two vertices
    added, united with those of its low branch. The time depends on the sizes of these families.

    Examples
    --------
    >>> from nzdd.families import simple_cycles
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]
    >>> sorted(covered_vertices(simple_cycles(square), square))
    [(0, 1, 2), (0, 1, 2, 3), (0, 2, 3)]
    """
    edges, number = checked_edge_sets(edge_sets, ends, num_vertices)
    by_level = edges[edge_sets.order.all_symbols(len(edges))]
    met, first = np.unique(by_level, return_index=True)
    order = np.concatenate((met[np.argsort(first)], np.setdiff1d(np.arange(number), met)))
    level = np.empty(number, np.uint32)
    level[order.astype(np.int64)] = np.arange(number, dtype=np.uint32)
    upper, lower = np.sort(level[by_level.astype(np.int64)], axis=1).T
    found = within_steps(
        _core.covered_vertices,
        max_steps,
        edge_sets._native,
        np.ascontiguousarray(upper),
        np.ascontiguousarray(lower),
    )
    return ZDD._make(found, number, Order.from_levels(order.astype(np.uint32)))


def checked_edge_sets(
    edge_sets: Any, ends: ArrayLike, num_vertices: int | None
) -> tuple[NDArray[np.integer], int]:
    """The ends of the edges of a family of edge sets, checked, and the number of vertices."""
    edges, number = checked_graph(ends, num_vertices)
    if not isinstance(edge_sets, ZDD):
        raise TypeError(f"edge_sets is of type {type(edge_sets).__name__}; give a ZDD")
    if edge_sets.num_symbols != len(edges):
        raise ValueError(
            f"edge_sets has {edge_sets.num_symbols} symbols, but there are {len(edges)} edges; "
            "they must be the same"
        )
    return edges, number
