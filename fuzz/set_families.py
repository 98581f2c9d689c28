"""Diagrams against Python's sets of frozensets: building, algebra, multisets and graphs."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from atheris import FuzzedDataProvider

from nzdd import NZDD, ZDD
from nzdd.families import (
    forests,
    matchings,
    minimal_cuts,
    simple_cycles,
    simple_paths,
    spanning_trees,
)
from nzdd.multiset import Multiset
from support.sets.families import forms, row_set, total_weights
from support.sets.set_algebra import (
    COMBINATIONS,
    DIVISIONS,
    QUESTIONS,
    RESTRICTIONS,
    SELECTIONS,
    rows_of,
)


def _rows(provider: FuzzedDataProvider, num_symbols: int, most: int) -> list[list[int]]:
    masks = [
        provider.ConsumeIntInRange(0, 2**num_symbols - 1)
        for _ in range(provider.ConsumeIntInRange(0, most))
    ]
    return [[j for j in range(num_symbols) if mask >> j & 1] for mask in masks]


def _order(provider: FuzzedDataProvider, size: int) -> Any:
    """A name of an order, or a permutation."""
    name = provider.PickValueInList(["natural", "auto", "given", "sifting"])
    if name != "given":
        return name
    rest = list(range(size))
    return [rest.pop(provider.ConsumeIntInRange(0, len(rest) - 1)) for _ in range(size)]


def build(data: bytes, folder: Path) -> None:
    """Rows in any form, order and weight are the rows and weights of the diagram."""
    provider = FuzzedDataProvider(data)
    n = provider.ConsumeIntInRange(0, 70) if provider.ConsumeBool() else 6
    rows = _rows(provider, n, 24)
    weights = None
    if provider.ConsumeBool():
        weights = [provider.ConsumeIntInRange(0, 9) / 2 for _ in rows]
    every = dict(forms(rows, n))
    given = every[provider.PickValueInList(sorted(every))]
    order = _order(provider, n)
    expected = row_set(rows)
    zdd = ZDD.from_rows(given, weights, order=order, num_symbols=n)
    zdd.verify()
    assert set(zdd) == expected
    assert zdd.count() == len(expected)
    every = dict(forms(rows, n))
    given = every[provider.PickValueInList(sorted(every))]
    minimize = provider.PickValueInList(["edges", "nonzeros"])
    nzdd = NZDD.from_rows(given, weights, order=order, minimize=minimize, num_symbols=n)
    nzdd.verify()
    assert {tuple(sorted(row)) for row in nzdd} == expected
    if rows:
        total = sum(total_weights(rows, weights).values())
        assert nzdd.multiplicity[nzdd.source == 0].sum() == total
    probe = _rows(provider, n, 4)
    answers = [tuple(row) in expected for row in probe]
    assert zdd.contains(probe).tolist() == answers
    assert nzdd.contains(probe).tolist() == answers


def operate(data: bytes, folder: Path) -> None:
    """Operations give the same as on Python's sets."""
    provider = FuzzedDataProvider(data)
    n = 6
    order = _order(provider, n)
    pair = [_rows(provider, n, 16) for _ in range(2)]
    f, g = map(rows_of, pair)
    zdds = [ZDD.from_rows(rows, order=order, num_symbols=n) for rows in pair]
    for name in COMBINATIONS:
        if g or name not in DIVISIONS:
            _same(getattr(ZDD, name)(*zdds), COMBINATIONS[name](f, g))
    for name in QUESTIONS:
        assert getattr(ZDD, name)(*zdds) is QUESTIONS[name](f, g)
    symbols = {j for j in range(n) if provider.ConsumeBool()}
    for name in RESTRICTIONS:
        found = getattr(ZDD, name)(zdds[0], sorted(symbols))
        _same(found, RESTRICTIONS[name](f, symbols))
    for name in SELECTIONS:
        _same(getattr(ZDD, name)(zdds[0]), SELECTIONS[name](f))
    order = _order(provider, n)
    _same(zdds[0].reordered("sifting" if order == "auto" else order), f)


