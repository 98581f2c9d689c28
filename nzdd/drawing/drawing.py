"""A diagram as it is drawn: ZDD and NZDD in one form, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.diagram import Diagram
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A diagram, or a part of it, in one form for ZDD and NZDD.

    Terminal 0 of a ZDD and the edges to it are never drawn, unless it is the root.

    Attributes
    ----------
    kind : {"ZDD", "NZDD"}
    root, leaf : int
        Their numbers in the diagram; the leaf of a ZDD is its terminal 1.
    node : ndarray of int64, shape (num_nodes,)
        The number of each node in the diagram, rising.
    layer : ndarray of int64, shape (num_nodes,)
        From 0 at the root: the rank of its level in a ZDD, its depth in an NZDD.
    variable : ndarray of int64, shape (num_nodes,), or None
        The symbol of each node of a ZDD, -1 for its terminals; None for an NZDD.
    cut : ndarray of bool, shape (num_nodes,)
        Whether edges of the node are left out.
    source, target : ndarray of int64, shape (num_edges,)
        Positions in `node`.
    low : ndarray of bool, shape (num_edges,)
        The low edges of a ZDD.
    label_offsets, labels : ndarray of int64
        Edge ``e`` carries ``labels[label_offsets[e]:label_offsets[e + 1]]``; the high edge of a
        ZDD its symbol.
    multiplicity : ndarray of float64, shape (num_edges,)
        The total weight of the rows through each edge; infinite where a double is too small.
    total : float
        The total weight of all rows.
    left_out : str
        What is missing, for people; empty where nothing is.
    """

    kind: str
    root: int
    leaf: int
    node: Ints
    layer: Ints
    variable: Ints | None
    cut: Bools
    source: Ints
    target: Ints
    low: Bools
    label_offsets: Ints
    labels: Ints
    multiplicity: Floats
    total: float
    left_out: str = ""

    @property
    def num_nodes(self) -> int:
        """The number of nodes that are drawn."""
        return self.node.size

    @property
    def num_edges(self) -> int:
        """The number of edges that are drawn."""
        return self.source.size


def drawing_of(diagram: Diagram) -> Drawing:
    """All of a diagram.

    Returns
    -------
    Drawing
        Time and memory O(nodes + edges + labels), and a numpy call a level of a ZDD.

    Raises
    ------
    TypeError
        If `diagram` is neither a ZDD nor an NZDD.

    Examples
    --------
    >>> drawing = drawing_of(ZDD.from_rows([[0, 1], [2]], order="natural"))
    >>> drawing.layer[drawing.target], drawing.labels
    (array([3, 3, 2, 1]), array([2, 1, 0]))
    """
    if isinstance(diagram, ZDD):
        return _of_zdd(diagram)
    if isinstance(diagram, NZDD):
        return _of_nzdd(diagram)
    raise TypeError(f"only a ZDD or an NZDD can be drawn, not {type(diagram).__name__}")


def _of_nzdd(nzdd: NZDD) -> Drawing:
    depth = nzdd.depth()
    return Drawing(
        "NZDD",
        0,
        nzdd.num_nodes - 1,
        np.arange(nzdd.num_nodes),
        # no path leads to the leaf of the empty family
        np.where(depth < 0, 1, depth),
        None,
        np.zeros(nzdd.num_nodes, np.bool_),
        nzdd.source.astype(np.int64),
        nzdd.target.astype(np.int64),
        np.zeros(nzdd.num_edges, np.bool_),
        nzdd.label_offsets,
        nzdd.labels.astype(np.int64),
        nzdd.multiplicity,
        float(nzdd.multiplicity[nzdd.source == 0].sum()),
    )


def _of_zdd(zdd: ZDD) -> Drawing:
    first = min(zdd.root, 1)
    node = np.arange(first, zdd.level.size if first else 1)
    inner = np.arange(2, zdd.level.size)
    source = np.concatenate((inner, inner))
    target = np.concatenate((zdd.low[2:], zdd.high[2:])).astype(np.int64)
    low = np.arange(source.size) < inner.size
    edges = np.argsort(source, kind="stable")
    edges = edges[target[edges] != 0]
    variable = zdd.variable.astype(np.int64)
    variable[:2] = -1
    high = ~low[edges]
    weights, total = _branch_weights(zdd)
    return Drawing(
        "ZDD",
        zdd.root,
        1,
        node,
        np.unique(zdd.level[node], return_inverse=True)[1].astype(np.int64),
        variable[node],
        np.zeros(node.size, np.bool_),
        source[edges] - first,
        target[edges] - first,
        low[edges],
        np.concatenate(([0], np.cumsum(high))),
        variable[source[edges]][high],
        weights[edges],
        total,
    )


def _branch_weights(zdd: ZDD) -> tuple[Floats, float]:
    """The weight of the rows through every low, then every high branch, and that of all rows."""
    if zdd.low_weight is not None and zdd.high_weight is not None:
        total = zdd.low_weight[zdd.root] + (zdd.root > 1) * zdd.high_weight[zdd.root]
        return np.concatenate((zdd.low_weight[2:], zdd.high_weight[2:])), float(total)
    below, above = np.zeros(zdd.level.size), np.zeros(zdd.level.size)
    below[1] = above[zdd.root] = 1
    by_level = np.argsort(zdd.level[2:], kind="stable") + 2
    levels = np.split(by_level, np.flatnonzero(np.diff(zdd.level[by_level])) + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        for nodes in reversed(levels):
            below[nodes] = below[zdd.low[nodes]] + below[zdd.high[nodes]]
        for nodes in levels:
            np.add.at(above, zdd.low[nodes], above[nodes])
            np.add.at(above, zdd.high[nodes], above[nodes])
        branches = (above[2:] * below[child[2:]] for child in (zdd.low, zdd.high))
        return np.nan_to_num(np.concatenate([*branches]), nan=0.0, posinf=np.inf), below[zdd.root]
