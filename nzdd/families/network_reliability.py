"""The probability that random edges join vertices of a graph."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.search import checked_graph, checked_limit
from nzdd.input.arrays import as_floats
from nzdd.input.parameters import listed, whole
from nzdd.input.row_table import Progress

POINTS = 64  # swept at once


def reliability(
    ends: ArrayLike,
    terminals: Iterable[int] | None,
    probabilities: ArrayLike,
    *,
    num_vertices: int | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> float | NDArray[np.float64]:
    """The probability that the open edges of an undirected graph join some of its vertices.

    Two-terminal, k-terminal and all-terminal reliability of a network whose edges fail
    independently.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; parallel edges and self-loops are allowed.
    terminals : iterable of int, or None
        The vertices to be joined; None for all.
    probabilities : float, or array of float, shape (num_edges,) or (..., num_edges)
        That each edge is open. A float holds for all edges; each vector of a larger array is a case
        of its own, and all of them take one search for each 64.
    num_vertices : int, optional
        By default the largest vertex in `ends` plus one.
    max_states : int, optional
        Give up when the search meets more states than this. No limit by default.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    float, or array of float
        One number for each vector of probabilities. Its relative error is at most
        ``2 * (states + num_edges) * 2**-53``, below 1e-9 for a million states, if the result is at
        least 1e-290: only positive numbers are added and multiplied.

    Raises
    ------
    ValueError
        If a vertex is out of range, an array has the wrong shape, or a probability is not between
        0 and 1.
    MemoryError
        If the search meets more than `max_states` states, or two levels of it do not fit.

    Notes
    -----
    A frontier search that keeps the probability of each state instead of a node (G. Hardy, C. Lucet
    and N. Limnios, K-terminal network reliability measures with binary decision diagrams, 2007).
    Partial decisions that join all terminals, or cut one off, end at once. Edges that are on no
    path between terminals are left out first, for up to 16 of them. Time O(states x (vertices on
    the frontier + cases)), memory O(states of two levels x cases).

    Examples
    --------
    A square with all edges open in half of the cases:

    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> reliability(square, [0, 2], 0.5)
    0.4375
    >>> reliability(square, None, [[0.5] * 4, [0.9] * 4]).round(4).tolist()
    [0.3125, 0.9477]
    """
    named = None
    if terminals is not None:
        given = listed("terminals", terminals, "a list of vertices, or None for all")
        named = sorted({whole("a vertex of terminals", each) for each in given})
        if not named:
            raise ValueError("there are no terminals; give at least one, or None for all vertices")
    called = {f"terminal {i}": vertex for i, vertex in enumerate(named or ())}
    edges, number = checked_graph(ends, num_vertices, called)
    chance = as_floats(probabilities, "probabilities")
    if chance.ndim and chance.shape[-1] != len(edges):
        raise ValueError(
            f"probabilities have shape {chance.shape}; give one for each of {len(edges)} edges"
        )
    if not np.all((chance >= 0) & (chance <= 1)):
        wrong = chance[~((chance >= 0) & (chance <= 1))].flat[0]
        raise ValueError(f"a probability is {wrong}; it must lie between 0 and 1")
    limit = checked_limit(max_states)
    cases = chance.shape[:-1]
    points = np.ascontiguousarray(
        np.broadcast_to(chance, (*cases, len(edges))).reshape(-1, len(edges))
        if len(edges)
        else np.empty((int(np.prod(cases)), 0))
    )
    few = np.arange(number, dtype=np.uint32) if named is None else np.array(named, np.uint32)
    found = [
        _core.reliability(
            edges.astype(np.uint32), number, few, points[first : first + POINTS], limit, progress
        )
        for first in range(0, len(points), POINTS)
    ]
    values = np.concatenate(found) if found else np.empty(0)
    return float(values[0]) if chance.ndim < 2 else values.reshape(cases)
