"""What LPBoost knows between two rounds: hypotheses, bounds and the best weights."""

from __future__ import annotations

import math

import numpy as np

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.lpboost.boosting_result import BoostingResult
from nzdd.formulations.learning.lpboost.hypotheses.ensemble import Ensemble
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Hypothesis, Learned
from nzdd.formulations.learning.lpboost.problems.boosting_problem import BoostingProblem
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats


class Run:
    """The state of one run.

    Attributes
    ----------
    problem : BoostingProblem
    limits : Limits
    hypotheses : list of Hypothesis
    columns : list of ndarray
        Their columns of the linear program.
    lower, upper : float
        Proven bounds on the optimum over all hypotheses of the learner.
    weights : ndarray
        Those that prove `lower`; of the first hypotheses, as many as there are weights.
    best_costs : ndarray
        Those that prove `upper`.
    iterations : list of int
        Of the solver of the master, in every round.
    """

    def __init__(self, problem: BoostingProblem, limits: Limits, on_step: OnStep | None) -> None:
        self.problem, self.limits = problem, limits
        self.hypotheses: list[Hypothesis] = []
        self.columns: list[Floats] = []
        self.lower, self.upper = -math.inf, math.inf
        self.best_costs = problem.start
        self.weights = np.zeros(0)
        self.iterations: list[int] = []
        self._history = History(on_step)
        self._places: dict[bytes, int] = {}

    def is_open(self, gap: float, costs: Floats) -> bool:
        """Whether the gap is still too large."""
        return self.upper - self.lower > gap * self.problem.unit(costs)

    def raise_lower(self, weights: Floats) -> None:
        """Take weights of all hypotheses if they are better."""
        lower = self.value(weights)
        if lower > self.lower:
            self.lower, self.weights = lower, weights

    def value(self, weights: Floats) -> float:
        """The objective of weights of all hypotheses. Time O(costs) a weight above 0."""
        used = np.flatnonzero(weights)
        if not used.size:
            return -math.inf
        activity = np.zeros(self.problem.capacity.size)
        for index in used.tolist():
            activity += weights[index] * self.columns[index]
        return self.problem.lower(weights, activity)

    def reduce_upper(self, costs: Floats, bound: float) -> None:
        """Take the bound that costs prove, given a bound on all scores."""
        upper = self.problem.upper(costs, bound)
        if upper < self.upper:
            self.upper, self.best_costs = upper, costs

    def settle(self, weights: Floats, costs: Floats, bound: float, gap: float) -> None:
        """Take weights and costs in place of those there are, as far as the gap stays closed."""
        most = gap * self.problem.unit(costs)
        value, upper = self.value(weights), self.problem.upper(costs, bound)
        if self.upper - value <= most:
            self.lower, self.weights = value, weights
        if upper - self.lower <= most:
            self.upper, self.best_costs = upper, costs

    def record(self) -> None:
        """End a round."""
        self._history.add(self.lower, self.upper, len(self.columns))

    def place(self, learned: Learned) -> int | None:
        """The position of the hypothesis with the same outputs, if there is one."""
        return self._places.get(learned.outputs.tobytes())

    def add(self, learned: Learned) -> int:
        """Add a hypothesis, unless its outputs are known, and give its position."""
        place = self._places.setdefault(learned.outputs.tobytes(), len(self.columns))
        if place == len(self.columns):
            self.hypotheses.append(learned.hypothesis)
            self.columns.append(self.problem.column(learned.outputs))
        return place

    def result(self, limit: str | None, message: str | None) -> BoostingResult:
        """The ensemble of the best weights."""
        if limit is not None:
            message = f"ended by {limit} at a gap of {self.upper - self.lower:.1e}"
        return BoostingResult(
            ensemble=Ensemble.from_weights(self.hypotheses[: self.weights.size], self.weights),
            objective=self.lower,
            bound=self.upper,
            costs=self.best_costs,
            status=Status.FEASIBLE if message else Status.OPTIMAL,
            message=message or "",
            limit=limit,
            num_learned=len(self.hypotheses),
            history=self._history.steps,
            iterations=self.iterations,
            seconds=self.limits.seconds,
        )
