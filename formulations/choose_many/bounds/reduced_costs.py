"""Reduced costs of a linear program in exact integers, and the bound that they prove."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nzdd.formulations.choose_many.bounds.exact_numbers import (
    BITS,
    ExactBound,
    ceil_product,
    floor,
    floor_dot,
)
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.linear import LinearModel


@dataclass(frozen=True, slots=True, eq=False)
class ReducedCosts(ExactBound):
    """What a unit of each column costs more than it is worth, at least.

    Attributes
    ----------
    columns : ndarray of int64
    """

    columns: Ints


def reduced_costs(model: LinearModel, duals: Floats) -> ReducedCosts | None:
    """Those of a program to be minimised, by duals near an optimum; None where there is no bound.

    Duals of the wrong sign become 0. A column without an upper bound must not be worth more than it
    costs. Time O(nonzeros).
    """
    low, high = model.row_lower, model.row_upper
    wrong = ((duals > 0) & ~np.isfinite(low)) | ((duals < 0) & ~np.isfinite(high))
    y = np.where(wrong, 0.0, duals)
    sizes = np.abs(model.objective) + abs(model.matrix).T @ np.abs(y)
    scale = int(2 ** (BITS - 2 - math.ceil(math.log2(max(1.0, sizes.max(initial=1.0))))))
    prices = np.trunc(y * scale).astype(np.int64)
    columns = floor(model.objective * scale) - ceil_product(model.matrix.T.tocsr(), prices)
    ends = np.where(columns < 0, model.upper, model.lower)
    moved = np.flatnonzero((columns != 0) & (ends != 0))
    if not np.isfinite(ends[moved]).all():
        return None
    sides = np.where(prices > 0, low, high)
    bound = floor_dot(np.where(prices != 0, sides, 0.0), prices)
    return ReducedCosts(scale, bound + floor_dot(ends[moved], columns[moved]), columns)
