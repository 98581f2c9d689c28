"""What `families` measures: each case as a program of nzdd and one of graphillion.

A program prepares its input, and returns the work that is measured; that returns a number on which
both should agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np

from nzdd import ZDD, families

Program = Callable[[], Callable[[], Any]]
Edges = list[tuple[int, int]]
traversal = "as-is"
"""The order of the edges that graphillion is asked for."""


@dataclass(frozen=True, slots=True)
class Case:
    """A line of the table."""

    part: str
    what: str
    ours: Program
    theirs: Program


def grid(size: int) -> Edges:
    """The edges of a grid of so many vertices a side, row by row."""
    at = np.arange(size * size).reshape(size, size)
    right = zip(at[:, :-1].ravel(), at[:, 1:].ravel(), strict=True)
    down = zip(at[:-1].ravel(), at[1:].ravel(), strict=True)
    return sorted((int(a), int(b)) for each in (right, down) for a, b in each)


def shuffled(edges: Edges) -> Edges:
    """The same edges in a random order, each from any of its ends."""
    random = Random(0)
    return [random.choice(((a, b), (b, a))) for a, b in random.sample(edges, len(edges))]


def diagonals(size: int) -> Edges:
    """The edges of a grid by diagonals, along which a frontier sweeps from corner to corner."""
    return sorted(grid(size), key=lambda edge: sum(divmod(edge[0], size) + divmod(edge[1], size)))


def graph_set(edges: Edges) -> Any:
    """The class of graphillion, for sets of these edges, on one thread."""
    from graphillion import GraphSet

    GraphSet.omp_set_num_threads(1)
    GraphSet.set_universe(edges, traversal=traversal)
    return GraphSet


def set_set(universe: Any) -> Any:
    """The class of graphillion for sets of these elements."""
    from graphillion import setset

    setset.set_universe(list(universe))
    return setset


def vertex_set_set(edges: Edges) -> Any:
    """The class of graphillion for sets of vertices."""
    from graphillion import VertexSetSet

    graph_set(edges)
    VertexSetSet.set_universe(sorted({v for edge in edges for v in edge}))
    return VertexSetSet


def of_edges(
    part: str,
    what: str,
    size: int | Edges,
    ours: Callable[[Edges], Any],
    theirs: Callable[[Any], Any],
) -> Case:
    """A family of sets of edges of a grid, built and counted."""
    edges = grid(size) if isinstance(size, int) else size

    def program() -> Callable[[], Any]:
        return lambda: _number(ours(edges))

    def of_graphillion() -> Callable[[], Any]:
        graphs = graph_set(edges)
        return lambda: _number(theirs(graphs))

    return Case(part, what, program, of_graphillion)


def _number(found: Any) -> Any:
    """The number of rows; a number itself."""
    if isinstance(found, ZDD):
        return found.count()
    return found.len() if hasattr(found, "len") else found


def conditions() -> Iterator[Case]:
    """Conditions in combination."""
    part = "conditions in combination"
    for size in (5, 8):
        yield of_edges(
            part,
            f"connected regular subgraphs, {size} x {size}",
            size,
            lambda edges: families.regular_subgraphs(edges, connected=True),
            lambda graphs: graphs.regular_graphs(),
        )
    yield of_edges(
        part,
        "connected bipartite subgraphs, 8 x 8",
        8,
        lambda edges: families.bipartite_subgraphs(edges, connected=True).count() + 1,
        lambda graphs: graphs.bipartite_graphs(),
    )
    yield of_edges(
        part,
        "partitions into connected parts, 6 x 6",
        6,
        families.connected_partitions,
        lambda graphs: graphs.partitions(),
    )
    for edges, how, order in ((grid(6), "", "auto"), (diagonals(6), ", by diagonals", "natural")):
        yield of_edges(
            part,
            f"partitions into two connected halves, 6 x 6{how}",
            edges,
            lambda edges, order=order: families.connected_partitions(  # type: ignore[misc]
                edges, 2, part_weights=([1] * 36, 18, 18), order=order
            ),
            lambda graphs: graphs.balanced_partitions(lower=18, upper=18, num_comps=2),
        )
    yield of_edges(
        part,
        "connected induced subgraphs, 7 x 7",
        7,
        lambda edges: families.induced_subgraphs(edges, connected=True),
        lambda graphs: graphs.induced_graphs(),
    )
    yield of_edges(
        part, "all simple paths, 8 x 8", 8, families.simple_paths, lambda graphs: graphs.paths()
    )
    for edges, how, order in ((grid(8), "", "auto"), (diagonals(8), ", by diagonals", "natural")):
        yield of_edges(
            part,
            f"two pairs of corners joined, 8 x 8{how}",
            edges,
            lambda edges, order=order: families.graphs(  # type: ignore[misc]
                edges, groups=[[0, 7], [56, 63]], grouped=True, order=order
            ),
            lambda graphs: graphs.graphs(vertex_groups=[[0, 7], [56, 63]]),
        )
        yield of_edges(
            part,
            f"Steiner trees of the corners, 8 x 8{how}",
            edges,
            lambda edges, order=order: families.steiner_trees(  # type: ignore[misc]
                edges, [0, 7, 56, 63], order=order
            ),
            lambda graphs: graphs.steiner_trees([0, 7, 56, 63]),
        )
    yield of_edges(
        part,
        "forests of given weight, 7 x 7",
        7,
        lambda edges: families.graphs(edges, acyclic=True, linear=[(_weights(edges), 100, 150)]),
        lambda graphs: graphs.graphs(
            no_loop=True,
            linear_constraints=[
                ([(*e, w) for e, w in zip(grid(7), _weights(grid(7)), strict=True)], (100, 150))
            ],
        ),
    )


def _weights(edges: Edges) -> list[int]:
    random = Random(1)
    return [random.randint(1, 9) for _ in edges]


def single_families() -> Iterator[Case]:
    """Families of one condition or few."""
    part = "families"
    for size, edges, how in ((12, grid(12), ""), (12, shuffled(grid(12)), ", edges shuffled")):
        last = size * size - 1
        yield of_edges(
            part,
            f"paths between corners, {size} x {size}{how}",
            edges,
            lambda edges, last=last: families.simple_paths(edges, 0, last),  # type: ignore[misc]
            lambda graphs, last=last: graphs.paths(0, last),  # type: ignore[misc]
        )
    yield of_edges(
        part,
        "simple cycles, 10 x 10",
        10,
        families.simple_cycles,
        lambda graphs: graphs.cycles(),
    )
    yield of_edges(
        part,
        "Hamiltonian cycles, 10 x 10",
        10,
        families.hamiltonian_cycles,
        lambda graphs: graphs.cycles(is_hamilton=True),
    )
    yield of_edges(
        part,
        "rooted forests, 8 x 8",
        8,
        lambda edges: families.rooted_forests(edges, [0, 7, 56, 63], spanning=True),
        lambda graphs: graphs.graphs(
            vertex_groups=[[0], [7], [56], [63]], no_loop=True, num_edges=60
        ),
    )
    yield of_edges(
        part,
        "spanning trees, 8 x 8",
        8,
        families.spanning_trees,
        lambda graphs: graphs.trees(is_spanning=True),
    )
    yield of_edges(
        part,
        "forests, 8 x 8",
        8,
        families.forests,
        lambda graphs: graphs.graphs(no_loop=True),
    )
    yield of_edges(
        part,
        "2-factors, 10 x 10",
        10,
        lambda edges: families.f_factors(edges, 2),
        lambda graphs: graphs.k_factors(2),
    )
    yield of_edges(
        part, "matchings, 10 x 10", 10, families.matchings, lambda graphs: graphs.matchings()
    )
    for name in ("independent_sets", "vertex_covers", "dominating_sets"):
        yield Case(
            part,
            f"{name.replace('_', ' ')}, 8 x 8",
            lambda name=name: lambda: getattr(families, name)(grid(8)).count(),  # type: ignore[misc]
            lambda name=name: _theirs_of_vertices(name),  # type: ignore[misc]
        )


def _theirs_of_vertices(name: str) -> Callable[[], Any]:
    sets = vertex_set_set(grid(8))
    return lambda: getattr(sets, name)(grid(8)).len()


def reliabilities() -> Iterator[Case]:
    """Networks whose edges are open with probability 0.9, in millionths of a millionth."""
    for size, terminals in ((6, "corners"), (7, "corners"), (7, "two corners")):
        edges, last = grid(size), size * size - 1
        ends = [0, last] if terminals == "two corners" else [0, size - 1, last - size + 1, last]
        yield of_edges(
            "reliability",
            f"of {terminals}, {size} x {size}",
            size,
            lambda edges, ends=ends: _parts(families.reliability(edges, ends, 0.9)),  # type: ignore[misc]
            lambda graphs, ends=ends, edges=edges: _parts(  # type: ignore[misc]
                graphs.reliability(dict.fromkeys(edges, 0.9), ends)
            ),
        )


def _parts(probability: Any) -> int:
    return round(1e9 * float(probability))


def item_sets(number: int) -> list[list[int]]:
    """Random sets of some of 60 items."""
    random = Random(0)
    return [sorted(random.sample(range(60), random.randint(2, 20))) for _ in range(number)]


def on_families() -> Iterator[Case]:
    """Operations on a family that is there."""
    part = "of a family"
    for name in ("minimal", "maximal"):
        yield Case(
            part,
            f"{name} of 20,000 item sets",
            lambda name=name: _our_sets(name),  # type: ignore[misc]
            lambda name=name: _their_sets(name),  # type: ignore[misc]
        )
    yield Case(part, "hitting sets of the paths, 6 x 6", _our_hitting, _their_hitting)
    yield Case(part, "minimal ones", lambda: _our_hitting(True), lambda: _their_hitting(True))
    yield Case(part, "count of the paths, 10 x 10", _our_count, _their_count)


def _our_sets(name: str) -> Callable[[], Any]:
    sets = ZDD.from_rows(item_sets(20_000), num_symbols=60, order="natural")
    return lambda: getattr(sets, name)().count()


def _their_sets(name: str) -> Callable[[], Any]:
    sets = set_set(range(60))(list(map(set, item_sets(20_000))))
    return lambda: getattr(sets, name)().len()


def _our_hitting(minimal: bool = False) -> Callable[[], Any]:
    paths = families.simple_paths(grid(6), 0, 35)
    return lambda: families.hitting_sets(paths, minimal=minimal).count()


def _their_hitting(minimal: bool = False) -> Callable[[], Any]:
    paths = graph_set(grid(6)).paths(0, 35)
    return lambda: paths.blocking().minimal().len() if minimal else paths.blocking().len()


def _our_count() -> Callable[[], Any]:
    paths = families.simple_paths(grid(10), 0, 99)
    return paths.count


def _their_count() -> Callable[[], Any]:
    paths: Any = graph_set(grid(10)).paths(0, 99)
    return lambda: paths.len()


def wide() -> Iterator[Case]:
    """All sets of many elements."""
    part = "wide families"

    def first(sets: Any) -> int:
        return len(next(iter(sets)))

    yield Case(
        part,
        "one of all sets of 1,000 elements",
        lambda: lambda: first(families.power_set(1000)) * 0,
        lambda: lambda: first(set_set(range(1000))({})) * 0,
    )
    yield Case(
        part,
        "count of all sets of 10,000 elements",
        lambda: lambda: families.power_set(10_000).count().bit_length(),
        lambda: lambda: set_set(range(10_000))({}).len().bit_length(),
    )
    yield Case(
        part,
        "text of all sets of 10,000 elements",
        lambda: lambda: len(repr(families.power_set(10_000))) * 0,
        lambda: lambda: len(repr(set_set(range(10_000))({}))) * 0,
    )


def orders() -> Iterator[Case]:
    """Families that were built apart, and then combined."""
    edges = grid(7)
    weights = dict(zip(edges, _weights(edges), strict=True))

    def ours(swapped: bool) -> Callable[[], Any]:
        def work() -> Any:
            light = families.linear(list(weights.values()), high=150)
            forests = families.forests(edges)
            return (forests & light if swapped else light & forests).count()

        return work

    def theirs() -> Callable[[], Any]:
        graphs = graph_set(edges)
        return lambda: graphs.graphs(no_loop=True).cost_le(weights, 150).len()

    for swapped, what in product((False, True), ("forests that weigh at most 150, 7 x 7",)):
        how = "forests & linear" if swapped else "linear & forests"
        yield Case(
            "orders that differ",
            f"{what}: {how}",
            lambda swapped=swapped: ours(swapped),  # type: ignore[misc]
            theirs,
        )


CASES = [
    case
    for cases in (conditions, single_families, reliabilities, on_families, wide, orders)
    for case in cases()
]
