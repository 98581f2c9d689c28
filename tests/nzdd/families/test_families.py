"""Families of edge sets hold just the sets that keep their rule: all subsets are tried."""

from fractions import Fraction
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import (
    connected_sets,
    forests,
    matchings,
    minimal_cuts,
    power_set,
    simple_cycles,
    simple_paths,
    spanning_trees,
)
from support.examples import examples
from support.sets.families import subsets
from support.sets.graphs import grid, multigraphs

# Simple cycles of a square of r x r vertices: OEIS A140517, from r = 2 on.
GRID_CYCLES = {2: 1, 3: 13, 4: 213, 5: 9349, 6: 1222363, 7: 487150371, 8: 603841648931}
# Domino tilings of a board of 2r x 2r fields: OEIS A004003.
DOMINO_TILINGS = {1: 2, 2: 36, 3: 6728, 4: 12988816, 5: 258584046368}
# Forests of a square of r x r vertices: OEIS A080691.
GRID_FORESTS = {
    2: 15,
    3: 3102,
    4: 8790016,
    5: 341008617408,
    6: 181075508242067552,
    8: 130877523274817580209987036404864,
}
# Spanning trees of a square of r x r vertices: OEIS A007341.
GRID_TREES = {1: 1, 2: 4, 3: 192, 4: 100352, 5: 557568000, 6: 32565539635200}


def complete(size):
    return list(combinations(range(size), 2))


def graph_of(ends, row, vertices=()):
    graph = nx.MultiGraph()
    graph.add_nodes_from(vertices)
    graph.add_edges_from(ends[edge] for edge in row)
    return graph


def is_connected(ends, row):
    return bool(row) and nx.is_connected(graph_of(ends, row))


def is_cycle(ends, row):
    return is_connected(ends, row) and all(d == 2 for _, d in graph_of(ends, row).degree)


def is_directed_cycle(ends, row):
    tails, heads = sorted(ends[e][0] for e in row), sorted(ends[e][1] for e in row)
    return is_connected(ends, row) and tails == heads and len(set(tails)) == len(tails)


def is_forest(ends, row):
    return not row or nx.is_forest(graph_of(ends, row))


def is_spanning_tree(ends, row, vertices):
    return nx.is_tree(graph_of(ends, row, vertices))


def is_matching(ends, row):
    met = [vertex for edge in row for vertex in ends[edge]]
    return len(set(met)) == len(met)


def is_perfect_matching(ends, row, vertices):
    return is_matching(ends, row) and 2 * len(row) == len(vertices)


def separates(ends, row, vertices, source, target):
    others = [edge for edge in range(len(ends)) if edge not in row]
    return not nx.has_path(graph_of(ends, others, vertices), source, target)


def is_minimal_cut(ends, row, vertices, source, target):
    return separates(ends, row, vertices, source, target) and not any(
        separates(ends, [*row[:i], *row[i + 1 :]], vertices, source, target)
        for i in range(len(row))
    )


def check(data, case, build, holds):
    """In the order found, in the natural and in a drawn one."""
    ends, num_vertices = case
    expected = sorted(row for row in subsets(range(len(ends))) if holds(row))
    for order in ("auto", "natural", data.draw(st.permutations(range(len(ends))))):
        zdd = build(ends, num_vertices=num_vertices, order=order)
        zdd.verify()
        assert sorted(zdd) == expected
        assert zdd.num_symbols == len(ends)


@given(multigraphs(), st.data())
def test_cycles_are_the_connected_sets_of_two_edges_a_vertex(case, data):
    check(data, case, simple_cycles, lambda row: is_cycle(case[0], row))


@given(multigraphs(), st.data())
def test_directed_cycles_enter_and_leave_each_vertex_once(case, data):
    def build(ends, **options):
        return simple_cycles(ends, directed=True, **options)

    check(data, case, build, lambda row: is_directed_cycle(case[0], row))


@given(multigraphs(), st.data())
def test_forests_are_the_sets_without_a_cycle(case, data):
    check(data, case, forests, lambda row: is_forest(case[0], row))


@given(multigraphs(), st.data())
def test_spanning_trees_join_all_vertices(case, data):
    vertices = range(case[1])
    check(data, case, spanning_trees, lambda row: is_spanning_tree(case[0], row, vertices))