def _same(zdd: ZDD, expected: Any) -> None:
    zdd.verify()
    assert rows_of(zdd) == expected


def collect(data: bytes, folder: Path) -> None:
    """Chunks, sums and copies of multisets hold all rows with their weights."""
    provider = FuzzedDataProvider(data)
    n = provider.PickValueInList([5, 66])
    order = _order(provider, n)
    order = "natural" if isinstance(order, str) else order
    parts = [
        Multiset(n, order, buffer_bytes=provider.PickValueInList([0, 100, 2**20])) for _ in range(2)
    ]
    everything: list[list[int]] = []
    weights: list[int] = []
    for _ in range(provider.ConsumeIntInRange(0, 6)):
        rows = _rows(provider, n, 8)
        own = [provider.ConsumeIntInRange(0, 5) for _ in rows]
        parts[provider.ConsumeIntInRange(0, 1)].add(rows, own)
        everything += rows
        weights += own
        if provider.ConsumeBool():
            parts[0].compress()
    total = parts[0] + parts[1]
    expected = total_weights(everything, weights)
    found = total.rows()
    offsets, symbols = found.to_csr()
    rows_found = [tuple(sorted(row.tolist())) for row in np.split(symbols, offsets[1:-1])]
    if found.num_rows:
        assert found.weights is not None
        assert dict(zip(rows_found, found.weights.tolist(), strict=True)) == expected
    assert total.total == sum(weights)
    assert total.count() == len(expected)
    zdd = total.zdd()
    zdd.verify()
    assert set(zdd) == set(expected)
    assert {tuple(sorted(row)) for row in total.nzdd()} == set(expected)


def frontier(data: bytes, folder: Path) -> None:
    """Families of edge sets contain exactly the sets of their definition."""
    provider = FuzzedDataProvider(data)
    n = provider.ConsumeIntInRange(1, 5)
    vertex = lambda: provider.ConsumeIntInRange(0, n - 1)  # noqa: E731
    ends = [(vertex(), vertex()) for _ in range(provider.ConsumeIntInRange(0, 7))]
    order = provider.PickValueInList(["auto", "natural"])
    sets = [row for size in range(len(ends) + 1) for row in combinations(range(len(ends)), size)]
    s, t = vertex(), vertex()

    def joined(row: tuple[int, ...]) -> bool:
        return bool(nx.has_path(_graph(n, [ends[e] for e in row]), s, t))

    cuts = [row for row in sets if not joined(tuple(set(range(len(ends))) - set(row)))]
    linked = [row for row in sets if joined(row)]
    options: dict[str, Any] = {"num_vertices": n, "order": order}
    rules = {
        forests: [row for row in sets if _is_forest(n, ends, row)],
        spanning_trees: [row for row in sets if _is_forest(n, ends, row) and len(row) == n - 1],
        matchings: [row for row in sets if _is_matching(ends, row)],
        simple_cycles: _minimal([row for row in sets if not _is_forest(n, ends, row)]),
    }
    for family, expected in rules.items():
        _same(family(ends, **options), rows_of(expected))
    _same(simple_paths(ends, s, t, **options), rows_of(_minimal(linked)))
    _same(minimal_cuts(ends, s, t, **options), rows_of(_minimal(cuts)))


def _graph(n: int, edges: list[tuple[int, int]]) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    return graph


def _is_forest(n: int, ends: list[tuple[int, int]], row: tuple[int, ...]) -> bool:
    return bool(nx.is_forest(_graph(n, [ends[e] for e in row])))


def _is_matching(ends: list[tuple[int, int]], row: tuple[int, ...]) -> bool:
    met = [vertex for e in row for vertex in ends[e]]
    return len(set(met)) == len(met)


def _minimal(rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [row for row in rows if not any(set(other) < set(row) for other in rows)]


EXPECTED = ()
TARGETS = {"build": build, "algebra": operate, "multiset": collect, "frontier": frontier}
"""The target of each part of the core."""
