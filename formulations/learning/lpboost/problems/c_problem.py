"""The linear program (2) of LPBoost, with a cost C of slack."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd.formulations.learning.lpboost.problems.boosting_problem import Rows
from nzdd.formulations.learning.lpboost.problems.nu_problem import checked_weights
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_number


@dataclass(frozen=True, slots=True, eq=False)
class CProblem:
    """Minimise the weights plus C times the slack, so that every row has a margin of 1.

    ::

        min  sum a + C xi   s.t.  H a + xi >= 1,  a, xi >= 0
        max  sum u          s.t.  H_j u <= 1,  0 <= u <= C

    These are (2) and (3) of Demiriz, Bennett and Shawe-Taylor 2002; `lower` and `upper` have the
    sign of a maximisation. By theorem 3.1 its solutions, divided by their sums, are those of (4)
    with ``D = C / sum u``.

    Attributes
    ----------
    capacity : ndarray, shape (rows,)
        C times the weight of the row.
    """

    capacity: Floats

    @classmethod
    def from_weights(cls, weights: ArrayLike, C: float) -> CProblem:
        """Program (2).

        Raises
        ------
        ValueError
            If C or a weight is not a finite number above 0.
        """
        check_number("C", C, above=True)
        return cls(C * checked_weights(weights))

    @property
    def start(self) -> Floats:
        """See `BoostingProblem`: the optimal costs without any hypothesis."""
        return self.capacity

    def unit(self, costs: Floats) -> float:
        """See `BoostingProblem`: the objective, so that gaps are relative to it."""
        return float(costs.sum())

    def dual(self, columns: Floats) -> LinearModel:
        """See `BoostingProblem`: columns u."""
        matrix, lower, upper = self.dual_rows(columns)
        return LinearModel(-1.0, matrix, lower, upper, upper=self.capacity)

    def dual_rows(self, columns: Floats) -> Rows:
        """See `BoostingProblem`."""
        count = columns.shape[1]
        return csr_array(columns.T), np.full(count, -np.inf), np.ones(count)

    def column(self, outputs: Floats) -> Floats:
        """See `BoostingProblem`."""
        return outputs

    def row_costs(self, costs: Floats) -> Floats:
        """See `BoostingProblem`."""
        return costs

    def threshold(self, x: Floats) -> float:
        """See `BoostingProblem`."""
        return 1.0

    def feasible(self, costs: Floats) -> Floats:
        """See `BoostingProblem`."""
        return np.clip(costs, 0.0, self.capacity)

    def lower(self, weights: Floats, activity: Floats) -> float:
        """See `BoostingProblem`."""
        slack = np.clip(1 - activity, 0.0, None)
        return -float(weights.sum() + self.capacity @ slack)

    def upper(self, costs: Floats, score: float) -> float:
        """See `BoostingProblem`: the costs divided by the largest score are feasible for (3)."""
        return -float(costs.sum()) / max(1.0, score)
