"""The interior-point method for the soft-margin problem over a diagram."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array
from scipy.sparse.linalg import splu

from nzdd import _core
from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.input.row_table import Progress
from nzdd.nzdd import NZDD

Floats = NDArray[np.float64]

GAP = 1e-8
MAX_ITERATIONS = 200
MANY_SYMBOLS = 1000
"""With more features the dense part of the linear systems takes too long."""
POLISH = 3
"""The most iterations spent on telling zero weights from others."""


class InteriorPoint:
    """The interior-point method for all problems over one diagram.

    What depends on the diagram alone, the elimination order and the symbolic factor of its
    Laplacian, is computed once and serves every nu, every set of columns and every eta.

    Parameters
    ----------
    diagram : SampleDiagram
    """

    def __init__(self, diagram: SampleDiagram) -> None:
        self.diagram = diagram
        self.network = SignedNetwork(diagram.nzdd, diagram.sign)

    def solve(
        self,
        problem: SoftMarginProblem,
        *,
        symbols: NDArray[np.uint32] | None = None,
        eta: float | None = None,
        gap: float = GAP,
        max_iterations: int = MAX_ITERATIONS,
        progress: Progress | None = None,
        on_step: OnStep | None = None,
    ) -> FlowSolution:
        """Solve (8), or (12) of Kurokawa et al. 2022, to a proven gap.

        Parameters
        ----------
        problem : SoftMarginProblem
            Over the diagram of this object.
        symbols : array of uint32, optional
            Those that may have a weight; by default all that the problem allows. `upper` is then
            no bound for the problem over all symbols, while `lower` is.
        eta : float, optional
            With it the entropy of the flow relative to m / M, divided by eta, is added: (12).
            `lower` then bounds (12), not (8).
        gap : float
            The gap ``upper - lower`` to close, relative to ``max(1, |upper|)``.
        max_iterations : int
        progress, on_step : callable, optional

        Raises
        ------
        ValueError
            If the problem is over another diagram, or no symbol is left that bounds gamma.

        Notes
        -----
        See `FlowProgram` for the time of an iteration; 5 to 60 of them.
        """
        if problem.diagram is not self.diagram:
            raise ValueError(
                "the problem is over another diagram than the one given to InteriorPoint"
            )
        if symbols is None:
            symbols = problem.symbols
        problem.check_counts(symbols)
        history = History(on_step)
        if problem.nu == 1:
            return _only_flow(problem, symbols, history)
        program = self.network.program(
            symbols,
            problem.sides[symbols],
            problem.capacity,
            problem.reference,
            problem.start,
            problem.nu,
            eta,
        )
        limit = None
        try:
            while program.relative_gap > gap:
                history.add(program.lower, program.upper, symbols.size)
                if len(history.steps) > max_iterations:
                    limit = ITERATIONS
                    break
                if not program.iterate(progress):
                    limit = ROUNDING
                    break
            else:
                history.add(program.lower, program.upper, symbols.size)
            if eta is None and limit is None:
                return _sparse(problem, program, history, gap)
        except KeyboardInterrupt:
            limit = INTERRUPTED
        return _solution(problem, program, limit, history)


def _solution(
    problem: SoftMarginProblem, program: FlowProgram, limit: str | None, history: History
) -> FlowSolution:
    return FlowSolution(
        program.weights(problem.num_symbols),
        program.potentials,
        program.flow,
        program.lower,
        program.upper,
        limit,
        history.steps,
    )


def _sparse(
    problem: SoftMarginProblem, program: FlowProgram, history: History, gap: float
) -> FlowSolution:
    """The solution with weights that vanish in the limit set to 0, if the gap stays closed.

    A weight and its slack ``upper - |f_j|`` have a product that tends to 0, so the smaller of the
    two is the one that vanishes.
    """
    for polish in range(POLISH + 1):
        found = _solution(problem, program, None, history)
        slack = found.upper - problem.excess(found.flow)
        kept = np.where(np.abs(found.weights) > slack, found.weights, 0.0)
        norm = problem.norm(kept)
        if norm > 0:
            weights, potentials = kept / norm, found.potentials / norm
            lower = problem.lower_bound(weights, potentials)
            if found.upper - lower <= gap * max(1.0, abs(found.upper)):
                return FlowSolution(
                    weights, potentials, found.flow, lower, found.upper, None, history.steps
                )
        if polish == POLISH or not program.iterate():
            break
    return found


def _only_flow(
    problem: SoftMarginProblem, symbols: NDArray[np.uint32], history: History
) -> FlowSolution:
    """For nu = 1: d0 is the only flow, and one symbol of largest total has all the weight."""
    flow = problem.reference
    allowed = np.full(problem.num_symbols, -np.inf)
    allowed[symbols] = problem.excess(flow)[symbols]
    best = int(np.argmax(allowed))
    weights = np.zeros(problem.num_symbols)
    total = problem.diagram.symbol_totals(flow)[best]
    weights[best] = 1.0 if total >= 0 else -1.0
    if not problem.signed:
        weights[best] = -1.0 if best == problem.num_symbols - 1 else 1.0
    value = float(allowed[best])
    nzdd = problem.diagram.nzdd
    # Where every edge needs slack the bound is the mean margin, whatever the potentials are.
    longest = np.abs(nzdd.edge_lengths(weights)).max()
    potentials = longest * nzdd.depth()
    history.add(value, value, symbols.size)
    return FlowSolution(weights, potentials, flow, value, value, None, history.steps)


class SignedNetwork:
    """A diagram whose Laplacian is ordered and factored symbolically, once for all programs.

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
    def relative_gap(self) -> float:
        """The gap between both, relative to ``max(1, |upper|)``."""
        return (self.upper - self.lower) / max(1.0, abs(self.upper))

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
