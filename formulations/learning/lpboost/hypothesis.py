"""What boosting needs of a hypothesis and of that which finds one."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Hypothesis(Protocol):
    """A member of the ensemble."""

    def predict(self, X: Any) -> Floats:
        """What it says of rows.

        Returns
        -------
        ndarray
            Of a classifier the votes, shape (rows, classes): at least 0, in every row of sum 1. Of
            a regression the values, shape (rows,): at least -1 and at most 1.
        """


class Learned(NamedTuple):
    """What a weak learner returns.

    Attributes
    ----------
    hypothesis : Hypothesis
    outputs : ndarray, shape (rows,)
        Its column of the linear program, in [-1, 1]: see `agreement` for a classifier, the values
        themselves for a regression.
    bound : float
        Proven: no hypothesis of the class has a larger score ``outputs @ costs``.
    """

    hypothesis: Hypothesis
    outputs: Floats
    bound: float


class WeakLearner(Protocol):
    """Finds a hypothesis for costs of the rows it was made for."""

    def learn(self, costs: Floats, above: float) -> Learned:
        """Find a hypothesis with a large score ``outputs @ costs``.

        Parameters
        ----------
        costs : ndarray, shape (rows,)
            What a row counts. At least 0 for a classifier; of any sign for a regression, where
            they take the place of residuals.
        above : float
            A hypothesis is new where its score exceeds this. A learner with another criterion than
            the score falls back on the score where it would miss this, if it can.
        """


def agreement(votes: Floats, codes: NDArray[np.integer[Any]]) -> Floats:
    """How far the votes are for the right class: 1 all, 0 half, -1 none of them.

    For votes that are all for one class this is the reduction of several classes to two of section
    7.2: +1 where the hypothesis is right, otherwise -1. For two classes it is ``y f(x)`` with
    ``f(x)`` the difference of the votes, as in the confidence-rated boosting of section 5. Where a
    mean of agreements is above 0, most votes are for the right class.

    Parameters
    ----------
    votes : ndarray, shape (rows, classes)
    codes : ndarray of integers, shape (rows,)
        The right class of each row.

    Returns
    -------
    ndarray, shape (rows,)
    """
    return np.asarray(2 * votes[np.arange(codes.size), codes] - 1)


def in_full(codes: NDArray[np.integer[Any]], num_classes: int) -> Floats:
    """Votes that are all for one class a row, shape (rows, classes)."""
    return np.asarray(np.eye(num_classes)[codes])
