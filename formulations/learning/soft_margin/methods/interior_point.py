"""The soft-margin problem solved outright by an interior point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING
from nzdd.formulations.learning.soft_margin.flow_program import FlowProgram, SignedNetwork
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.input.row_table import Progress

GAP = 1e-8
MAX_ITERATIONS = 200
MANY_SYMBOLS = 1000
"""From here on the dense part of an interior point over all symbols is too dear."""
POLISH = 3
"""How many iterations more may be spent to tell weights that are zero from those that are not."""


class InteriorPoint:
    """Interior points for all problems over one diagram.

    What depends on the diagram alone, the order and the symbolic factor of its Laplacian, is
    worked out once and serves every nu, every set of columns and every eta.

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
            raise ValueError("the problem is over another diagram than the interior point")
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
            while not _closed(program, gap):
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


def _closed(program: FlowProgram, gap: float) -> bool:
    return program.upper - program.lower <= gap * max(1.0, abs(program.upper))


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
