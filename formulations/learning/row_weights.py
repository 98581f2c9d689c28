"""Weights of training rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from nzdd.input.arrays import Floats, as_weights

LIGHTEST, HEAVIEST = 1e-150, 1e130
"""In this range products and quotients of two weights neither overflow nor lose precision."""

HEAVIEST_SUM = 1e150
"""The largest total weight of equal rows."""


def as_row_weights(
    weights: ArrayLike | None,
    num_rows: int,
    lightest: float = LIGHTEST,
    heaviest: float = HEAVIEST,
) -> Floats:
    """One number for each row: 0, or from `lightest` to `heaviest`; ones for None.

    Raises ValueError for weights out of range, and the errors of `nzdd.input.arrays.as_weights`.
    """
    if weights is None:
        return np.ones(num_rows)
    values = as_weights(weights, num_rows)
    wrong = (values != 0) & ~((values >= lightest) & (values <= heaviest))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ValueError(
            f"weight {row} is {values[row]:g}; a weight is 0 or lies between {lightest:g} and "
            f"{heaviest:g}: leave the row out, or multiply all weights by a common factor"
        )
    return values


def are_counts(weights: Floats) -> bool:
    """Whether all weights are whole numbers, so that they may stand for repetitions of rows."""
    return bool((weights == np.rint(weights)).all())


def evenly_taken(weights: Floats, count: int) -> Floats:
    """New weights of about `count` rows, evenly spaced by weight; 0 for all others.

    They have the same sum. If there are not more rows than that, they are the weights themselves.
    """
    if weights.size <= count:
        return weights
    total = np.cumsum(weights)
    points = (np.arange(count) + 0.5) * (total[-1] / count)
    at = np.minimum(np.searchsorted(total, points), total.size - 1)
    return np.asarray(np.bincount(at, minlength=total.size) * (total[-1] / count))
