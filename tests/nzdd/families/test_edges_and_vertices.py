"""Edges and vertices in one set, and forbidden induced subgraphs, against brute force."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD, families
from nzdd.zdd.algebra import StepLimitError

Edges = list[tuple[int, int]]
Rows = list[tuple[int, ...]]


@st.composite
def edge_sets(draw: st.DrawFn) -> tuple[Edges, set[tuple[int, ...]], ZDD]:
    """A multigraph with loops, and some sets of its edges in an order of the edges."""
    vertex = st.integers(0, 3)
    ends = draw(st.lists(st.tuples(vertex, vertex), max_size=6))
    edge = st.integers(0, max(0, len(ends) - 1))
    rows = draw(st.sets(st.frozensets(edge, max_size=3 if ends else 0), max_size=4))
    order = draw(st.permutations(range(len(ends))))
    zdd = ZDD.from_rows([sorted(row) for row in rows], num_symbols=len(ends), order=order)
    return ends, {tuple(sorted(row)) for row in rows}, zdd


def vertices_of(row: tuple[int, ...], ends: Edges) -> set[int]:
    return {vertex for edge in row for vertex in ends[edge]}


def as_array(ends: Edges) -> np.ndarray:
    return np.array(ends, int).reshape(-1, 2)


@given(edge_sets())
def test_rows_with_their_vertices(case: tuple[Edges, set[tuple[int, ...]], ZDD]) -> None:
    ends, rows, zdd = case
    found = families.with_vertices(zdd, as_array(ends))
    assert set(found) == {
        row + tuple(len(ends) + v for v in sorted(vertices_of(row, ends))) for row in rows
    }
    found.verify()


@given(edge_sets())
def test_graphs_without_induced_subgraphs(case: tuple[Edges, set[tuple[int, ...]], ZDD]) -> None:
    ends, rows, zdd = case

    def induced(row: tuple[int, ...], graph: tuple[int, ...]) -> bool:
        covered = vertices_of(row, ends)
        return set(row) == {edge for edge in graph if set(ends[edge]) <= covered}

    every = [graph for k in range(len(ends) + 1) for graph in combinations(range(len(ends)), k)]
    found = families.without_induced(zdd, as_array(ends))
    assert set(found) == {graph for graph in every if not any(induced(row, graph) for row in rows)}


def test_cographs_of_five_vertices() -> None:
    """Labelled graphs without an induced path of four vertices: A006351."""
    ends = list(nx.complete_graph(5).edges)
    paths = families.graphs(ends, num_edges=3, components=1, degree_counts={1: 2, 2: 2})
    assert families.without_induced(paths, ends).count() == 472


def test_errors() -> None:
    with pytest.raises(TypeError, match="edge_sets is of type list; give a ZDD"):
        families.with_vertices([[0]], [(0, 1)])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 symbols, but there are 2 edges"):
        families.without_induced(families.power_set(3), [(0, 1), (1, 2)])
    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    with pytest.raises(StepLimitError):
        families.without_induced(families.forests(square), square, max_steps=2)
