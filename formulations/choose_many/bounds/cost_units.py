"""Costs as integers, where they are multiples of a decimal: then bounds are, too."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.models.arrays import Floats

MOST_DECIMALS = 6
LARGEST = 2.0**31


def cost_unit(costs: Floats) -> float:
    """The largest decimal that all costs are multiples of, or else the largest cost."""
    sizes = np.unique(np.abs(costs[costs != 0]))
    if not sizes.size:
        return 1.0
    for decimals in range(MOST_DECIMALS + 1):
        scaled = sizes * 10.0**decimals
        whole = np.rint(scaled)
        if whole[-1] >= LARGEST:
            break
        if (np.abs(scaled - whole) <= 1e-12 * scaled).all():
            return float(np.gcd.reduce(whole.astype(np.int64))) / 10.0**decimals
    return float(sizes[-1])


def in_units(costs: Floats, unit: float) -> Floats:
    """Costs as multiples of a unit, integers where they are that up to rounding."""
    scaled = costs / unit
    whole = np.rint(scaled)
    return np.where(np.abs(scaled - whole) <= 1e-9 * np.abs(whole), whole, scaled)
