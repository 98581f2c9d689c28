"""The negative mean log-likelihood of classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, expit

from nzdd.formulations.learning.rules.losses.smooth import Curvature, Loss
from nzdd.input.arrays import Floats

NO_WEIGHT = 1e-12
"""The weight of a class without any, where its logarithm is taken."""


def class_loss(counts: Floats) -> Loss:
    """The loss of classes.

    Parameters
    ----------
    counts : ndarray of float64, shape (rows, classes)
        The weight of each class in each distinct row, of sum 1.
    """
    if counts.shape[1] == 2:
        return LogisticLoss(counts)
    return SoftmaxLoss(counts)


class LogisticLoss:
    """The loss of two classes, whose one output is the vote for the second class.

    Parameters
    ----------
    counts : ndarray of float64, shape (rows, 2)
    """

    num_outputs = 1

    def __init__(self, counts: Floats) -> None:
        self._counts, self._second = counts, counts[:, 1].copy()
        self._total = counts[:, 0] + self._second
        self._classes = np.array([counts[:, 0].sum(), self._second.sum()])

    def start(self) -> Floats:
        """The best constant vote, shape (1,)."""
        first, second = logarithms(self._classes)
        return np.array([second - first])

    def value(self, votes: Floats) -> float:
        """The mean loss."""
        vote = votes[:, 0]
        losses = np.log1p(np.exp(-np.abs(vote))) + np.maximum(vote, 0)
        return float((self._total * losses - self._second * vote).sum())

    def residuals(self, votes: Floats) -> Floats:
        """The negative gradient, shape (rows, 1)."""
        return np.asarray(self._second - self._total * expit(votes[:, 0]))[:, None]

    def curvature(self, votes: Floats) -> Curvature:
        """The second derivatives."""
        vote = votes[:, 0]
        return Curvature.single(self._total * expit(vote) * expit(-vote))

    def balanced(self, votes: Floats) -> Floats:
        """Residuals of sum 0, shape (rows, 1), as `SoftmaxLoss.balanced` has them."""
        share = expit(votes[:, 0])
        if not self._classes.all():
            share = np.full(share.size, float(self._classes[1] > 0))
        excess = float(self._classes[1] - (self._total * share).sum())
        mixed = mixture(abs(excess), self._classes)
        constant = float(self._classes[1] + (1 - mixed) / mixed * excess)
        share = (1 - mixed) * share + mixed * constant / float(self._classes.sum())
        return np.asarray(self._second - self._total * share)[:, None]

    def dual(self, residuals: Floats) -> float:
        """The lower bound of `ConvexLoss.dual`: the entropy of the residuals' probabilities."""
        total = np.where(self._total > 0, self._total, 1.0)
        share = np.clip((self._second - residuals[:, 0]) / total, 0.0, 1.0)
        return float((self._total * (entr(share) + entr(1 - share))).sum())

    def merged(self, number: NDArray[np.intp], count: int) -> LogisticLoss:
        """The loss of groups of rows."""
        return LogisticLoss(merged_counts(self._counts, number, count))


class SoftmaxLoss:
    """The loss of more than two classes, with an output each.

    Parameters
    ----------
    counts : ndarray of float64, shape (rows, classes)
    """

    def __init__(self, counts: Floats) -> None:
        self._counts, self._total = counts, counts.sum(axis=1)
        self._classes = counts.sum(axis=0)
        self.num_outputs = counts.shape[1]

    def start(self) -> Floats:
        """The best constant vote, shape (outputs,)."""
        share = logarithms(self._classes)
        return np.asarray(share - share.mean())

    def value(self, votes: Floats) -> float:
        """The mean loss."""
        powers, largest = _powers(votes)
        losses = np.log(powers.sum(axis=0)) + largest
        return float(self._total @ losses - np.vdot(self._counts, votes))

    def residuals(self, votes: Floats) -> Floats:
        """The negative gradient, shape (rows, outputs)."""
        return np.asarray(self._counts - self._total[:, None] * softmax(votes))

    def curvature(self, votes: Floats) -> Curvature:
        """The second derivatives."""
        share = softmax(votes)
        total = self._total[:, None]
        return Curvature(total * share, np.sqrt(total) * share)

    def balanced(self, votes: Floats) -> Floats:
        """Residuals of sum 0, shape (rows, outputs).

        The residuals of slightly other probabilities: a little of a constant vote is mixed in.
        """
        classes, share = self._classes, softmax(votes)
        if not classes.all():  # one without weight, as a fold may lack it, has the probability 0
            share *= classes > 0
            share /= np.maximum(share.sum(axis=1, keepdims=True), 1e-300)
        excess = classes - self._total @ share
        mixed = mixture(float(np.abs(excess).max()), classes)
        constant = classes + (1 - mixed) / mixed * excess
        share = (1 - mixed) * share + mixed * constant / constant.sum()
        return np.asarray(self._counts - self._total[:, None] * share)

    def dual(self, residuals: Floats) -> float:
        """The lower bound of `ConvexLoss.dual`: the entropy of the residuals' probabilities."""
        total = np.where(self._total > 0, self._total, 1.0)[:, None]
        share = np.clip((self._counts - residuals) / total, 0.0, 1.0)
        return float((self._total @ entr(share)).sum())

    def merged(self, number: NDArray[np.intp], count: int) -> SoftmaxLoss:
        """The loss of groups of rows."""
        return SoftmaxLoss(merged_counts(self._counts, number, count))


def softmax(votes: Floats) -> Floats:
    """The probability of each class, shape (rows, classes)."""
    powers, _ = _powers(votes)
    powers /= powers.sum(axis=0)
    return np.ascontiguousarray(powers.T)


def _powers(votes: Floats) -> tuple[Floats, Floats]:
    """Those of e by votes less the largest one of the row, shape (classes, rows), and that one.

    Sums over a few neighbours are slow: scipy's functions, by row, take five times as long.
    """
    powers = np.array(votes.T, order="C")
    largest = powers.max(axis=0)
    powers -= largest
    return np.exp(powers, out=powers), largest


def logarithms(classes: Floats) -> Floats:
    """Of the weights of classes, as if those without any had a little."""
    return np.asarray(np.log(np.where(classes > 0, classes, NO_WEIGHT)))


def mixture(excess: float, classes: Floats) -> float:
    """How much of a constant vote takes away the excess of a class, and leaves shares above 0."""
    return min(1.0, max(1e-12, 2 * excess / float(classes[classes > 0].min())))


def merged_counts(counts: Floats, number: NDArray[np.intp], count: int) -> Floats:
    """The weights of classes in groups of rows."""
    return np.column_stack([np.bincount(number, weights, count) for weights in counts.T])


def probabilities(votes: Floats) -> Floats:
    """The probability of each class, shape (rows, classes)."""
    if votes.shape[1] > 1:
        return softmax(votes)
    second = expit(votes[:, 0])
    return np.column_stack((1 - second, second))