@given(multigraphs(), st.data())
def test_matchings_meet_no_vertex_twice(case, data):
    check(data, case, matchings, lambda row: is_matching(case[0], row))


@given(multigraphs(), st.data())
def test_perfect_matchings_meet_every_vertex(case, data):
    def build(ends, **options):
        return matchings(ends, perfect=True, **options)

    check(data, case, build, lambda row: is_perfect_matching(case[0], row, range(case[1])))


@given(multigraphs(), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_minimal_cuts_separate_and_lose_it_without_any_edge(case, data):
    vertex = st.integers(0, case[1] - 1)
    source, target = data.draw(vertex), data.draw(vertex)

    def build(ends, **options):
        return minimal_cuts(ends, source, target, **options)

    vertices = range(case[1])
    check(data, case, build, lambda row: is_minimal_cut(case[0], row, vertices, source, target))


@given(multigraphs(), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_connected_sets_are_connected_and_of_the_sizes_asked_for(case, data):
    sizes = st.lists(st.integers(0, 9), min_size=2, max_size=2).map(sorted)
    size = data.draw(st.none() | st.integers(0, 9) | sizes)
    least, most = (0, 9) if size is None else size if isinstance(size, list) else (size, size)

    def build(ends, **options):
        return connected_sets(ends, size, **options)

    check(
        data,
        case,
        build,
        lambda row: least <= len(row) <= most and is_connected(case[0], row),
    )


@given(multigraphs(max_edges=13), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_directed_paths_are_those_of_networkx(case, data):
    ends, num_vertices = case
    vertex = st.integers(0, num_vertices - 1)
    source, target = data.draw(vertex), data.draw(vertex)
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(num_vertices))
    graph.add_edges_from((a, b, edge) for edge, (a, b) in enumerate(ends))
    found = nx.all_simple_edge_paths(graph, source, target) if source != target else [[]]
    expected = sorted(tuple(sorted(key for *_, key in path)) for path in found)
    for order in ("auto", "natural", data.draw(st.permutations(range(len(ends))))):
        zdd = simple_paths(
            ends, source, target, directed=True, num_vertices=num_vertices, order=order
        )
        zdd.verify()
        assert sorted(zdd) == expected


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=examples(30))
def test_larger_sparse_graphs_have_the_cycles_of_networkx(seed):
    """With several components, trees at the cycles, and blocks that share a vertex."""
    graph = nx.gnm_random_graph(30, 36, seed=seed)
    number = {frozenset(edge): i for i, edge in enumerate(graph.edges)}
    expected = sorted(
        tuple(sorted(number[frozenset(edge)] for edge in nx.utils.pairwise(cycle, cyclic=True)))
        for cycle in nx.simple_cycles(graph)
    )
    zdd = simple_cycles(list(graph.edges), num_vertices=30)
    zdd.verify()
    assert sorted(zdd) == expected


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=examples(30))
def test_minimal_cuts_are_the_minimal_transversals_of_the_paths(seed):
    """Two constructions that share no rule: among all sets of edges, those that meet every path."""
    graph = nx.gnm_random_graph(7, 12, seed=seed)
    ends = list(graph.edges)
    paths = simple_paths(ends, 0, 6, num_vertices=7)
    missing_one = power_set(12).subsets(ZDD.from_rows(complements(paths), num_symbols=12))
    assert minimal_cuts(ends, 0, 6, num_vertices=7) == (~missing_one).minimal()


def complements(zdd):
    return [sorted(set(range(zdd.num_symbols)) - set(row)) for row in zdd]


@pytest.mark.parametrize("size", GRID_CYCLES)
def test_grids_have_the_known_numbers_of_cycles(size):
    zdd = simple_cycles(grid(size, size))
    zdd.verify()
    assert zdd.count() == GRID_CYCLES[size]


@pytest.mark.parametrize("size", DOMINO_TILINGS)
def test_boards_have_the_known_numbers_of_domino_tilings(size):
    zdd = matchings(grid(2 * size, 2 * size), perfect=True)
    zdd.verify()
    assert zdd.count() == DOMINO_TILINGS[size]


@pytest.mark.parametrize("size", GRID_TREES)
def test_grids_have_the_known_numbers_of_spanning_trees(size):
    assert spanning_trees(grid(size, size), num_vertices=size * size).count() == GRID_TREES[size]


@pytest.mark.parametrize("size", GRID_FORESTS)
def test_grids_have_the_known_numbers_of_forests(size):
    assert forests(grid(size, size)).count() == GRID_FORESTS[size]


