import gzip

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs import dimacs

TRIANGLE = "c a triangle and a lone vertex\nc\np edge 4 3\ne 1 2\ne 2 3\ne 1 3\n"


def read(folder, text, name="x.clq"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return dimacs.read(path)


def test_vertices_without_edges_are_nodes(tmp_path):
    graph = read(tmp_path, TRIANGLE)
    assert list(graph) == [1, 2, 3, 4]
    assert set(graph.edges) == {(1, 2), (2, 3), (1, 3)}
    assert not read(tmp_path, "p edge 0 0").nodes


@given(st.integers(1, 8), st.data())
def test_what_is_written_is_read(tmp_path_factory, num_vertices, data):
    vertex = st.integers(1, num_vertices)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=12, unique_by=frozenset))
    text = f"p col {num_vertices} {len(edges)}\n" + "".join(f"e {u} {v}\n" for u, v in edges)
    expected = nx.Graph(edges)
    expected.add_nodes_from(range(1, num_vertices + 1))
    assert nx.utils.graphs_equal(read(tmp_path_factory.getbasetemp(), text), expected)


def test_both_directions_of_an_edge_are_one_edge(tmp_path):
    both = "e 1 2\ne 2 1\n"
    for announced in (1, 2):
        for lines in (both, "e 1 2\n"):
            graph = read(tmp_path, f"p col 2 {announced}\r\n{lines}")
            assert list(graph.edges) == [(1, 2)]


@given(st.integers(1, 40), st.randoms(use_true_random=False), st.floats(0, 1))
def test_the_binary_variant_is_read_like_the_lines(tmp_path_factory, size, random, density):
    pairs = [(u, v) for u in range(1, size + 1) for v in range(1, u)]
    edges = [pair for pair in pairs if random.random() < density]
    lines = f"c a graph\np edge {size} {len(edges)}\n"
    rows = bytearray()
    for u in range(1, size + 1):
        row = "".join("1" if (u, v) in edges else "0" for v in range(1, u + 1))
        row += "0" * (-len(row) % 8)
        rows += bytes(int(row[at : at + 8], 2) for at in range(0, len(row), 8))
    folder = tmp_path_factory.getbasetemp()
    graph = read(folder, f"{len(lines)}\n{lines}".encode() + rows, "x.col.b")
    expected = read(folder, lines + "".join(f"e {u} {v}\n" for u, v in edges))
    assert nx.utils.graphs_equal(graph, expected)
    with pytest.raises(ModelFileError, match=f"take {len(rows)} bytes .*, and there are"):
        read(folder, f"{len(lines)}\n{lines}".encode() + rows[:-1], "x.col.b")


def test_optional_lines_are_passed_over(tmp_path):
    for lines in ("n 1 7\nn 4 2\n", "d 2 EUC\nv 0.5 1e-3\r\nv 1 2\nx 3 4\n"):
        graph = read(tmp_path, TRIANGLE.replace("e 1 2", f"{lines}e 1 2"))
        assert nx.utils.graphs_equal(graph, read(tmp_path, TRIANGLE))
    damaged = TRIANGLE.replace("e 1 2", "n 1 7\ne 1 9")
    with pytest.raises(ModelFileError, match="line 5: the edge 1 9 leaves"):
        read(tmp_path, damaged)


def test_collections_that_leave_out_the_letters_are_read_like_others(tmp_path):
    expected = read(tmp_path, TRIANGLE)
    for head in ("4", "4 3", "c no letters\n\n 4 "):
        bare = read(tmp_path, f"{head}\r\n 1 2\n2 3\n\n1 3")
        assert nx.utils.graphs_equal(bare, expected)
    assert len(read(tmp_path, "7")) == 7
    for text, message in (
        ("4 2\n1 2\n2 3\n1 3\n", "line 1: 2 edges are announced, and there are 3"),
        ("4\n1 2\n2 5\n", "line 3: the edge 2 5 leaves the 4 vertices"),
        ("4\n1 2\n2 3 4\n", "line 3: 'e 2 3 4' is not expected"),
        ("4\n1 2\n2\n", "line 3: 'e 2' is not expected"),
        ("4\n1 2\n2 -1\n", "line 3: 'e 2 -1' is not expected"),
    ):
        with pytest.raises(ModelFileError, match=message):
            read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TRIANGLE[:-7], "line 3: 3 edges are announced, and there are 2; copy the file again"),
        (TRIANGLE + "e 1 4\n", "line 3: 3 edges are announced, and there are 4"),
        (TRIANGLE.replace("e 2 3", "e 2 5"), "line 5: the edge 2 5 leaves the 4 vertices"),
        (TRIANGLE.replace("e 2 3", "e 0 3"), "line 5: the edge 0 3 leaves .* count from 1"),
        (TRIANGLE.replace("e 2 3", "e 2"), "line 5: 'e 2' is not expected; after 'c' lines come"),
        (TRIANGLE.replace("e 2 3", "e 2 3 4"), "line 5: 'e 2 3 4' is not expected"),
        (TRIANGLE.replace("e 2 3", "a 2 3"), "line 5: 'a 2 3' is not expected"),
        (TRIANGLE.replace("e 2 3", "e 2 -3"), "line 5: 'e 2 -3' is not expected"),
        (TRIANGLE.replace("e 2 3", "e 2 " + 40 * "9"), "line 5: the edge 2 .* leaves"),
        (TRIANGLE.replace("edge 4", "edge " + 5000 * "4"), "line 3: 4{18} vertices are announced"),
        (
            TRIANGLE.replace("edge 4", "edge 4000000000"),
            "line 3: 4000000000 vertices are announced",
        ),
        (
            TRIANGLE.replace("edge", "sp"),
            "line 3: the problem is 'sp', not 'edge'; only undirected",
        ),
        (TRIANGLE.replace("p edge 4 3\n", ""), "there is no line 'p edge VERTICES EDGES'"),
        (TRIANGLE + "p edge 4 3\n", "line 7: a second line 'p edge VERTICES EDGES'"),
        (b"p edge 2 1\ne 1 \xff\n", "line 2: "),
        (gzip.compress(TRIANGLE.encode(), mtime=0)[:-5], "the gzip data is truncated"),
        ("", "the file is empty"),
    ],
)
def test_what_is_damaged_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(ModelFileError, match=message):
        read(tmp_path, text)


# Vertices, edges, and edges of the complement, as the collection publishes them.
PUBLISHED = {
    "C125.9": (125, 6963, 787),
    "brock200_4": (200, 13089, 6811),
    "hamming8-4": (256, 20864, 11776),
    "keller4": (171, 9435, 5100),
    "p_hat300-2": (300, 21928, 22922),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_graphs_of_the_challenge(data, name):
    graph = dimacs.read(data / "graphs" / f"{name}.clq.gz")
    n = len(graph)
    found = (n, graph.number_of_edges(), n * (n - 1) // 2 - graph.number_of_edges())
    assert found == PUBLISHED[name]
    assert nx.number_of_selfloops(graph) == 0
