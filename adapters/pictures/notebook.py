"""What a notebook shows of a diagram."""

from __future__ import annotations

from nzdd.adapters.pictures.graphviz import render
from nzdd.diagram import Diagram
from nzdd.drawing.dot import fits, to_dot


def bundle_of(diagram: Diagram) -> dict[str, str]:
    """Text, and a picture where the diagram is small and the program ``dot`` is there."""
    bundle = {"text/plain": repr(diagram)}
    if not fits(diagram):
        return bundle
    # A missing program is no reason to show nothing.
    try:
        bundle["image/svg+xml"] = render(to_dot(diagram), "svg").decode()
    except (RuntimeError, OSError) as error:
        bundle["text/plain"] += f"\n({error})"
    return bundle
