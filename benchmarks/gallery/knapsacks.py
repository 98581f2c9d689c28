"""The best packing of a knapsack by dynamic programming, a table over the weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def best_packing(
    values: NDArray[Any], weights: NDArray[np.int64], capacity: int
) -> NDArray[np.float64]:
    """A 0/1 point of greatest value. Time and memory O(items x capacity)."""
    size = len(values)
    best = np.zeros(capacity + 1)
    taken = np.zeros((size, capacity + 1), np.bool_)
    for j in range(size):
        weight = int(weights[j])
        if values[j] <= 0 or weight > capacity:
            continue
        moved = best[: capacity + 1 - weight] + values[j]
        better = moved > best[weight:]
        taken[j, weight:] = better
        best[weight:] = np.where(better, moved, best[weight:])
    packed, room = np.zeros(size), capacity
    for j in range(size - 1, -1, -1):
        if taken[j, room]:
            packed[j] = 1
            room -= int(weights[j])
    return packed
