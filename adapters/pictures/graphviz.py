"""Pictures from DOT text, drawn by Graphviz, which comes with pygraphviz."""

from __future__ import annotations

from pathlib import Path

from nzdd.adapters.errors import RenderError
from nzdd.adapters.files.text import StrPath, write_text
from nzdd.adapters.pictures.profile import overview
from nzdd.adapters.workers import pool as worker_pool
from nzdd.adapters.workers.process import Job
from nzdd.archive import replacing
from nzdd.diagram import Diagram
from nzdd.drawing.dot import dot_text, names_for, whole_drawing
from nzdd.input.parameters import check_choice

FORMATS = ("svg", "png", "pdf")
"""What `render` makes; `save` also writes the DOT text itself."""


def render(text: str, format: str = "svg") -> bytes:
    """Draw DOT text.

    Parameters
    ----------
    text : str
        As from `nzdd.drawing.dot.to_dot`.
    format : {"svg", "png", "pdf"}

    Returns
    -------
    bytes
        The picture. SVG is UTF-8 text.

    Raises
    ------
    RenderError
        If Graphviz cannot draw the text.
    ValueError
        If the format is another one.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second: Graphviz runs in a process of its own.

    Notes
    -----
    Graphviz needs about a second for a few hundred nodes and grows faster than linearly.
    """
    check_choice("format", format, FORMATS)
    try:
        return bytes(worker_pool.call(__name__, "draw", text, format))
    except worker_pool.WorkerError as error:
        raise RenderError(f"Graphviz cannot draw the text: {error}") from None


def draw(job: Job, text: str, format: str) -> bytes:
    """The task of `render`, in the worker process: an error in C would end the session."""
    from pygraphviz import AGraph  # brings Graphviz itself

    return bytes(AGraph(string=text).draw(format=format, prog="dot"))


def save(text: str, path: StrPath) -> None:
    """Write DOT text to a ``.dot`` file, or draw it into an ``.svg``, ``.png`` or ``.pdf`` file.

    Raises
    ------
    RenderError, ValueError
        See `render`.
    OSError
        If the file cannot be written; an older file then stays as it was.
    """
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix == "dot":
        write_text(path, [text])
        return
    picture = render(text, suffix)
    with replacing(path) as file:
        file.write(picture)


def bundle_of(diagram: Diagram) -> dict[str, str]:
    """What a notebook shows of a diagram: its text, and a picture or, if it is large, a profile."""
    text = repr(diagram)
    drawing = whole_drawing(diagram)
    if drawing is None:
        return {"text/plain": text, "text/html": overview(diagram)}
    # a notebook goes on without its picture
    try:
        picture = render(dot_text(drawing, names_for(diagram, None)), "svg").decode()
    except (RuntimeError, OSError) as error:
        return {"text/plain": f"{text}\n({error})"}
    return {"text/plain": text, "image/svg+xml": picture}
