"""Weights of the rows that a classifier or a regressor learns from."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import as_weights

LIGHTEST, HEAVIEST = 1e-150, 1e130
"""Between these, shares, products and reciprocals of two weights are numbers of full precision."""

HEAVIEST_SUM = 1e150
"""For the weights of equal rows together."""


def as_row_weights(
    weights: ArrayLike,
    num_rows: int,
    lightest: float = LIGHTEST,
    heaviest: float = HEAVIEST,
) -> NDArray[np.float64]:
    """One number a row: 0, or within the range in which methods can count with it.

    Parameters
    ----------
    weights : array_like of float, shape (num_rows,)
    num_rows : int
    lightest, heaviest : float
        The range.

    Raises
    ------
    TypeError, ValueError
        As for `nzdd.input.arrays.as_weights`; or if a weight is out of range.
    """
    values = as_weights(weights, num_rows)
    wrong = (values != 0) & ~((values >= lightest) & (values <= heaviest))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ValueError(
            f"weight {row} is {values[row]:g}; a weight is 0 or lies between {lightest:g} and "
            f"{heaviest:g}: leave the row out, or multiply all weights by a common factor"
        )
    return values
