"""The linear program (4) of LPBoost, and its form for regression."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd.formulations.learning.lpboost.problem import Rows
from nzdd.formulations.learning.row_weights import HEAVIEST_SUM, as_row_weights
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.arrays import as_floats

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class NuProblem:
    """Weights on the simplex whose worst rows are as good as can be.

    ::

        max  rho - D xi + D' tau   s.t.  H a + g + xi - tau >= rho,  sum a = 1,  a, xi, tau >= 0
        min  beta + g u            s.t.  H_j u <= beta,  sum u = 1,  D' <= u <= D

    With g = 0 this is (4) and (5) of Demiriz, Bennett and Shawe-Taylor 2002, tau that of section
    7.2; ``H[i, j]`` says how right hypothesis j is on row i. That is, the objective is the
    mean of the smallest margins, of as many rows as have the share nu of all weight.

    The linear program of section 6 is the same one with two rows a training row, ``h(x)`` with
    ``g = -y`` and ``-h(x)`` with ``g = y``: rho is minus the half width of the tube, and the
    objective minus the mean of the largest residuals.

    Attributes
    ----------
    capacity : ndarray, shape (costs,)
        D: the weight of the row over nu times all weight, 1 / (nu m) without weights.
    floor : ndarray, shape (costs,)
        D'.
    offset : ndarray, shape (costs,)
        g.
    mirrored : bool
        Whether a hypothesis has every output twice, the second time with the other sign.
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
            The smallest cost as a share of the largest: ``D' = min_cost D``. From 0 to nu. The
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
        """The program of section 6, its C being 1 / (nu m).

        Parameters
        ----------
        targets : array_like, shape (rows,)
            In units in which a hypothesis is at most 1.
        weights, nu
            As above. About the share nu of the rows lies outside of the tube.
        min_cost : float
            As above, from 0 to nu / 2.

        Raises
        ------
        ValueError
            As above, and if targets are not finite, or not one a row.
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
        """See `BoostingProblem`: the optimal costs where no hypothesis says anything."""
        return self.worst(self.offset) if self.offset.any() else self.feasible(self.floor)

    def unit(self, costs: Floats) -> float:
        """See `BoostingProblem`: margins and targets are of size 1."""
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
        """See `BoostingProblem`: columns u, beta; the first row is the sum."""
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
        """See `BoostingProblem`. What is missing is spread in proportion to the room there is."""
        costs = np.clip(costs, self.floor, self.capacity)
        missing = 1 - costs.sum()
        room = self.capacity - costs if missing > 0 else costs - self.floor
        inside = np.where(costs > self.floor, room, 0.0)
        if inside.sum() >= abs(missing):  # rounding alone is missing: rows at the floor stay there
            room = inside
        if missing and room.any():
            costs += room * (missing / room.sum())
        return costs

    def lower(self, weights: Floats, activity: Floats) -> float:
        """See `BoostingProblem`; of the weights over their sum, which is to be above 0."""
        values = activity / weights.sum() + self.offset
        return float(self.worst(values) @ values)

    def upper(self, costs: Floats, score: float) -> float:
        """See `BoostingProblem`."""
        return score + float(self.offset @ costs)


def check_nu(weights: Floats, nu: float) -> None:
    """Refuse a nu with which any row may have all costs, so that no margin is soft.

    Raises
    ------
    ValueError
        If nu is not in (0, 1], or below the share of the lightest row.
    """
    if not 0 < nu <= 1:
        raise ValueError(f"nu is {nu!r}; give a number above 0 and at most 1")
    share = float(weights.min() / weights.sum())
    if nu < share * (1 - 1e-9):
        raise ValueError(
            f"nu is {nu:g}, less than the share {share:.3g} of a single row, too little for a soft "
            f"margin with n_samples={weights.size}; give more rows, or a larger nu"
        )


def checked_weights(weights: ArrayLike) -> Floats:
    """Weights of rows as an array.

    Raises
    ------
    ValueError
        If they are not finite numbers above 0, one a row.
    """
    given = as_floats(weights, "weights")
    if given.ndim != 1 or not given.size or not (given > 0).all() or not math.isfinite(given.sum()):
        raise ValueError("weights must be one finite number above 0 for each of one or more rows")
    return as_row_weights(given, given.size, heaviest=HEAVIEST_SUM)


def _capacities(weights: ArrayLike, nu: float, min_cost: float, sides: int) -> Floats:
    """What the weights and nu allow each row, checked."""
    given = checked_weights(weights)
    check_nu(given, nu)
    if not 0 <= min_cost <= nu / sides:
        raise ValueError(
            f"min_cost is {min_cost!r}; at nu = {nu:g} it must lie between 0 and {nu / sides:g}"
        )
    return np.asarray(given / (nu * given.sum()))
