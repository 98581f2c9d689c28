"""Objectives whose values at feasible points are multiples of one number."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.models.linear import LinearModel

DECIMALS = 6
"""Decimal places of costs that count."""

LARGEST = 1e9
"""Costs, as multiples of their last place, beyond which nothing is claimed."""


def objective_step(model: LinearModel) -> float:
    """The largest found s such that feasible points have values ``offset + s * integer``.

    Returns
    -------
    float
        0 if there is none: a continuous column has a cost, or costs have too many digits. Time
        O(n).
    """
    costs = model.objective[model.objective != 0]
    if not costs.size or not model.integrality[model.objective != 0].all():
        return 0.0
    for scale in 10.0 ** np.arange(DECIMALS + 1):
        scaled = costs * scale
        if np.abs(scaled).max() > LARGEST:
            break
        whole = np.rint(scaled)
        if (np.abs(scaled - whole) <= 1e-12 * np.abs(scaled)).all():
            return float(np.gcd.reduce(np.abs(whole).astype(np.int64)) / scale)
    return 0.0
