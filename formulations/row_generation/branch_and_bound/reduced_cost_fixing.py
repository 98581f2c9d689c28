"""Column bounds from the reduced costs of the root and the value of the incumbent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats

LP_ERROR = 1e-6
"""Added to a number of steps before it is rounded down."""

SMALL = 1e-9
"""Reduced costs and distances from bounds up to this count as zero."""


def fix_by_reduced_costs(
    x: Floats,
    reduced_costs: Floats,
    lower: Floats,
    upper: Floats,
    integrality: NDArray[np.bool_],
    room: float,
) -> tuple[Floats, Floats]:
    """Tightened bounds of integer columns, from an optimum of the LP of a minimisation. Time O(n).

    A column at a bound may leave it only as far as the room allows: what a point may cost above the
    LP. No point that costs less is lost.
    """
    at_lower = np.flatnonzero(integrality & (reduced_costs > SMALL) & (x <= lower + SMALL))
    at_upper = np.flatnonzero(integrality & (reduced_costs < -SMALL) & (x >= upper - SMALL))
    steps = np.floor(max(room, 0.0) / np.maximum(np.abs(reduced_costs), SMALL) + LP_ERROR)
    new_lower, new_upper = lower.copy(), upper.copy()
    new_upper[at_lower] = np.minimum(upper[at_lower], lower[at_lower] + steps[at_lower])
    new_lower[at_upper] = np.maximum(lower[at_upper], upper[at_upper] - steps[at_upper])
    return new_lower, new_upper
