"""The part of a diagram that fits into a picture: the nodes near the root, or near a node."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import Any

import numpy as np

from nzdd.diagram import Diagram
from nzdd.drawing.drawing import Drawing
from nzdd.drawing.parallel import folded
from nzdd.input.arrays import Floats, Ints


def excerpt_of(
    diagram: Diagram,
    max_nodes: int,
    max_edges: int,
    *,
    around: int | None = None,
    radius: int | None = None,
    fold: bool = False,
) -> Drawing:
    """The part of a diagram that is drawn.

    Parameters
    ----------
    diagram : ZDD or NZDD
    max_nodes, max_edges : int
        The largest numbers in the picture. Of a larger diagram the nodes nearest to the root are
        drawn (of equally near ones those with most rows), and between them the edges with most
        rows.
    around : int, optional
        The number of a node that takes the place of the root; nodes before and after it are drawn.
    radius : int, optional
        The largest number of edges from there to a drawn node.
    fold : bool
        Draw one edge for more than four parallel ones, and for two in a diagram of more than 60
        edges: that with most rows. It counts as one.

    Returns
    -------
    Drawing
        Connected. Time O(edges log nodes + labels), memory O(nodes + edges + labels).

    Raises
    ------
    TypeError
        If `diagram` is neither a ZDD nor an NZDD.
    ValueError
        If there is no such node, `radius` is negative, or `max_nodes` is not positive.

    Examples
    --------
    >>> from nzdd import NZDD
    >>> diagram = NZDD.from_rows([[0, 2], [0, 3], [1, 2], [1, 3], [4]])
    >>> excerpt_of(diagram, 2, 8).left_out
    'shown: 2 of 3 nodes (those nearest to the root), 1 of 5 edges; grey nodes have more edges'
    """
    if not isinstance(diagram, Diagram):
        raise TypeError(f"only a ZDD or an NZDD can be drawn, not {type(diagram).__name__}")
    whole = diagram._drawing()
    if operator.index(max_nodes) < 1:
        raise ValueError(f"max_nodes is {max_nodes}; a picture needs at least one node")
    if radius is not None and operator.index(radius) < 0:
        raise ValueError(f"radius is {radius}; it must not be negative")
    if around is not None and operator.index(around) not in whole.node:
        raise ValueError(
            f"around is {around}, but the nodes of this {whole.kind} have the numbers "
            f"{whole.node[0]} to {whole.node[-1]}"
        )
    if fold:
        whole = folded(whole)
    fits = whole.num_nodes <= max_nodes and whole.num_edges <= max(max_edges, max_nodes)
    if fits and around is None and radius is None:
        return whole
    distance = _distances(whole, around, radius)
    nodes = _nearest(whole, distance, max_nodes)
    edges = _heaviest(whole, distance, nodes, max(max_edges, max_nodes))
    if nodes.size < np.count_nonzero(np.isfinite(distance)):
        radius = None  # other limits decide
    part = _part(whole, nodes, edges)
    return replace(part, left_out=_left_out(whole, part, around, radius))


def _distances(whole: Drawing, around: int | None, radius: int | None) -> Floats:
    """The distance of each node after or before the centre in edges, infinite for others."""
    import scipy.sparse as sp  # slow to load, and most drawings are whole
    from scipy.sparse.csgraph import dijkstra

    size, ends = whole.num_nodes, (whole.source, whole.target)
    graph = sp.csr_array((np.ones(whole.num_edges), ends), shape=(size, size))
    centre = int(np.searchsorted(whole.node, whole.root if around is None else around))
    options: dict[str, Any] = {"unweighted": True, "indices": centre}
    if radius is not None:
        options["limit"] = radius
    ahead = dijkstra(graph, **options)
    back = dijkstra(graph.T.tocsr(), **options)
    return np.asarray(np.minimum(ahead, back), np.float64)


def _nearest(whole: Drawing, distance: Floats, count: int) -> Ints:
    """The nodes to draw, rising."""
    rows = np.bincount(whole.target, whole.multiplicity, minlength=whole.num_nodes)
    order = np.lexsort((-rows, distance))[:count]
    return np.sort(order[np.isfinite(distance[order])])


def _heaviest(whole: Drawing, distance: Floats, nodes: Ints, count: int) -> Ints:
    """The edges to draw, rising; one from each node to a nearer one takes precedence."""
    kept = np.zeros(whole.num_nodes, np.bool_)
    kept[nodes] = True
    edges = np.flatnonzero(kept[whole.source] & kept[whole.target])
    edges = edges[np.argsort(-whole.multiplicity[edges], kind="stable")]
    ahead = distance[whole.target[edges]] - distance[whole.source[edges]]
    farther = np.where(ahead > 0, whole.target[edges], whole.source[edges])
    ties = np.flatnonzero(np.abs(ahead) == 1)
    ties = ties[np.unique(farther[ties], return_index=True)[1]]
    rank = np.arange(edges.size)
    rank[ties] -= edges.size
    return np.sort(edges[np.argsort(rank)[:count]])


def _part(whole: Drawing, nodes: Ints, edges: Ints) -> Drawing:
    place = np.full(whole.num_nodes, -1)
    place[nodes] = np.arange(nodes.size)
    part = whole.with_edges(edges)
    degree, drawn = (
        np.bincount(np.concatenate((each.source, each.target)), minlength=whole.num_nodes)[nodes]
        for each in (whole, part)
    )
    return replace(
        part,
        node=whole.node[nodes],
        layer=np.unique(whole.layer[nodes], return_inverse=True)[1].astype(np.int64),
        variable=None if whole.variable is None else whole.variable[nodes],
        cut=drawn < degree,
        source=place[part.source],
        target=place[part.target],
    )


def _left_out(whole: Drawing, part: Drawing, around: int | None, radius: int | None) -> str:
    if (part.num_nodes, part.num_edges) == (whole.num_nodes, whole.num_edges):
        return ""
    centre = "the root" if around is None else f"node {around}"
    edges = "1 edge" if radius == 1 else f"{radius} edges"
    reach = f"within {edges} of" if radius is not None else "nearest to"
    nodes = f"all {part.num_nodes:,} nodes"
    if part.num_nodes < whole.num_nodes:
        nodes = f"{part.num_nodes:,} of {whole.num_nodes:,} nodes (those {reach} {centre})"
    edges = f"{part.parallel.sum():,} of {whole.parallel.sum():,} edges"
    return f"shown: {nodes}, {edges}; grey nodes have more edges"
