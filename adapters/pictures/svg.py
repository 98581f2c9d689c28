"""Pictures in SVG without Graphviz: a `Sketch` in the style of our DOT text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from nzdd.adapters.pictures.sketch import EDGE_FONT, NODE_FONT, NUMBER_FONT, Sketch, wide
from nzdd.drawing.texts import caption, pen_widths

HEAD = 6.0  # length of an arrowhead
DOUBLE = 3.0  # from one circle of a root to the other
CAPTION_FONT = 10.0
_FRAME = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}pt" height="{height:.0f}pt" \
viewBox="0 0 {width:.2f} {height:.2f}" font-family="Helvetica, Arial, sans-serif">
<defs><marker id="head" viewBox="0 0 6 5" refX="1" refY="2.5" markerWidth="{head:g}" \
markerHeight="5" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L6 2.5L0 5Z"/></marker>\
</defs>
<rect width="100%" height="100%" fill="white"/>
{body}
</svg>
"""


def svg_text(sketch: Sketch) -> str:
    """The picture of a sketch as SVG; about 200 bytes a node and an edge, and 40 a bend."""
    below = caption(sketch.drawing)
    letters = max((wide(line, CAPTION_FONT) for line in below), default=0.0)
    body = [*_edges(sketch), *_nodes(sketch)]
    body += (
        _text(
            line, CAPTION_FONT + 2, sketch.height + 1.3 * CAPTION_FONT * row, CAPTION_FONT, "start"
        )
        for row, line in enumerate(below)
    )
    return _FRAME.format(
        width=max(sketch.width, letters + 24),
        height=sketch.height + 1.3 * CAPTION_FONT * len(below),
        head=HEAD,
        body="\n".join(body),
    )


def _edges(sketch: Sketch) -> Iterator[str]:
    drawing = sketch.drawing
    is_zdd = drawing.variable is not None
    widths = np.ones(drawing.num_edges) if is_zdd else pen_widths(drawing.multiplicity)
    each = zip(sketch.curves(HEAD), widths, drawing.low, sketch.edge_texts, strict=True)
    yield '<g fill="none" stroke="black" marker-end="url(#head)">'
    for points, width, low, (_, tip) in each:
        first, *others = (" ".join(f"{value:g}" for value in point) for point in points)
        style = f' stroke-width="{width:.2f}"' if width != 1 else ""
        style += ' stroke-dasharray="5 3"' if low else ""
        title = f"<title>{escape(tip)}</title>" if tip else ""
        yield f'<path d="M{first}C{" ".join(others)}"{style}>{title}</path>'
    if sketch.root >= 0:
        x, top = sketch.x[sketch.root], sketch.y[sketch.root] - sketch.half_height[sketch.root]
        top -= 0 if is_zdd else DOUBLE
        yield f'<path d="M{x:.2f} {top - 18:.2f}V{top - HEAD:.2f}"/>'
    yield "</g>\n<g>"
    places = sketch.points[sketch.text_at].tolist()
    for (x, y), (text, _) in zip(places, sketch.edge_texts, strict=True):
        if text:  # on white, or the line would cross it out
            yield _box(x, y, wide(text, EDGE_FONT) / 2, 0.6 * EDGE_FONT, ' fill="white"')
            yield _text(text, x, y, EDGE_FONT)
    yield "</g>"


def _nodes(sketch: Sketch) -> Iterator[str]:
    drawing = sketch.drawing
    is_nzdd = drawing.variable is None
    font, ink = (NUMBER_FONT, "#666") if is_nzdd else (NODE_FONT, "black")
    sizes = (sketch.x, sketch.y, sketch.half_width, sketch.half_height)
    boxes = [*zip(*(each.tolist() for each in sizes), strict=True)]
    yield '<g fill="white" stroke="black">'
    for i, (x, y, half, high) in enumerate(boxes):
        grey = ' fill="#d9d9d9"' if drawing.cut[i] else ""
        for more in (DOUBLE, 0) if is_nzdd and i == sketch.root else (0,):
            corner = "" if sketch.is_box[i] else f' rx="{high + more:.2f}"'
            yield _box(x, y, half + more, high + more, corner + grey)
    yield f'</g>\n<g fill="{ink}">'
    yield from (
        _text(text, x, y, font) for text, (x, y, *_) in zip(sketch.node_texts, boxes, strict=True)
    )
    yield "</g>"


def _box(x: float, y: float, half: float, high: float, style: str) -> str:
    return (
        f'<rect x="{x - half:.2f}" y="{y - high:.2f}" width="{2 * half:.2f}" '
        f'height="{2 * high:.2f}"{style}/>'
    )


def _text(text: str, x: float, y: float, font: float, anchor: str = "middle") -> str:
    place = f'x="{x:.2f}" y="{y + 0.35 * font:.2f}" font-size="{font:g}" text-anchor="{anchor}"'
    return f'<text {place} xml:space="preserve">{escape(text)}</text>'
