"""Smooth losses of votes for distinct rows, with what bounds them from below.

Votes have the shape (rows, outputs): one output for two classes and for numbers, one for each of
more classes. All weights together are 1, so that a loss is a mean.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats


class Curvature(NamedTuple):
    """The second derivatives of a loss: of each row a diagonal less an outer product.

    Attributes
    ----------
    diagonal, outer : ndarray of float64, shape (rows, outputs)
    """

    diagonal: Floats
    outer: Floats

    @classmethod
    def single(cls, derivatives: Floats) -> Curvature:
        """Of one output, shape (rows,)."""
        return cls(derivatives[:, None], np.zeros((derivatives.size, 1)))

    def own(self) -> Floats:
        """By each output twice, shape (rows, outputs)."""
        return self.diagonal - self.outer**2

    def apart(self, share: float) -> Curvature:
        """Without the derivatives by two outputs where one has a small share of the outer product.

        They stay positive semidefinite: of outputs apart each has its own, as it was.
        """
        total = self.outer.sum(axis=1, keepdims=True)
        kept = np.where(self.outer > share * total, self.outer, 0.0)
        return Curvature(self.diagonal - self.outer**2 + kept**2, kept)

    def sampled(self, rows: NDArray[np.intp]) -> Curvature:
        """That of some rows, in place of all: 0 in the others."""
        factor = len(self.diagonal) / rows.size
        diagonal, outer = np.zeros_like(self.diagonal), np.zeros_like(self.outer)
        diagonal[rows] = factor * self.diagonal[rows]
        outer[rows] = np.sqrt(factor) * self.outer[rows]
        return Curvature(diagonal, outer)

    def between(self, output: int, other: int) -> Floats:
        """By two outputs, shape (rows,)."""
        product = self.outer[:, output] * self.outer[:, other]
        return self.diagonal[:, output] - product if output == other else -product


class ConvexLoss(Protocol):
    """A convex loss."""

    num_outputs: int

    def start(self) -> Floats:
        """The best constant vote, shape (outputs,)."""

    def value(self, votes: Floats) -> float:
        """The mean loss."""

    def dual(self, residuals: Floats) -> float:
        """The largest lower bound on the loss that residuals prove.

        With the penalty ``level * penalty_r * |w_r|`` they prove it for all votes if their sum is 0
        and their sum over the rows of no rule is above ``level * penalty_r`` (weak duality).
        """


class Loss(ConvexLoss, Protocol):
    """A convex loss that is smooth in the votes."""

    def residuals(self, votes: Floats) -> Floats:
        """The negative gradient, shape (rows, outputs)."""

    def curvature(self, votes: Floats) -> Curvature:
        """The second derivatives."""

    def balanced(self, votes: Floats) -> Floats:
        """Next to `residuals` such whose sum over the rows is 0."""

    def merged(self, number: NDArray[np.intp], count: int) -> Loss:
        """The loss of votes for `count` groups of rows, where row i is in group ``number[i]``."""


class SquaredLoss:
    """Half the mean squared error.

    Parameters
    ----------
    mean, weight : ndarray of float64, shape (rows,)
        Of the targets of each distinct row.
    spread : float
        The weighted sum of the squared distances of targets to the mean of their row.
    """

    num_outputs = 1

    def __init__(self, mean: Floats, weight: Floats, spread: float) -> None:
        self._mean, self._weight, self._spread = mean, weight, spread

    def start(self) -> Floats:
        """The best constant vote, shape (1,)."""
        return np.array([self._weight @ self._mean / self._weight.sum()])

    def value(self, votes: Floats) -> float:
        """The mean loss."""
        return float(self._weight @ (self._mean - votes[:, 0]) ** 2 + self._spread) / 2

    def residuals(self, votes: Floats) -> Floats:
        """The negative gradient, shape (rows, 1)."""
        return self._weight[:, None] * (self._mean[:, None] - votes)

    def curvature(self, votes: Floats) -> Curvature:
        """The second derivatives: the weights."""
        return Curvature.single(self._weight)

    def balanced(self, votes: Floats) -> Floats:
        """Residuals of sum 0, shape (rows, 1)."""
        residual = self.residuals(votes)[:, 0]
        return np.asarray(
            (residual - self._weight * (residual.sum() / self._weight.sum()))[:, None]
        )

    def dual(self, residuals: Floats) -> float:
        """The lower bound of `ConvexLoss.dual`; of all multiples up to 1 the best one."""
        residual = residuals[:, 0]
        seen = self._weight > 0
        square = float((residual[seen] ** 2 / self._weight[seen]).sum())
        product = float(residual @ self._mean)
        scale = min(1.0, max(0.0, product / square)) if square > 0 else 0.0
        return scale * product - scale**2 * square / 2 + self._spread / 2

    def merged(self, number: NDArray[np.intp], count: int) -> SquaredLoss:
        """The loss of groups of rows; their spread is that within the groups."""
        weight = np.bincount(number, self._weight, count).astype(np.float64)
        sums = np.bincount(number, self._weight * self._mean, count)
        mean = np.divide(sums, weight, out=np.zeros(count), where=weight > 0)
        within = float(self._weight @ (self._mean - mean[number]) ** 2)
        return SquaredLoss(mean, weight, self._spread + within)
