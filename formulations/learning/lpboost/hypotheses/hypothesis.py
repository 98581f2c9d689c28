"""The interfaces of hypotheses and weak learners."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats


class Hypothesis(Protocol):
    """A member of the ensemble."""

    def predict(self, X: Any) -> Floats:
        """The predictions for rows.

        Returns
        -------
        ndarray
            Of a classifier the votes, shape (rows, classes): not negative, with sum 1 in each row.
            Of a regressor the values in [-1, 1], shape (rows,).
        """


class Learned(NamedTuple):
    """The answer of a weak learner.

    Attributes
    ----------
    hypothesis : Hypothesis
    outputs : ndarray, shape (rows,)
        Its column of the linear program, in [-1, 1]: for a classifier see `agreement`, for a
        regressor its predictions.
    bound : float
        Proven: no hypothesis of the learner has a larger score ``outputs @ costs``.
    """

    hypothesis: Hypothesis
    outputs: Floats
    bound: float


class WeakLearner(Protocol):
    """Finds hypotheses for the training rows, given their costs."""

    def learn(self, costs: Floats, above: float) -> Learned:
        """Find a hypothesis with a large score ``outputs @ costs``.

        Parameters
        ----------
        costs : ndarray, shape (rows,)
            Not negative for a classifier; of any sign for a regressor, as residuals are.
        above : float
            A hypothesis is new if its score exceeds this. A learner that prefers another criterion
            should return the hypothesis of largest score if its own choice is not new.
        """


@runtime_checkable
class BatchLearner(WeakLearner, Protocol):
    """A `WeakLearner` that is exact and finds several hypotheses in one search."""

    def learn_many(self, costs: Floats, above: float, count: int) -> list[Learned]:
        """Find several hypotheses, the first of which has the largest score of all.

        Parameters
        ----------
        costs, above
            See `learn`. All but the first one have a score above it.
        count : int
            The most to return, at least 1.
        """


def agreement(votes: Floats, codes: NDArray[np.integer[Any]]) -> Floats:
    """Twice the votes for the right class, less 1: from 1 (all votes) to -1 (none).

    For full votes this is the reduction of several classes to two in section 7.2: 1 where the
    hypothesis is right, otherwise -1. For two classes it is ``y f(x)``, with ``f(x)`` the
    difference of the votes, as in the confidence-rated boosting of section 5. Where a mean of
    agreements is positive, most votes are for the right class.

    Parameters
    ----------
    votes : ndarray, shape (rows, classes)
    codes : ndarray of integers, shape (rows,)
        The right class of each row.
    """
    return np.asarray(2 * votes[np.arange(codes.size), codes] - 1)


def in_full(codes: NDArray[np.integer[Any]], num_classes: int) -> Floats:
    """Full votes for one class in each row, shape (rows, classes)."""
    return np.asarray(np.eye(num_classes)[codes])
