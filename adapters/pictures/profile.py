"""A diagram of any size at a glance, as HTML: how many nodes and edges there are on each level."""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import NDArray

from nzdd.diagram import Diagram
from nzdd.input.text import readable, table
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

WIDTH, HEIGHT = 320, 48  # of a chart, in units of the picture
MOST = 160  # columns of a chart; of more levels each stands for several
COLOURS = {"nodes": "var(--chosen, #d55e00)", "edges": "var(--found, #0072b2)"}


def facts(diagram: Diagram) -> dict[str, str]:
    """The numbers of rows, symbols, nodes and so on, as text."""
    count = diagram.count()
    found = {"rows": f"{count:,}" if count < 10**15 else readable(count)}
    if isinstance(diagram, ZDD | NZDD):
        found |= {"symbols": f"{diagram.num_symbols:,}", "nodes": f"{diagram.num_nodes:,}"}
    if isinstance(diagram, NZDD):
        found |= {"edges": f"{diagram.num_edges:,}", "labels": f"{diagram.num_labels:,}"}
    return found


def level_charts(diagram: Diagram) -> str:
    """An SVG picture: the nodes on each level (of an NZDD: at each depth), and edges from there.

    Each chart has a scale of its own. It takes the colours of a page with dark or light ones. Time
    O(nodes + edges), about one kilobyte.
    """
    where = "level" if isinstance(diagram, ZDD) else "depth"
    counts = {"nodes": diagram.width(), "edges": diagram._leaving()}
    charts = [_chart(name, where, counts[name], place) for place, name in enumerate(counts)]
    height = len(charts) * (HEIGHT + 28)
    label = f"nodes and edges by {where}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}" '
        f'style="width:100%;max-width:26rem;font:11px sans-serif">{"".join(charts)}</svg>'
    )


def overview(diagram: Diagram) -> str:
    """What a notebook shows of a diagram that is too large for a picture."""
    kind = "ZDD" if isinstance(diagram, ZDD) else "NZDD"
    hint = (
        "Too large for a picture. To explore it in a browser: "
        'pathlib.Path("page.html").write_text(nzdd.to_html(diagram), "utf-8")'
    )
    return f"{table(kind, facts(diagram))}{level_charts(diagram)}<p>{escape(hint)}</p>"


def _chart(name: str, where: str, counts: NDArray[np.int64], place: int) -> str:
    most = int(counts.max(initial=0))
    title = f"{name} by {where}: at most {most:,}"
    if most:
        title += f", at {where} {int(counts.argmax()):,} of {counts.size:,}"
    columns = min(counts.size, MOST)
    heights = np.zeros(columns)
    if columns:
        starts = np.arange(columns) * counts.size // columns
        heights = np.maximum.reduceat(counts, starts) * (HEIGHT / max(most, 1))
    # a level with few nodes is not an empty one
    heights = np.where(heights > 0, np.maximum(heights, 1), 0).round(1)
    base, step = place * (HEIGHT + 28) + HEIGHT + 18, WIDTH / max(columns, 1)
    stairs = "".join(
        f"V{base - height:g}H{(column + 1) * step:.4g}"
        for column, height in enumerate(heights.tolist())
    )
    return (
        f'<text x="0" y="{base - HEIGHT - 6}" fill="currentColor">{escape(title)}</text>'
        f'<path d="M0 {base}{stairs}V{base}Z" style="fill:{COLOURS[name]}"/>'
    )
