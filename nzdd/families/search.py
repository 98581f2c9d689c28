"""Options of all families of edge sets, and the search that builds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from hashlib import sha256
from inspect import signature
from typing import Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.sweeps import measure_of, noted
from nzdd.input.memory import check_room
from nzdd.input.parameters import whole
from nzdd.input.row_table import MAX_SYMBOLS, Progress, integers
from nzdd.order import NATURAL, Order, check_name
from nzdd.zdd import ZDD

_MOST_ORDERS = 64
_orders: dict[bytes, Order] = {}
"""Orders found for graphs, by their ends: the oldest one goes first."""


class SearchOptions(TypedDict, total=False):
    """Keyword arguments of all families of edge sets.

    Conditions are arguments of `graphs` only. To narrow another family give it to `graphs` as
    ``within``, or take its rows in ``family & graphs(...)``.

    Attributes
    ----------
    num_vertices : int, optional
        By default the largest vertex in `ends` plus one.
    order : {"auto", "natural"} or permutation of the edges
        The level of each edge. How large the diagram is depends on it more than on
        anything else. ``auto`` is one order of the graph, the same for all its families: the best
        of some sweeps over the graph from one end to the other that keep few vertices between the
        edges decided and the others. ``natural`` takes the edges as they are numbered.
    max_states : int, optional
        Give up when the search meets more states than this. A state is a node of the diagram
        before it is reduced; it takes 8 bytes, and about a byte for each vertex on the frontier
        while its level is worked on. No limit by default.
    progress : callable, optional
        Called now and then with the stage and the share of it that is done. Like Ctrl-C, an
        exception it raises ends the search.

    Raises
    ------
    ValueError
        If a vertex is out of range, an array has the wrong shape, or `order` is invalid.
    MemoryError
        If the search meets more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    Time and memory O(states x vertices on the frontier), unless the family says otherwise. The
    order of a graph takes O(edges log edges), and is kept for the next family of the graph.
    """

    num_vertices: int | None
    order: str | ArrayLike
    max_states: int | None
    progress: Progress | None


def edge_family(
    build: Callable[..., Any],
    ends: ArrayLike,
    rule: Mapping[str, bool | int],
    named: Mapping[str, int] | None = None,
    *,
    num_vertices: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """Check the arguments common to all families, and build one.

    `build` is the compiled function, `rule` and `named` its own arguments; the latter are vertices.
    """
    edges = checked_ends(ends)
    vertices = {name: whole(name, vertex) for name, vertex in (named or {}).items()}
    number = num_vertices_of(edges, vertices, num_vertices)
    if number > edges.size + len(vertices) + 2:
        edges, vertices, number = few_isolated(edges, vertices, number)
    chosen = edge_order(edges, number, order, progress)
    limit = checked_limit(max_states)
    native = build(
        edges.astype(np.uint32),
        number,
        chosen.all_symbols(len(edges)),
        limit,
        progress,
        measure_of(len(edges)),
        **vertices,
        **rule,
    )
    return noted(ZDD._make(native, len(edges), chosen))


def checked_graph(
    ends: ArrayLike,
    num_vertices: int | None,
    named: Mapping[str, int | None] | None = None,
    each: int = 64,
) -> tuple[NDArray[np.integer], int]:
    """The two vertices of each edge, and the number of vertices.

    `named`: vertices that must be there; `each`: bytes that a vertex takes, for MemoryError.
    """
    edges = checked_ends(ends)
    there = {name: vertex for name, vertex in (named or {}).items() if vertex is not None}
    number = num_vertices_of(edges, there, num_vertices)
    check_room(number, each, "vertices", "number the vertices of the edges from 0 on")
    return edges, number


def edge_order(
    edges: NDArray[np.integer],
    num_vertices: int,
    order: str | ArrayLike,
    progress: Progress | None = None,
) -> Order:
    """The order that a user asks for; ``auto`` is found once for a graph."""
    if not isinstance(order, str):
        return Order.given(order, len(edges))
    check_name(order, ("auto", "natural"), "edges")
    if order == "natural":
        return NATURAL
    ends = edges.astype(np.uint32)
    key = sha256(ends.tobytes()).digest()
    found = _orders.get(key)
    if found is None:
        found = Order.from_levels(_core.edge_order(ends, num_vertices, progress))
        while len(_orders) >= _MOST_ORDERS:
            _orders.pop(next(iter(_orders)), None)
        _orders[key] = found
    return found


def checked_ends(ends: ArrayLike) -> NDArray[np.integer]:
    """The two vertices of each edge, of any range."""
    edges = integers(ends, "ends")
    if edges.size == 0:
        edges = edges.reshape(-1, 2)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(f"ends have shape {edges.shape}; they must be two vertices an edge")
    if len(edges) > MAX_SYMBOLS:  # pragma: no cover - 32 GB of edges
        raise ValueError(f"there are {len(edges)} edges; at most {MAX_SYMBOLS} are possible")
    return edges


def check_names(
    options: Mapping[str, Any], family: Callable[..., ZDD], known: type = SearchOptions
) -> None:
    """TypeError, with the nearest known name, for an option that the family does not have."""
    general = "graphs" if known is SearchOptions else "vertex_sets"
    for name in options:
        if name not in known.__annotations__:
            names = sorted({*signature(family).parameters, *known.__annotations__} - {"options"})
            near = get_close_matches(name, names, 1)
            cure = f"did you mean {near[0]}?" if near else "it has " + ", ".join(names)
            if not near and family.__name__ != general:
                cure += f"; {general} takes conditions in any combination"
            raise TypeError(f"{family.__name__} has no argument {name!r}; {cure}")


def checked_limit(max_states: int | None) -> int | None:
    """The greatest number of states, None for no limit."""
    return None if max_states is None else whole("max_states", max_states, 1)


def num_vertices_of(
    edges: NDArray[np.integer], named: Mapping[str, int], num_vertices: int | None
) -> int:
    """The number of vertices; ValueError where an edge or a named vertex is out of range."""
    largest = max(int(edges.max()), 0) if edges.size else -1
    number = largest + 1 if num_vertices is None else whole("num_vertices", num_vertices, 0)
    if number > MAX_SYMBOLS:
        raise ValueError(f"there are {number} vertices; at most {MAX_SYMBOLS} are possible")
    for name, vertex in named.items():
        if not 0 <= whole(name, vertex) < number:
            cure = "; num_vertices adds vertices without edges" if num_vertices is None else ""
            raise ValueError(
                f"the {name} is vertex {vertex}, but there are {number} vertices{cure}"
            )
    if edges.size and (edges.min() < 0 or edges.max() >= number):
        edge = int(np.argmax(((edges < 0) | (edges >= number)).any(axis=1)))
        a, b = edges[edge].tolist()
        range_of = f"lie between 0 and {number - 1}" if min(a, b) >= 0 else "are not negative"
        raise ValueError(f"edge {edge} joins the vertices {a} and {b}; vertices {range_of}")
    return number


def few_isolated(
    edges: NDArray[np.integer], named: dict[str, int], number: int
) -> tuple[NDArray[np.integer], dict[str, int], int]:
    """The same graph with at most two of the vertices that have no edge and no name.

    The searches need memory for each vertex, and more than two isolated ones change no family.
    """
    own = np.fromiter(named.values(), np.int64)
    used = np.unique(np.append(edges.astype(np.int64), own))
    return (
        np.searchsorted(used, edges),
        {name: int(np.searchsorted(used, vertex)) for name, vertex in (named or {}).items()},
        used.size + min(number - used.size, 2),
    )
