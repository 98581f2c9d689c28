"""Families told by a rule instead of their rows, built level by level.

There may be far too many rows to list; the time goes with the diagram. (J. Kawahara, T. Inoue,
H. Iwashita and S. Minato, Frontier-based search for enumerating all constrained subgraphs with
compressed representation, 2017.)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.family import MAX_SYMBOLS, Family, Progress, check_num_symbols, integers
from nzdd.order import NATURAL, Order, choose
from nzdd.zdd import ZDD


def simple_paths(
    ends: ArrayLike,
    source: int,
    target: int,
    *,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All simple paths between two vertices of an undirected graph, each the set of its edges.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``. Parallel edges are different
        symbols; a self-loop is on no path.
    source, target : int
        Where they are the same, the family holds the empty row only; where no path joins them, no
        row.
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
        If a vertex is out of range, an array has the wrong shape, or `order` is none.
    MemoryError
        If the search meets more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    Simpath (D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4, exercise 225). Edges
    that are on no such path are found first (as those outside the biconnected component that an
    edge from source to target would lie in) and cost nothing. Time and memory O(states x vertices
    on the frontier); `auto` takes a few times that.

    Examples
    --------
    >>> square = simple_paths([[0, 1], [1, 2], [2, 3], [3, 0]], 0, 2)
    >>> sorted(square)
    [(0, 1), (2, 3)]
    """
    edges = _checked_ends(ends)
    first, last = operator.index(source), operator.index(target)
    vertices = _num_vertices(edges, first, last, num_vertices)
    sequence = _sequence(order, len(edges))
    limit = None if max_states is None else operator.index(max_states)
    if limit is not None and limit < 1:
        raise ValueError(f"max_states is {limit}; it must be at least 1")
    if first == last:
        return subsets(len(edges), 0)
    parts, symbols = _core.simple_paths(
        edges.astype(np.uint32), vertices, first, last, sequence, limit, progress
    )
    natural = np.array_equal(symbols, np.arange(len(edges)))
    return ZDD._make(parts, len(edges), NATURAL if natural else Order("given", symbols))


def subsets(
    num_symbols: int, size: int | Sequence[int], *, progress: Progress | None = None
) -> ZDD:
    """All sets of so many symbols.

    Parameters
    ----------
    num_symbols : int
        The size of the ground set.
    size : int or pair of int
        The size of the sets, or the least and the greatest size.
    progress : callable, optional
        As in `simple_paths`.

    Returns
    -------
    ZDD
        Of at most ``num_symbols * (size + 1)`` nodes; time and memory O(nodes).

    Raises
    ------
    ValueError
        If a size is negative, or the least size greater than the greatest.

    Examples
    --------
    >>> subsets(30, 15).count()
    155117520
    """
    number = check_num_symbols(num_symbols)
    sizes = list(size) if isinstance(size, Sequence | np.ndarray) else [size, size]
    if len(sizes) != 2:
        raise ValueError(f"size {size!r} is neither a number nor a pair of numbers")
    least, most = map(operator.index, sizes)
    if not 0 <= least <= most:
        raise ValueError(f"sizes lie between {least} and {most}; they must not fall or be negative")
    parts = _core.subsets(number, min(least, number + 1), min(most, number + 1), progress)
    return ZDD._make(parts, number, NATURAL)


def _checked_ends(ends: ArrayLike) -> NDArray[np.integer]:
    edges = integers(ends, "ends")
    if edges.size == 0:
        edges = edges.reshape(-1, 2)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(f"ends have shape {edges.shape}; they must be two vertices an edge")
    if len(edges) > MAX_SYMBOLS:
        raise ValueError(f"there are {len(edges)} edges; at most {MAX_SYMBOLS} are possible")
    return edges


def _num_vertices(
    edges: NDArray[np.integer], source: int, target: int, num_vertices: int | None
) -> int:
    """The number of vertices, when all that are named are among them."""
    largest = max(source, target, int(edges.max(initial=0)))
    number = largest + 1 if num_vertices is None else operator.index(num_vertices)
    if number > MAX_SYMBOLS:
        raise ValueError(f"there are {number} vertices; at most {MAX_SYMBOLS} are possible")
    for name, vertex in (("source", source), ("target", target)):
        if not 0 <= vertex < number:
            raise ValueError(f"the {name} is vertex {vertex}, but there are {number} vertices")
    if edges.size and (edges.min() < 0 or edges.max() >= number):
        edge = int(np.argmax(((edges < 0) | (edges >= number)).any(axis=1)))
        a, b = edges[edge].tolist()
        raise ValueError(
            f"edge {edge} joins the vertices {a} and {b}; vertices lie between 0 and {number - 1}"
        )
    return number


def _sequence(order: str | ArrayLike, num_edges: int) -> NDArray[np.uint32] | None:
    """The edges in the order asked for; None to choose one."""
    if not isinstance(order, str):
        return choose(Family(0, num_edges), order, lambda *_: 0).symbols
    if order == "natural":
        return np.arange(num_edges, dtype=np.uint32)
    if order == "auto":
        return None
    raise ValueError(
        f"order {order!r} is unknown; take auto, natural or a permutation of the edges"
    )
