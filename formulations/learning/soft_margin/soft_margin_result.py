"""The result for a soft-margin problem, evaluated on the rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.linear_classifier import TIE, shown_intercept
from nzdd.formulations.learning.soft_margin.margins import is_constant, margins, smallest_mean
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats

ZERO = 1e-7
"""Up to this objective there is no positive soft margin."""


class Outcome(str, Enum):
    """What kind of classifier the optimum is."""

    FEATURES = "features"
    """Features have weights."""
    NOTHING = "nothing"
    """No weights have a positive soft margin: nu is too small for this sample."""
    CONSTANT = "constant"
    """Every row gets the same class: nu is too large for these classes."""

    __str__ = str.__str__  # as `StrEnum` of Python 3.11 on


@dataclass(frozen=True, slots=True, eq=False)
class SoftMarginResult:
    """Weights with proven bounds.

    Attributes
    ----------
    weights : ndarray, shape (num_features,)
    intercept : float
        A row x is put into the positive class where ``weights @ x + intercept > 0``. In place of 0
        it is the difference between the shares of the classes times 1e-30, so that rows without a
        vote get the larger class; texts show it as 0.
    objective : float
        The value of (6) at the weights: a lower bound on the optimum.
    dual_objective : float
        The value of (8) at `flow`: an upper bound.
    row_objective : float
        The value of (4) at the weights, at least `objective` and at most the optimum of (4).
    status : Status
        OPTIMAL where the gap asked for was reached, otherwise FEASIBLE.
    outcome : Outcome
    message : str
    limit : str or None
        What ended the method early: "interrupted", "iterations", "rounding".
    potentials : ndarray, shape (num_nodes,)
        With the weights they prove `objective`.
    flow : ndarray, shape (num_edges,)
    history : list of Step
    algorithm : str
    problem : SoftMarginProblem
    seconds : dict of str to float
    """

    weights: Floats
    intercept: float
    objective: float
    dual_objective: float
    row_objective: float
    status: Status
    outcome: Outcome
    message: str
    limit: str | None
    potentials: Floats
    flow: Floats
    history: list[Step]
    algorithm: str
    problem: SoftMarginProblem
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def gap(self) -> float:
        """The absolute gap ``dual_objective - objective``."""
        return self.dual_objective - self.objective

    @property
    def num_rounds(self) -> int:
        """Iterations of the interior-point method, or rounds of column generation or boosting."""
        return max(0, len(self.history) - 1)

    def summary(self) -> str:
        """A few lines of text for people."""
        diagram = self.problem.diagram
        lines = [
            ("status", f"{self.status}: {self.message}" if self.message else str(self.status)),
            ("objective", f"{self.objective:.10g} (gap {self.gap:.1e})"),
            ("of the rows", f"{self.row_objective:.10g}"),
            ("weights", f"{np.count_nonzero(self.weights)} of {self.weights.size} not zero"),
            ("intercept", f"{shown_intercept(self.intercept):.6g}"),
            ("slack", f"a variable per {diagram.slack}, {diagram.nzdd.num_edges:,} edges"),
            ("method", f"{self.algorithm}, {self.num_rounds} rounds"),
            ("seconds", ", ".join(f"{step} {time:.2f}" for step, time in self.seconds.items())),
        ]
        return "\n".join(f"{name:<11} {text}" for name, text in lines)


def make_result(
    problem: SoftMarginProblem, algorithm: str, solution: FlowSolution, seconds: dict[str, float]
) -> SoftMarginResult:
    """Evaluate a solution on the rows. Time O(symbols in the distinct rows + rows log rows)."""
    sample = problem.diagram.sample
    weights, potentials, lower = solution.weights, solution.potentials, solution.lower
    closed = solution.limit is None
    outcome, message = Outcome.FEATURES, ""
    if closed and (solution.upper <= ZERO or not weights.any()):
        outcome = Outcome.NOTHING
        message = (
            f"no weights have a positive soft margin at nu = {problem.nu:g}; take a larger nu "
            "(nu_range finds the least), or balance the classes"
        )
        weights, potentials, lower = np.zeros_like(weights), np.zeros_like(potentials), 0.0
    values, mass = margins(sample, weights)
    if outcome is Outcome.FEATURES and closed and is_constant(sample, values):
        outcome = Outcome.CONSTANT
        message = (
            f"at nu = {problem.nu:g} the best weights put every row into the same class; take nu "
            f"below {problem.balance:.3g}, or balance the classes"
        )
    if weights[-1] == 0 and problem.bias != "none":
        # Rows without a vote get the larger class. The value changes by less than 1e-20.
        positive, negative = sample.class_weights
        weights[-1] = TIE * (positive - negative) / (positive + negative)
    if not closed:
        message = f"ended by {solution.limit} at a gap of {solution.gap:.1e}"
    return SoftMarginResult(
        weights[:-1],
        float(weights[-1]),
        lower,
        solution.upper,
        smallest_mean(values, mass, problem.nu),
        Status.OPTIMAL if closed else Status.FEASIBLE,
        outcome,
        message,
        solution.limit,
        potentials,
        solution.flow,
        solution.steps,
        algorithm,
        problem,
        seconds,
    )
