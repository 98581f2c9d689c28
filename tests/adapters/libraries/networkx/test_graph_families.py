import networkx as nx
import numpy as np
import pytest

from nzdd.adapters.libraries.networkx import edge_sets, family_of, subgraphs
from nzdd.families import (
    arborescences,
    b_matchings,
    branchings,
    colourings,
    connected_partitions,
    connected_sets,
    covered_vertices,
    forests,
    graphs,
    independent_sets,
    matchings,
    minimal_cuts,
    power_set,
    reliability,
    simple_cycles,
    simple_paths,
    spanning_trees,
    steiner_trees,
    with_vertices,
)

NAMED = nx.MultiGraph()
NAMED.add_nodes_from(["alone"])
NAMED.add_edges_from([("a", (1, 2)), ("a", (1, 2)), ((1, 2), 3.5), (3.5, "a"), ("a", "a")])
NAMED.add_edge("a", 3.5, key="by air")

GRAPHS = [nx.petersen_graph(), nx.Graph(NAMED), NAMED]
ARCS = [nx.gnp_random_graph(7, 0.4, seed=1, directed=True), nx.MultiDiGraph(NAMED)]


def unordered(edge):
    """An edge whichever end is named first."""
    return frozenset(edge[:2]), *edge[2:]


def sets_of_edges(family, name=unordered):
    zdd, edges = family
    zdd.verify()
    assert zdd.num_symbols == len(edges)
    rows = {frozenset(name(edges[symbol]) for symbol in row) for row in zdd}
    assert len(rows) == len(zdd)
    return rows


@pytest.mark.parametrize("graph", GRAPHS)
def test_simple_paths_are_those_of_networkx(graph):
    for source in graph:
        for target in graph:
            paths = nx.all_simple_edge_paths(graph, source, target) if source != target else [[]]
            expected = {frozenset(map(unordered, path)) for path in paths}
            assert sets_of_edges(edge_sets(simple_paths, graph, source, target)) == expected


@pytest.mark.parametrize("graph", ARCS)
def test_simple_paths_follow_the_edges_of_directed_graphs(graph):
    for source in graph:
        for target in graph:
            paths = nx.all_simple_edge_paths(graph, source, target) if source != target else [[]]
            assert sets_of_edges(edge_sets(simple_paths, graph, source, target), tuple) == set(
                map(frozenset, paths)
            )


@pytest.mark.parametrize("graph", [*GRAPHS[:2], ARCS[0]])
def test_simple_cycles_are_those_of_networkx(graph):
    name = tuple if graph.is_directed() else frozenset
    expected = {
        frozenset(map(name, nx.utils.pairwise(cycle, cyclic=True)))
        for cycle in nx.simple_cycles(graph)
    }
    assert sets_of_edges(edge_sets(simple_cycles, graph), name) == expected


def test_parallel_edges_are_cycles():
    zdd, edges = edge_sets(simple_cycles, NAMED)
    rows = {frozenset(edges[symbol] for symbol in row) for row in zdd}
    assert frozenset({("a", "a", 0)}) in rows
    assert frozenset({("a", (1, 2), 0), ("a", (1, 2), 1)}) in rows
    assert len(rows) == 1 + 2 + 2 * 2


@pytest.mark.parametrize(
    "graph",
    [
        nx.wheel_graph(5),
        nx.grid_2d_graph(3, 3),
        pytest.param(nx.petersen_graph(), marks=pytest.mark.slow),
        pytest.param(nx.grid_2d_graph(3, 4), marks=pytest.mark.slow),
    ],
)
def test_spanning_trees_are_those_of_networkx(graph):
    expected = {frozenset(map(frozenset, tree.edges)) for tree in nx.SpanningTreeIterator(graph)}
    assert sets_of_edges(edge_sets(spanning_trees, graph), frozenset) == expected
    trees = {
        row
        for row in sets_of_edges(edge_sets(forests, graph), frozenset)
        if len(row) == len(graph) - 1
    }
    assert trees == expected


def test_maximal_matchings_of_networkx_are_matchings():
    graph = nx.petersen_graph()
    found = sets_of_edges(edge_sets(matchings, graph), frozenset)
    perfect = sets_of_edges(edge_sets(matchings, graph, perfect=True), frozenset)
    assert len(perfect) == 6
    assert perfect == {row for row in found if len(row) == 5}
    assert frozenset(map(frozenset, nx.max_weight_matching(graph))) in perfect
    assert frozenset(map(frozenset, nx.maximal_matching(graph))) in found


