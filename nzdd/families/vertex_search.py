"""The search for families of vertex sets, and its options."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.conditions import SetBounds, linear_sums
from nzdd.families.elements import Elements
from nzdd.families.search import check_names, checked_ends, checked_limit, num_vertices_of
from nzdd.families.sweeps import measure_of, noted
from nzdd.families.symbol_sets import checked_sizes
from nzdd.input.memory import check_room
from nzdd.input.parameters import whole
from nzdd.input.row_table import Progress
from nzdd.input.text import shown
from nzdd.input.whole_numbers import SumBounds
from nzdd.order import NATURAL, Order, check_name
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack

Numbers: TypeAlias = int | Collection[int]
"""A number, or a collection of numbers, such as a range."""

SOME = range(1, sys.maxsize)
NO_BOUND = 2**32 - 1
LARGEST_COUNT = 63  # from here on, numbers of neighbours are all allowed or all not


class VertexSetOptions(TypedDict, total=False):
    """Keyword arguments of all families of vertex sets.

    Attributes
    ----------
    size : int or pair of int
        The number of vertices of a set, or its least and greatest value.
    linear : sequence of (weights, low, high)
        Bounds of sums: each a weight for every vertex, a mapping from vertices, zero where it has
        none, or a set of vertices that weigh 1; and the least and the greatest sum of a set, None
        for no bound. Sums are exact, of floats as `nzdd.ZDD.with_cost` says.
    components : int or pair of int
        The number of components of the subgraph that a set induces, or its least and greatest
        value.
    acyclic : bool
        Whether that subgraph is a forest.
    required, forbidden : iterable of int
        Vertices that are in all sets, or in none.
    within : ZDD
        A family over the vertices that holds all sets: its symbol ``v`` is vertex ``v``, and the
        result has its names, if it has any.
    num_vertices : int
        By default the largest vertex in `ends` plus one.
    order : {"auto", "natural"} or permutation of the vertices
        The level of each vertex. ``auto`` takes the order of `within`, else the best of
        some sweeps over the graph. It depends on the graph alone: all families of vertices of one
        graph share it.
    max_states : int
        Give up when there are more states than this. A state is a node of the diagram before it is
        reduced; it takes 8 bytes, and about a byte for each vertex that is next to the vertices
        decided while its level is worked on. No limit by default.
    progress : callable
        Called now and then with the stage and the share of it that is done. Like Ctrl-C, an
        exception it raises ends the search.

    Raises
    ------
    ValueError
        If a vertex is out of range, an array has the wrong shape, or an option is invalid.
    MemoryError
        If the search meets more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    All conditions are checked in one search. Time and memory O(states x neighbours of a vertex).
    """

    size: int | Sequence[int] | None
    linear: Sequence[SetBounds]
    components: int | Sequence[int] | None
    acyclic: bool
    required: Iterable[int]
    forbidden: Iterable[int]
    within: ZDD | None
    num_vertices: int | None
    order: str | ArrayLike
    max_states: int | None
    progress: Progress | None


def vertex_sets(
    ends: ArrayLike,
    *,
    sigma: Numbers | None = None,
    rho: Numbers | None = None,
    **options: Unpack[VertexSetOptions],
) -> ZDD:
    """All sets of vertices of an undirected graph that meet some conditions, in one search.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge. A vertex with a self-loop is its own neighbour.
    sigma, rho : int or collection of int, optional
        How many neighbours in the set a vertex of the set may have (sigma), and any other vertex
        (rho): numbers below 63, and all or none of those from 63 on, as in ``range(1, 10**6)``.
        Any number by default.
    **options
        See `VertexSetOptions`, also for errors and time.

    Returns
    -------
    ZDD
        Over the vertices; vertex ``v`` is symbol ``v``.

    Notes
    -----
    The sets with sigma and rho are the [sigma, rho]-sets of J. A. Telle and A. Proskurowski
    (Algorithms for vertex partitioning problems on partial k-trees, 1997):

    ============================= ================= ===================
    sets                          sigma             rho
    ============================= ================= ===================
    independent                   0                 any
    dominating                    any               at least 1
    maximal independent           0                 at least 1
    total dominating              at least 1        at least 1
    perfect codes                 0                 1
    perfect dominating            any               1
    strong stable (2-packings)    0                 0, 1
    induced d-regular subgraphs   d                 any
    ============================= ================= ===================

    Examples
    --------
    The induced cycles of the Petersen graph:

    >>> outer = [[i, (i + 1) % 5] for i in range(5)]
    >>> spokes = [[i, i + 5] for i in range(5)]
    >>> star = [[i + 5, (i + 2) % 5 + 5] for i in range(5)]
    >>> vertex_sets(outer + spokes + star, sigma=2, components=1).count()
    22
    """
    check_names(options, vertex_sets, VertexSetOptions)
    return vertex_family(ends, sigma=sigma, rho=rho, **options)


def vertex_family(
    ends: ArrayLike,
    *,
    sigma: Numbers | None = None,
    rho: Numbers | None = None,
    count_rest: bool = False,
    connect_rest: bool = False,
    size: int | Sequence[int] | None = None,
    linear: Sequence[SetBounds] = (),
    components: int | Sequence[int] | None = None,
    acyclic: bool = False,
    required: Iterable[int] = (),
    forbidden: Iterable[int] = (),
    within: ZDD | None = None,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """Check all arguments and run the search.

    `count_rest`: sigma and rho are about the vertices not in the set; `connect_rest`: so are
    components and cycles.
    """
    edges = checked_ends(ends)
    number = num_vertices_of(edges, {}, num_vertices)
    check_room(number, 64, "vertices", "take fewer")
    degree = int(np.bincount(edges.ravel(), minlength=1).max())
    vertices = Elements(number)
    sums = linear_sums(linear, vertices)
    if size is not None:
        sums.append(SumBounds([1] * number, *checked_sizes(size, number)))
    least, most = (
        (0, NO_BOUND) if components is None else checked_sizes(components, number, "components")
    )
    needed = vertices.flags(required, "required")
    excluded = vertices.flags(forbidden, "forbidden")
    limit = checked_limit(max_states)
    chosen, allowed = _order(edges.astype(np.uint32), number, order, within, progress)
    if number == 0:
        fits = least == 0 and all(each.low <= 0 <= each.high for each in sums)
        rows = [()] if fits and (within is None or () in within) else []
        return ZDD.from_rows(rows, num_symbols=0)
    native = _core.vertex_sets(
        edges.astype(np.uint32),
        chosen.all_symbols(number),
        _bits(sigma, degree, "sigma"),
        _bits(rho, degree, "rho"),
        count_rest,
        connect_rest,
        bool(acyclic),
        least,
        most,
        needed,
        excluded,
        [(weights.ravel(), bounds) for weights, bounds in (each.words() for each in sums)],
        None if allowed is None else allowed._native,
        limit,
        progress,
        measure_of(number),
    )
    return noted(ZDD._make(native, number, chosen))


def _order(
    edges: NDArray[np.uint32],
    number: int,
    order: str | ArrayLike,
    within: ZDD | None,
    progress: Progress | None,
) -> tuple[Order, ZDD | None]:
    """The order of the vertices, and the family that holds all sets in this order."""
    if isinstance(order, str):
        check_name(order, ("auto", "natural"), "vertices")
    if within is not None and not isinstance(within, ZDD):
        raise TypeError(f"within is of type {type(within).__name__}; give a ZDD over the vertices")
    if within is not None and within.num_symbols != number:
        raise ValueError(
            f"within is over {within.num_symbols} symbols, and there are {number} vertices; "
            + (
                f"num_vertices={within.num_symbols} makes them agree"
                if within.num_symbols > number
                else "they must be as many"
            )
        )
    if not isinstance(order, str):
        chosen = Order.given(order, number)
    elif order == "natural":
        chosen = NATURAL
    elif within is not None:
        return within.order, within
    else:
        chosen = Order.from_levels(_core.vertex_order(edges, number, progress))
    if within is None:
        return chosen, None
    return chosen.over(within.ground), within.reordered(chosen.all_symbols(number))


def _bits(numbers: Numbers | None, degree: int, name: str) -> int:
    """Bit k: whether the number is allowed; bit 63 for all greater ones."""
    if numbers is None:
        return 2**64 - 1
    cure = "an integer, a collection of integers or a range"
    allowed = numbers if isinstance(numbers, Collection) else [whole(name, numbers, cure=cure)]
    if not isinstance(allowed, range):
        allowed = {whole(f"a number of {name}", each) for each in allowed}
    extremes = (*allowed[:1], *allowed[-1:]) if isinstance(allowed, range) else allowed
    if any(each < 0 for each in extremes):
        raise ValueError(f"{name} holds a negative number of neighbours: {shown(numbers)}")
    large = {each in allowed for each in range(LARGEST_COUNT, degree + 1)}
    if len(large) > 1:
        raise ValueError(
            f"{name} holds some of the numbers of neighbours from {LARGEST_COUNT} to {degree}, the "
            "largest degree, and not others; take all of them or none"
        )
    return sum(1 << each for each in range(LARGEST_COUNT) if each in allowed) + (
        (1 << LARGEST_COUNT) * (True in large)
    )
