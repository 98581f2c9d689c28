"""Positions of the nodes of a drawing: each layer is a line, neighbours are near each other."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd.drawing.drawing import Drawing
from nzdd.drawing.parallel import lines

ROUNDS = 32
LAST = 16  # rounds to the mean of parents and children alike
SPREAD = 3.0  # layers at first, in terms of the widest one
LEAST_HEIGHT = 1.7  # of a layer, where nodes of a layer are at least 1 apart
PROPORTION = 1.5  # width to height of a screen


def positions(drawing: Drawing) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Place the nodes of a drawing.

    Parameters
    ----------
    drawing : Drawing

    Returns
    -------
    x, y : ndarray of float64, shape (num_nodes,)
        ``y`` depends on the layer alone and grows downwards; nodes of a layer are at least 1 apart.

    Notes
    -----
    Each node moves to the mean of its parents, then of its children, in turns, as far as its
    neighbours in the layer leave room (Sugiyama, Tagawa, Toda 1981, all layers at once). Time
    O((nodes log nodes + edges) x 32).
    """
    layer, size = drawing.layer, drawing.num_nodes
    pull = np.log2(np.maximum(np.minimum(drawing.multiplicity, 1e300), 1)) + 1
    ends = (drawing.target, drawing.source)
    parents = sp.csr_array((pull, ends), shape=(size, size))
    children = parents.T.tocsr()
    both = (parents + children).tocsr()
    place = _apart(np.zeros(size), layer)  # around 0 in each layer
    x = place * (SPREAD * np.ptp(place) / (np.bincount(layer)[layer]))
    for turn in range(ROUNDS):
        neighbours = both if turn >= ROUNDS - LAST else (parents, children)[turn % 2]
        total = neighbours.sum(axis=1)
        mean = np.divide(neighbours @ x, total, out=x.copy(), where=total > 0)
        x = _apart(mean, layer)
    # parallel edges need room beside each other
    drawn = np.unique(lines(drawing))
    pairs = drawing.source[drawn] * size + drawing.target[drawn]
    parallel = np.unique(pairs, return_counts=True)[1]
    width = max(float(np.ptp(x)), 0.8 * parallel.max(initial=0))
    height = max(LEAST_HEIGHT, width / (PROPORTION * (layer.max() + 1)))
    return x - x.min(), layer * height


def _apart(desired: NDArray[np.float64], layer: NDArray[np.int64]) -> NDArray[np.float64]:
    """Keep the order within each layer and make room, to the left as much as to the right."""
    order = np.lexsort((desired, layer))
    first = np.flatnonzero(np.diff(layer[order], prepend=-1))
    place = np.arange(order.size) - np.repeat(first, np.diff(first, append=order.size))
    free = desired[order] - place
    # layers are shifted so far apart that none moves the nodes of another
    shift = layer[order] * (4.0 * (np.ptp(free) + 1))
    right = np.maximum.accumulate(free + shift) - shift
    left = np.minimum.accumulate((free + shift)[::-1])[::-1] - shift
    x = np.empty(order.size)
    x[order] = (left + right) / 2 + place
    return x
