"""Pictures from DOT text, drawn by the program ``dot`` of Graphviz."""

from __future__ import annotations

import shutil
from pathlib import Path

import graphviz

from nzdd.adapters.errors import RenderError
from nzdd.adapters.files.text import StrPath, write_text
from nzdd.archive import replacing
from nzdd.diagram import Diagram
from nzdd.drawing.dot import fits, to_dot
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
        If the program ``dot`` is not installed or fails.
    ValueError
        If the format is another one.

    Notes
    -----
    Graphviz needs about a second for a few hundred nodes and grows faster than linearly.
    """
    check_choice("format", format, FORMATS)
    check_installed()
    try:
        return bytes(graphviz.pipe("dot", format, text.encode(), quiet=True))
    except graphviz.CalledProcessError as error:
        complaint = (error.stderr or b"").decode(errors="replace").strip().splitlines()
        raise RenderError(f"dot failed: {complaint[0] if complaint else error}") from None


def check_installed() -> None:
    """Raise RenderError, with the cure, unless the program ``dot`` is there."""
    if shutil.which("dot") is None:
        raise RenderError(
            "pictures need the program dot, which is not installed or not on the PATH; "
            "install Graphviz, or write a .dot file"
        )


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
    """What a notebook shows of a diagram: its text, and a picture if it is small."""
    bundle = {"text/plain": repr(diagram)}
    if not fits(diagram):
        return bundle
    # without the program the text is shown alone
    try:
        bundle["image/svg+xml"] = render(to_dot(diagram), "svg").decode()
    except (RuntimeError, OSError) as error:
        bundle["text/plain"] += f"\n({error})"
    return bundle
