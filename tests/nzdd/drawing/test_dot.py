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
        style.split("{")[1][0]: float(re.search("penwidth=([0-9.]+)", style)[1])
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
    assert f'tooltip="{{{", ".join(map(str, range(20)))}, … 80 more}}"' in text


def test_the_more_edges_a_picture_has_the_less_is_written_on_them_and_tooltips_have_it():
    def path(length):
        """One row, with five symbols on each edge."""
        nodes, offsets = np.arange(length + 1), np.arange(0, 5 * length + 1, 5)
        labels = np.arange(5 * length)
        return NZDD.from_edges(length + 1, nodes[:-1], nodes[1:], offsets, labels, labels.size)

    written = {
        length: re.search(r'label="(.*?)".*tooltip="(.*)"', edges(to_dot(path(length)))[0][2])
        for length in (20, 21, 101)
    }
    texts = {length: found[1].strip() for length, found in written.items()}
    assert texts == {20: "{0, 1, 2, 3, 4}", 21: "{0, 1, 2, … 2 more}", 101: ""}
    assert {found[2] for found in written.values()} == {"{0, 1, 2, 3, 4}"}


def test_long_names_are_not_written_side_by_side():
    text = to_dot(NZDD.from_rows([range(3)]), ["a" * 30, "b" * 30, "c"])
    assert f'label=" {{{"a" * 30}, … 2 more}} "' in text


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


def test_many_parallel_edges_are_one_with_their_number_and_the_labels_with_most_rows():
    nzdd = NZDD.from_rows(np.eye(4096, dtype=np.bool_), weights=range(4096))  # two nodes
    ((source, target, style),) = edges(to_dot(nzdd, max_nodes=2))
    assert (source, target) == ("n0", "n1")
    assert 'label=" ×4,096: {4095}, … "' in style
    assert "shown" not in to_dot(nzdd, max_nodes=2)
    few = edges(to_dot(NZDD.from_rows(np.eye(4, dtype=np.bool_))))
    assert [style[style.index("{") :][:3] for _, _, style in few] == ["{0}", "{1}", "{2}", "{3}"]


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


def test_a_notebook_gets_text_and_a_picture_or_a_profile_of_a_large_diagram():
    bundle = figure_1_nzdd()._repr_mimebundle_()
    assert bundle["text/plain"].startswith("NZDD(4 rows")
    assert "<svg" in bundle["image/svg+xml"]
    large = ZDD.from_rows(np.random.default_rng(1).random((2000, 14)) < 0.5)
    bundle = large._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert f"<th>nodes</th><td>{large.num_nodes:,}</td>" in bundle["text/html"]
    assert f"at most {large.width().max():,}" in bundle["text/html"]
    assert "nzdd.to_html(diagram)" in bundle["text/html"]


def test_two_nodes_with_thousands_of_edges_are_a_picture_in_a_notebook():
    bundle = NZDD.from_rows(np.eye(4096, dtype=np.bool_))._repr_mimebundle_()
    assert "×4,096" in bundle["image/svg+xml"]


def test_a_notebook_does_not_wait_for_long_edges():
    """Each node has an edge to the next one, and one to the leaf past all others."""
    size = 200
    source = np.repeat(np.arange(size - 1), 2)[:-1]
    target = np.where(np.arange(source.size) % 2, size - 1, source + 1)
    labels = np.arange(source.size)
    ladder = NZDD.from_edges(size, source, target, np.arange(source.size + 1), labels, labels.size)
    assert "text/html" in ladder._repr_mimebundle_()
    assert to_dot(ladder).count("->") == source.size + 1
