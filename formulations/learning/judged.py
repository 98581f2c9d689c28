"""How well predictions fit what was true: a table of confusion, and a curve of reliability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats

GROUPS = 10
"""Of rows with similar predictions."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Predictions beside what was true.

    Attributes
    ----------
    confusion : ndarray of float64, shape (classes, classes), or None
        The weight of rows by true and by predicted class.
    reliability : ndarray of float64, shape (groups, 3)
        For groups of rows, sorted by what was predicted: the mean prediction, the mean of what was
        true, and the weight. Of two classes the prediction is the probability of the second one,
        of more that of the predicted class.
    """

    confusion: Floats | None
    reliability: Floats

    @classmethod
    def of_classes(cls, shares: Floats, codes: NDArray[np.integer[Any]], weights: Floats) -> Judged:
        """Of probabilities, shape (rows, classes), and classes by number. Time O(rows log rows)."""
        count = shares.shape[1]
        predicted = shares.argmax(axis=1)
        cells = np.bincount(codes * count + predicted, weights, count * count)
        share = shares[:, 1] if count == 2 else shares.max(axis=1)
        true = codes == (1 if count == 2 else predicted)
        confusion = np.asarray(cells, np.float64).reshape(count, count)
        return cls(confusion, reliability(share, true, weights))

    @property
    def error(self) -> float:
        """The share of wrong classes."""
        assert self.confusion is not None
        return float(1 - np.trace(self.confusion) / self.confusion.sum())


def reliability(predicted: Floats, true: NDArray[Any], weights: Floats) -> Floats:
    """Mean prediction, mean truth and weight of rows with similar predictions.

    Up to `GROUPS` groups of about the same weight; equal predictions are in one group.
    """
    values, place = np.unique(predicted, return_inverse=True)
    own = np.bincount(place, weights, values.size)
    middle = np.cumsum(own) - own / 2
    group = np.minimum(middle * GROUPS / own.sum(), GROUPS - 1).astype(np.intp)[place]
    sums = [np.bincount(group, weights * each, GROUPS) for each in (predicted, true, 1.0)]
    mean, truth, weight = (each[sums[2] > 0] for each in sums)
    return np.column_stack((mean / weight, truth / weight, weight))
