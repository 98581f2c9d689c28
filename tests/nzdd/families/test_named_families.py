"""Families by their names hold the rows that the definitions ask for."""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD, families
from nzdd.zdd.algebra import StepLimitError
from support.examples import examples
from support.sets.edge_conditions import Subgraph
from support.sets.families import subsets
from support.sets.graphs import grid, multigraphs
from support.sets.subgraph_families import (
    connected_partitions,
    cycles,
    is_biclique,
    is_rooted_forest,
    is_two_coloured,
    pairs,
    reached,
    walks,
)


def paths(ends, n, source=None, target=None, *, directed=False, hamiltonian=False):
    """With two ends any path, otherwise one with an edge."""
    for visited, row in walks(ends, n, directed):
        begins, ends_there = source in (None, visited[0]), target in (None, visited[-1])
        long = len(visited) == n if hamiltonian else row or (source is target is not None)
        if begins and ends_there and long:
            yield row


def at_both(family):
    """The family with the first and the last vertex as its argument."""
    return lambda ends, **given: family(ends, sorted({0, given["num_vertices"] - 1}), **given)


def rows_that(holds):
    """The family of all rows with a property."""
    return lambda ends, n: [row for row in subsets(range(len(ends))) if holds(ends, n, row)]


def degree(ends, n, row):
    return [Subgraph(ends, n, row).degree[vertex] for vertex in range(n)]


def is_tree(ends, n, row):
    return any(row and is_rooted_forest(ends, row, [root]) for root in range(n))


def is_arborescence(ends, n, row, *, spanning=False):
    trees = [root for root in range(n) if is_rooted_forest(ends, row, [root], directed=True)]
    return bool(trees) and (len(row) == n - 1 if spanning else bool(row))


def is_branching(ends, n, row):
    into = [sum(ends[e][1] == vertex for e in row) for vertex in range(n)]
    return max(into) < 2 and is_rooted_forest(ends, row, [v for v in range(n) if not into[v]], True)


def is_steiner_tree(ends, n, row):
    return is_rooted_forest(ends, row, [0]) and n - 1 in reached(ends, row, 0)


def is_minimal_steiner_tree(ends, n, row):
    fewer = [[e for e in row if e != left_out] for left_out in row]
    return is_steiner_tree(ends, n, row) and not any(is_steiner_tree(ends, n, f) for f in fewer)


def is_steiner_subgraph(ends, n, row):
    part = reached(ends, row, 0)
    return n - 1 in part and all(ends[e][0] in part for e in row)


def is_regular(ends, n, row):
    return len(set(degree(ends, n, row)) - {0}) == 1


def is_connected(ends, n, row):
    return len(Subgraph(ends, n, row).components(spanning=False)) == 1


def is_induced(ends, n, row):
    covered = Subgraph(ends, n, row).covered
    return row == tuple(e for e, edge in enumerate(ends) if covered.issuperset(edge))


def is_complete(ends, n, row):
    size = len(Subgraph(ends, n, row).covered)
    return pairs(ends, row) is not None and 0 < len(row) == size * (size - 1) // 2


def parts_weigh(low, high):
    """Partitions whose parts have a sum of vertex numbers between two bounds."""
    return lambda ends, n: [
        row
        for parts, row in connected_partitions(ends, n)
        if all(low <= sum(part) <= high for part in parts)
    ]


