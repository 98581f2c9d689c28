"""Parallel edges: where there are many between two nodes, one line is drawn for all of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nzdd.drawing.drawing import Drawing
from nzdd.input.arrays import Ints

MAX_PARALLEL = 4  # edges between two nodes that are drawn beside each other
FEW_EDGES = 60  # in all; more leave no room for that


def lines(drawing: Drawing) -> Ints:
    """For each edge the one that is drawn for it; shape (num_edges,).

    Of more than four parallel edges that is the one with most rows, else the edge itself; of more
    than one if there are more than 60 edges in all. Time O(edges log edges).
    """
    if drawing.variable is not None:
        return np.arange(drawing.num_edges)  # a low edge and a high one differ
    most = MAX_PARALLEL if drawing.num_edges <= FEW_EDGES else 1
    ends = drawing.source * drawing.num_nodes + drawing.target
    order = np.lexsort((-drawing.multiplicity, ends))
    first = np.flatnonzero(np.diff(ends[order], prepend=-1))
    sizes = np.diff(first, append=order.size)
    line = np.empty_like(order)
    line[order] = np.where(np.repeat(sizes, sizes) > most, np.repeat(order[first], sizes), order)
    return line


def folded(drawing: Drawing) -> Drawing:
    """The drawing with one edge for each of its `lines`.

    It has the ends and labels of the edge with most rows, and the multiplicity of all.
    """
    line = lines(drawing)
    edges, place = np.unique(line, return_inverse=True)
    if edges.size == line.size:
        return drawing
    counts = np.bincount(place, drawing.parallel).astype(np.int64)
    rows = np.bincount(place, drawing.multiplicity).astype(np.float64)
    return replace(drawing.with_edges(edges), parallel=counts, multiplicity=rows)
