import re

import numpy as np
import pytest

from nzdd import NZDD, ZDD
from nzdd.drawing.dot import to_dot

FIGURE_1 = [[0, 1, 2], [1], [1, 2, 3], [2, 3]]


def figure_1_nzdd():
    """An NZDD of figure 1's family with an inner node and an empty label set."""
    return NZDD.from_edges(
        3, [0, 0, 0, 0, 1], [1, 1, 2, 2, 2], [0, 0, 1, 2, 5, 7], [1, 1, 0, 1, 2, 2, 3], 4
    )


def edges(text):
    return re.findall(r"^  (n\d+) -> (n\d+)(.*);$", text, re.MULTILINE)


def test_a_zdd_has_a_dashed_low_edge_and_a_solid_high_edge_for_each_node_but_none_to_terminal_0():
    zdd = ZDD.from_rows(FIGURE_1, order="natural")
    text = to_dot(zdd)
    found = {(a, b, "dashed" in style) for a, b, style in edges(text)}
    wanted = {
        (f"n{node}", f"n{child}", dashed)
        for dashed, children in ((True, zdd.low), (False, zdd.high))
        for node, child in enumerate(children.tolist())
        if node > 1 and child != 0
    }
    assert found == wanted
    assert text.startswith("digraph ZDD {")
    assert 'n1 [shape=box, height=0.3, label="1"]' in text
    assert "n0" not in text
    assert f"entry -> n{zdd.root};" in text


def test_nodes_of_one_zdd_level_share_a_rank_and_the_name_of_the_symbol():
    text = to_dot(ZDD.from_rows(FIGURE_1, order="natural"), "abcd")
    ranks = [re.findall(r'label="(\w)"', rank) for rank in re.findall(r"\{rank=same;.*", text)]
    assert ranks == [["a"], ["b", "b"], ["c", "c", "c"], ["d"]]


def test_names_follow_the_order_of_the_symbols():
    text = to_dot(ZDD.from_rows(FIGURE_1, order=[3, 2, 1, 0]), "abcd")
    ranks = [re.findall(r'label="(\w)"', rank) for rank in re.findall(r"\{rank=same;.*", text)]
    assert [rank[0] for rank in ranks] == ["d", "c", "b", "a"]


def test_an_nzdd_has_its_label_sets_on_its_edges():
    text = to_dot(figure_1_nzdd(), "abcd")
    labels = [re.search(r'label=" (.*) "', style).group(1) for _, _, style in edges(text)]
    assert labels == ["∅", "{b}", "{b}", "{a, b, c}", "{c, d}"]
    assert "n0 [shape=doublecircle" in text
    assert "n2 [shape=box" in text
    assert text.count("rank=same") == 3


def test_edges_are_the_wider_the_more_rows_use_them():
    nzdd = NZDD.from_rows([[0], [1], [2]], weights=[1, 10, 1000])
    widths = {
        style.split("{")[1][0]: float(style.split("penwidth=")[1].rstrip("]"))
        for _, _, style in edges(to_dot(nzdd))
    }
    assert widths["0"] == 1
    assert widths["2"] == 3.5
    assert widths["1"] == pytest.approx(1 + 2.5 / 3, abs=0.01)


def test_equal_and_zero_weights_give_thin_edges():
    for weights in ([1, 1], [0, 0]):
        text = to_dot(NZDD.from_rows([[0], [1]], weights=weights))
        assert all("penwidth=1.00" in style for _, _, style in edges(text))


def test_long_label_sets_are_cut_and_say_so():
    text = to_dot(NZDD.from_rows([range(100)]))
    assert '" {0, 1, 2, 3, 4, 5, 6, 7, … 92 more} "' in text
    many = to_dot(NZDD.from_rows([[4 * i + j for j in range(4)] for i in range(61)]))
    assert '" {0, 1, 2, … 1 more} "' in many


@pytest.mark.parametrize("kind", [ZDD, NZDD])
@pytest.mark.parametrize("rows", [[], [[]], [[], [0]]])
def test_empty_families_and_empty_rows_have_pictures(kind, rows):
    text = to_dot(kind.from_rows(rows))
    assert text.endswith("}\n")
    assert text.count("{") == text.count("}")


def test_the_empty_zdd_is_its_terminal_0():
    assert 'n0 [shape=box, height=0.3, label="0"]' in to_dot(ZDD.from_rows([]))


def test_names_are_escaped():
    text = to_dot(ZDD.from_rows([[0, 1]]), ['say "hi"\\N', "a&amp;\nb"])
    assert r'label="say \"hi\"\\N"' in text
    assert 'label="a&amp;amp; b"' in text


def test_of_a_large_diagram_a_part_is_drawn_and_the_picture_says_so():
    rows = np.random.default_rng(1).random((200, 12)) < 0.5
    zdd = ZDD.from_rows(rows)
    text = to_dot(zdd, max_nodes=20)
    nodes = set(re.findall(r"\b(?<!\\)n\d+", text))
    assert len(nodes) == 20
    assert f"n{zdd.root}" in nodes
    caption = re.search(r'label="(shown: .*)"; labelloc=b', text).group(1).replace("\\n", " ")
    assert f"20 of {zdd.num_nodes + 1} nodes (those nearest to the root)" in caption
    assert "grey nodes have more edges" in caption
    assert "fillcolor" in text.split("rank=same")[-1]
    assert "shown" not in to_dot(zdd, max_nodes=1000)


def test_of_many_parallel_edges_those_with_most_rows_are_drawn():
    nzdd = NZDD.from_rows(np.eye(11, dtype=np.bool_), weights=range(11))  # two nodes
    text = to_dot(nzdd, max_nodes=2)
    labels = [re.search(r'label=" {(.*)} "', style).group(1) for _, _, style in edges(text)]
    assert labels == ["3", "4", "5", "6", "7", "8", "9", "10"]
    assert "all 2 nodes, 8 of 11 edges" in text


def test_the_part_around_a_node():
    text = to_dot(figure_1_nzdd(), "abcd", around=1, radius=1)
    assert len(edges(text)) == 5
    assert "shown" not in text  # everything is that near
    text = to_dot(figure_1_nzdd(), "abcd", around=1, radius=0)
    assert not edges(text)
    assert "entry" not in text
    assert "1 of 3 nodes (those within 0 edges of node 1), 0 of 5 edges" in text.replace("\\n", " ")


def test_no_symbols_need_no_names():
    for rows in ([], [[]]):
        zdd = ZDD.from_rows(rows)
        assert to_dot(zdd, names=[]) == to_dot(zdd)


def test_too_few_names_are_refused():
    with pytest.raises(ValueError, match="2 names for 4 symbols"):
        to_dot(ZDD.from_rows(FIGURE_1), "ab")


def test_only_diagrams_are_drawn():
    with pytest.raises(TypeError, match="not list"):
        to_dot([])


def test_a_notebook_gets_text_and_a_picture_unless_the_diagram_is_large():
    bundle = figure_1_nzdd()._repr_mimebundle_()
    assert bundle["text/plain"].startswith("NZDD(4 rows")
    assert "<svg" in bundle["image/svg+xml"]
    large = ZDD.from_rows(np.random.default_rng(1).random((2000, 14)) < 0.5)
    assert set(large._repr_mimebundle_()) == {"text/plain"}
