"""Families that are built from a rule hold just the rows that keep it."""

from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import forests, matchings, sets_of_size, simple_paths, spanning_trees
from support.examples import examples
from support.sets.graphs import grid, multigraphs

# Paths between opposite corners of a square of r x r vertices: OEIS A007764.
GRID_PATHS = {
    2: 2,
    3: 12,
    4: 184,
    5: 8512,
    6: 1262816,
    7: 575780564,
    8: 789360053252,
}


def paths_by_walking(ends, num_vertices, source, target):
    """The edge sets of all simple paths, found by networkx."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(num_vertices))
    for edge, (a, b) in enumerate(ends):
        graph.add_edge(a, b, key=edge)
    if source == target:
        return [()]
    found = nx.all_simple_edge_paths(graph, source, target)
    return sorted(tuple(sorted(key for *_, key in path)) for path in found)


@st.composite
def journeys(draw):
    """A graph, the number of its vertices, and two of these."""
    ends, num_vertices = draw(multigraphs(max_vertices=7, max_edges=13))
    vertex = st.integers(0, num_vertices - 1)
    return ends, num_vertices, draw(vertex), draw(vertex)


@given(journeys(), st.data())
@settings(deadline=None, max_examples=examples(300))
def test_paths_are_those_of_networkx_in_any_order(case, data):
    ends, num_vertices, source, target = case
    expected = paths_by_walking(ends, num_vertices, source, target)
    given_order = data.draw(st.permutations(range(len(ends))))
    for order in ("auto", "natural", given_order):
        zdd = simple_paths(ends, source, target, num_vertices=num_vertices, order=order)
        zdd.verify()
        assert sorted(zdd) == expected
        assert zdd.num_symbols == len(ends)


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=examples(30))
def test_paths_of_larger_sparse_graphs_are_those_of_networkx(seed):
    """With dead ends and cut vertices, which the search never sees."""
    graph = nx.gnm_random_graph(30, 36, seed=seed)
    ends = list(graph.edges)
    zdd = simple_paths(ends, 0, 29, num_vertices=30)
    zdd.verify()
    assert sorted(zdd) == paths_by_walking(ends, 30, 0, 29)


@given(journeys())
def test_the_diagram_is_the_one_built_from_its_rows(case):
    ends, num_vertices, source, target = case
    zdd = simple_paths(ends, source, target, num_vertices=num_vertices, order="natural")
    rows = ZDD.from_rows(list(zdd), order="natural", num_symbols=len(ends))
    assert zdd.width().tolist() == rows.width().tolist()
    assert zdd.low_weight is None


@pytest.mark.parametrize("order", ["auto", "natural"])
@pytest.mark.parametrize("size", GRID_PATHS)
def test_grids_have_the_known_numbers_of_paths(size, order):
    zdd = simple_paths(grid(size, size), 0, size * size - 1, order=order)
    zdd.verify()
    assert zdd.count() == GRID_PATHS[size]


def test_a_grid_keeps_its_paths_when_vertices_and_edges_are_renumbered():
    rng = np.random.default_rng(0)
    place = rng.permutation(49)
    ends = rng.permutation(place[grid(7, 7)])
    zdd = simple_paths(ends, place[0], place[48])
    zdd.verify()
    assert zdd.count() == GRID_PATHS[7]
    lengths = rng.random(len(ends))
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (a, b, w) for (a, b), w in zip(ends.tolist(), lengths, strict=True)
    )
    shortest = nx.dijkstra_path_length(graph, int(place[0]), int(place[48]))
    assert zdd.shortest_path(lengths).length == pytest.approx(shortest)


@pytest.mark.parametrize("size", [2, 5, 7])
def test_complete_graphs_have_the_known_numbers_of_paths(size):
    """A path is any sequence of inner vertices."""
    ends = list(combinations(range(size), 2))
    expected = sum(comb(size - 2, k) * np.prod(range(1, k + 1), dtype=int) for k in range(size - 1))
    assert simple_paths(ends, 0, size - 1).count() == expected


def test_a_long_chain_of_double_edges_is_a_product():
    """20,000 levels and 2**10,000 paths: nothing here is recursive, and states stay small."""
    steps = np.arange(10_000)
    ends = np.repeat(np.stack((steps, steps + 1), axis=1), 2, axis=0)
    zdd = simple_paths(ends, 0, 10_000)
    assert zdd.count() == 2**10_000
    assert zdd.num_nodes == 20_000


def test_wide_frontiers_have_wider_codes():
    """All edges at one hub first: every other vertex waits on the frontier."""
    spokes = [(0, i) for i in range(2, 402)] + [(1, i) for i in range(2, 402)]
    zdd = simple_paths(spokes, 0, 1, order="natural")
    zdd.verify()
    assert sorted(zdd) == [(i, 400 + i) for i in range(400)]
    assert sorted(simple_paths(spokes, 0, 1)) == sorted(zdd)


def test_a_hopeless_order_is_refused():
    spokes = [(hub, i) for hub in (0, 1) for i in range(2, 70_000)]
    with pytest.raises(ValueError, match="another order"):
        simple_paths(spokes, 0, 1, order="natural")
    assert simple_paths(spokes, 0, 1).count() == 69_998


def test_dead_ends_cost_nothing():
    """A tree has one path, whatever hangs around it."""
    tree = nx.full_rary_tree(2, 20_000)
    ends = np.array(tree.edges)
    zdd = simple_paths(ends, 9_999, 19_999)
    assert [len(row) for row in zdd] == [nx.shortest_path_length(tree, 9_999, 19_999)]
    assert zdd.num_nodes == len(next(iter(zdd)))


def test_trivial_graphs():
    assert list(simple_paths([], 3, 3, num_vertices=4)) == [()]
    assert simple_paths([], 0, 1, num_vertices=2).count() == 0
    assert list(simple_paths([[0, 0], [0, 1]], 0, 0)) == [()]
    assert simple_paths([[0, 1], [2, 3]], 0, 3).count() == 0
    assert simple_paths([[0, 1], [2, 3]], 0, 5, num_vertices=6).count() == 0
    for zdd in (simple_paths([[0, 1]], 1, 1), simple_paths([[0, 1], [2, 3]], 0, 3)):
        zdd.verify()


def test_a_vertex_beyond_the_edges_is_not_made_up():
    with pytest.raises(ValueError, match="target is vertex 5, but there are 2 vertices; num_vert"):
        simple_paths([(0, 1)], 0, 5)
    assert simple_paths([(0, 1)], 0, 5, num_vertices=6).count() == 0


def test_vertices_without_an_edge_take_no_memory():
    far = 4 * 10**9
    ends = np.array([[0, far], [far, 1], [7, 0]], np.uint32)
    assert sorted(simple_paths(ends, 0, 1)) == [(0, 1)]
    assert list(simple_paths([[0, 1]], far, far, num_vertices=far + 1)) == [()]
    assert simple_paths(np.array([[0, 1]], np.int8), 0, far, num_vertices=far + 1).count() == 0
    assert forests(ends).count() == 2**3
    assert spanning_trees(ends).count() == 0
    assert spanning_trees([[0, 1]], num_vertices=2).count() == 1
    assert matchings(ends, perfect=True).count() == 0


def test_the_given_order_is_the_order_of_the_levels():
    order = [4, 0, 3, 1, 2]
    zdd = simple_paths([(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)], 0, 3, order=order)
    assert zdd.order.symbols.tolist() == order
    assert sorted(zdd) == [(0, 1, 3), (2, 3)]


@pytest.mark.parametrize("max_states", [1, 10, 10_000, 70_000])
@pytest.mark.parametrize("order", ["auto", "natural"])
def test_too_many_states_are_a_memory_error(max_states, order):
    with pytest.raises(MemoryError, match=f"max_states = {max_states} "):
        simple_paths(grid(9, 9), 0, 80, order=order, max_states=max_states)


def test_enough_states_are_enough():
    assert simple_paths(grid(7, 7), 0, 48, max_states=10**6).count() == GRID_PATHS[7]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], 0, 1), "two vertices an edge"),
        (([[0, 1, 2]], 0, 1), "two vertices an edge"),
        (([[0.5, 1]], 0, 1), "must be integers"),
        (([[0, 1], [-1, 0]], 0, 1), "edge 1 joins the vertices -1 and 0"),
        (([[0, 1]], -1, 1), "the source is vertex -1"),
        (([[0, 1]], 0, -2), "the target is vertex -2"),
        (([[0, 2**40]], 0, 1), "at most"),
    ],
)
def test_bad_graphs_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        simple_paths(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_vertices": 2}, "edge 1 joins the vertices 1 and 2; vertices lie between 0 and 1"),
        ({"num_vertices": 1}, "the target is vertex 1, but there are 1 vertices"),
        ({"order": "best"}, "unknown"),
        ({"order": [0]}, "each of them once"),
        ({"order": [0, 0]}, "each of them once"),
        ({"max_states": 0}, "max_states is 0"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        simple_paths([[0, 1], [1, 2]], 0, 1, **options)


def test_misspelt_options_are_named():
    with pytest.raises(TypeError, match="simple_paths has no argument 'max_state'; did you mean"):
        simple_paths([[0, 1]], 0, 1, max_state=3)


@pytest.mark.parametrize("num_symbols", range(7))
def test_subsets_are_those_of_itertools(num_symbols):
    for least in range(num_symbols + 3):
        for most in range(least, num_symbols + 3):
            zdd = sets_of_size(num_symbols, (least, most))
            zdd.verify()
            expected = [
                row
                for size in range(least, most + 1)
                for row in combinations(range(num_symbols), size)
            ]
            assert sorted(zdd) == sorted(expected)
        assert sorted(sets_of_size(num_symbols, least)) == list(
            combinations(range(num_symbols), least)
        )


def test_subsets_have_binomial_counts():
    assert sets_of_size(30, 15).count() == 155117520
    assert sets_of_size(200, 77).count() == comb(200, 77)
    assert sets_of_size(64, [0, 2]).count() == 1 + 64 + 2016
    assert sets_of_size(1000, (0, 1000)).count() == 2**1000


def test_subsets_have_few_nodes():
    assert sets_of_size(30, 15).num_nodes == 15 * 16
    assert sets_of_size(1000, (0, 1000)).num_nodes == 1000
    assert sets_of_size(1000, (1, 1000)).num_nodes == 1999


@pytest.mark.parametrize("size", [-1, (-1, 2), (3, 2), (1, 2, 3)])
def test_sizes_that_are_none_are_refused(size):
    with pytest.raises(ValueError, match="size"):
        sets_of_size(5, size)
    with pytest.raises(ValueError, match="num_symbols"):
        sets_of_size(-1, 0)


class StopIt(Exception):
    pass


def test_an_error_in_the_progress_callback_ends_the_search():
    """A search that would take hours: the order is as bad as can be."""
    reports = []

    def stop(stage, share):
        reports.append((stage, share))
        if len(reports) == 3:
            raise StopIt

    ends = np.random.default_rng(0).permutation(grid(12, 12))
    with pytest.raises(StopIt):
        simple_paths(ends, 0, 143, order="natural", progress=stop)
    assert all(stage in ("order edges", "search") and 0 <= share <= 1 for stage, share in reports)
