"""The interior-point method for the soft-margin problem over a diagram."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING, Limits
from nzdd.formulations.learning.soft_margin.methods.flow_program import (
    DENSE,
    FlowProgram,
    SignedNetwork,
)
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution, sparse
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.input.row_table import Progress

GAP, ITERATIVE_GAP = 1e-8, 1e-6
"""The gap that is closed by default; the second where linear systems are solved iteratively."""
MAX_ITERATIONS = 200
POLISH = 3
"""The most extra iterations to find out which weights are 0."""


class InteriorPoint:
    """The interior-point method for all problems over one diagram.

    The elimination order and the symbolic factor of the Laplacian depend on the diagram alone. They
    are computed once and serve every nu, every set of columns and every eta.

    Parameters
    ----------
    diagram : SampleDiagram
    dense : int
        With more symbols than this the linear systems are solved iteratively, see `FlowProgram`.
    """

    def __init__(self, diagram: SampleDiagram, dense: int = DENSE) -> None:
        self.diagram, self._dense = diagram, dense
        self.network = SignedNetwork(diagram.nzdd, diagram.sign)
        many = diagram.sample.num_features > dense
        self.gap = ITERATIVE_GAP if many else GAP
        """What `solve` closes by default: 1e-8, or 1e-6 if it solves linear systems iteratively."""

    def solve(
        self,
        problem: SoftMarginProblem,
        *,
        symbols: NDArray[np.uint32] | None = None,
        eta: float | None = None,
        gap: float | None = None,
        max_iterations: int = MAX_ITERATIONS,
        limits: Limits | None = None,
        progress: Progress | None = None,
        on_step: OnStep | None = None,
    ) -> FlowSolution:
        """Solve (8), or (12) of Kurokawa et al. 2022, to a proven gap.

        Parameters
        ----------
        problem : SoftMarginProblem
            Over the diagram of this object.
        symbols : array of uint32, optional
            The symbols that may have a weight; by default all that the problem allows. With fewer,
            `lower` still bounds the problem over all symbols, but `upper` does not.
        eta : float, optional
            Add the entropy of the flow relative to m / M, divided by eta, to the objective: (12).
            `lower` then bounds (12), not (8), for weights whose sum is 1 as in the paper.
        gap : float, optional
            The gap ``upper - lower`` to close, relative to ``max(1, |upper|)``; by default `gap` of
            this object.
        max_iterations : int
        limits : Limits, optional
            They are looked at before each iteration.
        progress, on_step : callable, optional

        Raises
        ------
        ValueError
            If the problem is over another diagram, or none of the symbols bounds gamma.

        Notes
        -----
        It takes 5 to 60 iterations; see `FlowProgram` for the time of one.
        """
        if problem.diagram is not self.diagram:
            raise ValueError(
                "the problem is over another diagram than the one given to InteriorPoint"
            )
        gap = self.gap if gap is None else gap
        symbols = problem.symbols if symbols is None else np.unique(symbols)
        problem.check_counts(symbols)
        history = History(on_step)
        if problem.nu == 1:
            return _only_flow(problem, symbols, history)
        program = FlowProgram(
            self.network,
            symbols,
            problem.sides[symbols],
            problem.capacity,
            problem.reference,
            problem.start,
            problem.nu,
            eta,
            self._dense,
        )
        limit = None
        try:
            while _is_open(program, gap, eta):
                _add_step(history, program, eta)
                limit = None if limits is None else limits.reached()
                if limit is None and len(history.steps) > max_iterations:
                    limit = ITERATIONS
                if limit is not None:
                    break
                if not program.iterate(progress):
                    limit = ROUNDING
                    break
            else:
                _add_step(history, program, eta)
            if eta is None and limit is None and program.lower > 0:
                return _sparse(problem, program, history, gap)
        except KeyboardInterrupt:
            limit = INTERRUPTED
        found = _solution(problem, program, limit, history)
        return found if eta is not None or found.lower > 0 else _no_weights(problem, found)


def _is_open(program: FlowProgram, gap: float, eta: float | None) -> bool:
    """Whether the gap is too large; without entropy weights of 0 prove a lower bound of 0."""
    if eta is None and program.lower < 0:
        return program.upper > gap * max(1.0, program.upper)
    return program.relative_gap > gap


def _add_step(history: History, program: FlowProgram, eta: float | None) -> None:
    """The program wants weights of sum 1; those of sum at most 1 have a value of at least 0."""
    least = 0.0 if eta is None else -np.inf
    bounds = max(least, program.lower), max(least, program.upper)
    history.add(*bounds, program.num_symbols)


def _solution(
    problem: SoftMarginProblem, program: FlowProgram, limit: str | None, history: History
) -> FlowSolution:
    weights = program.weights(problem.num_symbols)
    bounds = program.lower, program.upper
    return FlowSolution(weights, program.potentials, program.flow, *bounds, limit, history.steps)


def _no_weights(problem: SoftMarginProblem, found: FlowSolution) -> FlowSolution:
    """The same flow with weights of 0, which are at least as good as those of value 0 or less."""
    return replace(
        found,
        weights=np.zeros(problem.num_symbols),
        potentials=np.zeros(problem.diagram.nzdd.num_nodes),
        lower=0.0,
        upper=max(0.0, found.upper),
    )


def _sparse(
    problem: SoftMarginProblem, program: FlowProgram, history: History, gap: float
) -> FlowSolution:
    """A solution of few weights, after some more iterations if it takes them."""
    for polish in range(POLISH + 1):
        found = _solution(problem, program, None, history)
        fewer = sparse(problem, found, gap)
        if fewer is not None:
            return fewer
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
    # With slack on every edge the bound is the mean margin, for any potentials.
    longest = np.abs(nzdd.edge_lengths(weights)).max()
    potentials = longest * nzdd.depth()
    bound = max(0.0, value)
    history.add(bound, bound, symbols.size)
    found = FlowSolution(weights, potentials, flow, value, value, None, history.steps)
    return found if value > 0 else _no_weights(problem, found)
