"""Probabilities of classes from decision values: sigmoids fitted to rows not learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import expit, softmax

from nzdd.input.arrays import Floats

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Self

LEAST, MOST = 1e-3, 1e4
"""Between them lie the slopes, for decision values of size 1."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Increasing functions from decision values to probabilities.

    With two classes the probability of the second is ``1 / (1 + exp(-a f))`` for the decision value
    f, where the slope a is `above` for f > 0 and `below` otherwise. With more it is the softmax of
    ``above * f``. So the class of largest probability is the one of largest decision value, and of
    two classes the second exactly where f > 0.

    Attributes
    ----------
    below, above : float
        Above 0.
    """

    below: float
    above: float

    @classmethod
    def fit(cls, values: Floats, codes: ArrayLike, weights: ArrayLike | None = None) -> Self:
        """Minimise the log loss over rows whose decision values did not see their classes.

        As in Platt (1999), the probabilities aimed at are not 0 and 1: where n rows have a class,
        they are those of n + 1 such rows among n + 1 plus one for every other class. That keeps the
        slopes finite. With two classes each side of 0 is fitted to its own rows.

        Parameters
        ----------
        values : ndarray of float64, shape (rows,), or (rows, classes) for more than two classes
            Finite. Their size should be about 1, see `size`.
        codes : array_like of integers, shape (rows,)
            The position of the class of each row.
        weights : array_like of float, shape (rows,), optional
            Not negative.

        Returns
        -------
        Calibration
            The slopes lie in [0.001, 10000]. A side without rows has the slope of the other.
            Time O(rows x classes) times some ten evaluations.
        """
        values, codes = np.asarray(values, np.float64), np.asarray(codes)
        mass = np.ones(codes.size) if weights is None else np.asarray(weights, np.float64)
        if values.ndim == 2:
            slope = _softmax_slope(values, codes, mass)
            return cls(slope, slope)
        sides = [
            _sigmoid_slope(values[rows], codes[rows] == 1, mass[rows])
            for rows in (values < 0, values > 0)
        ]
        below, above = (side if side is not None else other for side, other in (sides, sides[::-1]))
        return cls(LEAST if below is None else below, LEAST if above is None else above)

    def scaled(self, size: float) -> Self:
        """The same for decision values that are `size` times as large."""
        return type(self)(self.below / size, self.above / size)

    def probabilities(self, values: Floats) -> Floats:
        """The probability of each class, shape (rows, classes), each row of sum 1.

        Parameters
        ----------
        values : ndarray, shape (rows,), or (rows, classes) for more than two classes
        """
        if values.ndim == 2:
            shares, best = np.asarray(softmax(self.above * values, axis=1)), values.argmax(axis=1)
        else:
            logits = np.where(values > 0, self.above, self.below) * values
            shares, best = (
                np.column_stack((expit(-logits), expit(logits))),
                (values > 0).astype(int),
            )
        # Values that differ too little for their probabilities to differ.
        rows = np.flatnonzero(shares.argmax(axis=1) != best)
        shares[rows, best[rows]] = np.nextafter(shares[rows].max(axis=1), 2)
        return shares


def size(values: Floats, weights: Floats | None = None) -> float:
    """The mean absolute decision value, of more than two classes less the row's mean; 1 for 0."""
    if values.ndim == 2:
        values = values - values.mean(axis=1, keepdims=True)
        weights = None if weights is None else np.repeat(weights, values.shape[1])
    found = float(np.average(np.abs(values).ravel(), weights=weights))
    return found if found > 0 else 1.0


def _sigmoid_slope(values: Floats, positive: NDArray[np.bool_], mass: Floats) -> float | None:
    """The slope of largest likelihood; None without weight."""
    if not mass.any():
        return None
    ones, zeros = float(mass[positive].sum()), float(mass[~positive].sum())
    aim = np.where(positive, (ones + 1) / (ones + 2), 1 / (zeros + 2))
    return _zero(lambda slope: float((mass * values) @ (expit(slope * values) - aim)))


def _softmax_slope(values: Floats, codes: NDArray[np.integer[Any]], mass: Floats) -> float:
    count = values.shape[1]
    totals = np.bincount(codes, mass, count)[codes]
    aim = np.repeat(1 / (totals + count), count).reshape(-1, count)
    aim[np.arange(codes.size), codes] = (totals + 1) / (totals + count)
    weighted = values * mass[:, None]
    return _zero(lambda slope: float((weighted * (softmax(slope * values, axis=1) - aim)).sum()))


def _zero(derivative: Callable[[float], float]) -> float:
    """The zero of an increasing function, or the end that is nearest to it."""
    if derivative(LEAST) >= 0:
        return LEAST
    if derivative(MOST) <= 0:
        return MOST
    return float(brentq(derivative, LEAST, MOST, rtol=1e-10))