@pytest.mark.parametrize("size", range(1, 9))
def test_complete_graphs_have_the_trees_of_cayley(size):
    expected = round(size ** (size - 2))
    assert spanning_trees(complete(size), num_vertices=size).count() == expected


def kirchhoff(ends, num_vertices):
    """The number of spanning trees: a minor of the Laplacian, by exact elimination."""
    laplacian = [[Fraction(0)] * num_vertices for _ in range(num_vertices)]
    for a, b in np.asarray(ends).tolist():
        laplacian[a][a] += 1
        laplacian[b][b] += 1
        laplacian[a][b] -= 1
        laplacian[b][a] -= 1
    rows, determinant = [row[1:] for row in laplacian[1:]], Fraction(1)
    while rows:
        pivot = next((i for i, row in enumerate(rows) if row[0]), None)
        if pivot is None:
            return 0
        first = rows.pop(pivot)
        determinant *= first[0] * (-1) ** pivot
        rows = [
            [x - row[0] / first[0] * y for x, y in zip(row[1:], first[1:], strict=True)]
            for row in rows
        ]
    return determinant


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=examples(20))
def test_random_graphs_have_the_spanning_trees_of_kirchhoff(seed):
    rng = np.random.default_rng(seed)
    ends = rng.integers(0, 10, size=(20, 2))
    assert spanning_trees(ends, num_vertices=10).count() == kirchhoff(ends, 10)


def test_a_long_ladder_has_the_known_number_of_spanning_trees():
    """T(n) = 4 T(n - 1) - T(n - 2): more than 10^56 of them for 100 rungs."""
    ladder = grid(100, 2)
    zdd = spanning_trees(ladder)
    zdd.verify()
    before, expected = 0, 1
    for _ in range(99):
        before, expected = expected, 4 * expected - before
    assert zdd.count() == expected > 10**56
    lengths = np.random.default_rng(0).random(len(ladder))
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (a, b, w) for (a, b), w in zip(ladder.tolist(), lengths, strict=True)
    )
    best = nx.minimum_spanning_tree(graph).size(weight="weight")
    assert zdd.shortest_path(lengths).length == pytest.approx(best)


def test_the_cheapest_minimal_cut_is_the_minimum_cut():
    ends = grid(6, 6)
    costs = np.random.default_rng(1).random(len(ends))
    graph = nx.Graph()
    for (a, b), cost in zip(ends.tolist(), costs, strict=True):
        graph.add_edge(a, b, capacity=cost)
    zdd = minimal_cuts(ends, 0, 35)
    zdd.verify()
    assert zdd.shortest_path(costs).length == pytest.approx(nx.minimum_cut_value(graph, 0, 35))


def test_maximal_forests_of_a_connected_graph_are_its_spanning_trees():
    ends = grid(3, 3)
    assert forests(ends).maximal() == spanning_trees(ends)


def test_long_chains_take_one_slot_or_two():
    """20,000 levels: nothing here is recursive, and states stay small."""
    steps = np.arange(10_000)
    doubled = np.repeat(np.stack((steps, steps + 1), axis=1), 2, axis=0)
    assert spanning_trees(doubled).count() == 2**10_000
    assert simple_cycles(doubled).count() == 10_000
    assert minimal_cuts(doubled, 0, 10_000).count() == 10_000
    assert simple_paths(doubled, 0, 10_000, directed=True).count() == 2**10_000
    assert connected_sets(doubled, 1).count() == 20_000


def test_components_stand_side_by_side():
    """The numbers of forests and matchings multiply, those of cycles and connected sets add up."""
    triangles = np.concatenate([np.array([(0, 1), (1, 2), (2, 0)]) + 3 * i for i in range(50)])
    assert forests(triangles).count() == 7**50
    assert matchings(triangles).count() == 4**50
    assert simple_cycles(triangles).count() == 50
    assert connected_sets(triangles).count() == 7 * 50
    assert spanning_trees(triangles).count() == 0


def test_trees_have_no_cycles_at_no_cost():
    tree = np.array(nx.full_rary_tree(2, 20_000).edges)
    assert simple_cycles(np.random.default_rng(0).permutation(tree)).count() == 0


SPOKES = [(hub, i) for hub in (0, 1) for i in range(2, 262)]
"""All edges at one hub first: every other vertex waits on the frontier."""


