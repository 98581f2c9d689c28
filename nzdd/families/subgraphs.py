"""Sets of edges of a graph that keep several conditions at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families import conditions
from nzdd.families.conditions import Counts, Degrees, SetBounds
from nzdd.families.edge_condition import EdgeCondition, custom_condition
from nzdd.families.elements import Elements
from nzdd.families.search import (
    SearchOptions,
    check_names,
    checked_graph,
    checked_limit,
    edge_order,
)
from nzdd.families.sweeps import measure_of, noted
from nzdd.input.parameters import listed
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from typing_extensions import Unpack

BOTH, FIRST, SECOND = slice(0, 2), slice(0, 1), slice(1, 2)


def graphs(
    ends: ArrayLike,
    *,
    degrees: Degrees | None = None,
    num_edges: Counts | None = None,
    linear: Sequence[SetBounds] = (),
    acyclic: bool = False,
    components: Counts | None = None,
    groups: Iterable[Iterable[int]] | None = None,
    grouped: bool = False,
    spanning: bool = False,
    bipartite: bool = False,
    induced: bool = False,
    partition: bool = False,
    component_weights: SetBounds | None = None,
    degree_counts: Mapping[int, Counts] | None = None,
    required: Iterable[Any] = (),
    forbidden: Iterable[Any] = (),
    within: ZDD | None = None,
    custom: Iterable[EdgeCondition] = (),
    directed: bool = False,
    in_degrees: Degrees | None = None,
    out_degrees: Degrees | None = None,
    **options: Unpack[SearchOptions],
) -> ZDD:
    """All sets of edges that keep the given conditions, found in one search.

    Each row is the set of edges of a subgraph. Without a condition these are all sets.

    Parameters
    ----------
    ends : array of int, shape (num_edges, 2)
        The two vertices of each edge; edge ``i`` is symbol ``i``.
    degrees : int, collection of int, range, or mapping from vertices to these, optional
        How many edges of a row a vertex may have; a self-loop counts twice. A list holds all
        numbers that any vertex may have, not one for each vertex: that is a mapping, such as
        ``dict(enumerate(numbers))``. Vertices that a mapping leaves out are free.
    num_edges : int, collection of int, or range, optional
        How many edges a row may have.
    linear : sequence of (weights, low, high)
        The sum of the weights of a row's edges lies between `low` and `high`, both included; None
        is no bound. Weights are an array with one value per edge, a mapping from edges (0
        elsewhere), or a set of edges that weigh 1. An edge is a number, or a pair of vertices that
        one edge alone joins. Sums are exact, of floats as `nzdd.ZDD.with_cost` says: 0.1 + 0.2 is
        0.3.
    acyclic : bool
        Whether a row has no cycle; self-loops and parallel edges are cycles. Directions play no
        part.
    components : int or range, optional
        How many connected components a row has: of the vertices with an edge, or with `spanning` of
        all vertices. Directions play no part.
    groups : iterable of iterables of int, optional
        Disjoint sets of vertices. The vertices of a group lie in one component, different groups
        in different ones. A vertex without an edge lies in a component of its own.
    grouped : bool
        Whether each component must contain one of the groups.
    spanning : bool
        Whether a vertex without an edge counts as a component, for `components`, `grouped` and
        `component_weights`.
    bipartite : bool
        Whether a row has no odd cycle.
    induced : bool
        Whether a row has all edges between vertices that have one of its edges.
    partition : bool
        Whether the components are parts of all vertices: a row has all edges inside its components,
        and vertices without an edge are components (`spanning`).
    component_weights : (weights, low, high), optional
        Weights of the vertices, not negative, as an array, a mapping or a set as in `linear`: their
        sum in each component lies between the bounds.
        As whole multiples of a unit all of them add up to less than 2**32 - 1.
    degree_counts : mapping from int to int, collection of int or range, optional
        How many vertices, among all, have each of these degrees.
    required, forbidden : iterable of int or pairs of int
        Edges that are in every row, or in none, by number or by their two vertices.
    within : ZDD, optional
        A family over the edges that the rows are taken from: its symbol ``i`` is edge ``i``, and
        the result has its names, if it has any. The search takes its order, unless another one is
        given; then the family is converted.
    custom : iterable of EdgeCondition
        Conditions written in Python, for small searches: see there.
    directed : bool
        Whether an edge leads from its first vertex to its second one.
    in_degrees, out_degrees : as `degrees`, optional
        The numbers of edges that lead to a vertex, or from it; only with `directed`.
    **options
        num_vertices, order, max_states and progress: see `SearchOptions`, also for errors and time.

    Raises
    ------
    TypeError, ValueError
        If a condition is of the wrong type or names a vertex or an edge that is not there.

    Notes
    -----
    Frontier-based search (J. Kawahara, T. Inoue, H. Iwashita and S. Minato, 2017). A state of the
    search has a state of each condition, so time and memory grow with the number of combinations
    that occur. Partial sets that no further edges complete are dropped early. With `linear`,
    different sums are different states.

    Examples
    --------
    The squares of a 3 x 3 grid are its cycles of four edges:

    >>> grid = [(v, v + 1) for v in range(9) if v % 3 < 2] + [(v, v + 3) for v in range(6)]
    >>> sorted(graphs(grid, degrees=(0, 2), components=1, num_edges=4))
    [(0, 2, 6, 7), (1, 3, 7, 8), (2, 4, 9, 10), (3, 5, 10, 11)]

    Trees with at most three edges that join opposite corners of a square:

    >>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> trees = graphs(square, acyclic=True, groups=[[0, 2]], components=1, num_edges=range(4))
    >>> trees.count()
    6
    """
    check_names(options, graphs)
    edges, number = checked_graph(ends, options.get("num_vertices"))
    size = len(edges)
    if not directed and (in_degrees is not None or out_degrees is not None):
        raise ValueError("in_degrees and out_degrees need directed=True")
    elements = Elements(size, edges, directed)
    needed = elements.flags(required, "required")
    barred = elements.flags(forbidden, "forbidden")
    if acyclic or bipartite:
        barred |= edges[:, 0] == edges[:, 1]
    # Edges that are never taken play no part, except where their ends must not be together.
    own = listed("custom", custom, "a list of EdgeConditions")
    useful = np.ones(size, np.bool_) if induced or partition or own else ~barred
    asked = options.get("order", "auto")
    if isinstance(within, ZDD) and isinstance(asked, str) and asked == "auto":
        order = within.order
    else:
        order = edge_order(edges, number, asked, options.get("progress"))
    limit = checked_limit(options.get("max_states"))
    kept = edges[useful]
    all_of = []
    if needed.any() or (barred & useful).any():
        all_of.append(_core.fixed_edges(needed, barred))
    if degrees is not None:
        all_of.append(conditions.degree_sets(degrees, "degrees", kept, number, BOTH))
    if in_degrees is not None or out_degrees is not None:
        for given, name, end in (
            (out_degrees, "out_degrees", FIRST),
            (in_degrees, "in_degrees", SECOND),
        ):
            all_of.append(conditions.degree_sets(given, name, kept, number, end))
    if num_edges is not None:
        allowed = conditions.checked_counts(num_edges, "num_edges", len(kept))
        all_of.append(_core.edge_count(allowed))
    for each in conditions.linear_sums(linear, elements):
        weights, bounds = each.words()
        all_of.append(_core.linear_bounds(weights.ravel(), bounds))
    if within is not None:
        all_of.append(conditions.within(within, order, size))
    if acyclic:
        all_of.append(_core.acyclic())
    if groups is not None or grouped:
        group = conditions.checked_groups(() if groups is None else groups, number)
        all_of.append(_core.groups(group, bool(grouped)))
    if bipartite:
        all_of.append(_core.bipartite())
    if induced:
        all_of.append(_core.induced())
    if partition:
        all_of.append(_core.separated())
    if component_weights is not None:
        all_of.append(conditions.component_weights(component_weights, number))
    if degree_counts is not None:
        all_of += conditions.degree_counts(degree_counts, number, size)
    all_of += [custom_condition(each, edges) for each in own]
    if components is not None:
        all_of.append(conditions.component_count(components, number))
    if within is not None:
        order = order.over(within.ground)
    if np.any(needed & barred):
        nothing = ZDD.from_rows([], num_symbols=size, order=order.all_symbols(size))
        return nothing if within is None else nothing.named(within.names)
    native = _core.constrained_sets(
        edges.astype(np.uint32),
        number,
        order.all_symbols(size),
        useful,
        bool(spanning or partition)
        or (components is None and not grouped and component_weights is None),
        all_of,
        limit,
        options.get("progress"),
        measure_of(size),
    )
    return noted(ZDD._make(native, size, order))
