"""The minimax probability machine of one number, (7)-(9), and of two, (11), by a quartic."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from nzdd.formulations.learning.minimax.hyperplane import Hyperplane, hyperplane
from nzdd.formulations.learning.minimax.moments import Moments


class Variance(NamedTuple):
    """The variance of a class along a line of directions: ``square t^2 + 2 mixed t + constant``."""

    square: float
    mixed: float
    constant: float


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


def two_dimensions(x: Moments, y: Moments) -> Hyperplane:
    """The hyperplane in the plane with the highest bound.

    Directions with ``a @ (mean_x - mean_y) == 1`` form a line; `line_minimum` finds the best.

    Parameters
    ----------
    x, y : Moments
        With two dimensions each.

    Raises
    ------
    ValueError
        For other dimensions.

    Notes
    -----
    Strohmann, Belitski, Grudic and DeCoste 2003, (11) and (12). Time O(1).
    """
    if x.mean.shape != (2,) or y.mean.shape != (2,):
        raise ValueError(
            f"the means have shapes {x.mean.shape} and {y.mean.shape}; two_dimensions takes two "
            "numbers a class; take full_machine for more"
        )
    difference = x.mean - y.mean
    length = float(difference @ difference)
    if length == 0:
        return hyperplane(np.zeros(2), x, y)
    start, along = difference / length, np.array([-difference[1], difference[0]]) / length

    def variance(covariance: np.ndarray) -> Variance:
        image = covariance @ along
        return Variance(
            float(along @ image), float(start @ image), float(start @ covariance @ start)
        )

    t = line_minimum(variance(x.covariance), variance(y.covariance))
    return hyperplane(start + t * along, x, y)


def line_minimum(x: Variance, y: Variance) -> float:
    r"""The t at which the sum of two standard deviations is least.

    Between the t where the one is least (u = 0) and the t where the other is (u = 1) the sum is
    :math:`\sqrt{r u^2 + b} + \sqrt{s (1 - u)^2 + c}`. Its derivative vanishes, with
    :math:`v = u / (1 - u)`, at a root of the quartic

    .. math:: p v^4 + 2 p v^3 + (p - q + r - s) v^2 - 2 q v - q,
       \quad p = c\, r / s, \quad q = b\, s / r,

    whose signs change once: it has one positive root (Descartes), and that is the minimum. Where
    b or c is 0, a class has no variance there and the minimum may be that kink.

    Parameters
    ----------
    x, y : Variance
        Of the two classes.

    Returns
    -------
    float

    Notes
    -----
    The quartic is the paper's (section 2.2). Its roots are found as the eigenvalues of the
    companion matrix, which lose fewer digits than the formula of Ferrari. Time O(1).
    """
    if x.square <= 0 or y.square <= 0:  # then that class has the same variance for every t
        return _least(y if x.square <= 0 else x)
    first, last = _least(x), _least(y)
    step = last - first
    r, s = x.square * step * step, y.square * step * step
    if r == 0 or s == 0:
        return first
    b = max(0.0, x.constant + x.mixed * first)
    c = max(0.0, y.constant + y.mixed * last)

    def deviations(u: float) -> float:
        return math.sqrt(r * u * u + b) + math.sqrt(s * (1 - u) * (1 - u) + c)

    return first + step * min((0.0, 1.0, *_stationary(r, s, b, c)), key=deviations)


def _least(of: Variance) -> float:
    return -of.mixed / of.square if of.square > 0 else 0.0


def _stationary(r: float, s: float, b: float, c: float) -> list[float]:
    """The u in (0, 1) that belong to positive roots of the quartic."""
    p, q = c * r / s, b * s / r
    if p < q:  # the leading coefficient is the larger one: less is lost by dividing by it
        return [1 - u for u in _stationary(s, r, c, b)]
    middle = (p - q + r - s) / p if p else math.inf
    if not math.isfinite(middle):
        return []
    companion = np.array(
        [
            [-2.0, -middle, 2 * q / p, q / p],
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ]
    )
    roots = np.linalg.eigvals(companion).real  # rounding may leave a small imaginary part
    return [float(v / (1 + v)) for v in roots if v > 0]
