"""The simulated samples of Liu and Wu: rows to learn from, rows to tune with, rows to test on."""

from __future__ import annotations

import numpy as np

from benchmarks.classics.paper_samples import Sample

RING_COLUMNS = {1: 2, 2: 4, 3: 8, 4: 14}


def disk(seed: int, flips: int, tested: int) -> Sample:
    """Section 3.4: 50 + 50 + tested rows of the unit disk, split by its first axis.

    So many labels of the first 50 are flipped.
    """
    random = np.random.default_rng(seed)
    rows = 100 + tested
    angle, radius = random.uniform(0, 2 * np.pi, rows), np.sqrt(random.random(rows))
    X = radius[:, None] * np.column_stack((np.cos(angle), np.sin(angle)))
    y = X[:, 0] >= 0
    y[random.choice(50, flips, replace=False)] ^= True
    return X, y


def ring(seed: int, case: int, tested: int) -> Sample:
    """Section 5.1: 100 + 100 + tested rows, a twentieth of the labels wrong."""
    random = np.random.default_rng(seed)
    rows = 200 + tested
    x = random.uniform(-2, 2, (rows, 4))
    y = (x[:, 0] ** 2 + x[:, 1] ** 2 > 2.8) ^ (random.random(rows) < 0.05)
    first, second = np.triu_indices(4, 1)
    X = np.column_stack((x**2, x, x[:, first] * x[:, second]))
    return X[:, : RING_COLUMNS[case]], y
