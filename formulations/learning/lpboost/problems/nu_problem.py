"""The linear program (4) of LPBoost, and its form for regression."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, vstack

from nzdd.formulations.learning.fixed_sum import with_sum
from nzdd.formulations.learning.lpboost.problems.boosting_problem import Rows
from nzdd.formulations.learning.row_weights import HEAVIEST_SUM, as_row_weights
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.arrays import Floats, as_floats
from nzdd.input.parameters import check_number

AT_BOUND = 1e-5
"""Costs as near to a bound, as a share of their room, as those that an interior point gives."""


@dataclass(frozen=True, slots=True, eq=False)
class NuProblem:
    """Weights of sum 1 that maximise the soft margin.

    ::

        max  rho - D xi + D' tau   s.t.  H a + g + xi - tau >= rho,  sum a = 1,  a, xi, tau >= 0
        min  beta + g u            s.t.  H_j u <= beta,  sum u = 1,  D' <= u <= D

    With g = 0 these are (4) and (5) of Demiriz, Bennett and Shawe-Taylor 2002, with tau of section
    7.2; ``H[i, j]`` is the agreement of hypothesis j with row i. The objective is the mean of the
    smallest margins, over rows with a share nu of the total weight.

    The linear program of section 6, for regression, has two rows for each training row: ``h(x)``
    with ``g = -y`` and ``-h(x)`` with ``g = y``. Then rho is minus the half width of the tube, and
    the objective is minus the mean of the largest residuals.

    Attributes
    ----------
    capacity : ndarray, shape (costs,)
        D: the weight of the row over nu times the total weight; 1 / (nu m) without weights.
    floor : ndarray, shape (costs,)
        D'.
    offset : ndarray, shape (costs,)
        g.
    mirrored : bool
        Whether the outputs of a hypothesis are followed by their negatives, as for regression.
    """

    capacity: Floats
    floor: Floats
    offset: Floats
    mirrored: bool = False

    @classmethod
    def classification(cls, weights: ArrayLike, nu: float, min_cost: float = 0.0) -> NuProblem:
        """Program (4).

        Parameters
        ----------
        weights : array_like, shape (rows,)
            Of the rows, above 0.
        nu : float
            In (0, 1]: about the share of the rows that may lie below the margin.
        min_cost : float
            The smallest cost as a share of the largest, from 0 to nu: ``D' = min_cost D``. The
            paper takes 1 / 25 for weak learners that are not exact.

        Raises
        ------
        ValueError
            If nu or min_cost is out of range, nu is too small for so few rows, or a weight is not
            above 0.
        """
        capacity = _capacities(weights, nu, min_cost, 1)
        return cls(capacity, min_cost * capacity, np.zeros(capacity.size))

    @classmethod
    def regression(
        cls, targets: ArrayLike, weights: ArrayLike, nu: float, min_cost: float = 0.0
    ) -> NuProblem:
        """The program of section 6, with ``C = 1 / (nu m)``.

        Parameters
        ----------
        targets : array_like, shape (rows,)
            Scaled so that predictions lie in [-1, 1].
        weights, nu
            As for `classification`. About the share nu of the rows lies outside of the tube.
        min_cost : float
            As for `classification`, from 0 to nu / 2.

        Raises
        ------
        ValueError
            As for `classification`, or if targets are not finite, or not one for each row.
        """
        capacity = np.tile(_capacities(weights, nu, min_cost, 2), 2)
        y = as_floats(targets, "targets")
        if 2 * y.size != capacity.size or y.ndim != 1:
            raise ValueError(
                f"targets have shape {y.shape} and there are {capacity.size // 2} weights; "
                "give one of each a row"
            )
        if not np.isfinite(y).all():
            raise ValueError("targets hold NaN or infinite numbers; leave these rows out")
        return cls(capacity, min_cost * capacity, np.concatenate((-y, y)), mirrored=True)

    @property
    def start(self) -> Floats:
        """See `BoostingProblem`: the optimal costs for predictions of 0."""
        return self.worst(self.offset) if self.offset.any() else self.feasible(self.floor)

    def unit(self, costs: Floats) -> float:
        """See `BoostingProblem`: margins and targets are at most about 1."""
        return 1.0

    def worst(self, values: Floats) -> Floats:
        """The feasible costs under which the values have the smallest mean. Time O(n log n)."""
        order = np.argsort(values, kind="stable")
        room = (self.capacity - self.floor)[order]
        left = 1 - self.floor.sum() - (np.cumsum(room) - room)
        costs = self.floor.copy()
        costs[order] += np.clip(left, 0.0, room)
        return self.feasible(costs)

    def dual(self, columns: Floats) -> LinearModel:
        """See `BoostingProblem`: the columns are u and beta, the first row is the sum of u."""
        total = csr_array(np.append(np.ones(self.capacity.size), 0.0)[None])
        matrix, lower, upper = self.dual_rows(columns)
        return LinearModel(
            np.append(self.offset, 1.0),
            vstack([total, matrix], format="csr"),
            row_lower=np.append(1.0, lower),
            row_upper=np.append(1.0, upper),
            lower=np.append(self.floor, -np.inf),
            upper=np.append(self.capacity, np.inf),
        )

    def dual_rows(self, columns: Floats) -> Rows:
        """See `BoostingProblem`."""
        count = columns.shape[1]
        matrix = csr_array(np.column_stack((columns.T, np.full(count, -1.0))))
        return matrix, np.full(count, -np.inf), np.zeros(count)

    def column(self, outputs: Floats) -> Floats:
        """See `BoostingProblem`."""
        return np.concatenate((outputs, -outputs)) if self.mirrored else outputs

    def row_costs(self, costs: Floats) -> Floats:
        """See `BoostingProblem`."""
        if not self.mirrored:
            return costs
        half = costs.size // 2
        return costs[:half] - costs[half:]

    def threshold(self, x: Floats) -> float:
        """See `BoostingProblem`: beta."""
        return float(x[-1])

    def feasible(self, costs: Floats) -> Floats:
        """See `BoostingProblem`, and `with_sum`."""
        return with_sum(costs, self.floor, self.capacity, 1.0)

    def rounded(self, costs: Floats) -> Floats:
        """Feasible costs near these, at their bounds if they are close to them."""
        near = AT_BOUND * (self.capacity - self.floor)
        costs = np.where(costs < self.floor + near, self.floor, costs)
        return self.feasible(np.where(costs > self.capacity - near, self.capacity, costs))

    def lower(self, weights: Floats, activity: Floats) -> float:
        """See `BoostingProblem`: the value of the weights divided by their sum, above 0."""
        values = activity / weights.sum() + self.offset
        return float(self.worst(values) @ values)

    def upper(self, costs: Floats, score: float) -> float:
        """See `BoostingProblem`."""
        return score + float(self.offset @ costs)


def check_nu(weights: Floats, nu: float, *, repeated: bool = False) -> None:
    """Raise ValueError unless nu is in (0, 1] and at least the share of the lightest row.

    With a smaller nu a single row may have all costs, so that the margin is not soft. `repeated`: a
    row of weight 2 is two rows.
    """
    check_number("nu", nu, most=1.0, above=True)
    lightest = float(weights.min())
    share = (min(1.0, lightest) if repeated else lightest) / float(weights.sum())
    if nu < share * (1 - 1e-9):
        raise ValueError(
            f"nu is {nu:g}, less than the share {share:.3g} of a single row, too little for a soft "
            f"margin with n_samples={weights.size}; give more rows, or a larger nu"
        )


def checked_weights(weights: ArrayLike) -> Floats:
    """Weights of rows as an array; ValueError unless they are finite and above 0."""
    given = as_floats(weights, "weights")
    if given.ndim != 1 or not given.size or not (given > 0).all() or not math.isfinite(given.sum()):
        raise ValueError("weights must be one finite number above 0 for each of one or more rows")
    return as_row_weights(given, given.size, heaviest=HEAVIEST_SUM)


def _capacities(weights: ArrayLike, nu: float, min_cost: float, sides: int) -> Floats:
    """The largest cost of each row, for given weights and nu, which are checked first."""
    given = checked_weights(weights)
    check_nu(given, nu)
    if not 0 <= min_cost <= nu / sides:
        raise ValueError(
            f"min_cost is {min_cost!r}; at nu = {nu:g} it must lie between 0 and {nu / sides:g}"
        )
    return np.asarray(given / (nu * given.sum()))
