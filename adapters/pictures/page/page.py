"""The page: a template filled with the style, the scripts and the arrays of a drawing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from nzdd.adapters.pictures.layout import positions
from nzdd.adapters.pictures.profile import facts, level_charts
from nzdd.diagram import Diagram
from nzdd.drawing.dot import names_for
from nzdd.drawing.drawing import Drawing
from nzdd.drawing.excerpt import excerpt_of
from nzdd.drawing.parallel import lines
from nzdd.drawing.texts import pen_widths, text_of

MAX_NODES = 5000
MAX_EDGES_A_NODE = 8
SCRIPTS = ("diagram.js", "shape.js", "view.js", "picture.js", "details.js", "controls.js")


def to_html(
    diagram: Diagram,
    names: Sequence[Any] | None = None,
    max_nodes: int = MAX_NODES,
    *,
    title: str = "",
    around: int | None = None,
    radius: int | None = None,
) -> str:
    """A diagram as an interactive page.

    In the page one can zoom and pan, click nodes and edges for their labels, multiplicity and some
    of their rows, search a symbol, and follow the path of a row, by mouse, touch or keyboard.

    Parameters
    ----------
    diagram : ZDD or NZDD
    names : sequence, shape (num_symbols,), optional
        What to call each symbol; by default the names of the diagram, else numbers.
    max_nodes : int
        How many nodes the page shows at most, and eight times as many edges. Of a larger diagram
        it shows the part nearest to the root, and says so.
    title : str
        By default the kind of the diagram.
    around, radius : int, optional
        See `nzdd.drawing.excerpt.excerpt_of`.

    Returns
    -------
    str
        HTML with everything in it; it loads nothing from elsewhere. About 50 kilobytes, and 20 to
        40 bytes a node and an edge.

    Raises
    ------
    ValueError
        If there are fewer names than symbols, no such node, or `max_nodes` is not positive.
    TypeError
        If `diagram` is neither a ZDD nor an NZDD.
    """
    drawing = page_drawing(diagram, max_nodes, around=around, radius=radius)
    return fill(diagram, drawing, names_for(diagram, names), title)


def page_drawing(
    diagram: Diagram,
    max_nodes: int = MAX_NODES,
    *,
    around: int | None = None,
    radius: int | None = None,
) -> Drawing:
    """What of a diagram is in its page; see `to_html`."""
    edges = MAX_EDGES_A_NODE * max_nodes
    return excerpt_of(diagram, max_nodes, edges, around=around, radius=radius)


def fill(
    diagram: Diagram, drawing: Drawing, names: Sequence[Any] | None = None, title: str = ""
) -> str:
    """The page of a drawing; see `to_html`."""
    template = files(__package__)
    texts = {name: (template / name).read_text("utf-8") for name in (*SCRIPTS, "page.css")}
    parts = {
        "title": escape(title or drawing.kind),
        "kind": drawing.kind,
        "profile": level_charts(diagram),
        "style": texts["page.css"],
        "script": "\n".join(texts[name] for name in SCRIPTS),
        "data": _data(diagram, drawing, names),
    }
    page = (template / "page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], page)


def _data(diagram: Diagram, drawing: Drawing, names: Sequence[Any] | None) -> str:
    variable = np.zeros(0, np.int64) if drawing.variable is None else drawing.variable
    asking = variable >= 0
    symbols = np.concatenate((drawing.labels, variable[asking]))
    used, dense = np.unique(symbols, return_inverse=True)
    x, y = positions(drawing)
    line = lines(drawing)
    rows = np.bincount(line, drawing.multiplicity, minlength=line.size).astype(np.float64)
    drawn = np.unique(line)
    width = np.zeros(line.size)
    width[drawn] = pen_widths(rows[drawn])
    first, last = (np.flatnonzero(drawing.node == end) for end in (drawing.root, drawing.leaf))
    content: dict[str, Any] = {
        "kind": drawing.kind,
        "facts": [*facts(diagram).items()],
        "leftOut": drawing.left_out,
        "total": _number(drawing.total),
        "symbols": used.tolist(),
        "names": [text_of(i if names is None else names[i]) for i in used.tolist()],
        "root": int(first[0]) if first.size else -1,
        "leaf": int(last[0]) if last.size else -1,
        "x": x.round(2).tolist(),
        "y": y.round(2).tolist(),
        **{name: getattr(drawing, name).tolist() for name in ("node", "layer", "source", "target")},
        "variable": None,
        "cut": np.flatnonzero(drawing.cut).tolist(),
        "low": np.flatnonzero(drawing.low).tolist(),
        "offsets": drawing.label_offsets.tolist(),
        "labels": dense[: drawing.labels.size].tolist(),
        "multiplicity": [_number(value) for value in drawing.multiplicity.tolist()],
        # the edge that is drawn for each one, if some are drawn for others
        "line": [] if drawn.size == line.size else line.tolist(),
        "width": width[drawn].round(1).tolist(),
    }
    if drawing.variable is not None:
        numbers = np.full(drawing.num_nodes, -1)
        numbers[asking] = dense[drawing.labels.size :]
        content["variable"] = numbers.tolist()
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # a name must not end the script that holds it
    return text.replace("<", "\\u003c")


def _number(value: float) -> int | float | None:
    """Whole numbers as such; None for what a double cannot hold."""
    if not np.isfinite(value):
        return None
    return int(value) if value == int(value) and value < 2**53 else value