def test_the_cheapest_minimal_cut_is_the_minimum_cut():
    graph = nx.grid_2d_graph(4, 5)
    costs = np.random.default_rng(0).random(graph.number_of_edges())
    zdd, edges = edge_sets(minimal_cuts, graph, (0, 0), (3, 4))
    nx.set_edge_attributes(graph, dict(zip(edges, costs, strict=True)), "capacity")
    value = nx.minimum_cut_value(graph, (0, 0), (3, 4))
    assert zdd.shortest_path(costs).length == pytest.approx(value)


def test_connected_sets_of_two_edges_are_the_edges_of_the_line_graph():
    graph = nx.petersen_graph()
    line = {frozenset(map(frozenset, pair)) for pair in nx.line_graph(graph).edges}
    assert sets_of_edges(edge_sets(connected_sets, graph, size=2), frozenset) == line


def test_paths_of_grids_are_counted():
    zdd, edges = edge_sets(simple_paths, nx.grid_2d_graph(6, 6), (0, 0), (5, 5))
    assert zdd.count() == 1262816
    assert len(edges) == zdd.num_symbols == 60


@pytest.mark.parametrize("family", [spanning_trees, forests, matchings, connected_sets])
def test_families_of_directed_graphs_are_refused(family):
    with pytest.raises(ValueError, match=f"{family.__name__} of a directed graph.*to_undirected"):
        edge_sets(family, nx.DiGraph([(0, 1)]))


def test_the_cheapest_arborescence_and_branching_are_those_of_networkx():
    graph = ARCS[0].copy()
    costs = np.random.default_rng(0).integers(1, 100, graph.number_of_edges())
    nx.set_edge_attributes(graph, dict(zip(graph.edges, costs.tolist(), strict=True)), "weight")
    found = edge_sets(arborescences, graph, spanning=True)[0].shortest_path(costs)
    assert found.length == nx.minimum_spanning_arborescence(graph).size("weight")
    found = edge_sets(branchings, graph)[0].longest_path(costs)
    assert found.length == nx.maximum_branching(graph).size("weight")
    for family in (arborescences, branchings):
        with pytest.raises(ValueError, match=f"{family.__name__} need a directed graph"):
            edge_sets(family, nx.Graph(graph))


def test_terminals_are_nodes():
    graph = nx.Graph(["ab", "bc", "cd", "da"])
    trees = sets_of_edges(edge_sets(steiner_trees, graph, terminals="ac", minimal=True), frozenset)
    assert trees == {frozenset(map(frozenset, path)) for path in (("ab", "bc"), ("cd", "da"))}


def test_nodes_have_weights():
    graph = nx.path_graph(["a", "b", "c"])
    weights = {"a": 3, "b": 1, "c": 2}
    nx.set_node_attributes(graph, weights, "people")
    for given in (weights, "people", [3, 1, 2]):
        halves = family_of(connected_partitions, graph, parts=2, part_weights=(given, 3, 3))
        assert list(halves.named_rows()) == [(("b", "c"),)]
    for some in ({"a": 1, "b": 1}, {"a", "b"}, ["a", "b"]):  # c weighs nothing
        parts = family_of(connected_partitions, graph, parts=2, part_weights=(some, None, 1))
        assert list(parts.named_rows()) == [(("b", "c"),)]
    nx.set_node_attributes(graph, {"a": 1, "b": 2}, "age")
    with pytest.raises(ValueError, match="node 'c' has no 'age', which part_weights asks for"):
        family_of(connected_partitions, graph, part_weights=("age", 1, 2))


def test_weights_are_of_named_edges_and_nodes_and_zero_elsewhere():
    """Nodes from 1 on are not taken for numbers of vertices."""
    graph = nx.Graph([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)])
    short = family_of(graphs, graph, linear=[({(2, 1): 2, (3, 1): 3}, 5, None)])
    assert all({(1, 2), (1, 3)} <= set(row) for row in short.named_rows())
    assert short.count() == 8
    for chosen in ([(2, 1), (3, 1)], {(1, 2), (1, 3)}):
        assert family_of(graphs, graph, linear=[(chosen, 2, None)]) == short
    for some in ({2: 1, 4: 1}, {2, 4}):
        sets = family_of(independent_sets, graph, linear=[(some, 2, None)])
        assert list(sets.named_rows()) == [(2, 4)]
    letters = nx.relabel_nodes(graph, dict(zip(range(1, 5), "abcd", strict=True)))
    sets = family_of(independent_sets, letters, linear=[(["b", "d"], 2, None)])
    assert list(sets.named_rows()) == [("b", "d")]


