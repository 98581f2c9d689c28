"""The restricted program of LPBoost by an interior-point method that keeps its place."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem
from nzdd.input.arrays import Floats

MAX_STEPS = 60
TINY = 1e-9
INSIDE = 1e-3
"""Capacities with no more room than this have no inside worth the name."""
SHARE = 0.01
"""The total weight that new hypotheses begin with."""
APART = 0.1
"""The least slack of new hypotheses, as a share of the rise of the threshold."""
BACK = 0.99
"""How far of the way to the boundary a step goes."""


class Point(NamedTuple):
    """A point inside, or a direction.

    The dual has costs, with their `slack` to the threshold; the primal has the `weights` of the
    hypotheses, the quantile rho of the margins, and the multipliers of the bounds of the costs:
    `above` rho and `below` it, as far as a margin is.
    """

    costs: Floats
    threshold: float
    slack: Floats
    weights: Floats
    rho: float
    above: Floats
    below: Floats

    def moved(self, direction: Point, dual: float, primal: float) -> Point:
        """The point after a step of these lengths."""
        return Point(
            self.costs + dual * direction.costs,
            self.threshold + dual * direction.threshold,
            self.slack + dual * direction.slack,
            self.weights + primal * direction.weights,
            self.rho + primal * direction.rho,
            self.above + primal * direction.above,
            self.below + primal * direction.below,
        )


class InteriorMaster:
    """Program (5) over some hypotheses, by a primal-dual method of predictors and correctors.

    ::

        min  beta + g u   s.t.  H_j u + s_j = beta,  sum u = 1,  D' <= u <= D,  s >= 0

    New hypotheses join with little weight, and a larger beta makes room for them. So a solution
    that is not quite optimal is a good start for the next one. Its costs lie far from the corners
    between which those of the simplex method jump.

    Parameters
    ----------
    problem : NuProblem
        With an inside, see `has_inside`.

    Attributes
    ----------
    point : Point
    steps : int
        Of Newton's method, in all solves.

    Notes
    -----
    A step takes time O(hypotheses^2 x costs), in matrix products.
    """

    def __init__(self, problem: NuProblem) -> None:
        self._problem = problem
        self._room = problem.capacity - problem.floor
        costs = problem.floor + self._room * ((1 - problem.floor.sum()) / self._room.sum())
        none = np.zeros(0)
        self._columns = np.empty((16, costs.size))
        self.point = Point(costs, 0.0, none, none, 0.0, none, none)
        self.steps = 0

    @staticmethod
    def has_inside(problem: NuProblem) -> bool:
        """Whether there are costs away from their bounds."""
        most, least = problem.capacity.sum() - 1, 1 - problem.floor.sum()
        room = problem.capacity - problem.floor
        return bool(min(most, least) > INSIDE and (room > 0).all())

    @property
    def columns(self) -> Floats:
        """The columns of the hypotheses, shape (hypotheses, costs)."""
        return self._columns[: self.point.weights.size]

    def add(self, columns: Floats) -> None:
        """Add hypotheses, shape (new ones, costs). Time O(hypotheses x costs)."""
        old = self.point.weights.size
        count = old + len(columns)
        if count > len(self._columns):
            grown = np.empty((2 * count, self._columns.shape[1]))
            grown[:old] = self.columns
            self._columns = grown
        self._columns[old:count] = columns
        share = SHARE if old else 1.0
        new = np.full(len(columns), share / len(columns))
        weights = np.concatenate(((1 - share) * self.point.weights, new))
        if old:
            self._go_on(weights)
        else:
            self._start(weights)

    def _go_on(self, weights: Floats) -> None:
        """The point with other weights: the next steps settle what the margins lack."""
        before = self.point.threshold
        self.point = self.point._replace(weights=weights)
        scores = self.columns @ self.point.costs
        threshold = max(before, float(scores.max()))
        least = APART * (threshold - before) + TINY
        slack = np.maximum(threshold - scores, least)
        self.point = self.point._replace(threshold=threshold, slack=slack)

    def _start(self, weights: Floats) -> None:
        """A point inside with these weights and the present costs."""
        problem, costs = self._problem, self.point.costs
        self.point = self.point._replace(weights=weights)
        values = weights @ self.columns + problem.offset
        scores = self.columns @ costs
        worst = problem.worst(values)
        objective = scores.max() + problem.offset @ costs
        # The quantile: the largest margin of a row that has a cost above its floor.
        rho = float(values[worst > problem.floor].max())
        count = 2 * values.size + weights.size
        mu = max(float(objective - worst @ values), TINY) / count
        threshold = float(scores.max() + mu * weights.size)
        nearest = mu / np.minimum(costs - problem.floor, problem.capacity - costs)
        self.point = Point(
            costs,
            threshold,
            threshold - scores,
            weights,
            rho,
            np.clip(values - rho, 0.0, None) + nearest,
            np.clip(rho - values, 0.0, None) + nearest,
        )

    def solve(self, gap: float, check: Callable[[], None] | None = None) -> None:
        """Move on until the bounds of the restricted program are this near.

        Parameters
        ----------
        gap : float
        check : callable, optional
            Called before each step; what it raises ends the solve.

        Raises
        ------
        numpy.linalg.LinAlgError
            If rounding errors prevent a step.
        """
        for _ in range(MAX_STEPS):
            if check is not None:
                check()
            products = self._products(self.point)
            if sum(map(np.sum, products)) <= gap and self._residual() <= gap:
                return
            self.steps += 1
            self._step(products)

    def _products(self, point: Point) -> tuple[Floats, Floats, Floats]:
        """What is 0 at the optimum."""
        problem = self._problem
        return (
            point.slack * point.weights,
            (point.costs - problem.floor) * point.above,
            (problem.capacity - point.costs) * point.below,
        )

    def _residual(self) -> float:
        """How far the margins are from what the point says of them."""
        point = self.point
        return float(
            np.abs(
                self._problem.offset
                + point.weights @ self.columns
                - point.rho
                - point.above
                + point.below
            ).max()
        )

    def _step(self, products: tuple[Floats, Floats, Floats]) -> None:
        point, system = self.point, _Newton(self._problem, self.columns, self.point)
        count = sum(product.size for product in products)
        mu = sum(map(np.sum, products)) / count
        affine = system.solve(*(-product for product in products))
        moved = point.moved(affine, *self._lengths(affine))
        after = sum(map(np.sum, self._products(moved))) / count
        target = mu * min(1.0, max(after, 0.0) / mu) ** 3
        direction = system.solve(
            target - products[0] - affine.slack * affine.weights,
            target - products[1] - affine.costs * affine.above,
            target - products[2] + affine.costs * affine.below,
        )
        dual, primal = (min(1.0, BACK * length) for length in self._lengths(direction))
        moved = point.moved(direction, dual, primal)
        if not math.isfinite(moved.threshold + moved.weights.sum() + moved.costs.sum()):
            raise np.linalg.LinAlgError("the step is not finite")
        self.point = moved

    def _lengths(self, direction: Point) -> tuple[float, float]:
        """How far the dual and the primal part may go."""
        point, problem = self.point, self._problem
        dual = (
            _length(point.slack, direction.slack),
            _length(point.costs - problem.floor, direction.costs),
            _length(problem.capacity - point.costs, -direction.costs),
        )
        primal = (
            _length(point.weights, direction.weights),
            _length(point.above, direction.above),
            _length(point.below, direction.below),
        )
        return min(dual), min(primal)


class _Newton:
    """The linear system of one step, reduced to the weights and factored."""

    def __init__(self, problem: NuProblem, columns: Floats, point: Point) -> None:
        self._columns, self._point = columns, point
        self._from_floor = point.costs - problem.floor
        self._to_capacity = problem.capacity - point.costs
        curvature = point.above / self._from_floor + point.below / self._to_capacity
        self._inverse = 1 / curvature
        scaled = columns * np.sqrt(self._inverse)
        matrix = scaled @ scaled.T
        diagonal = np.einsum("ii->i", matrix)
        diagonal += point.slack / point.weights + 1e-14 * diagonal.mean()
        self._factor = cho_factor(matrix, overwrite_a=True, check_finite=False)
        self._sums = columns @ self._inverse
        ones = np.ones(len(columns))
        self._of_rho, self._of_threshold = cho_solve(
            self._factor, np.column_stack((self._sums, ones)), check_finite=False
        ).T
        margins = problem.offset + point.weights @ columns
        self._in_costs = -(margins - point.rho - point.above + point.below)
        self._in_slack = point.threshold - columns @ point.costs - point.slack
        self._in_weights = 1 - point.weights.sum()
        self._in_sum = 1 - point.costs.sum()

    def solve(self, weights: Floats, above: Floats, below: Floats) -> Point:
        """The direction that changes the three kinds of products by these amounts."""
        point, inverse = self._point, self._inverse
        known = self._in_costs + above / self._from_floor - below / self._to_capacity
        right = weights / point.weights - self._in_slack + self._columns @ (inverse * known)
        first = cho_solve(self._factor, right, check_finite=False)
        # With `first` for no change of rho and the threshold, both sums give two equations.
        matrix = [
            [self._of_rho.sum(), -self._of_threshold.sum()],
            [inverse.sum() - self._sums @ self._of_rho, self._sums @ self._of_threshold],
        ]
        rho, threshold = np.linalg.solve(
            matrix,
            [
                self._in_weights - first.sum(),
                self._in_sum - inverse @ known + self._sums @ first,
            ],
        ).tolist()
        change = first + rho * self._of_rho - threshold * self._of_threshold
        costs = inverse * (known - change @ self._columns + rho)
        return Point(
            costs,
            threshold,
            threshold - self._columns @ costs + self._in_slack,
            change,
            rho,
            (above - point.above * costs) / self._from_floor,
            (below + point.below * costs) / self._to_capacity,
        )


def _length(values: Floats, direction: Floats) -> float:
    """The longest step, at most 1, that leaves the values not negative."""
    falling = direction < 0
    if not falling.any():
        return 1.0
    return min(1.0, float((-values[falling] / direction[falling]).min()))
