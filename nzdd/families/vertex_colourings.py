"""Colourings of the vertices of a graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from nzdd.families.covers import exact_covers
from nzdd.families.search import checked_graph
from nzdd.input.memory import check_room
from nzdd.input.parameters import whole
from nzdd.input.row_table import Progress
from nzdd.zdd import ZDD


def colourings(
    ends: ArrayLike,
    num_colours: int,
    *,
    num_vertices: int | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All proper colourings of an undirected graph: the ends of an edge have different colours.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. A graph with a self-loop has no colouring.
    num_colours : int
        Not all of them need be used.
    num_vertices : int, optional
        By default the largest vertex in `ends` plus one.
    max_states : int, optional
        See `nzdd.families.SearchOptions`.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    ZDD
        Symbol ``v * num_colours + c`` says that vertex ``v`` has colour ``c``, so the colour class
        ``c`` of a row are its symbols with the remainder ``c``. `count` is the chromatic polynomial
        at `num_colours`.

    Raises
    ------
    ValueError
        If a vertex, `num_colours` or `max_states` is out of range.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    The choices of a vertex and its colour that cover each vertex once, and each pair of an edge and
    a colour at most once: `exact_covers`.

    Examples
    --------
    >>> triangle = [[0, 1], [1, 2], [2, 0]]
    >>> colourings(triangle, 3).count()
    6
    >>> list(colourings([[0, 1]], 2))
    [(0, 3), (1, 2)]
    """
    edges, number = checked_graph(ends, num_vertices)
    colours = whole("num_colours", num_colours, 0)
    size = number * colours
    check_room(size + 2 * len(edges) * colours, 16, "pairs of an edge and a colour", "take fewer")
    if (edges[:, 0] == edges[:, 1]).any():
        return ZDD.empty(size)
    each = np.arange(colours)
    # row (v, c) covers the vertex v, and the pairs of the edges of v with c
    choice = (edges.astype(np.int64).T[:, :, None] * colours + each).reshape(2, -1)
    pair = number + np.arange(len(edges) * colours)
    rows = np.concatenate((np.arange(size), choice[0], choice[1]))
    columns = np.concatenate((np.repeat(np.arange(number), colours), pair, pair))
    from scipy import sparse  # slow to load

    covered = sparse.csr_array(
        (np.ones(rows.size, np.int8), (rows, columns)), shape=(size, number + pair.size)
    )
    return exact_covers(covered, optional=pair, max_states=max_states, progress=progress)
