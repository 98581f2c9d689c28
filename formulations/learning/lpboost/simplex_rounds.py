"""The algorithm of the paper: one hypothesis a round, and the dual simplex method."""

from __future__ import annotations

import math

import numpy as np

from nzdd.formulations.iteration.limits import ITERATIONS, ROUNDING
from nzdd.formulations.iteration.lp_engine import MakeEngine, MasterFailed
from nzdd.formulations.learning.lpboost.boosting_run import Run
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import WeakLearner
from nzdd.formulations.learning.lpboost.problems.boosting_problem import BoostingProblem
from nzdd.input.arrays import Floats

UNPROVEN = "the weak learner found nothing better, but it is not exact, so the gap stays open"


def simplex_rounds(
    run: Run, learner: WeakLearner, make_engine: MakeEngine, gap: float, max_hypotheses: int | None
) -> tuple[str | None, str | None]:
    """Add hypotheses until the gap is closed, or none has a score above the threshold.

    In a round the learner gets the costs of the rows, and its hypothesis becomes a row of the dual,
    which is solved again from the last basis and gives new costs. Hypotheses that the run has
    already are in the first master.

    Returns
    -------
    limit : str or None
        What ended the rounds early.
    message : str or None
        Why the gap is open without a limit.
    """
    master = Master(run.problem, make_engine)
    costs, threshold = run.problem.start, -math.inf
    for column in run.columns:
        master.add(column)
    if run.columns:
        costs, threshold = _solve(run, master)
    while True:
        seen = run.problem.row_costs(costs)
        above = threshold + gap / 2
        learned = learner.learn(seen, above)
        score = float(learned.outputs @ seen)
        run.reduce_upper(costs, learned.bound)
        run.record()
        if not run.is_open(gap, costs):
            return None, None
        if score <= above or run.place(learned) is not None:  # known by rounding alone
            unproven = learned.bound - max(score, threshold)
            return (None, UNPROVEN) if unproven > gap else (ROUNDING, None)
        if len(run.columns) == max_hypotheses:
            return ITERATIONS, None
        if run.columns and (limit := run.limits.reached()) is not None:
            return limit, None
        master.add(run.columns[run.add(learned)])
        costs, threshold = _solve(run, master)


def _solve(run: Run, master: Master) -> tuple[Floats, float]:
    """Solve the master; `Stopped` at a limit, once there is an ensemble."""
    left = run.limits.left if run.weights.any() else None
    try:
        costs, threshold, weights = master.solve(left)
    except MasterFailed:
        if left is not None:
            run.limits.check()
        raise
    run.iterations.append(master.iterations[-1])
    run.raise_lower(weights)
    return costs, threshold


class Master:
    """The restricted dual in an `LPEngine`, with a row for each hypothesis.

    Costs are counted in mean capacities: tolerances of engines are absolute, and too large for
    costs near 1 / m. `iterations` are the simplex iterations of every solve.
    """

    def __init__(self, problem: BoostingProblem, make_engine: MakeEngine) -> None:
        self._problem = problem
        self._unit = unit = float(problem.capacity.mean())
        model = problem.dual(np.empty((problem.capacity.size, 0)))
        self._fixed_rows = model.num_rows
        self._engine = make_engine(
            model.replace(
                row_lower=model.row_lower / unit,
                row_upper=model.row_upper / unit,
                lower=model.lower / unit,
                upper=model.upper / unit,
            )
        )
        self.iterations: list[int] = []

    def add(self, column: Floats) -> None:
        """Add the column of a hypothesis as a row of the dual. Time O(costs)."""
        matrix, lower, upper = self._problem.dual_rows(column[:, None])
        self._engine.add_rows(matrix, lower / self._unit, upper / self._unit)

    def solve(self, time_limit: float | None = None) -> tuple[Floats, float, Floats]:
        """Solve it from the last basis; MasterFailed if the engine finds no optimum.

        Returns the costs, the threshold that the score of a new hypothesis must exceed, and the
        weights: the multipliers of the hypotheses' rows.
        """
        answer = self._engine.solve(time_limit)
        self.iterations.append(answer.iterations)
        x, duals = answer.optimum()
        point = x * self._unit
        return (
            self._problem.feasible(point[: self._problem.capacity.size]),
            self._problem.threshold(point),
            # Rounding may give a multiplier the wrong sign.
            np.clip(-duals[self._fixed_rows :], 0.0, None),
        )
