import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.adapters.files import itemsets
from nzdd.adapters.libraries.networkx import from_networkx, to_networkx
from support.sets.families import families, row_set, total_weights, weights_for


def graph_of(edges, **attributes):
    graph = nx.MultiDiGraph(**attributes)
    graph.add_edges_from((a, b, {"labels": labels}) for a, b, labels in edges)
    return graph


@given(families(), st.sampled_from(["edges", "nonzeros"]), st.data())
def test_a_diagram_comes_back_from_its_graph(family, minimize, data):
    rows, num_symbols = family
    weights = data.draw(weights_for(rows))
    nzdd = NZDD.from_rows(rows, weights, minimize=minimize, num_symbols=num_symbols)
    graph = to_networkx(nzdd)
    names = data.draw(st.permutations([f"node {i}" for i in range(nzdd.num_nodes)]))
    renamed = nx.relabel_nodes(graph, dict(enumerate(names)))
    renamed.graph |= {"root": names[0], "leaf": names[-1]}
    again = from_networkx(renamed, num_symbols=num_symbols)
    again.verify()
    assert set(again) == row_set(rows)
    assert (again.num_nodes, again.num_edges) == (nzdd.num_nodes, nzdd.num_edges)
    total = again.multiplicity[again.source == 0].sum()
    assert total == sum(total_weights(rows, weights).values())


def test_paths_are_counted_where_no_multiplicity_is_told():
    graph = graph_of([("s", "m", [0]), ("s", "m", [1]), ("m", "t", [2]), ("m", "t", [])])
    nzdd = from_networkx(graph)
    assert set(nzdd) == {(0, 2), (0,), (1, 2), (1,)}
    assert nzdd.multiplicity.tolist() == [2, 2, 2, 2]
    assert from_networkx(graph, num_symbols=9).num_symbols == 9


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([("s", "a", []), ("a", "b", []), ("b", "a", []), ("b", "t", [])], "a cycle through"),
        ([("s", "t", []), ("r", "t", [])], "there are 2 nodes that no edge enters"),
        ([("s", "t", []), ("s", "u", [])], "there are 2 nodes that no edge leaves"),
        ([("s", "t", [-1])], "a label of the edge from 's' to 't' is -1; symbols go from 0 up"),
    ],
)
def test_graphs_that_are_no_diagrams_are_refused(edges, message):
    with pytest.raises(ValueError, match=message):
        from_networkx(graph_of(edges))


def test_real_item_sets_come_back(data):
    nzdd = NZDD.from_rows(itemsets.read(data / "itemsets" / "mushroom.dat.gz"))
    again = from_networkx(to_networkx(nzdd), num_symbols=nzdd.num_symbols)
    assert ZDD.from_rows(again.rows(), num_symbols=nzdd.num_symbols) == ZDD.from_rows(
        nzdd.rows(), num_symbols=nzdd.num_symbols
    )
    assert sorted(again.multiplicity) == sorted(nzdd.multiplicity)


def test_a_cycle_is_named_wherever_it_is():
    for edges in ([("s", "s", [])], [("s", "t", []), ("a", "b", []), ("b", "a", [])]):
        with pytest.raises(ValueError, match=r"the graph has a cycle through '[sab]'"):
            from_networkx(graph_of(edges))
    with pytest.raises(ValueError, match=r"through 0, 1, 2, 3, 4, 5, 6, 7, \.\.\. \(99 nodes\);"):
        from_networkx(nx.cycle_graph(99, nx.DiGraph))


def test_multiplicities_are_passed_on():
    graph = graph_of([("s", "m", [0]), ("s", "m", [1]), ("m", "t", [2])])
    for edge, multiplicity in zip(graph.edges, [1, 2, 4], strict=True):
        graph.edges[edge]["multiplicity"] = multiplicity
    with pytest.raises(ValueError, match="rows of multiplicity 3 enter node 'm', but 4 leave it"):
        from_networkx(graph)
    for wrong in ("x", 10**400):
        graph.edges["m", "t", 0]["multiplicity"] = wrong
        with pytest.raises(ValueError, match="the multiplicities of the edges must be numbers"):
            from_networkx(graph)


def test_what_does_not_fit_is_named():
    edge = [("s", "t", [3])]
    with pytest.raises(TypeError, match="undirected"):
        from_networkx(nx.Graph())
    with pytest.raises(TypeError, match="is 'x'; labels are symbols"):
        from_networkx(graph_of([("s", "t", "x")]))
    with pytest.raises(TypeError, match="the labels of the edge from 's' to 't' are 3; give an"):
        from_networkx(graph_of([("s", "t", 3)]))
    with pytest.raises(TypeError, match="a graph of networkx is needed, not list"):
        from_networkx([("s", "t")])
    with pytest.raises(ValueError, match=r"from 's' to 't' has a symbol twice .* \(1, 2, 1\)"):
        from_networkx(graph_of([("s", "t", [1, 2, 1])]))
    with pytest.raises(ValueError, match="symbols go from 0 to 4294967294"):
        from_networkx(graph_of([("s", "t", [2**70])]))
    with pytest.raises(ValueError, match="is 3; symbols go from 0 to 2"):
        from_networkx(graph_of(edge), num_symbols=3)
    with pytest.raises(ValueError, match="the root 'r' is not a node"):
        from_networkx(graph_of(edge, root="r"))
    with pytest.raises(ValueError, match="the root is 't', but an edge enters it"):
        from_networkx(graph_of(edge, root="t"))
    with pytest.raises(ValueError, match="no path from root to leaf passes node 'r'"):
        from_networkx(graph_of([*edge, ("r", "t", [])], root="s"))
    with pytest.raises(ValueError, match="root and leaf are both"):
        from_networkx(nx.empty_graph(1, nx.DiGraph))
    graph = graph_of([*edge, *edge])
    graph.edges["s", "t", 0]["multiplicity"] = 2
    with pytest.raises(ValueError, match="the edge from 's' to 't' has no multiplicity"):
        from_networkx(graph)
