"""Graphs in the formats Matrix Market and METIS."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.io import mmwrite

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_graph

HEAD = "%%MatrixMarket matrix coordinate pattern symmetric\n% a path\n"


@st.composite
def graphs(draw, directed=False):
    vertex = st.integers(1, draw(st.integers(1, 8)))
    graph = (nx.DiGraph if directed else nx.Graph)()
    graph.add_nodes_from(range(1, 9))
    graph.add_edges_from(draw(st.lists(st.tuples(vertex, vertex), max_size=12)))
    return graph


@given(graphs(), graphs(directed=True), st.sampled_from([None, "general"]))
def test_matrices_that_scipy_writes_are_read(tmp_path_factory, graph, arrows, symmetry):
    path = tmp_path_factory.getbasetemp() / "x.mtx"
    mmwrite(path, nx.to_scipy_sparse_array(graph, dtype=float), symmetry=symmetry)
    assert nx.utils.graphs_equal(read_graph(path), graph)
    mmwrite(path, nx.to_scipy_sparse_array(arrows, dtype=int), symmetry="general")
    again = read_graph(path)
    assert set(again.edges) == set(arrows.edges) or nx.utils.edges_equal(
        again.to_directed().edges, arrows.edges
    )
    assert again.is_directed() or nx.utils.graphs_equal(again.to_directed(), arrows)


def lines_of(graph, form):
    """As METIS has it: sizes and two weights of vertices, and weights of edges, if asked for."""
    loops = nx.number_of_selfloops(graph)
    yield f"% a comment\n{len(graph)} {graph.number_of_edges()}" + form
    for vertex in graph:
        weights = "7 1 2.5 " if "11" in form else ""
        ends = (f"{to} {vertex + to}" if form.endswith("2") else str(to) for to in graph[vertex])
        yield weights + " ".join(ends) + " " * loops


@given(graphs(), st.sampled_from(["", " 0", " 111 2"]), st.sampled_from(["\n", "\r\n"]))
def test_neighbours_in_lines_are_edges(tmp_path_factory, graph, form, end):
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    path = tmp_path_factory.getbasetemp() / "x.graph"
    lines = list(lines_of(graph, form))
    path.write_bytes((end.join(lines[:4]) + f"{end}% between{end}" + end.join(lines[4:])).encode())
    assert nx.utils.graphs_equal(read_graph(path), graph)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.mtx", "1 2\n", "line 1: it does not begin with '%%MatrixMarket"),
        ("x.mtx", "%%MatrixMarket matrix array real general\n1 1\n3\n", "line 1: it does not"),
        ("x.mtx", HEAD, "there is no line of sizes; below"),
        ("x.mtx", HEAD + "%3 3 2\n2 1\n3 2\n", "line 4: there is no line of sizes; this is '2 1'"),
        ("x.mtx", HEAD + "3 4 1\n2 1\n", "line 3: the matrix has 3 rows and 4 columns; the matrix"),
        ("x.mtx", HEAD + "3000000 3000000 1\n2 1\n", "line 3: 3000000 rows are announced; the lim"),
        ("x.mtx", HEAD + "3 3 9\n2 1\n3 2\n", "line 3: 9 entries are announced, and there are 2"),
        ("x.mtx", HEAD + "3 3 2\n2 1\n9 2\n", "line 5: entry .9 2. is not within 3 rows"),
        (
            "x.mtx",
            HEAD + "3 3 2\n2 1\n%\n3 2 1\n",
            "line 6: '3 2 1' is no entry; an entry is a",
        ),
        ("x.mtx", HEAD + "3 3 2\n2 1\n2 ", "line 5: '2' is no entry"),
        ("x.graph", "a b\n", "line 1: 'a' is not expected; after 'VERTICES EDGES' comes a line"),
        ("x.graph", "3\n", "there is no line 'VERTICES EDGES'"),
        ("x.graph", "4 1\n2\n1\n", "line 1: 4 vertices are announced, and there are 2 lines"),
        ("x.graph", "2 1\n2\n1\n\n1\n", "line 1: 2 vertices are announced, and there are 4 lines"),
        ("x.graph", "2 1\n% x\n2\n4\n", "line 4: the neighbour 4 is no vertex; copy the file"),
        ("x.graph", "2 1\n2\n1.5\n", "line 3: the neighbour 1.5 is no vertex"),
        ("x.graph", "3 2\n2 3\n1\n2\n", "line 2: vertex 1 has the neighbour 3, which does not"),
        ("x.graph", "2 2\n2\n1\n", "line 1: 2 edges are announced, and there are 1"),
        ("x.graph", "9000000 1\n2\n", "line 1: 9000000 vertices are announced; the limit is"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    with pytest.raises(ModelFileError, match=message):
        read_graph(tmp_path / name)
