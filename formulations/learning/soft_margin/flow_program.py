"""An interior point for soft-margin flow programs over a diagram with signed edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array
from scipy.sparse.linalg import splu

from nzdd import _core
from nzdd.input.row_table import Progress
from nzdd.nzdd import NZDD

Floats = NDArray[np.float64]

FREE, PLUS, MINUS, BOTH = range(4)
"""How f_j, the signed flow over the edges with symbol j, is bounded: ``f_j = 0``, ``f_j <= gamma``,
``-f_j <= gamma``, or both of the latter. A free symbol must stand on edges of the root only, whose
flow is then that of the start."""


class SignedNetwork:
    """A diagram made ready for interior points: its Laplacian ordered and factored symbolically.

    Parameters
    ----------
    nzdd : NZDD
        With at least one row.
    sign : ndarray of float64, shape (num_edges,)
        +1 or -1.

    Attributes
    ----------
    fill : int
        The nonzeros of the factor, what an iteration costs beside the edges and labels.

    Notes
    -----
    Time about that of one sparse factorisation of the graph, memory O(edges + labels + fill).
    """

    def __init__(self, nzdd: NZDD, sign: Floats) -> None:
        self._position = elimination_order(nzdd.num_nodes, nzdd.source, nzdd.target)
        self._core = _core.FlowNetwork(
            self._position[nzdd.source],
            self._position[nzdd.target],
            sign,
            nzdd.label_offsets,
            nzdd.labels,
            nzdd.num_symbols,
            int(self._position[0]),
            int(self._position[-1]),
        )

    @property
    def fill(self) -> int:
        """See the class."""
        return self._core.fill

    def program(
        self,
        symbols: NDArray[np.uint32],
        sides: NDArray[np.uint8],
        capacity: Floats,
        reference: Floats,
        start: Floats,
        nu: float,
        eta: float | None = None,
    ) -> FlowProgram:
        """A program over this network; see `FlowProgram`."""
        core = _core.SoftMarginProgram(
            self._core,
            symbols,
            sides,
            capacity,
            reference,
            start,
            -float(np.log(nu)),
            0.0 if eta is None else eta,
        )
        return FlowProgram(core, self._position, symbols)


class FlowProgram:
    """A unit flow d with ``0 <= d <= capacity`` whose largest f_j, gamma, is least.

    With `eta` the entropy of d relative to the reference, divided by eta, is added to gamma:
    sub-problem (12) of Kurokawa et al. 2022; without, it is (8).

    Notes
    -----
    Mehrotra's predictor-corrector method. Each iteration proves a lower and an upper bound and
    takes time O(labels + fill x symbols + (nodes + symbols) x symbols^2), memory O(edges + nodes x
    symbols).
    """

    def __init__(
        self,
        core: _core.SoftMarginProgram,
        position: NDArray[np.uint32],
        symbols: NDArray[np.uint32],
    ) -> None:
        self._core, self._position, self._symbols = core, position, symbols

    def iterate(self, progress: Progress | None = None) -> bool:
        """Do one iteration; False where rounding allows no further progress.

        What was proven before stays, also where `progress` raises to break off.
        """
        return self._core.iterate(progress)

    @property
    def lower(self) -> float:
        """The largest lower bound so far, proven by `weights` and `potentials`."""
        return self._core.lower

    @property
    def upper(self) -> float:
        """The least upper bound so far, proven by `flow`."""
        return self._core.upper

    @property
    def flow(self) -> Floats:
        """The flow behind `upper`, shape (num_edges,): inside the box, balanced to rounding."""
        return self._core.flow

    @property
    def potentials(self) -> Floats:
        """Behind `lower`, shape (num_nodes,), 0 at the root."""
        return self._core.potentials[self._position]

    def weights(self, num_symbols: int) -> Floats:
        """Behind `lower`, shape (num_symbols,); 0 for symbols that take no part."""
        weights = np.zeros(num_symbols)
        weights[self._symbols] = self._core.weights
        return weights


def elimination_order(
    num_nodes: int, source: NDArray[np.uint32], target: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    """Positions of all nodes but the root (node 0) for elimination with little fill, the root last.

    Returns
    -------
    ndarray of uint32, shape (num_nodes,)
        Multiple minimum degree, by SuperLU. Time about that of factoring the graph once.
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
    position = np.empty(num_nodes, np.uint32)
    position[0] = size
    position[1:] = factor.perm_c
    return position
