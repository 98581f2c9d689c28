"""What the rows are to be told: classes or numbers, with the losses that they make."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.losses.likelihood import class_loss, probabilities
from nzdd.formulations.learning.rules.losses.smooth import Loss, SquaredLoss
from nzdd.input.arrays import Floats


class Score(NamedTuple):
    """Sums over some rows: weights, losses, squares of losses, and errors."""

    weight: float
    loss: float
    square: float
    error: float

    def plus(self, other: Score) -> Score:
        """The sums over the rows of both."""
        return Score(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def mean(self) -> float:
        """The mean loss; infinite without rows."""
        return self.loss / self.weight if self.weight else np.inf

    @property
    def mean_error(self) -> float:
        """The errors as a share of the weight."""
        return self.error / self.weight

    def standard_error(self, num_rows: float) -> float:
        """Of the mean loss over so many rows."""
        mean = self.loss / self.weight
        return float(np.sqrt(max(0.0, self.square / self.weight - mean**2) / num_rows))


class Target(Protocol):
    """The labels of a sample whose distinct rows are numbered."""

    size: int
    """The number of rows."""

    def loss(self, chosen: NDArray[np.bool_] | None = None) -> Loss:
        """The mean loss of votes for distinct rows, over the chosen rows."""

    def score(self, votes: Floats, chosen: NDArray[np.bool_]) -> Score:
        """How votes for distinct rows do on the chosen rows."""

    def count(self, chosen: NDArray[np.bool_]) -> float:
        """How many rows are chosen."""

    def folds(self, count: int, seed: np.random.Generator) -> NDArray[np.intp]:
        """A fold for every row, so that each fold is like the whole."""


class ClassTarget:
    """Classes of rows.

    Parameters
    ----------
    number : ndarray of integers, shape (rows,)
        The distinct row of each row.
    codes : ndarray of integers, shape (rows,)
        The class of each row, from 0.
    weights : ndarray of float64, shape (rows,)
    num_classes, num_distinct : int
    copies : ndarray of float64, shape (rows,), optional
        How many rows each one stands for.
    """

    def __init__(
        self,
        number: NDArray[np.integer],
        codes: NDArray[np.integer],
        weights: Floats,
        num_classes: int,
        num_distinct: int,
        copies: Floats | None = None,
    ) -> None:
        self.size, self._copies = codes.size, copies
        self._codes, self._weights = codes, weights
        self._place = number.astype(np.intp) * num_classes + codes
        self._shape = num_distinct, num_classes

    def counts(self, chosen: NDArray[np.bool_] | None = None) -> Floats:
        """The weight of each class in each distinct row, of sum 1."""
        place = self._place if chosen is None else self._place[chosen]
        weights = self._weights if chosen is None else self._weights[chosen]
        counts = np.bincount(place, weights, self._shape[0] * self._shape[1])
        return np.asarray(counts.reshape(self._shape) / weights.sum())

    def loss(self, chosen: NDArray[np.bool_] | None = None) -> Loss:
        """The negative log-likelihood over the chosen rows."""
        return class_loss(self.counts(chosen))

    def score(self, votes: Floats, chosen: NDArray[np.bool_]) -> Score:
        """Log losses, and the weight of wrong classes."""
        share = probabilities(votes)
        losses = -np.log(np.maximum(share, 1e-15))
        weight = float(self._weights[chosen].sum())
        counts = self.counts(chosen) * weight
        right = counts[np.arange(len(counts)), chosen_class(votes)].sum()
        return Score(
            weight,
            float((counts * losses).sum()),
            float((counts * losses**2).sum()),
            weight - float(right),
        )

    def count(self, chosen: NDArray[np.bool_]) -> float:
        """How many rows are chosen."""
        return float(np.sum(chosen if self._copies is None else self._copies[chosen]))

    def folds(self, count: int, seed: np.random.Generator) -> NDArray[np.intp]:
        """Stratified folds."""
        shuffled = seed.permutation(self.size)
        order = shuffled[np.argsort(self._codes[shuffled], kind="stable")]
        return _dealt(order, count)


class NumberTarget:
    """Numbers of rows.

    Parameters
    ----------
    number : ndarray of integers, shape (rows,)
        The distinct row of each row.
    values, weights : ndarray of float64, shape (rows,)
    num_distinct : int
    copies : ndarray of float64, shape (rows,), optional
        How many rows each one stands for.
    """

    def __init__(
        self,
        number: NDArray[np.integer],
        values: Floats,
        weights: Floats,
        num_distinct: int,
        copies: Floats | None = None,
    ) -> None:
        self.size, self._copies = values.size, copies
        self._number, self._values, self._weights = number, values, weights
        self._num_distinct = num_distinct

    def loss(self, chosen: NDArray[np.bool_] | None = None) -> SquaredLoss:
        """Half the mean squared error over the chosen rows."""
        everyone = slice(None) if chosen is None else chosen
        number, values = self._number[everyone], self._values[everyone]
        weights = self._weights[everyone] / self._weights[everyone].sum()
        total: Floats = np.bincount(number, weights, self._num_distinct).astype(np.float64)
        sums = np.bincount(number, weights * values, self._num_distinct)
        mean = np.zeros(sums.size)
        np.divide(sums, total, out=mean, where=total > 0)
        return SquaredLoss(mean, total, float(weights @ (values - mean[number]) ** 2))

    def score(self, votes: Floats, chosen: NDArray[np.bool_]) -> Score:
        """Half the squared errors, as losses and as errors."""
        weights = self._weights[chosen]
        losses = (self._values[chosen] - votes[self._number[chosen], 0]) ** 2 / 2
        total = float(weights @ losses)
        return Score(float(weights.sum()), total, float(weights @ losses**2), 2 * total)

    def count(self, chosen: NDArray[np.bool_]) -> float:
        """How many rows are chosen."""
        return float(np.sum(chosen if self._copies is None else self._copies[chosen]))

    def folds(self, count: int, seed: np.random.Generator) -> NDArray[np.intp]:
        """Folds with like distributions of the values."""
        shuffled = seed.permutation(self.size)
        order = shuffled[np.argsort(self._values[shuffled], kind="stable")]
        # neighbours by value go to different folds, in random order
        return _dealt(order, count)


def _dealt(order: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    fold = np.empty(order.size, np.intp)
    fold[order] = np.arange(order.size) % count
    return fold


def chosen_class(votes: Floats) -> NDArray[np.intp]:
    """The class that votes choose: of two the second above 0, of more the largest."""
    return (votes[:, 0] > 0).astype(np.intp) if votes.shape[1] == 1 else votes.argmax(axis=1)
