"""A diagram as it is drawn: ZDD and NZDD in one form, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from nzdd.input.arrays import Bools, Floats, Ints


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
        The total weight of the rows through each edge; infinite if too large for a double.
    parallel : ndarray of int64, shape (num_edges,)
        How many edges of the diagram it stands for: 1, unless parallel ones are `folded`.
    total : float
        The total weight of all rows.
    left_out : str
        What is left out, as a sentence; empty if nothing is.
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
    parallel: Ints
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

    def with_edges(self, edges: Ints) -> Drawing:
        """The same nodes with some of the edges, in that order; time O(labels)."""
        lengths = np.diff(self.label_offsets)[edges]
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        labels = np.arange(offsets[-1]) + np.repeat(
            self.label_offsets[edges] - offsets[:-1], lengths
        )
        return replace(
            self,
            source=self.source[edges],
            target=self.target[edges],
            low=self.low[edges],
            label_offsets=offsets,
            labels=self.labels[labels],
            multiplicity=self.multiplicity[edges],
            parallel=self.parallel[edges],
        )