EDGE_FAMILIES = {
    "paths": (families.simple_paths, {}, paths),
    "paths from": (
        lambda ends, **given: families.simple_paths(ends, 0, **given),
        {},
        lambda ends, n: paths(ends, n, 0),
    ),
    "directed paths": (
        families.simple_paths,
        {"directed": True},
        lambda ends, n: paths(ends, n, directed=True),
    ),
    "directed paths to": (
        families.simple_paths,
        {"directed": True, "target": 0},
        lambda ends, n: paths(ends, n, None, 0, directed=True),
    ),
    "Hamiltonian paths": (
        families.hamiltonian_paths,
        {},
        lambda ends, n: paths(ends, n, hamiltonian=True),
    ),
    "Hamiltonian paths from": (
        families.hamiltonian_paths,
        {"source": 0},
        lambda ends, n: paths(ends, n, 0, hamiltonian=True),
    ),
    "Hamiltonian paths to itself": (
        families.hamiltonian_paths,
        {"source": 0, "target": 0},
        lambda ends, n: paths(ends, n, 0, 0, hamiltonian=True),
    ),
    "Hamiltonian paths between": (
        lambda ends, **given: families.hamiltonian_paths(
            ends, 0, given["num_vertices"] - 1, **given
        ),
        {},
        lambda ends, n: paths(ends, n, 0, n - 1, hamiltonian=True),
    ),
    "directed Hamiltonian paths": (
        families.hamiltonian_paths,
        {"directed": True},
        lambda ends, n: paths(ends, n, directed=True, hamiltonian=True),
    ),
    "directed Hamiltonian paths to": (
        families.hamiltonian_paths,
        {"directed": True, "target": 0},
        lambda ends, n: paths(ends, n, None, 0, directed=True, hamiltonian=True),
    ),
    "Hamiltonian cycles": (
        families.hamiltonian_cycles,
        {},
        lambda ends, n: [row for visited, row in cycles(ends, n) if len(visited) == n],
    ),
    "directed Hamiltonian cycles": (
        families.hamiltonian_cycles,
        {"directed": True},
        lambda ends, n: [row for visited, row in cycles(ends, n, True) if len(visited) == n],
    ),
    "trees": (families.trees, {}, rows_that(is_tree)),
    "rooted trees": (
        families.trees,
        {"root": 0},
        rows_that(lambda ends, n, row: is_rooted_forest(ends, row, [0])),
    ),
    "rooted forests": (
        at_both(families.rooted_forests),
        {},
        rows_that(lambda ends, n, row: is_rooted_forest(ends, row, {0, n - 1})),
    ),
    "spanning rooted forests": (
        at_both(families.rooted_forests),
        {"spanning": True},
        rows_that(
            lambda ends, n, row: (
                is_rooted_forest(ends, row, {0, n - 1}) and len(row) == n - len({0, n - 1})
            )
        ),
    ),
    "directed rooted forests": (
        families.rooted_forests,
        {"roots": [0], "directed": True},
        rows_that(lambda ends, n, row: is_rooted_forest(ends, row, [0], directed=True)),
    ),
    "arborescences": (families.arborescences, {}, rows_that(is_arborescence)),
    "spanning arborescences": (
        families.arborescences,
        {"spanning": True},
        rows_that(lambda ends, n, row: is_arborescence(ends, n, row, spanning=True)),
    ),
    "branchings": (families.branchings, {}, rows_that(is_branching)),
    "Steiner trees": (
        at_both(families.steiner_trees),
        {},
        rows_that(is_steiner_tree),
    ),
    "minimal Steiner trees": (
        at_both(families.steiner_trees),
        {"minimal": True},
        rows_that(is_minimal_steiner_tree),
    ),
    "Steiner subgraphs": (
        at_both(families.steiner_subgraphs),
        {},
        rows_that(is_steiner_subgraph),
    ),
    "connecting sets": (
        families.connecting_sets,
        {},
        rows_that(lambda ends, n, row: len(reached(ends, row, 0)) == n),
    ),
    "b-matchings": (
        families.b_matchings,
        {"degrees": {0: 2}},
        rows_that(lambda ends, n, row: degree(ends, n, row)[0] <= 2),
    ),
    "2-matchings": (
        families.b_matchings,
        {"degrees": 2},
        rows_that(lambda ends, n, row: max(degree(ends, n, row)) <= 2),
    ),
    "f-factors": (
        families.f_factors,
        {"degrees": {0: 2}},
        rows_that(lambda ends, n, row: degree(ends, n, row)[0] == 2),
    ),
    "2-factors": (
        families.f_factors,
        {"degrees": 2},
        rows_that(lambda ends, n, row: set(degree(ends, n, row)) == {2}),
    ),
    "edge covers": (
        families.edge_covers,
        {},
        rows_that(lambda ends, n, row: min(degree(ends, n, row)) > 0),
    ),
    "regular subgraphs": (families.regular_subgraphs, {}, rows_that(is_regular)),
    "connected 2-regular subgraphs": (
        families.regular_subgraphs,
        {"degree": 2, "connected": True},
        rows_that(
            lambda ends, n, row: (
                is_connected(ends, n, row) and set(degree(ends, n, row)) - {0} == {2}
            )
        ),
    ),
    "bipartite subgraphs": (
        families.bipartite_subgraphs,
        {},
        rows_that(lambda ends, n, row: is_two_coloured(ends, row, n)),
    ),
    "connected bipartite subgraphs": (
        families.bipartite_subgraphs,
        {"connected": True},
        rows_that(
            lambda ends, n, row: is_two_coloured(ends, row, n) and is_connected(ends, n, row)
        ),
    ),
    "induced subgraphs": (families.induced_subgraphs, {}, rows_that(is_induced)),
    "connected induced subgraphs": (
        families.induced_subgraphs,
        {"connected": True},
        rows_that(lambda ends, n, row: is_induced(ends, n, row) and is_connected(ends, n, row)),
    ),
    "complete subgraphs": (families.complete_subgraphs, {}, rows_that(is_complete)),
    "triangles": (
        families.complete_subgraphs,
        {"size": 3},
        rows_that(lambda ends, n, row: is_complete(ends, n, row) and len(row) == 3),
    ),
    "stars of two": (
        families.bicliques,
        {"first": 1, "second": 2},
        rows_that(lambda ends, n, row: is_biclique(ends, row, 1, 2)),
    ),
    "squares": (
        families.bicliques,
        {"first": 2, "second": 2},
        rows_that(lambda ends, n, row: is_biclique(ends, row, 2, 2)),
    ),
    "connected partitions": (
        families.connected_partitions,
        {},
        lambda ends, n: [row for _, row in connected_partitions(ends, n)],
    ),
    "partitions into two": (
        families.connected_partitions,
        {"parts": 2},
        lambda ends, n: [row for parts, row in connected_partitions(ends, n) if len(parts) == 2],
    ),
    "partitions by weight": (
        lambda ends, **given: families.connected_partitions(
            ends, part_weights=(range(given["num_vertices"]), 1, 3), **given
        ),
        {},
        parts_weigh(1, 3),
    ),
}


