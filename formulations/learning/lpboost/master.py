"""The restricted master: the dual over the hypotheses so far, which keeps its basis."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.lpboost.problems.boosting_problem import BoostingProblem
from nzdd.input.arrays import Floats


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
