"""Losses of votes for distinct rows, with what bounds them from below.

Votes have the shape (rows, outputs): one output for two classes and for numbers, one for each of
more classes. All weights together are 1, so that a loss is a mean.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, expit, logsumexp, softmax

from nzdd.input.arrays import Floats


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

    def residual(self, votes: Floats, output: int) -> Floats:
        """The negative gradient for one output, shape (rows,)."""

    def curvature(self, votes: Floats, output: int, other: int) -> Floats:
        """The second derivatives by two outputs, shape (rows,)."""

    def balanced(self, votes: Floats) -> Floats:
        """Residuals of all outputs, next to `residual`, whose sum over the rows is 0."""

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

    def residual(self, votes: Floats, output: int) -> Floats:
        """The negative gradient, shape (rows,)."""
        return self._weight * (self._mean - votes[:, output])

    def curvature(self, votes: Floats, output: int, other: int) -> Floats:
        """The second derivatives, shape (rows,)."""
        return self._weight

    def balanced(self, votes: Floats) -> Floats:
        """Residuals of sum 0, shape (rows, 1)."""
        residual = self.residual(votes, 0)
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


class LogisticLoss:
    """The negative mean log-likelihood of classes.

    Parameters
    ----------
    counts : ndarray of float64, shape (rows, classes)
        The weight of each class in each distinct row, of sum 1. Two classes make one output, the
        vote for the second one; more make an output each.
    """

    def __init__(self, counts: Floats) -> None:
        self._counts, self._total = counts, counts.sum(axis=1)
        self.num_outputs = 1 if counts.shape[1] == 2 else counts.shape[1]

    def start(self) -> Floats:
        """The best constant vote, shape (outputs,)."""
        classes = self._counts.sum(axis=0)
        share = np.log(np.where(classes > 0, classes, 1e-12))
        return np.asarray(share[1:] - share[:1] if self.num_outputs == 1 else share - share.mean())

    def value(self, votes: Floats) -> float:
        """The mean loss."""
        return float(self.rowwise(votes).sum())

    def rowwise(self, votes: Floats) -> Floats:
        """The loss of each distinct row, all of its weight together."""
        if self.num_outputs == 1:
            vote = votes[:, 0]
            return np.asarray(self._total * np.logaddexp(0, vote) - self._counts[:, 1] * vote)
        return np.asarray(
            self._total * logsumexp(votes, axis=1) - (self._counts * votes).sum(axis=1)
        )

    def residual(self, votes: Floats, output: int) -> Floats:
        """The negative gradient for one output, shape (rows,)."""
        of_class = 1 if self.num_outputs == 1 else output
        return np.asarray(
            self._counts[:, of_class] - self._total * probabilities(votes)[:, of_class]
        )

    def curvature(self, votes: Floats, output: int, other: int) -> Floats:
        """The second derivatives by two outputs, shape (rows,)."""
        share = probabilities(votes)
        if self.num_outputs == 1:
            return np.asarray(self._total * share[:, 0] * share[:, 1])
        return np.asarray(self._total * share[:, output] * ((output == other) - share[:, other]))

    def balanced(self, votes: Floats) -> Floats:
        """Residuals of sum 0, shape (rows, outputs).

        The residuals of slightly other probabilities: a little of a constant vote is mixed in.
        """
        classes = self._counts.sum(axis=0)
        # a class without weight, as a fold may lack one, has the probability 0
        share = probabilities(votes) * (classes > 0)
        share /= np.maximum(share.sum(axis=1, keepdims=True), 1e-300)
        excess = classes - self._total @ share
        least = float(classes[classes > 0].min())
        mixed = min(1.0, max(1e-12, 2 * float(np.abs(excess).max()) / least))
        constant = classes + (1 - mixed) / mixed * excess
        share = (1 - mixed) * share + mixed * constant / constant.sum()
        residuals = self._counts - self._total[:, None] * share
        return np.asarray(residuals[:, 1:] if self.num_outputs == 1 else residuals)

    def dual(self, residuals: Floats) -> float:
        """The lower bound of `ConvexLoss.dual`: the entropy of the residuals' probabilities."""
        if self.num_outputs == 1:
            residuals = np.column_stack((-residuals, residuals))
        seen = self._total > 0
        total = self._total[seen, None]
        share = np.clip((self._counts[seen] - residuals[seen]) / total, 0.0, 1.0)
        return float((total * entr(share)).sum())

    def merged(self, number: NDArray[np.intp], count: int) -> LogisticLoss:
        """The loss of groups of rows."""
        return LogisticLoss(
            np.column_stack([np.bincount(number, weights, count) for weights in self._counts.T])
        )


def probabilities(votes: Floats) -> Floats:
    """The probability of each class, shape (rows, classes)."""
    if votes.shape[1] > 1:
        return softmax(votes, axis=1)
    second = expit(votes[:, 0])
    return np.column_stack((1 - second, second))
