"""Pictures for papers: a `Sketch` as a TikZ picture, in the fonts of the document."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from nzdd.adapters.pictures.sketch import Sketch
from nzdd.drawing.texts import caption, pen_widths

_HEAD = r"""% Put \usepackage{{tikz}} into the preamble and \input this file, perhaps in \resizebox.
\begin{{tikzpicture}}[x=1pt, y=-1pt, >=stealth, line width=0.5pt,
  node/.style={{draw, fill=white, inner sep=0pt, font={font}}},
  cut/.style={{fill=black!15}}, low/.style={{dashed}},
  on edge/.style={{fill=white, inner sep=1pt, font=\scriptsize}}]
"""
_FOOT = "\\end{tikzpicture}\n"
_MEANING = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "∅": r"$\emptyset$", "…": r"\dots{}", "×": r"$\times$",
    **{letter: f"\\{letter}" for letter in "{}$&#_%"},
}  # fmt: skip
_SPECIAL = re.compile(f"[{re.escape(''.join(_MEANING))}]")


def tikz_text(sketch: Sketch) -> str:
    """The picture of a sketch as LaTeX: a ``tikzpicture`` that needs no TikZ library.

    Nodes have names (``n7``), to which more can be drawn.
    """
    is_zdd = sketch.drawing.variable is not None
    font = r"\small" if is_zdd else r"\tiny\color{gray}"
    lines = [*_nodes(sketch), *_edges(sketch), *_below(sketch)]
    body = "".join(f"  {line}\n" for line in lines)
    return _HEAD.format(font=font) + body + _FOOT


def _nodes(sketch: Sketch) -> Iterator[str]:
    drawing = sketch.drawing
    sizes = (sketch.x, sketch.y, sketch.half_width, sketch.half_height)
    boxes = zip(*(each.tolist() for each in sizes), strict=True)
    flags = zip(drawing.node, sketch.is_box, drawing.cut, sketch.node_texts, strict=True)
    for (x, y, half, high), (node, is_box, cut, text) in zip(boxes, flags, strict=True):
        style = ["node", f"minimum width={2 * half:.1f}pt", f"minimum height={2 * high:.1f}pt"]
        if not is_box:
            style += ["circle"] if half == high else [f"rounded corners={high - 0.1:.1f}pt"]
        style += ["cut"] if cut else []
        style += ["double"] if drawing.variable is None and node == drawing.root else []
        yield rf"\node[{', '.join(style)}] (n{node}) at ({x:.1f}, {y:.1f}) {{{escaped(text)}}};"


def _edges(sketch: Sketch) -> Iterator[str]:
    drawing = sketch.drawing
    is_zdd = drawing.variable is not None
    widths = np.ones(drawing.num_edges) if is_zdd else pen_widths(drawing.multiplicity)
    ends = (drawing.node[end].tolist() for end in (drawing.source, drawing.target))
    each = zip(*ends, sketch.curves(), widths.tolist(), drawing.low.tolist(), strict=True)
    for source, target, points, width, low in each:
        style = "->" + ", low" * low + f", line width={width / 2:.2f}pt" * (width != 1)
        way = " ".join(
            f".. controls ({a:g}, {b:g}) and ({c:g}, {d:g}) .. ({x:g}, {y:g})"
            for a, b, c, d, x, y in points[1:]
        )
        way = way[: way.rindex("(")]  # the border of the node, which TikZ finds
        yield rf"\draw[{style}] (n{source}) {way}(n{target});"
    if sketch.root >= 0:
        yield rf"\draw[<-] (n{drawing.root}.north) -- ++(0, -14);"
    places = sketch.points[sketch.text_at].tolist()
    for (x, y), (text, _) in zip(places, sketch.edge_texts, strict=True):
        if text:
            yield rf"\node[on edge] at ({x:.1f}, {y:.1f}) {{{escaped(text)}}};"


def _below(sketch: Sketch) -> Iterator[str]:
    lines = r"\\".join(map(escaped, caption(sketch.drawing)))
    if lines:
        place = f"({sketch.width / 2:.1f}, {sketch.height:.1f})"
        yield rf"\node[below, align=center, font=\scriptsize] at {place} {{{lines}}};"


def escaped(text: str) -> str:
    """A text as LaTeX sets it letter by letter."""
    return _SPECIAL.sub(lambda found: _MEANING[found[0]], text)
