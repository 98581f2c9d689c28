"""The objective of weights over the rows themselves: problem (4) of Kurokawa et al. 2022."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.learning.row_sums import row_sums
from nzdd.formulations.learning.soft_margin.sample import LabelledSample, row_weights
from nzdd.input.arrays import Floats


def margins(sample: LabelledSample, weights: Floats) -> tuple[Floats, Floats]:
    """The margin y (w x + b) and the weight of every distinct row, the positive rows first.

    The bias b is the last of the weights. Time O(symbols in the distinct rows).
    """
    values = [
        sign * (row_sums(rows, weights[None, :-1])[:, 0] + weights[-1])
        for sign, rows in ((1.0, sample.positive), (-1.0, sample.negative))
    ]
    mass = row_weights(sample.positive), row_weights(sample.negative)
    return np.concatenate(values), np.concatenate(mass)


def row_value(sample: LabelledSample, weights: Floats, nu: float) -> float:
    """The objective of (4) at given weights, with the best slacks and margin.

    It is the conditional value at risk of the margins: the mean of the smallest margins, as many as
    have the total weight ``nu M`` (Rockafellar and Uryasev 2000).

    Parameters
    ----------
    sample : LabelledSample
    weights : ndarray, shape (num_features + 1,)
    nu : float

    Returns
    -------
    float
        For optimal weights of (6) it lies between the optima of (6) and (4).

    Notes
    -----
    Time O(symbols in the distinct rows + rows log rows).
    """
    return smallest_mean(*margins(sample, weights), nu)


def smallest_mean(values: Floats, mass: Floats, nu: float) -> float:
    """The mean of the smallest values that have the share nu of the total mass."""
    order = np.argsort(values)
    values, mass = values[order], mass[order]
    within = np.clip(nu * mass.sum() - (np.cumsum(mass) - mass), 0.0, mass)
    return float(within @ values / within.sum())


def is_constant(sample: LabelledSample, values: Floats) -> bool:
    """Whether weights with these margins (positive rows first) put all rows into one class."""
    above = np.concatenate(
        (values[: sample.positive.num_rows] > 0, values[sample.positive.num_rows :] < 0)
    )
    return bool(above.all() or not above.any())
