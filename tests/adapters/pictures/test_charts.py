"""Bars and lines: XML of whole words, to scale."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.pictures.charts import bars, chart, wrapped

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@given(st.lists(st.text('ab<&"é漢 ', min_size=1), min_size=1), st.floats(5, 300))
def test_no_word_is_cut_and_none_is_lost(words, most):
    assert " ".join(wrapped(" ".join(words), most)).split() == " ".join(words).split()


def test_bars_are_as_long_as_their_numbers():
    name = "a name of many words that has to go on in a second line & <more>"
    picture = bars([(name, 2.0), ("other", -1.0)], 'a "label"')
    long, short = (
        float(bar.get("width")) for bar in ElementTree.fromstring(picture).iter(f"{SVG}rect")
    )
    assert long == pytest.approx(2 * short, abs=0.2)
    found = texts(picture)
    assert {"+2", "-1", "other"} <= set(found)
    assert set(name.split()) <= set(" ".join(found).split())


def test_marks_that_have_no_room_are_left_out():
    marks = [(5.0, "5"), (5.1, "5.1"), (0.0, "0")]
    points = [(0.0, 1.0), (10.0, -1.0)]
    found = texts(chart([("", points)], "a", "x", "y", marks=marks, ring=(0, 1), diagonal=False))
    assert "5" in found
    assert "0" in found
    assert "5.1" not in found
    named = texts(chart([("first", points), ("second", points)], "a", "x", "y", diagonal=True))
    assert {"first", "second"} <= set(named)


def test_a_ring_beyond_the_lines_is_in_the_picture():
    picture = ElementTree.fromstring(chart([("", [(0, 0), (2, 1)])], "a", "x", "y", ring=(10, 3)))
    ring = next(each for each in picture.iter(f"{SVG}circle") if each.get("r") == "7")
    assert 0 < float(ring.get("cx")) < float(picture.get("width"))
    assert 0 < float(ring.get("cy")) < float(picture.get("height"))
