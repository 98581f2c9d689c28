"""The minimax probability machine of one number, equations (7)-(9)."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.learning.minimax.hyperplane import Hyperplane, hyperplane
from nzdd.formulations.learning.minimax.moments import Moments


def one_dimension(x: Moments, y: Moments) -> Hyperplane:
    """The best threshold for one number: the constraint leaves a single direction.

    ``m = (sigma_x + sigma_y) / |mean_x - mean_y|``.

    Parameters
    ----------
    x, y : Moments
        With one dimension each.

    Raises
    ------
    ValueError
        For other dimensions.

    Notes
    -----
    Strohmann, Belitski, Grudic and DeCoste 2003, (8) and (9). Time O(1).
    """
    if x.mean.shape != (1,) or y.mean.shape != (1,):
        raise ValueError(
            f"the means have shapes {x.mean.shape} and {y.mean.shape}; one_dimension takes one "
            "number a class; take full_machine for more"
        )
    return hyperplane(np.ones(1), x, y)
