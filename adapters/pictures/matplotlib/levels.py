"""Where a diagram is wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.pictures.matplotlib.canvas import COLOURS, canvas
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def level_profile(diagram: ZDD | NZDD) -> Figure:
    """Nodes on each level of a ZDD, or at each depth of an NZDD, and edges that leave them.

    Edges to terminal 0 are not counted.

    Parameters
    ----------
    diagram : ZDD or NZDD

    Returns
    -------
    matplotlib.figure.Figure
        Time O(nodes + edges).

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    if isinstance(diagram, ZDD):
        where, nodes = "level", diagram.width()
        leaving = (diagram.low[2:] != 0).astype(np.int64) + (diagram.high[2:] != 0)
        edges = np.bincount(diagram.level[2:], leaving, minlength=nodes.size)
    else:
        where, nodes = "depth", diagram.width()
        edges = np.bincount(diagram.depth()[diagram.source], minlength=nodes.size)
    figure, axes = canvas(1)
    bounds = np.arange(nodes.size + 1) - 0.5
    axes.stairs(edges, bounds, color=COLOURS[0], fill=True, alpha=0.3, label="edges from there")
    axes.stairs(nodes, bounds, color=COLOURS[1], linewidth=1.5, label="nodes")
    axes.set_xlabel(where)
    axes.set_ylabel("count")
    axes.set_ylim(bottom=0)
    figure.legend(loc="outside upper right", ncols=2, fontsize="small", frameon=False)
    return figure
