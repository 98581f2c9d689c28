"""Families of edge sets and of symbols, compared with an enumeration of all sets."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np

from hostile.case import expect, one_of
from hostile.parts.weights import drawn_bound, drawn_weights
from nzdd import ZDD, families
from nzdd.families import (
    forests,
    linear,
    matchings,
    minimal_cuts,
    sets_of_size,
    simple_cycles,
    simple_paths,
    spanning_trees,
    vertex_sets,
)
from support.sets.edge_conditions import Subgraph, holds
from support.sets.exact_sums import within

Row = tuple[int, ...]


def graphs(random: np.random.Generator, folder: Path) -> None:
    """A multigraph with loops, checked against all sets of edges."""
    n, m = int(random.integers(1, 7)), int(random.integers(0, 9))
    ends = random.integers(0, n, (m, 2))
    pairs = [tuple(pair) for pair in ends.tolist()]
    order: Any = one_of(random, "auto", "natural")
    if random.random() < 0.3:
        order = random.permutation(m)
    sets = _all(m)
    s, t = random.integers(0, n, 2).tolist()
    forest = [row for row in sets if nx.is_forest(_graph(n, pairs, row))]
    joined = {row for row in sets if nx.has_path(_graph(n, pairs, row), s, t)}
    cuts = [row for row in sets if tuple(sorted({*range(m)} - {*row})) not in joined]
    single = [row for row in sets if _single(pairs, row)]
    options = {"num_vertices": n, "order": order}
    _same(forests(ends, **options), forest, "forests")
    _same(spanning_trees(ends, **options), [r for r in forest if len(r) == n - 1], "spanning_trees")
    _same(simple_cycles(ends, **options), _minimal(set(sets) - set(forest)), "simple_cycles")
    _same(matchings(ends, **options), single, "matchings")
    whole = [row for row in single if 2 * len(row) == n]
    _same(matchings(ends, perfect=True, **options), whole, "perfect matchings")
    _same(simple_paths(ends, s, t, **options), _minimal(joined), "simple_paths")
    _same(minimal_cuts(ends, s, t, **options), _minimal(cuts), "minimal_cuts")
    asked = _conditions(random, n, m)
    kept = [row for row in sets if holds(Subgraph(pairs, n, row), asked)]
    _same(families.graphs(ends, **options, **asked), kept, f"graphs {asked}")
    _symbols(random)


def _conditions(random: np.random.Generator, n: int, m: int) -> dict[str, Any]:
    """Some conditions on sets of edges, at once."""
    weights = random.integers(0, 3, n).tolist()
    groups = random.integers(0, 3, n)
    possible: dict[str, Any] = {
        "acyclic": True,
        "bipartite": True,
        "component_weights": (weights, int(random.integers(0, 3)), int(random.integers(1, 8))),
        "components": range(*random.integers(0, 5, 2).tolist()),
        "degree_counts": {int(random.integers(0, 4)): range(*random.integers(0, 5, 2).tolist())},
        "degrees": sorted({*random.integers(0, 5, 3).tolist()}),
        "groups": [np.flatnonzero(groups == k).tolist() for k in range(2)],
        "grouped": True,
        "induced": True,
        "linear": [_bounded(random, m) for _ in range(int(random.integers(1, 3)))],
        "num_edges": range(*random.integers(0, m + 2, 2).tolist()),
        "partition": True,
        "spanning": True,
    }
    names = random.permutation(sorted(possible))[: int(random.integers(0, 5))]
    return {str(name): possible[name] for name in names}


def _bounded(random: np.random.Generator, size: int) -> tuple[list[Any], Any, Any]:
    """Weights, and bounds of their sum."""
    if random.random() < 0.5:
        return random.integers(-3, 4, size).tolist(), -1, int(random.integers(0, 4))
    weights = drawn_weights(random, size)
    return weights, drawn_bound(random, weights), drawn_bound(random, weights)


def _symbols(random: np.random.Generator) -> None:
    n = int(random.integers(0, 8))
    least, most = sorted(random.integers(0, n + 2, 2).tolist())
    sets = _all(n)
    _same(sets_of_size(n, (least, most)), [r for r in sets if least <= len(r) <= most], "subsets")
    size = int(one_of(random, 2, 50, 2**40))
    weights = random.integers(-size, size + 1, n)
    low, high = sorted(random.integers(-2 * size, 2 * size + 1, 2).tolist())
    expected = [r for r in sets if low <= sum(int(weights[j]) for j in r) <= high]
    order: Any = one_of(random, "auto", "natural")
    _same(linear(weights, low, high, order=order), expected, "linear")
    bounds = [_bounded(random, n) for _ in range(2)]
    expected = [r for r in sets if all(within(r, *each) for each in bounds)]
    found = vertex_sets([], num_vertices=n, linear=bounds, order=order)
    _same(found, expected, f"vertex_sets {bounds}")


def _all(size: int) -> list[Row]:
    return [row for k in range(size + 1) for row in combinations(range(size), k)]


def _graph(n: int, pairs: list[Any], row: Row) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(pairs[e] for e in row)
    return graph


def _single(pairs: list[Any], row: Row) -> bool:
    met = [vertex for e in row for vertex in pairs[e]]
    return len(set(met)) == len(met)


def _minimal(rows: Any) -> list[Row]:
    parts = [frozenset(row) for row in rows]
    return [tuple(sorted(row)) for row in parts if not any(other < row for other in parts)]


def _same(zdd: ZDD, rows: list[Row], name: str) -> None:
    zdd.verify()
    expect(set(zdd) == set(rows), f"{name}: other sets")
    expect(zdd.count() == len(rows), f"{name}: another count")
