"""Solutions of a soft-margin problem with proofs of their bounds, and the best of several."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.input.arrays import Floats

ROUNDED = 1e-12
"""What rounding leaves of a weight of 0, as a share of the largest weight."""


@dataclass(frozen=True, slots=True, eq=False)
class FlowSolution:
    """Weights and a flow, and the bounds that they prove.

    Attributes
    ----------
    weights : ndarray, shape (num_symbols,)
        The bias last.
    potentials : ndarray, shape (num_nodes,)
    flow : ndarray, shape (num_edges,)
    lower : float
        The value of (6) at the weights, with the potentials.
    upper : float
        The value of (8) at the flow. The optimum lies between the two.
    limit : str or None
        What ended the method before the gap was closed: "interrupted", "iterations", "rounding",
        or the limit or status of an outside solver, such as "time".
    steps : list of Step
        One for each iteration or round.
    """

    weights: Floats
    potentials: Floats
    flow: Floats
    lower: float
    upper: float
    limit: str | None = None
    steps: list[Step] = field(default_factory=list)

    @property
    def gap(self) -> float:
        """The absolute gap ``upper - lower``."""
        return self.upper - self.lower


def sparse(problem: SoftMarginProblem, found: FlowSolution, gap: float) -> FlowSolution | None:
    """The solution with weights that vanish in the limit set to 0; None if the gap does not close.

    The product of a weight and its slack ``upper - |f_j|`` tends to 0, so the smaller of the two is
    the one that vanishes. A free bias has no slack, and stays. `gap` is relative to
    ``max(1, |upper|)``. Time O(edges + labels).
    """
    sizes, excess = np.abs(found.weights), problem.excess(found.flow)
    slack = np.where(np.isneginf(excess), 0.0, found.upper - excess)
    vanishes = sizes <= np.maximum(slack, ROUNDED * sizes.max(initial=0.0))
    kept = np.where(vanishes, 0.0, found.weights)
    norm = problem.norm(kept)
    if norm == 0:
        return None
    weights, potentials = kept / norm, found.potentials / norm
    lower = problem.lower_bound(weights, potentials)
    if found.upper - lower > gap * max(1.0, abs(found.upper)):
        return None
    return replace(found, weights=weights, potentials=potentials, lower=lower)


class BestBounds:
    """The best bounds on the optimum over all symbols, with the weights and the flow that prove
    them.

    They start from the flow `SoftMarginProblem.start` and from weights of 0.

    Raises
    ------
    ValueError
        If no symbol bounds gamma.
    """

    def __init__(self, problem: SoftMarginProblem) -> None:
        self._problem = problem
        problem.check_counts(problem.symbols)
        self.lower, self.upper = -np.inf, np.inf
        nzdd = problem.diagram.nzdd
        self.offer_weights(np.zeros(problem.num_symbols), np.zeros(nzdd.num_nodes))
        self.offer_flow(problem.start)

    def offer_weights(self, weights: Floats, potentials: Floats) -> None:
        """Keep weights and potentials that improve `lower`. Time O(edges + labels)."""
        lower = self._problem.lower_bound(weights, potentials)
        if lower > self.lower:
            self.lower, self._weights, self._potentials = lower, weights, potentials

    def offer_flow(self, flow: Floats) -> Floats:
        """Keep a flow that improves `upper`; return its `excess`. Time O(edges + labels)."""
        excess = self._problem.excess(flow)
        upper = max(0.0, float(excess.max()))
        if upper < self.upper:
            self.upper, self._flow = upper, flow
        return excess

    def offer(self, found: FlowSolution) -> Floats:
        """Offer weights, potentials and the flow of a solution; return the `excess` of the flow."""
        self.offer_weights(found.weights, found.potentials)
        return self.offer_flow(found.flow)

    @property
    def proof(self) -> tuple[Floats, Floats, Floats, float, float]:
        """The first five attributes of a `FlowSolution`."""
        return self._weights, self._potentials, self._flow, self.lower, self.upper

    def solution(self, limit: str | None, steps: list[Step]) -> FlowSolution:
        """The best weights and the best flow, which may come from different rounds."""
        return FlowSolution(*self.proof, limit, steps)
