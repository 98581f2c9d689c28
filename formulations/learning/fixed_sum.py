"""Numbers between bounds, with a given sum: the duals of weights that are free, or have a sum."""

from __future__ import annotations

import numpy as np

from nzdd.input.arrays import Floats


def with_sum(values: Floats, lower: Floats, upper: Floats, total: float) -> Floats:
    """Numbers near the values, within the bounds and with the sum `total`, which they must allow.

    What is missing is added in proportion to the room of each number; those at their lower bound
    stay there where the others have room for it. Time O(n).
    """
    values = np.clip(values, lower, upper)
    missing = total - values.sum()
    room = upper - values if missing > 0 else values - lower
    inside = np.where(values > lower, room, 0.0)
    if inside.sum() >= abs(missing):
        room = inside
    if missing and room.any():
        values += room * (missing / room.sum())
    return values