@pytest.fixture(scope="module")
def small_graphs():
    """All graphs of up to three vertices and edges: directed ones, with loops, parallel edges."""
    return [
        (list(ends), n)
        for n in (1, 2, 3)
        for size in range(4)
        for ends in combinations_with_replacement(list(product(range(n), repeat=2)), size)
    ]


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", EDGE_FAMILIES)
def test_all_small_graphs(name, step, small_graphs):
    """Or every third one, from another one on for each family."""
    family, given, expected = EDGE_FAMILIES[name]
    for ends, n in small_graphs[len(name) % step :: step]:
        assert set(family(ends, num_vertices=n, **given)) == set(expected(ends, n)), (ends, n)


@given(multigraphs(max_vertices=5, max_edges=7))
@settings(deadline=None, max_examples=examples(60))
def test_larger_graphs(case):
    ends, n = case
    for name, (family, options, expected) in EDGE_FAMILIES.items():
        assert set(family(ends, num_vertices=n, **options)) == set(expected(ends, n)), name


@given(multigraphs(max_vertices=6, max_edges=8), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_vertices_of_edge_sets(case, data):
    ends, n = case
    edge = st.integers(0, max(len(ends) - 1, 0))
    rows = data.draw(st.lists(st.sets(edge, max_size=len(ends)), max_size=12))
    order = data.draw(st.permutations(range(len(ends))))
    zdd = ZDD.from_rows(rows, num_symbols=len(ends), order=order)
    found = families.covered_vertices(zdd, ends, num_vertices=n)
    found.verify()
    assert found.num_symbols == n
    assert set(found) == {tuple(sorted({v for e in row for v in ends[e]})) for row in rows}


def test_vertices_of_larger_families():
    """Of the spanning trees all vertices; of the paths of a grid, fewer sets than paths."""
    ends = grid(6, 6)
    covered = families.covered_vertices(families.spanning_trees(ends), ends)
    assert list(covered) == [tuple(range(36))]
    connected = families.covered_vertices(families.induced_subgraphs(ends, connected=True), ends)
    assert connected == families.connected_vertex_sets(ends, size=(2, 36))
    with pytest.raises(StepLimitError, match="max_steps = 5 "):
        families.covered_vertices(families.spanning_trees(ends), ends, max_steps=5)


@given(multigraphs(max_vertices=4, max_edges=5))
@settings(deadline=None, max_examples=examples(100))
def test_colourings_give_ends_of_edges_different_colours(case):
    ends, n = case
    for colours in range(4):
        expected = {
            tuple(vertex * colours + colour for vertex, colour in enumerate(each))
            for each in product(range(colours), repeat=n)
            if all(each[a] != each[b] for a, b in ends)
        }
        assert set(families.colourings(ends, colours, num_vertices=n)) == expected


def graphillion_families(graph_set):
    """The same families as of a grid of 3 x 3 by the names of graphillion."""
    return {
        families.simple_paths: graph_set.paths(),
        families.hamiltonian_paths: graph_set.paths(is_hamilton=True),
        families.hamiltonian_cycles: graph_set.cycles(is_hamilton=True),
        families.trees: graph_set.trees(),
        families.regular_subgraphs: graph_set.regular_graphs(is_connected=False),
        families.bipartite_subgraphs: graph_set.bipartite_graphs(is_connected=False),
        families.connected_partitions: graph_set.partitions(),
    }


def test_graphillion_finds_the_same():
    graph_set = pytest.importorskip("graphillion").GraphSet
    edges = grid(3, 3).tolist()
    number = {tuple(edge): i for i, edge in enumerate(edges)}
    graph_set.set_universe(list(number))
    for family, theirs in graphillion_families(graph_set).items():
        expected = {tuple(sorted(number[edge] for edge in graph)) for graph in theirs}
        assert set(family(edges)) == expected, family.__name__


@pytest.mark.parametrize(
    ("family", "given", "message"),
    [
        (families.steiner_trees, {"terminals": []}, "there are no terminals"),
        (families.steiner_trees, {"terminals": [7]}, "vertex 7, but there are 3"),
        (families.regular_subgraphs, {"degree": 0}, "degree is 0"),
        (families.b_matchings, {"degrees": {9: 1}}, "vertex 9, but there are 3"),
        (families.hamiltonian_paths, {"source": 3}, "vertex 3, but there are 3"),
        (families.complete_subgraphs, {"size": 1}, "size is 1"),
        (families.bicliques, {"first": 0, "second": 1}, "both sides need a vertex"),
        (families.colourings, {"num_colours": -1}, "num_colours is -1"),
    ],
)
def test_wrong_arguments_are_refused(family, given, message):
    with pytest.raises(ValueError, match=message):
        family([(0, 1), (1, 2)], **given)


def test_families_over_other_edges_are_refused():
    with pytest.raises(ValueError, match="3 symbols, but there are 2 edges"):
        families.covered_vertices(families.power_set(3), [(0, 1), (1, 2)])
    with pytest.raises(TypeError, match="edge_sets is of type list"):
        families.covered_vertices([[0]], [(0, 1)])


def test_graphs_without_edges_or_vertices():
    assert list(families.regular_subgraphs([])) == list(families.complete_subgraphs([])) == []
    assert list(families.connecting_sets([])) == [()]
    assert list(families.colourings([], 3)) == [()]
    assert list(families.covered_vertices(families.forests([]), [])) == [()]
    assert list(families.colourings([[0, 0]], 3)) == []