@pytest.mark.slow
def test_wide_frontiers_of_cycles_have_wider_codes():
    cycles = simple_cycles(SPOKES, order="natural")
    cycles.verify()
    assert cycles.count() == 260 * 259 // 2


def test_wide_frontiers_have_wider_codes():
    paths = simple_paths(SPOKES, 0, 1, order="natural")
    paths.verify()
    assert paths.count() == 260
    there = simple_paths(SPOKES, 0, 1, order="natural", directed=True)
    assert there.count() == 0
    around = [(0, i) for i in range(2, 262)] + [(i, 1) for i in range(2, 262)]
    assert simple_paths(around, 0, 1, order="natural", directed=True).count() == 260
    pairs = connected_sets(SPOKES, 2, order="natural")
    pairs.verify()
    assert pairs.count() == 260 + 2 * (260 * 259 // 2)


@pytest.mark.parametrize(
    ("family", "of_nothing", "of_points", "of_loops"),
    [
        (simple_cycles, [], [], [(0,), (1,)]),
        (forests, [()], [()], [()]),
        (spanning_trees, [], [], []),
        (matchings, [()], [()], [()]),
        (connected_sets, [], [], [(0,), (1,)]),
    ],
)
def test_graphs_with_nothing_to_choose(family, of_nothing, of_points, of_loops):
    assert list(family([])) == of_nothing
    assert list(family([], num_vertices=3)) == of_points
    assert sorted(family([[0, 0], [1, 1]])) == of_loops


def test_special_graphs_without_edges():
    assert list(spanning_trees([], num_vertices=1)) == [()]
    assert list(spanning_trees([[0, 0]])) == [()]
    assert list(matchings([], perfect=True)) == [()]
    assert list(matchings([], perfect=True, num_vertices=2)) == []
    assert list(minimal_cuts([], 0, 0, num_vertices=1)) == []
    assert list(minimal_cuts([], 0, 1, num_vertices=2)) == [()]
    assert list(minimal_cuts([[0, 1], [2, 3]], 0, 3)) == [()]


@pytest.mark.parametrize("answer", [False, True])
def test_an_answer_of_numpy_is_as_good_as_one_of_python(answer):
    path = [[0, 1], [1, 2], [2, 3]]
    backwards = simple_paths(path, 3, 0, directed=np.bool_(answer))
    assert backwards.count() == 1 - answer
    assert simple_cycles([*path, [0, 3]], directed=np.bool_(answer)).count() == 1 - answer
    assert matchings(path, perfect=np.bool_(answer)).count() == (1 if answer else 5)


FAMILIES = [
    simple_cycles,
    forests,
    spanning_trees,
    matchings,
    connected_sets,
    lambda ends, **options: minimal_cuts(ends, 0, 1, **options),
]


@pytest.mark.parametrize("family", FAMILIES)
def test_bad_graphs_and_options_are_refused(family):
    with pytest.raises(ValueError, match="two vertices an edge"):
        family([[0, 1, 2]])
    with pytest.raises(ValueError, match="edge 1 joins the vertices 1 and 2"):
        family([[0, 1], [1, 2]], num_vertices=2)
    with pytest.raises(ValueError, match="each of them once"):
        family([[0, 1], [1, 2]], order=[0, 0])
    with pytest.raises(ValueError, match="max_states is 0"):
        family([[0, 1], [1, 2]], max_states=0)
    with pytest.raises(MemoryError, match="max_states = 20 "):
        family(grid(5, 5), max_states=20)


def test_named_vertices_and_sizes_are_checked():
    with pytest.raises(ValueError, match="the source is vertex 5"):
        minimal_cuts([[0, 1]], 5, 1, num_vertices=2)
    with pytest.raises(ValueError, match="sizes lie between 3 and 2"):
        connected_sets([[0, 1]], (3, 2))
    with pytest.raises(ValueError, match="neither a number nor a pair"):
        connected_sets([[0, 1]], [1, 2, 3])


def test_an_error_in_the_progress_callback_ends_the_search():
    """A search that would take hours: the order is as bad as can be."""

    def stop(stage, share):
        raise RuntimeError(stage)

    ends = np.random.default_rng(0).permutation(grid(16, 16))
    with pytest.raises(RuntimeError, match="search"):
        spanning_trees(ends, order="natural", progress=stop)
