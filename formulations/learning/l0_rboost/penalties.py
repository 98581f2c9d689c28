"""What a monomial costs: the length of its description (Goldberg and Eckstein 2009, (28))."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

KAPPA = 1.5
"""For the weights of the monomials: what the paper takes, in the middle of [1 + 1/M, 2]."""


def description_lengths(
    num_attributes: int, max_order: int, total_weight: float, kappa: float = KAPPA
) -> NDArray[np.float64]:
    """The penalty of every order, counted in misclassified rows.

    A code book has a table for every order k up to K, with ``2**k * C(N, k)`` monomials, and to
    name a misclassified row takes log M bits: ``c(k) = (k + log2 C(N, k) + log2 K) / log2 M +
    kappa``.

    Parameters
    ----------
    num_attributes : int
        N.
    max_order : int
        K, at least 1; orders above N are left out.
    total_weight : float
        M, above 1.
    kappa : float
        Not negative.

    Returns
    -------
    ndarray, shape (min(K, N) + 1,)
        It rises up to an order of about 2 N / 3.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Examples
    --------
    >>> description_lengths(16, 2, 256).round(3).tolist()
    [1.625, 2.25, 2.738]
    """
    if num_attributes < 0 or max_order < 1:
        raise ValueError(
            f"num_attributes is {num_attributes} and max_order {max_order}; they must be at least "
            "0 and 1"
        )
    if not total_weight > 1:
        raise ValueError(f"total_weight is {total_weight}; the code needs more than one row")
    if not kappa >= 0:
        raise ValueError(f"kappa is {kappa}; it must not be negative")
    orders = range(min(max_order, num_attributes) + 1)
    bits = [k + math.log2(math.comb(num_attributes, k)) + math.log2(max_order) for k in orders]
    return np.array(bits) / math.log2(total_weight) + kappa
