"""Bounds and sums in exact integers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from nzdd.formulations.models.arrays import Floats, Ints

BITS = 52
"""Sums of lengths stay below 2**52, so that integers do not overflow."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactBound:
    """A bound, as a multiple of ``1 / scale``.

    Attributes
    ----------
    scale : int
    bound : int
        ``bound / scale`` is at most the objective of every point, without the offset.
    """

    scale: int
    bound: int

    @property
    def value(self) -> Fraction:
        """The bound."""
        return Fraction(self.bound, self.scale)

    def room(self, target: Fraction) -> int:
        """How much more than the bound a point of the target may cost, as a multiple."""
        return math.floor(target * self.scale) - self.bound


def floor(values: Floats) -> Ints:
    """The values rounded down; infinite ones become 0."""
    return np.floor(np.nan_to_num(values, posinf=0.0, neginf=0.0)).astype(np.int64)


def ceil(values: Floats) -> Ints:
    """The values rounded up; infinite ones become 0."""
    return -floor(-values)


def ceil_product(matrix: Any, prices: Ints, *, up: bool = True) -> Ints:
    """``matrix @ prices``, rounded up or down; exact where the matrix is integral."""
    if (matrix.data == np.rint(matrix.data)).all():
        return np.asarray(matrix.astype(np.int64) @ prices)
    product = matrix @ prices.astype(np.float64)
    # Each of k products and sums is off by half an ulp at most.
    wide = (abs(matrix) @ np.abs(prices).astype(np.float64)) * 2.0**-51
    margin = np.ceil(wide * (np.diff(matrix.indptr) + 2)) + 1.0
    return ceil(product + margin) if up else floor(product - margin)


def floor_dot(objective: Floats, prices: Ints) -> int:
    """``objective @ prices``, rounded down; exact where the objective is integral."""
    taken = np.flatnonzero(prices)
    values, of = objective[taken], prices[taken]
    if (values == np.rint(values)).all() and np.abs(values).max(initial=0.0) < 2.0**62:
        return int(values.astype(np.int64).astype(object) @ of.astype(object))  # of any size
    products = values * of.astype(np.float64)
    margin = float(np.abs(products).sum()) * 2.0**-51 * (products.size + 2)
    return math.floor(math.fsum(products.tolist()) - margin) - 1
