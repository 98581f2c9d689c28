"""A hyperplane with its two sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The function ``weights @ x + intercept``, positive on one side.

    Attributes
    ----------
    weights : ndarray, shape (d,)
    intercept : float
    """

    weights: Floats
    intercept: float

    def values(self, features: Floats) -> Floats:
        """The function at every row, shape (n,). O(n d)."""
        return np.asarray(features @ self.weights + self.intercept, np.float64)
