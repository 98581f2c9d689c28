"""The restricted master: the dual over the hypotheses at hand, on a basis that is kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.lpboost.problem import BoostingProblem

Floats = NDArray[np.float64]


class MasterAnswer(NamedTuple):
    """The optimum over the hypotheses at hand.

    Attributes
    ----------
    costs : ndarray, shape (costs,)
        Feasible but for hypotheses that are not in.
    threshold : float
        A hypothesis with a larger score improves the optimum.
    weights : ndarray, shape (hypotheses,)
        The multipliers of their rows, at least 0.
    """

    costs: Floats
    threshold: float
    weights: Floats


class Master:
    """The restricted dual, a row a hypothesis.

    Costs count in mean capacities, since an engine's tolerances are absolute and costs of 1 / m
    would drown in them.

    Parameters
    ----------
    problem : BoostingProblem
    make_engine : callable
        Makes an `LPEngine` that holds a model.

    Attributes
    ----------
    iterations : list of int
        Simplex iterations of every solve.
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
        """Take a hypothesis in. Time O(costs)."""
        matrix, lower, upper = self._problem.dual_rows(column[:, None])
        self._engine.add_rows(matrix, lower / self._unit, upper / self._unit)

    def solve(self) -> MasterAnswer:
        """Solve it from the last basis.

        Raises
        ------
        MasterFailed
            If the engine finds no optimum.
        """
        answer = self._engine.solve()
        self.iterations.append(answer.iterations)
        x, duals = answer.optimum()
        point = x * self._unit
        return MasterAnswer(
            self._problem.feasible(point[: self._problem.capacity.size]),
            self._problem.threshold(point),
            # A multiplier of the wrong sign is rounding.
            np.clip(-duals[self._fixed_rows :], 0.0, None),
        )
