"""Many hypotheses a round, and a master that stays inside until the end."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from nzdd.formulations.iteration.limits import ITERATIONS, ROUNDING
from nzdd.formulations.learning.lpboost.boosting_run import Run
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import BatchLearner, Learned
from nzdd.formulations.learning.lpboost.interior_point import InteriorMaster
from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem
from nzdd.formulations.learning.lpboost.vertex import vertex
from nzdd.input.arrays import Floats

ENOUGH = 0.1
"""A master is solved to this share of the gap over all hypotheses."""
LEAST, SHARE = 50, 0.25
"""New hypotheses a round: so many, and this share of those that the master has."""
CLOSE = 1e-3
"""The gap to which the last master is solved, as a share of the gap that is asked for."""


def interior_rounds(
    run: Run,
    problem: NuProblem,
    learner: BatchLearner,
    gap: float,
    max_hypotheses: int | None = None,
) -> str | None:
    """Add hypotheses until the gap is closed; then take a vertex near the point inside.

    Costs that are not optimal prove bounds as well as any. So the masters need little accuracy, and
    their costs, which lie inside, show which hypotheses will have weight in the end.

    Returns
    -------
    str or None
        What ended the rounds early.

    Raises
    ------
    numpy.linalg.LinAlgError
        If rounding errors prevent a step.
    """
    rounds, before = _Rounds(run, problem, learner, gap), None
    while True:
        costs = problem.feasible(rounds.master.point.costs)
        count = rounds.count
        if max_hypotheses is not None:
            count = min(count, max_hypotheses - len(run.columns))
        learned = rounds.price(costs, max(count, 1))
        run.record()
        if not run.is_open(gap, costs):
            rounds.finish()
            return None
        if count < 1:
            return ITERATIONS
        if run.weights.any() and (limit := run.limits.reached()) is not None:
            return limit
        known = run.lower, run.upper, len(run.columns)
        if known == before:  # the masters cannot be solved any better
            return ROUNDING
        before = known
        rounds.add(learned)
        rounds.solve(max(CLOSE * gap, ENOUGH * min(run.upper - run.lower, 1.0)))


class _Rounds:
    """The master, and which hypotheses of the run it has."""

    def __init__(self, run: Run, problem: NuProblem, learner: BatchLearner, gap: float) -> None:
        self.run, self.problem, self.learner, self.gap = run, problem, learner, gap
        self.master = InteriorMaster(problem)
        self.places = np.zeros(0, np.int64)

    @property
    def count(self) -> int:
        """How many hypotheses to ask for."""
        return LEAST + int(SHARE * self.places.size)

    def price(self, costs: Floats, count: int) -> list[Learned]:
        """Ask the learner, and take the bound that it proves."""
        seen = self.problem.row_costs(costs)
        learned = self.learner.learn_many(seen, self.master.point.threshold, count)
        self.run.reduce_upper(costs, learned[0].bound)
        return learned

    def add(self, learned: list[Learned]) -> None:
        """Add the hypotheses that the master does not have."""
        places = np.array([self.run.add(one) for one in learned])
        new = np.setdiff1d(places, self.places)
        if new.size:
            self.places = np.append(self.places, new)
            self.master.add(np.stack([self.run.columns[place] for place in new.tolist()]))

    def solve(self, gap: float) -> None:
        """Move on inside, and leave out what has become of no use."""
        run, before = self.run, self.master.steps
        try:
            self.master.solve(gap, run.limits.check if run.weights.any() else None)
        finally:
            run.iterations.append(self.master.steps - before)
            run.raise_lower(self._spread(self.master.point.weights))

    def finish(self) -> None:
        """Take a vertex, and costs at their bounds, as far as the gap stays closed."""
        run, problem = self.run, self.problem
        with suppress(np.linalg.LinAlgError):  # the last point will do
            self.master.solve(CLOSE * self.gap)
        point = self.master.point
        order = np.argsort(point.weights)
        used = np.sort(order[np.cumsum(point.weights[order]) > ENOUGH * self.gap])
        columns, weights = (
            self.master.columns[used],
            point.weights[used] / point.weights[used].sum(),
        )
        kept = np.zeros(point.weights.size)
        kept[used] = vertex(columns, problem.offset, weights, point.rho, ENOUGH * self.gap)
        costs = problem.rounded(point.costs)
        bound = self.learner.learn_many(problem.row_costs(costs), np.inf, 1)[0].bound
        run.settle(self._spread(kept), costs, bound, self.gap)

    def _spread(self, weights: Floats) -> Floats:
        """Weights of all hypotheses of the run, given those of the master's."""
        spread = np.zeros(len(self.run.columns))
        spread[self.places] = weights
        return spread
