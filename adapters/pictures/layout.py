"""Positions of the nodes of a drawing: each layer is a line, neighbours are near each other."""

from __future__ import annotations

import numpy as np

from nzdd.drawing.drawing import Drawing
from nzdd.drawing.parallel import lines
from nzdd.input.arrays import Floats, Ints

ROUNDS = 32
LAST = 16  # rounds to the mean of parents and children alike
SPREAD = 3.0  # layers at first, in terms of the widest one
SPREAD_COMPACT = 12.0  # the more, the fewer edges cross; then the layers draw together
LEAST_HEIGHT = 1.7  # of a layer, where nodes of a layer are at least 1 apart
PROPORTION = 1.5  # width to height of a screen


def positions(drawing: Drawing) -> tuple[Floats, Floats]:
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
    x = across(layer, drawing.source, drawing.target, pull, np.ones(size))
    # parallel edges need room beside each other
    drawn = np.unique(lines(drawing))
    pairs = drawing.source[drawn] * size + drawing.target[drawn]
    parallel = np.unique(pairs, return_counts=True)[1]
    width = max(float(np.ptp(x)), 0.8 * parallel.max(initial=0))
    height = max(LEAST_HEIGHT, width / (PROPORTION * (layer.max() + 1)))
    return x, layer * height


def across(
    layer: Ints,
    source: Ints,
    target: Ints,
    pull: Floats,
    width: Floats,
    *,
    compact: bool = False,
) -> Floats:
    """Places from left to right of nodes with these widths; the least is 0.

    `source` and `target` are the ends of each edge, `pull` is the strength by which it draws them
    to one place. A `compact` picture is about as wide as its widest layer; fewer edges cross in it,
    but nodes with many neighbours stand less apart.
    """
    place = _apart(np.zeros(layer.size), layer, width)  # around 0 in each layer
    totals = np.bincount(layer, width)
    x = place * ((SPREAD_COMPACT if compact else SPREAD) * np.ptp(place) / totals[layer])
    for turn in range(ROUNDS + LAST * compact):
        if turn == ROUNDS:
            x *= min(1, totals.max() / max(np.ptp(x), 1))
        both, odd = turn >= ROUNDS - LAST, turn % 2 == 1
        sums, pulls = np.zeros(layer.size), np.zeros(layer.size)
        for moved, still, on in ((target, source, not odd), (source, target, odd)):
            if both or on:
                sums += np.bincount(moved, pull * x[still], layer.size)
                pulls += np.bincount(moved, pull, layer.size)
        mean = np.divide(sums, pulls, out=x.copy(), where=pulls > 0)
        # half the way, or layers of edges to the next one alone would swing against each other
        x = _apart((x + mean) / 2 if both else mean, layer, width)
    x -= x.min()
    return x


def _apart(desired: Floats, layer: Ints, width: Floats) -> Floats:
    """Keep the order within each layer and make room, to the left as much as to the right."""
    order = np.lexsort((desired, layer))
    first = np.flatnonzero(np.diff(layer[order], prepend=-1))
    middle = np.cumsum(width[order]) - width[order] / 2
    place = middle - np.repeat(middle[first], np.diff(first, append=order.size))
    free = desired[order] - place
    # layers are shifted so far apart that none moves the nodes of another
    shift = layer[order] * (4.0 * (np.ptp(free) + 1))
    right = np.maximum.accumulate(free + shift) - shift
    left = np.minimum.accumulate((free + shift)[::-1])[::-1] - shift
    x = np.empty(order.size)
    x[order] = (left + right) / 2 + place
    return x
