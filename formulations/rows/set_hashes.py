"""Hashes of sets as sums of their members' hashes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def mix(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble 64-bit keys (the finaliser of splitmix64)."""
    keys = (keys ^ keys >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9) + np.uint64(
        0x9E3779B97F4A7C15
    )
    keys = (keys ^ keys >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return keys ^ keys >> np.uint64(31)


def segment_sums(values: NDArray[np.uint64], offsets: NDArray[Any]) -> NDArray[np.uint64]:
    """Sums modulo 2**64 of the segments between offsets, empty ones included."""
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)))
    out: NDArray[np.uint64] = sums[offsets[1:]] - sums[offsets[:-1]]
    return out
