"""Diagrams as text in Graphviz' DOT language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.diagram import Diagram
from nzdd.drawing.drawing import Drawing
from nzdd.drawing.excerpt import excerpt_of
from nzdd.drawing.texts import (
    MAX_LETTERS_A_CIRCLE,
    TEXT_ON_AN_EDGE,
    caption,
    edge_texts,
    node_texts,
    pen_widths,
)

MAX_NODES = 300
MAX_EDGES_A_NODE = 4  # dot needs half a minute for ten
MIN_EDGES = 300  # dot lays out that many in seconds, whatever the number of nodes
MAX_LENGTH = 2000  # of all edges, in layers; dot needs many seconds for more

# A backslash, an ampersand and a quote mean something in DOT.
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;"})
_GAPS, _GAPS_OF_MANY_EDGES = "ranksep=0.35, nodesep=0.3", "ranksep=1.2, nodesep=0.08"
_STYLE = """  graph [rankdir=TB, {gaps}, fontname="Helvetica", bgcolor="white"];
  node [shape=circle, fontname="Helvetica", fontsize=12, width=0.4, margin=0.03, style=filled,
        fillcolor="white"];
  edge [fontname="Helvetica", fontsize=11, arrowsize=0.6];
"""


def to_dot(
    diagram: Diagram,
    names: Sequence[Any] | None = None,
    max_nodes: int = MAX_NODES,
    *,
    around: int | None = None,
    radius: int | None = None,
) -> str:
    """A diagram as DOT text.

    A node of a ZDD is a circle with its symbol (an ellipse if names are long). A dashed edge leads
    to the rows without the symbol, a solid one to the rows with it. Each level has a rank of its
    own; terminal 1 is a box, terminal 0 and the edges to it are left out. An edge of an NZDD has
    its labels, and a width that grows with the logarithm of its multiplicity. Each depth has a rank
    of its own; the leaf is a box. More than four parallel edges are one (if there are more than 60
    edges: two are), with their number and the labels of the one with most rows.

    Parameters
    ----------
    diagram : ZDD or NZDD
    names : sequence, shape (num_symbols,), optional
        What to call each symbol; by default the names of the diagram, else numbers.
    max_nodes : int
        The largest number of nodes in the picture; `max_edges` limits the edges. Of a larger
        diagram the part nearest to the root is drawn; a line below the picture says what is left
        out, and nodes with further edges are grey.
    around, radius : int, optional
        Draw the nodes before and after this node, at most `radius` edges away; see `excerpt_of`.

    Returns
    -------
    str
        Of a label set the first 8 symbols are shown, 3 if there are more than 20 edges, none of
        more than 100: an SVG picture shows them where the pointer is. Length, and time beyond that
        of `excerpt_of`: O(nodes + edges) of the picture.

    Raises
    ------
    ValueError
        If there are fewer names than symbols, no such node, or `max_nodes` is not positive.
    TypeError
        If `diagram` is neither a ZDD nor an NZDD.

    Examples
    --------
    >>> from nzdd import NZDD
    >>> print(to_dot(NZDD.from_rows([[0, 1], [2]]), names="abc").splitlines()[-2].strip())
    n0 -> n1 [label=" {c} ", penwidth=1.00, tooltip="{c}"];
    """
    drawing = dot_drawing(diagram, max_nodes, around=around, radius=radius)
    return dot_text(drawing, names_for(diagram, names))


def dot_drawing(
    diagram: Diagram,
    max_nodes: int = MAX_NODES,
    *,
    around: int | None = None,
    radius: int | None = None,
) -> Drawing:
    """What of a diagram is in its DOT text; see `to_dot`."""
    edges = max_edges(diagram, max_nodes)
    return excerpt_of(diagram, max_nodes, edges, around=around, radius=radius, fold=True)


def max_edges(diagram: Diagram, max_nodes: int = MAX_NODES) -> int:
    """The largest number of edges in a picture: four for each node, and 300 for fewer than 75."""
    num_nodes = getattr(diagram, "num_nodes", 0)
    return MAX_EDGES_A_NODE * min(max_nodes, max(num_nodes, MIN_EDGES // MAX_EDGES_A_NODE))


def whole_drawing(diagram: Diagram) -> Drawing | None:
    """The drawing of a diagram all of which is soon drawn in the usual size, else None."""
    if diagram.num_nodes >= MAX_NODES:
        return None
    drawing = dot_drawing(diagram)
    length = np.sum(drawing.layer[drawing.target] - drawing.layer[drawing.source])
    return None if drawing.left_out or length > MAX_LENGTH else drawing


def names_for(diagram: Diagram, names: Sequence[Any] | None) -> Sequence[Any] | None:
    """The given names, else those of the diagram; ValueError if there are too few."""
    if names is None:
        return getattr(diagram, "names", None)
    if len(names) < diagram.num_symbols:
        raise ValueError(
            f"there are {len(names)} names for {diagram.num_symbols} symbols; "
            "give one for each symbol"
        )
    return names


def dot_text(drawing: Drawing, names: Sequence[Any] | None = None) -> str:
    """The DOT text of a drawing; see `to_dot`."""
    lines = []
    if drawing.left_out:
        below = "\\n".join(caption(drawing))
        lines.append(f'label="{below}"; labelloc=b; fontsize=10;')
    if drawing.root in drawing.node:
        lines.append('entry [shape=none, label="", width=0, height=0, margin=0];')
        lines.append(f"entry -> n{drawing.root};")
    lines.extend((_nzdd if drawing.variable is None else _zdd)(drawing, names))
    text = "".join(f"  {line}\n" for line in lines)
    many = drawing.variable is None and drawing.num_edges > TEXT_ON_AN_EDGE[-1][0]
    style = _STYLE.format(gaps=_GAPS_OF_MANY_EDGES if many else _GAPS)
    return f"digraph {drawing.kind} {{\n{style}{text}}}\n"


def _zdd(drawing: Drawing, names: Sequence[Any] | None) -> Iterator[str]:
    assert drawing.variable is not None
    terminal = drawing.variable < 0
    yield from (
        f'n{node} [shape=box, height=0.3, label="{node}"{_grey(cut)}];'
        for node, cut in zip(drawing.node[terminal], drawing.cut[terminal], strict=True)
    )
    inner = np.flatnonzero(~terminal)
    texts = [text.translate(_ESCAPES) for text in node_texts(drawing, names)]
    if max((len(texts[i]) for i in inner), default=0) > MAX_LETTERS_A_CIRCLE:
        yield "node [shape=ellipse, height=0.35];"
    for nodes in _layers(drawing, inner):
        yield _rank(
            f'n{drawing.node[i]} [label="{texts[i]}"{_grey(drawing.cut[i])}];' for i in nodes
        )
    for low, style in ((True, " [style=dashed]"), (False, "")):
        edges = drawing.low == low
        ends = (drawing.node[end[edges]].tolist() for end in (drawing.source, drawing.target))
        yield from (f"n{a} -> n{b}{style};" for a, b in zip(*ends, strict=True))


def _nzdd(drawing: Drawing, names: Sequence[Any] | None) -> Iterator[str]:
    shapes = {
        drawing.root: "[shape=doublecircle, width=0.3]",
        drawing.leaf: "[shape=box, height=0.3]",
    }
    yield from (f"n{node} {shape};" for node, shape in shapes.items() if node in drawing.node)
    yield 'node [width=0.3, fontsize=9, fontcolor="gray40"];'
    yield from (
        f'n{node} [label="{node}"{_grey(cut)}];'
        for node, cut in zip(drawing.node, drawing.cut, strict=True)
    )
    for nodes in _layers(drawing, np.arange(drawing.num_nodes)):
        yield _rank(f"n{drawing.node[i]};" for i in nodes)
    ends = (drawing.node[end].tolist() for end in (drawing.source, drawing.target))
    widths = pen_widths(drawing.multiplicity).tolist()
    texts = edge_texts(drawing, names)
    for source, target, written, width in zip(*ends, texts, widths, strict=True):
        text, tip = (each.translate(_ESCAPES) for each in written)
        style = f'label=" {text} ", penwidth={width:.2f}, tooltip="{tip}"'
        yield f"n{source} -> n{target} [{style}];"


def _grey(cut: bool) -> str:
    return ', fillcolor="gray85"' if cut else ""


def _layers(drawing: Drawing, nodes: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The given nodes, by layer."""
    order = nodes[np.argsort(drawing.layer[nodes], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(drawing.layer[order])) + 1) if order.size else []


def _rank(statements: Iterator[str]) -> str:
    return "{rank=same; " + " ".join(statements) + "}"
