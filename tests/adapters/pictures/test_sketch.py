import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given

from nzdd import NZDD, ZDD, render
from nzdd.adapters.pictures.sketch import EDGE_FONT, GAP, sketch_of, wide
from nzdd.adapters.pictures.svg import svg_text
from nzdd.adapters.pictures.tikz import escaped, tikz_text
from nzdd.drawing.dot import dot_drawing
from nzdd.families import power_set
from support.sets.diagrams import nzdds, zdds

SVG = "{http://www.w3.org/2000/svg}"


def check(sketch):
    """Boxes of one line are beside each other and on the paper; edges run down between nodes."""
    drawing = sketch.drawing
    boxes = [*zip(sketch.y, sketch.x, sketch.half_width, strict=True)]
    for point, (text, _) in zip(sketch.points[sketch.text_at], sketch.edge_texts, strict=True):
        boxes.append((point[1], point[0], wide(text, EDGE_FONT) / 2))
    inner = np.ones(len(sketch.points), np.bool_)
    inner[sketch.offsets[:-1]] = inner[sketch.offsets[1:] - 1] = inner[sketch.text_at] = False
    boxes += [(y, x, 0.0) for x, y in sketch.points[inner]]
    for (y, x, half), (below, right, other) in zip(sorted(boxes), sorted(boxes)[1:], strict=False):
        assert 0 < x - half <= x + half < sketch.width
        assert 0 < y < sketch.height
        assert below > y or right - x > half + other + GAP - 1e-6
    first, last = sketch.offsets[:-1], sketch.offsets[1:] - 1
    places = np.stack((sketch.x, sketch.y), axis=1)
    assert np.array_equal(sketch.points[first], places[drawing.source])
    assert np.array_equal(sketch.points[last], places[drawing.target])
    down = np.diff(sketch.points[:, 1])
    down[last[:-1]] = 1  # from one edge to the next
    assert np.all(down > 0)


def check_svg(sketch):
    page = ElementTree.fromstring(svg_text(sketch))
    drawing = sketch.drawing
    paths = [*page.iter(f"{SVG}path")]
    has_entry = drawing.root in drawing.node
    assert len(paths) == 1 + drawing.num_edges + has_entry  # and the arrowhead
    assert sum(path.get("stroke-dasharray") is not None for path in paths) == drawing.low.sum()
    texts = ["".join(text.itertext()) for text in page.iter(f"{SVG}text")]
    shown = [text for text, _ in sketch.edge_texts if text]
    assert texts[: len(shown) + drawing.num_nodes] == shown + sketch.node_texts


def check_tikz(sketch):
    text = tikz_text(sketch)
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    drawn = re.findall(r"\\draw\[->.*\((n\d+)\) \.\. .*\((n\d+)\);", text)
    numbers = sketch.drawing.node
    ends = zip(numbers[sketch.drawing.source], numbers[sketch.drawing.target], strict=True)
    assert drawn == [(f"n{source}", f"n{target}") for source, target in ends]
    assert len(re.findall(r"\\node\[node,", text)) == numbers.size


@given(zdds())
def test_a_zdd_on_paper(found):
    drawing = dot_drawing(found[2])
    sketch = sketch_of(drawing)
    check(sketch)
    check_svg(sketch)
    check_tikz(sketch)


@given(nzdds())
def test_an_nzdd_on_paper(found):
    drawing = dot_drawing(found[2])
    sketch = sketch_of(drawing, [f"symbol {i}" for i in range(found[2].num_symbols)])
    check(sketch)
    check_svg(sketch)
    check_tikz(sketch)


def test_of_very_long_edges_few_bends_are_left():
    """Each node has an edge to the next one, and one to the leaf past all others."""
    size = 200
    source = np.repeat(np.arange(size - 1), 2)[:-1]
    target = np.where(np.arange(source.size) % 2, size - 1, source + 1)
    labels = np.arange(source.size)
    ladder = NZDD.from_edges(size, source, target, np.arange(source.size + 1), labels, labels.size)
    sketch = sketch_of(dot_drawing(ladder))
    assert len(sketch.points) < 20 * source.size
    check(sketch)


@pytest.mark.parametrize("kind", [ZDD, NZDD])
@pytest.mark.parametrize("rows", [[], [[]], [[], [0]]])
def test_empty_families_and_empty_rows_have_pictures(kind, rows):
    sketch = sketch_of(dot_drawing(kind.from_rows(rows)))
    check_svg(sketch)
    check_tikz(sketch)


def test_what_is_left_out_stands_below_and_grey_nodes_have_more_edges():
    drawing = dot_drawing(power_set(40), 12)
    for picture in (svg_text(sketch_of(drawing)), tikz_text(sketch_of(drawing))):
        assert "shown: 12 of" in picture
        assert "#d9d9d9" in picture or ", cut]" in picture


def test_names_are_text_and_nothing_else():
    names = ['<b a="1">&', "$x_1^2$ {50%} \\end ~#", "two\nlines\x00\ud800"]
    for kind in (ZDD, NZDD):
        diagram = kind.from_rows([[0, 1, 2]])
        page = ElementTree.fromstring(render_own(diagram, names))
        assert {child.tag for child in page.iter()} <= {
            f"{SVG}{tag}" for tag in ("svg", "defs", "marker", "path", "rect", "g", "title", "text")
        }
        texts = " ".join(page.itertext())  # titles, too
        assert all(name in texts for name in (names[0], names[1], "two lines ?"))
        assert "two\nlines" not in render(diagram, "tex", names).decode()
    assert escaped(names[1]) == (
        r"\$x\_1\textasciicircum{}2\$ \{50\%\} \textbackslash{}end \textasciitilde{}\#"
    )


def render_own(diagram, names):
    return svg_text(sketch_of(dot_drawing(diagram), names)).encode("utf-8", "replace")


def test_letters_of_east_asia_are_wide():
    assert wide("漢字", 10) == 2 * wide("ab", 10)
