"""Unit flows with capacities over a diagram, optimised by an interior-point method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array
from scipy.sparse.linalg import splu

from nzdd import _core
from nzdd.input.arrays import Floats
from nzdd.input.row_table import Progress
from nzdd.nzdd import NZDD

Nodes = NDArray[np.uint32]

DENSE = 1000
"""Up to so many symbols the linear systems are factored; more are solved by conjugate gradients."""


class SignedNetwork:
    """A diagram whose Laplacian is ordered and factored symbolically, once for all programs.

    Parameters
    ----------
    nzdd : NZDD
        With at least one row.
    sign : ndarray of float64, shape (num_edges,)
        +1 or -1.

    Notes
    -----
    Time about that of one sparse factorisation of the graph, memory O(edges + labels + fill).
    """

    def __init__(self, nzdd: NZDD, sign: Floats) -> None:
        self.position = elimination_order(nzdd.num_nodes, nzdd.source, nzdd.target)
        # take, as numpy's index by another type than intp crashes where its buffer finds no memory
        self.core = _core.FlowNetwork(
            self.position.take(nzdd.source),
            self.position.take(nzdd.target),
            sign,
            nzdd.label_offsets,
            nzdd.labels,
            nzdd.num_symbols,
            int(self.position[0]),
            int(self.position[-1]),
        )

    @property
    def fill(self) -> int:
        """The nonzeros of the factor: the cost of an iteration besides the edges and labels."""
        return self.core.fill


class FlowProgram:
    """Minimise gamma, the largest f_j, over unit flows d with ``0 <= d <= capacity``.

    This is problem (8) of Kurokawa et al. 2022. With `eta` it is sub-problem (12): the objective
    then also has the entropy of d relative to the reference, divided by eta. `sides` says how the
    f_j of each symbol is bounded, see `nzdd.formulations.learning.soft_margin.soft_margin_problem`.

    Notes
    -----
    Mehrotra's predictor-corrector method. Each iteration proves a lower and an upper bound and
    takes time O(labels + fill x k + (nodes + k) x k^2), memory O(labels + (nodes + k) x k), for the
    symbols, or the `dense` ones that matter most, as k. With more than `dense` symbols there are
    some ten to some hundred steps of conjugate gradients as well, each in time O(labels + fill +
    k^2).
    """

    def __init__(
        self,
        network: SignedNetwork,
        symbols: Nodes,
        sides: NDArray[np.uint8],
        capacity: Floats,
        reference: Floats,
        start: Floats,
        nu: float,
        eta: float | None = None,
        dense: int = DENSE,
    ) -> None:
        self._position, self._symbols = network.position, symbols
        self._core = _core.SoftMarginProgram(
            network.core,
            symbols,
            sides,
            capacity,
            reference,
            start,
            -float(np.log(nu)),
            0.0 if eta is None else eta,
            dense,
        )

    def iterate(self, progress: Progress | None = None) -> bool:
        """Do one iteration; False where rounding allows no further progress.

        The bounds proven before are kept, even if `progress` raises an exception.
        """
        return self._core.iterate(progress)

    @property
    def num_symbols(self) -> int:
        """The number of symbols that may have a weight."""
        return int(self._symbols.size)

    @property
    def lower(self) -> float:
        """The largest lower bound so far, proven by `weights` and `potentials`."""
        return self._core.lower

    @property
    def upper(self) -> float:
        """The least upper bound so far, proven by `flow`."""
        return self._core.upper

    @property
    def relative_gap(self) -> float:
        """The gap ``upper - lower`` relative to ``max(1, |upper|)``."""
        return (self.upper - self.lower) / max(1.0, abs(self.upper))

    @property
    def flow(self) -> Floats:
        """The flow that proves `upper`, shape (num_edges,): balanced up to rounding."""
        return self._core.flow

    @property
    def potentials(self) -> Floats:
        """The potentials that prove `lower`, shape (num_nodes,), 0 at the root."""
        return self._core.potentials[self._position]

    def weights(self, num_symbols: int) -> Floats:
        """The weights that prove `lower`, shape (num_symbols,); 0 for all other symbols."""
        weights = np.zeros(num_symbols)
        weights[self._symbols] = self._core.weights
        return weights


def elimination_order(num_nodes: int, source: Nodes, target: Nodes) -> Nodes:
    """The position of each node in an elimination with little fill; the root (node 0) is last.

    SuperLU's multiple minimum degree order. Time about that of factoring the graph once.
    """
    inner = source > 0
    u, v = source[inner].astype(np.int64) - 1, target[inner].astype(np.int64) - 1
    size = num_nodes - 1
    pairs = coo_array((np.ones(u.size), (u, v)), shape=(size, size))
    graph = csc_array(pairs + pairs.T)
    graph.data[:] = -1.0
    degree = 1.0 - np.asarray(graph.sum(axis=0))
    laplacian = csc_array(graph + coo_array((degree, (np.arange(size),) * 2), shape=(size, size)))
    factor = splu(
        laplacian,
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )
    return np.append(np.uint32(size), factor.perm_c).astype(np.uint32)