def test_colourings_have_nodes_and_colours_as_names():
    found = family_of(colourings, nx.Graph(["ab"]), num_colours=2)
    assert set(found.named_rows()) == {(("a", 0), ("b", 1)), (("a", 1), ("b", 0))}
    assert list(family_of(colourings, nx.Graph(), num_colours=2)) == [()]


def test_what_has_no_edges_is_no_family_of_a_graph():
    with pytest.raises(TypeError, match="not a family of edge sets"):
        family_of(power_set, nx.Graph(["ab"]))


SQUARE = nx.cycle_graph("abcd")
PATHS = family_of(simple_paths, SQUARE, "a", "c")


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ((["a", "c"], 0.5), {}),
        ((), {"terminals": ["a", "c"], "probabilities": 0.5}),
        ((["a", "c"],), {"probabilities": {(v, u): 0.5 for u, v in SQUARE.edges}}),
    ],
)
def test_reliability_goes_by_nodes_and_edges(arguments, options):
    assert family_of(reliability, SQUARE, *arguments, **options) == 0.4375


def test_families_of_edge_sets_lead_to_families_by_name():
    assert set(family_of(covered_vertices, SQUARE, PATHS).named_rows()) == {
        ("a", "b", "c"),
        ("a", "c", "d"),
    }
    both = family_of(with_vertices, SQUARE, edge_sets=PATHS)
    assert (("a", "b"), ("b", "c"), "a", "b", "c") in set(both.named_rows())
    with pytest.raises(ValueError, match=r"names of edge_sets.*edge_sets.embedded\(graph.edges\)"):
        family_of(covered_vertices, SQUARE, PATHS.named("abcd"))


def test_arguments_are_given_by_place_or_name():
    terminals = {"terminals": ["a", "c"]}
    assert family_of(steiner_trees, SQUARE, ["a", "c"]) == family_of(
        steiner_trees, SQUARE, **terminals
    )
    assert family_of(b_matchings, SQUARE, 2) == family_of(
        b_matchings, SQUARE, dict.fromkeys(SQUARE, 2)
    )


@pytest.mark.parametrize(
    ("family", "arguments", "fault"),
    [
        (steiner_trees, (["q"],), "terminals lists 'q', which is not a node"),
        (steiner_trees, ([["a"]],), r"terminals lists \['a'\], which is not a node"),
        (steiner_trees, (7,), "terminals is 7; give a list of nodes"),
        (b_matchings, ({"q": 1},), "degrees lists 'q', which is not a node"),
        (simple_paths, (["a"],), r"the source \['a'\] is not a node"),
        (simple_paths, ("a", "b", "c"), "takes source, target; 3 arguments are given"),
        (reliability, (None, {("a", "c"): 1}), r"probabilities lists \('a', 'c'\).*not an edge"),
    ],
)
def test_arguments_that_do_not_fit_the_graph_are_named(family, arguments, fault):
    with pytest.raises((TypeError, ValueError), match=fault):
        family_of(family, SQUARE, *arguments)


def test_subgraphs_of_rows_by_name():
    (one,) = subgraphs(PATHS, SQUARE, [[("a", "b")]])
    assert sorted(one) == ["a", "b"]
    with pytest.raises(ValueError, match="'z' is not the name"):
        next(subgraphs(PATHS, SQUARE, [["z"]]))


def test_families_of_empty_graphs():
    graph = nx.Graph()
    for family in (simple_cycles, spanning_trees, connected_sets):
        assert sets_of_edges(edge_sets(family, graph)) == set()
    for family in (forests, matchings):
        assert sets_of_edges(edge_sets(family, graph)) == {frozenset()}


def test_bad_wishes_are_refused():
    with pytest.raises(ValueError, match="minimal_cuts of a directed graph"):
        edge_sets(minimal_cuts, nx.DiGraph([(0, 1)]), 0, 1)
    for family in (simple_paths, minimal_cuts):
        with pytest.raises(ValueError, match="target 'b' is not a node"):
            edge_sets(family, nx.Graph([("a", "c")]), "a", "b")
    with pytest.raises(MemoryError, match="max_states = 100 "):
        edge_sets(simple_paths, nx.grid_2d_graph(6, 6), (0, 0), (5, 5), max_states=100)
