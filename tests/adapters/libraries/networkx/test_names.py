"""Families of a graph by the names of its nodes and edges."""

from itertools import combinations

import networkx as nx
import pytest

from nzdd import ZDD
from nzdd.adapters.libraries.networkx import edge_sets, family_of, subgraphs
from nzdd.families import (
    cliques,
    connected_sets,
    forests,
    independent_sets,
    linear,
    matchings,
    minimal_cuts,
    simple_cycles,
    simple_paths,
    spanning_trees,
    vertex_covers,
    vertex_sets,
)

TOWN = nx.Graph(
    [("inn", "mill"), ("mill", "well"), ("well", "inn"), ("well", "yard"), ("yard", "mill")]
)
EDGE_FAMILIES = [(simple_cycles,), (spanning_trees,), (forests,), (matchings,), (connected_sets,)]
ALL = [*EDGE_FAMILIES, (simple_paths, "inn", "yard"), (minimal_cuts, "inn", "yard")]


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked[0].__name__)
def test_rows_come_back_as_edges_in_any_order_of_the_edges(asked):
    family, *nodes = asked
    zdd = family_of(family, TOWN, *nodes)
    assert zdd.names == tuple(TOWN.edges)
    numbered, edges = edge_sets(family, TOWN, *nodes)
    assert (numbered, tuple(edges)) == (zdd, zdd.names)
    backwards = [(v, u) for u, v in reversed(edges)]
    other = family_of(family, TOWN, *nodes, order=backwards)
    assert other == zdd
    assert other.order.symbols.tolist() == [4, 3, 2, 1, 0]
    same = family_of(family, TOWN, *nodes, order=other.order)
    assert same.order.symbols.tolist() == [4, 3, 2, 1, 0]


def test_the_shortest_path_is_that_of_networkx():
    graph = nx.grid_2d_graph(4, 4)
    for i, edge in enumerate(graph.edges):
        graph.edges[edge]["weight"] = (7 * i) % 11 + 1
    paths = family_of(simple_paths, graph, (0, 0), (3, 3))
    best = paths.shortest_path(nx.get_edge_attributes(graph, "weight"))
    assert best.length == nx.shortest_path_length(graph, (0, 0), (3, 3), "weight")
    assert set(best.names) <= set(graph.edges)


def test_families_of_vertices_have_the_nodes_as_names():
    expected = {frozenset(clique) for clique in nx.find_cliques(TOWN)}
    found = family_of(cliques, TOWN, maximal=True)
    assert found.names == tuple(TOWN)
    assert {frozenset(row) for row in found.named_rows()} == expected
    chosen = family_of(vertex_sets, TOWN, required=["yard"], sigma=0, order=[*TOWN][::-1])
    assert {frozenset(row) for row in chosen.named_rows()} == {
        frozenset(["yard"]),
        frozenset(["yard", "inn"]),
    }
    light = family_of(independent_sets, TOWN, linear=[(dict.fromkeys(TOWN, 1), 2, None)])
    assert list(light.named_rows()) == [("inn", "yard")]


def test_nodes_that_are_integers_are_names_of_vertices():
    graph = nx.path_graph([3, 2, 1, 0])
    covers = family_of(vertex_covers, graph, minimal=True)
    assert {frozenset(row) for row in covers.named_rows()} == {
        frozenset(row) for row in [(3, 1), (2, 1), (2, 0)]
    }
    assert family_of(independent_sets, graph, order=[0, 1, 2, 3]).order.symbols.tolist() == [
        3,
        2,
        1,
        0,
    ]


def test_rows_as_graphs():
    trees = family_of(spanning_trees, TOWN)
    assert len({frozenset(tree.edges) for tree in subgraphs(trees, TOWN)}) == trees.count()
    assert all(nx.is_tree(tree) and len(tree) == 4 for tree in subgraphs(trees, TOWN))
    groups = list(subgraphs(family_of(cliques, TOWN), TOWN))
    assert all(nx.density(group) in (0, 1) for group in groups)
    (first,) = subgraphs(trees, TOWN, [trees.choice()])
    assert first.edges <= TOWN.edges
    with pytest.raises(ValueError, match="neither the edges nor the nodes"):
        subgraphs(trees.named(None), TOWN)


def test_parallel_edges_have_keys_in_their_names():
    graph = nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    paths = family_of(simple_paths, graph, "a", "c")
    assert sorted(paths.named_rows()) == [(("a", "b", key), ("b", "c", 0)) for key in (0, 1)]
    assert [len(path) for path in subgraphs(paths, graph)] == [3, 3]


def test_combined_families_of_a_graph_keep_their_names():
    trees = family_of(spanning_trees, TOWN)
    few = trees & linear([1, 0, 0, 0, 1], high=0)
    assert few.names == trees.names
    assert all(("inn", "mill") not in row for row in few.named_rows())
    other = nx.relabel_nodes(TOWN, {"inn": "pub"})
    with pytest.raises(ValueError, match="name their symbols differently"):
        trees & family_of(matchings, other)
    assert trees.renamed({("inn", "mill"): "lane"}).names[0] == "lane"


def test_names_are_checked():
    for options, fault in (
        ({"order": [("inn", "sea")] * 5}, "order lists .'inn', 'sea'.*not an edge"),
        ({"order": list(TOWN.edges)[:4]}, "an order of 5 symbols"),
    ):
        with pytest.raises(ValueError, match=fault):
            family_of(forests, TOWN, **options)
    with pytest.raises(ValueError, match="required lists 'sea', which is not a node"):
        family_of(independent_sets, TOWN, required=["sea"])


def test_a_family_of_pairs_is_a_family_of_names():
    graph = nx.complete_graph(4)
    stars = [[edge for edge in graph.edges if node in edge] for node in graph]
    family = ZDD.from_rows(stars, names=combinations(range(4), 2))
    assert family <= family_of(spanning_trees, graph)
