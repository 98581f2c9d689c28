"""Pictures of diagrams, whatever is installed: Graphviz lays them out, or we do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nzdd.adapters.errors import MissingExtraError, RenderError
from nzdd.adapters.files.text import StrPath
from nzdd.adapters.pictures import graphviz
from nzdd.adapters.pictures.profile import overview
from nzdd.adapters.pictures.sketch import sketch_of
from nzdd.adapters.pictures.svg import svg_text
from nzdd.adapters.pictures.tikz import tikz_text
from nzdd.archive import replacing
from nzdd.diagram import Diagram
from nzdd.drawing.dot import MAX_NODES, dot_drawing, dot_text, names_for, whole_drawing
from nzdd.drawing.drawing import Drawing
from nzdd.input.parameters import check_choice

FORMATS = (*graphviz.FORMATS, "tex", "dot")


def render(
    diagram: Diagram | str,
    format: str = "svg",
    names: Sequence[Any] | None = None,
    max_nodes: int = MAX_NODES,
    *,
    around: int | None = None,
    radius: int | None = None,
) -> bytes:
    """A picture of a diagram.

    Graphviz draws it: the program ``dot`` of the PATH, else the package pygraphviz. Without both,
    SVG comes from a layout of our own; LaTeX (a TikZ picture to ``\\input``) always does.

    Parameters
    ----------
    diagram : ZDD, NZDD or str
        A text is one in DOT, such as `to_dot` returns and you have changed; the arguments after the
        format then have no meaning.
    format : {"svg", "png", "pdf", "tex", "dot"}
    names, max_nodes, around, radius
        See `to_dot`.

    Returns
    -------
    bytes
        The picture. SVG, LaTeX and DOT are UTF-8 text.

    Raises
    ------
    MissingExtraError
        If only Graphviz makes the format, or draws the text, and there is none.
    RenderError
        If Graphviz cannot draw the text.
    ValueError
        If the format is another one; and as `to_dot`.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second.

    Notes
    -----
    Graphviz needs about a second for a few hundred nodes and grows faster than linearly. Our
    layout takes O(nodes + bends), where an edge bends on each layer that it passes.
    """
    if isinstance(diagram, str):
        check_choice("format of DOT text", format, graphviz.FORMATS)
        return graphviz.draw(diagram, format)
    check_choice("format", format, FORMATS)
    drawing = dot_drawing(diagram, max_nodes, around=around, radius=radius)
    return picture_of(drawing, names_for(diagram, names), format)


def picture_of(drawing: Drawing, names: Sequence[Any] | None, format: str) -> bytes:
    """A drawing in one of the `FORMATS`; see `render`."""
    if format == "tex":
        return tikz_text(sketch_of(drawing, names)).encode("utf-8", "replace")
    text = dot_text(drawing, names)
    if format == "dot":
        return text.encode("utf-8", "replace")
    try:
        return graphviz.draw(text, format)
    except (MissingExtraError, RenderError, OSError):
        if format != "svg":
            raise
    return svg_text(sketch_of(drawing, names)).encode("utf-8", "replace")


def save(drawing: Drawing, names: Sequence[Any] | None, path: StrPath) -> None:
    """Write a picture in the format that the name ends in, one of `FORMATS`.

    Raises
    ------
    MissingExtraError, RenderError
        See `render`.
    OSError
        If the file cannot be written; an older file then stays as it was.
    """
    picture = picture_of(drawing, names, Path(path).suffix.lower().removeprefix("."))
    with replacing(path) as file:
        file.write(picture)


def bundle_of(diagram: Diagram) -> dict[str, str]:
    """What a notebook shows of a diagram: its text, and a picture or, if it is large, a profile."""
    text = repr(diagram)
    drawing = whole_drawing(diagram)
    if drawing is None:
        return {"text/plain": text, "text/html": overview(diagram)}
    picture = picture_of(drawing, names_for(diagram, None), "svg")
    return {"text/plain": text, "image/svg+xml": picture.decode()}
