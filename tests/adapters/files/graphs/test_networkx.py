import gzip

import networkx as nx
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_graph

WRITERS = {
    "x.gml": nx.write_gml,
    "x.gml.gz": nx.write_gml,
    "x.graphml": nx.write_graphml,
    "x.gexf": nx.write_gexf,
    "x.edgelist": nx.write_edgelist,
    "X.EDGELIST.gz": nx.write_edgelist,
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_networkx_writes_is_read(tmp_path, name):
    graph = nx.relabel_nodes(nx.karate_club_graph(), str)
    WRITERS[name](graph, tmp_path / name)
    again = read_graph(tmp_path / name)
    assert nx.utils.nodes_equal(again, graph)
    assert {frozenset(edge) for edge in again.edges} == {frozenset(edge) for edge in graph.edges}


def test_gml_without_labels_goes_by_ids(tmp_path):
    text = "graph [ node [ id 5 ] node [ id 7 ] edge [ source 5 target 7 label 3 ] ]"
    (tmp_path / "x.gml").write_text(text)
    assert list(read_graph(tmp_path / "x.gml").edges) == [(5, 7)]


def test_gml_may_list_an_edge_twice_and_give_two_nodes_one_label(tmp_path):
    nodes = "".join(f'node [ id {at} label "{name}" ] ' for at, name in enumerate("abb"))
    edges = "".join(f"edge [ source {u} target {v} ] " for u, v in [(0, 1), (1, 2), (2, 1), (0, 1)])
    (tmp_path / "x.gml").write_text(f"graph [ {nodes}{edges}]")
    expected = nx.Graph([(0, 1), (1, 2)])
    graph = read_graph(tmp_path / "x.gml")
    assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in expected.edges}
    (tmp_path / "x.gml").write_text(f"graph [ directed 1 {nodes}{edges}]".replace('"b"', '"c"', 1))
    assert set(read_graph(tmp_path / "x.gml").edges) == {("a", "c"), ("c", "b"), ("b", "c")}


def test_weights_and_comments_of_edge_lists_are_passed_over(tmp_path):
    (tmp_path / "x.edgelist").write_text("# friends\na b 2.5\n\nb c {'w': 1} # old\n")
    assert list(read_graph(tmp_path / "x.edgelist").edges) == [("a", "b"), ("b", "c")]


EDGES = [("New York", "Ulm"), ("Ulm", "Bonn, city"), ("Bonn, city", "New York")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t", ", "])
@pytest.mark.parametrize("head", ["", "Source{}Target{}Weight", "% of {} towns"])
def test_nodes_between_separators_may_hold_blanks(tmp_path, head, separator, end):
    lines = [head.format(separator, separator)] if head else []
    lines += [f'"{u}"{separator}"{v}"{separator}7' for u, v in EDGES]
    (tmp_path / "x.edges").write_bytes(end.join(lines).encode())
    assert nx.utils.graphs_equal(read_graph(tmp_path / "x.edges"), nx.Graph(EDGES))


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("from to\n1 2\n2 3\n", [("1", "2"), ("2", "3")]),
        ("person,friend\n1,2\n2,3\n", [("1", "2"), ("2", "3")]),
        ("person friend\na b\nb c\n", [("person", "friend"), ("a", "b"), ("b", "c")]),
        ("from to\n1 2\nto 2\n", [("from", "to"), ("1", "2"), ("to", "2")]),
        ("s t\n", [("s", "t")]),
        ("a b {'w': 1, 'x': 2}\nb c {'w': 1, 'x': 3}\n", [("a", "b"), ("b", "c")]),
        ("Source Id;Target Id\na;b\n;\nb;c\n;;\n", [("a", "b"), ("b", "c")]),
        ("Id,Source,Target,Type\n0,a,b,Undirected\n1,b,c,\n", [("a", "b"), ("b", "c")]),
        ("exam;other;students\na;b;12\nb;c;1,5\n", [("a", "b"), ("b", "c")]),
        ("a;b;strong\nb;c;weak\n", [("a", "b"), ("b", "c")]),
        ("a;b;strong\nb;c\n", [("a", "b"), ("b", "c")]),
        ("1,2\n3,4\n", [("1", "2"), ("3", "4")]),
    ],
)
def test_a_line_of_names_is_no_edge(tmp_path, text, edges):
    (tmp_path / "x.edges").write_text(text)
    assert nx.utils.graphs_equal(read_graph(tmp_path / "x.edges"), nx.Graph(edges))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "Source;Target;Weight\n", "exam;other;students\n"])
def test_a_line_with_an_empty_end_is_a_node_without_an_edge(tmp_path, head, separator):
    text = f"{head}a;b;12\nGEO;;\nb;c;7\nMus;\na;;3\n"
    (tmp_path / "x.edges").write_text(text.replace(";", separator))
    expected = nx.Graph([("a", "b"), ("b", "c")])
    expected.add_nodes_from(["GEO", "Mus"])
    assert nx.utils.graphs_equal(read_graph(tmp_path / "x.edges"), expected)


def test_words_that_may_be_names_are_told(tmp_path):
    (tmp_path / "x.edges").write_text("exam,other\na,b\nb,c\n")
    with pytest.warns(UserWarning, match="first line, 'exam' and 'other', counts as an edge"):
        assert read_graph(tmp_path / "x.edges").number_of_edges() == 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x.gml", "graph [ node [ id 1 ] edge [ source 1 target 2 ] ]", "it is not a readable GML"),
        ("x.gml", "graph [ node [", "it is not a readable GML file"),
        ("x.gml", "spam", "it is not a readable GML file"),
        ("x.graphml", "<graphml><graph>", "it is not a readable GraphML file"),
        ("x.gexf", "<gexf><graph>", "it is not a readable GEXF file"),
        ("x.graphml", "<html></html>", "it is not a readable GraphML file"),
        ("x.edgelist", "a b\nc\n", "line 2: 'c' stands alone; an edge is a line"),
        ("x.edgelist", "a b\n\n c # d e\n", "line 3: 'c' stands alone"),
        ("x.edgelist", " \n", "the file is empty"),
        ("x.clq", "p edge 1\n", "there is no line 'p edge VERTICES EDGES'"),
        (
            "x.graphs",
            "a b\n",
            r"unknown suffix '\.graphs'; names of graphs end in \.clq, \.col,",
        ),
        ("x.mps", "NAME\n", "its suffix is that of MPS, for models; names of graphs end in"),
        ("x.vrp", "NAME : x\n", "its suffix is that of CVRPLIB, for vehicle routing problems;"),
        ("x.edges", "a,b\nc\n", "line 2: 'c' stands alone; .* without one is followed by ','"),
        ("x.edges", "a;\nb;c\n", "line 1: 'a' stands alone; .* by ';', behind the first line"),
        ("x.edges", "a\tb\n\tc\n", "line 2: 'c' stands alone; .* followed by a tab"),
        ("x.edges", "# x\n\na,b,1\n,c,2\n", "line 4: 'c' stands alone"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    with pytest.raises(ModelFileError, match=message):
        read_graph(tmp_path / name)
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(text.encode())[:-4])
    with pytest.raises(ModelFileError, match=f"{name}.gz: "):
        read_graph(packed)
