from functools import partial

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.adapters.libraries.networkx import edge_sets, from_networkx_edges, to_networkx
from nzdd.families import simple_cycles, spanning_trees

ROWS = [[0, 1, 2], [1], [1, 2, 3], [2, 3], [0, 3]]


def rows_of(nzdd_graph):
    """All rows of an NZDD's graph, by walking every path."""
    if nzdd_graph.graph["root"] == nzdd_graph.graph["leaf"]:
        return []
    paths = nx.all_simple_edge_paths(nzdd_graph, nzdd_graph.graph["root"], nzdd_graph.graph["leaf"])
    return [
        tuple(sorted(s for edge in path for s in nzdd_graph.edges[edge]["labels"]))
        for path in paths
    ]


@pytest.mark.parametrize("minimize", ["edges", "nonzeros"])
def test_the_paths_of_an_nzdd_graph_are_the_rows(minimize):
    graph = to_networkx(NZDD.from_rows(ROWS, minimize=minimize))
    assert isinstance(graph, nx.MultiDiGraph)
    assert sorted(rows_of(graph)) == sorted(map(tuple, ROWS))


def test_an_nzdd_graph_carries_multiplicities_and_depths():
    nzdd = NZDD.from_rows([[0], [1]], weights=[2, 5])
    graph = to_networkx(nzdd)
    edges = {data["labels"]: data["multiplicity"] for *_, data in graph.edges(data=True)}
    assert edges == {(0,): 2.0, (1,): 5.0}
    assert dict(graph.nodes(data="depth")) == {0: 0, 1: 1}


def test_the_high_edges_of_a_zdd_path_to_terminal_1_are_a_row():
    zdd = ZDD.from_rows(ROWS, order="frequency")
    graph = to_networkx(zdd)
    variable = dict(graph.nodes(data="variable"))
    assert (variable[0], variable[1]) == (None, None)
    rows = [
        tuple(sorted(variable[a] for a, b, k in path if graph.edges[a, b, k]["branch"] == "high"))
        for path in nx.all_simple_edge_paths(graph, graph.graph["root"], 1)
    ]
    assert sorted(rows) == sorted(map(tuple, ROWS))
    assert graph.number_of_edges() == 2 * zdd.num_nodes


def test_a_weighted_zdd_graph_carries_weights():
    graph = to_networkx(ZDD.from_rows([[0]], weights=[3]))
    assert {data["branch"]: data["weight"] for *_, data in graph.edges(data=True)} == {
        "low": 0.0,
        "high": 3.0,
    }


@pytest.mark.parametrize("kind", [ZDD, NZDD])
def test_the_empty_family_has_a_graph_of_two_nodes_without_edges(kind):
    graph = to_networkx(kind.from_rows([]))
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (2, 0)


def test_only_diagrams_have_graphs():
    with pytest.raises(TypeError, match="not list"):
        to_networkx([])


@given(st.integers(0, 8), st.data())
def test_edges_are_rows_of_their_vertices(num_nodes, data):
    graph = nx.MultiGraph()
    graph.add_nodes_from(f"node {i}" for i in range(num_nodes))
    if num_nodes:
        node = st.sampled_from(list(graph))
        graph.add_edges_from(data.draw(st.lists(st.tuples(node, node))))
    rows, nodes = from_networkx_edges(graph)
    assert nodes == list(graph)
    assert rows.num_rows == graph.number_of_edges()
    found = {frozenset(nodes[symbol] for symbol in row) for row in ZDD.from_rows(rows)}
    assert found == {frozenset(edge[:2]) for edge in graph.edges}
    assert rows.to_csr()[1].size == sum(len({u, v}) for u, v in graph.edges())


def test_graphs_without_rows_are_refused():
    with pytest.raises(
        ValueError, match=r"directed.*graph\.to_undirected\(\) drops the directions"
    ):
        from_networkx_edges(nx.DiGraph([(0, 1)]))
    for call in (
        from_networkx_edges,
        partial(edge_sets, spanning_trees),
        partial(edge_sets, simple_cycles),
    ):
        with pytest.raises(TypeError, match="a graph of networkx is needed, not list"):
            call([(0, 1)])
    with pytest.raises(TypeError, match="is not a family of edge sets"):
        edge_sets(sorted, nx.Graph())
