import json
import re

import numpy as np
import pytest
from hypothesis import given

from nzdd import NZDD, ZDD
from nzdd.adapters.pictures.layout import positions
from nzdd.adapters.pictures.page import to_html
from nzdd.drawing.excerpt import excerpt_of
from nzdd.families import power_set
from support.sets.diagrams import nzdds, zdds

ROWS = [[0, 1, 2], [1], [1, 2, 3], [2, 3]]


def data_of(page):
    found = re.search(r'<script type="application/json" id="data">(.*)</script>', page)
    return json.loads(found[1], parse_constant=pytest.fail)


@pytest.mark.parametrize("kind", [ZDD, NZDD])
@pytest.mark.parametrize("rows", [ROWS, [], [[]], [[], [0]]])
def test_a_page_holds_the_drawing_and_loads_nothing(kind, rows):
    diagram = kind.from_rows(rows, num_symbols=4)
    page = to_html(diagram, names="abcd")
    data, drawing = data_of(page), excerpt_of(diagram, 100, 100)
    assert "{{" not in page
    assert not re.search(r"https?:|<link[^>]*href=\"(?!data:)|@import|\bsrc=", page)
    assert "default-src 'none'" in page
    assert data["kind"] == kind.__name__
    assert data["node"] == drawing.node.tolist()
    assert data["source"] == drawing.source.tolist()
    assert data["multiplicity"] == drawing.multiplicity.tolist()
    assert data["total"] == len(rows)
    bounds = data["offsets"]
    labels = [data["symbols"][i] for i in data["labels"]]
    assert (bounds, labels) == (drawing.label_offsets.tolist(), drawing.labels.tolist())
    assert data["names"] == ["abcd"[symbol] for symbol in data["symbols"]]


def test_names_and_titles_cannot_leave_their_place():
    evil = "</script><script>alert(1)</script>{{data}}"
    page = to_html(NZDD.from_rows([[0]]), [evil], title=evil)
    assert "<script>alert" not in page
    assert data_of(page)["names"] == [evil]
    assert "<title>&lt;/script&gt;" in page


def test_of_a_large_diagram_the_page_shows_a_part_and_says_so():
    zdd = ZDD.from_rows(np.random.default_rng(1).random((200, 12)) < 0.5)
    data = data_of(to_html(zdd, max_nodes=20))
    assert len(data["node"]) == 20
    assert data["leftOut"].startswith("shown: 20 of")
    assert len(data["cut"])
    below = data_of(to_html(zdd, around=2, radius=1))
    assert below["root"] == -1
    assert "those within 1 edge of node 2" in below["leftOut"]


def test_too_few_names_are_refused():
    with pytest.raises(ValueError, match="1 names for 4 symbols"):
        to_html(NZDD.from_rows(ROWS), ["a"])


def check_layout(diagram):
    drawing = excerpt_of(diagram, 10**6, 10**6)
    x, y = positions(drawing)
    assert np.all(np.isfinite(x))
    assert np.all(x >= 0)
    for layer in np.unique(drawing.layer):
        nodes = np.flatnonzero(drawing.layer == layer)
        assert np.unique(y[nodes]).size == 1
        assert np.all(np.diff(np.sort(x[nodes])) > 0.999)
    assert np.all(y[drawing.source] < y[drawing.target])


@given(zdds())
def test_nodes_of_a_level_stand_on_a_line_and_apart(found):
    check_layout(found[2])


@given(nzdds())
def test_nodes_of_a_depth_stand_on_a_line_and_apart(found):
    check_layout(found[2])


def test_a_tree_is_drawn_without_crossings():
    zdd = ZDD.from_rows([[0, 1], [0, 2, 3], [4, 5], [4, 6, 7], [0, 1, 2, 3]], order="natural")
    drawing = excerpt_of(zdd, 100, 100)
    x, _ = positions(drawing)
    layer = drawing.layer
    for above in np.unique(layer):
        edges = np.flatnonzero(
            (layer[drawing.source] == above) & (layer[drawing.target] == above + 1)
        )
        starts, ends = x[drawing.source[edges]], x[drawing.target[edges]]
        order = np.lexsort((ends, starts))
        assert np.all(np.diff(ends[order]) >= -1e-9)


def test_what_no_double_holds_is_left_out():
    """JSON has no infinity."""
    assert data_of(to_html(power_set(1100)))["total"] is None
