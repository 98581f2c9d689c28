"""What all searches over the edges of a graph have in common."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.row_table import MAX_SYMBOLS, Progress, integers
from nzdd.order import NATURAL, Order, check_name
from nzdd.zdd import ZDD


def edge_family(
    build: Callable[..., Any],
    ends: ArrayLike,
    num_vertices: int | None,
    order: str | ArrayLike,
    max_states: int | None,
    progress: Progress | None,
    *,
    named: dict[str, int] | None = None,
    **rule: Any,
) -> ZDD:
    """Check what is common to all families, and build one.

    `build` is the compiled function, `named` the vertices it takes, `rule` what else it takes.
    """
    edges = checked_ends(ends)
    vertices = {name: operator.index(vertex) for name, vertex in (named or {}).items()}
    number = _num_vertices(edges, vertices, num_vertices)
    if number > edges.size + len(vertices) + 2:
        edges, vertices, number = _few_alone(edges, vertices, number)
    sequence = _sequence(order, len(edges))
    limit = checked_limit(max_states)
    parts, symbols = build(
        edges.astype(np.uint32), number, sequence, limit, progress, **vertices, **rule
    )
    natural = np.array_equal(symbols, np.arange(len(edges)))
    return ZDD._make(parts, len(edges), NATURAL if natural else Order("given", symbols))


def checked_ends(ends: ArrayLike) -> NDArray[np.integer]:
    """The two vertices of each edge; nothing is known of their range."""
    edges = integers(ends, "ends")
    if edges.size == 0:
        edges = edges.reshape(-1, 2)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(f"ends have shape {edges.shape}; they must be two vertices an edge")
    if len(edges) > MAX_SYMBOLS:  # pragma: no cover - 32 GB of edges
        raise ValueError(f"there are {len(edges)} edges; at most {MAX_SYMBOLS} are possible")
    return edges


def checked_limit(max_states: int | None) -> int | None:
    """The greatest number of states, None for no limit."""
    limit = None if max_states is None else operator.index(max_states)
    if limit is not None and limit < 1:
        raise ValueError(f"max_states is {limit}; it must be at least 1")
    return limit


def _num_vertices(
    edges: NDArray[np.integer], named: dict[str, int], num_vertices: int | None
) -> int:
    """The number of vertices, when all that are named are among them."""
    largest = max(-1, int(edges.max(initial=0)) if edges.size else -1, *named.values())
    number = largest + 1 if num_vertices is None else operator.index(num_vertices)
    if not 0 <= number <= MAX_SYMBOLS:
        raise ValueError(f"there are {number} vertices; at most {MAX_SYMBOLS} are possible")
    for name, vertex in named.items():
        if not 0 <= vertex < number:
            raise ValueError(f"the {name} is vertex {vertex}, but there are {number} vertices")
    if edges.size and (edges.min() < 0 or edges.max() >= number):
        edge = int(np.argmax(((edges < 0) | (edges >= number)).any(axis=1)))
        a, b = edges[edge].tolist()
        raise ValueError(
            f"edge {edge} joins the vertices {a} and {b}; vertices lie between 0 and {number - 1}"
        )
    return number


def _few_alone(
    edges: NDArray[np.integer], named: dict[str, int], number: int
) -> tuple[NDArray[np.integer], dict[str, int], int]:
    """The same graph with two at most of the vertices that nothing names.

    The searches need memory for each vertex, and two without an edge say as much as more of them.
    """
    own = np.fromiter(named.values(), np.int64)
    used = np.unique(np.append(edges.astype(np.int64), own))
    return (
        np.searchsorted(used, edges),
        {name: int(np.searchsorted(used, vertex)) for name, vertex in named.items()},
        used.size + min(number - used.size, 2),
    )


def _sequence(order: str | ArrayLike, num_edges: int) -> NDArray[np.uint32] | None:
    """The edges in the order asked for; None to choose one."""
    if not isinstance(order, str):
        return Order.given(order, num_edges).symbols
    check_name(order, ("auto", "natural"), "edges")
    return None if order == "auto" else np.arange(num_edges, dtype=np.uint32)
