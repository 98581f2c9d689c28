"""The minimax probability machine in one dimension, (7)-(9), and in two, (11), by a quartic."""

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
    """The threshold between two classes of numbers with the highest bound.

    ``m = (sigma_x + sigma_y) / |mean_x - mean_y|``: (8) and (9) of Strohmann, Belitski, Grudic and
    DeCoste 2003. Time O(1).

    Parameters
    ----------
    x, y : Moments
        In one dimension.

    Raises
    ------
    ValueError
        For other dimensions.
    """
    _check_dimensions("one_dimension", 1, x, y)
    return hyperplane(np.ones(1), x, y)


def two_dimensions(x: Moments, y: Moments) -> Hyperplane:
    """The line in the plane with the highest bound.

    Directions with ``a @ (mean_x - mean_y) == 1`` form a line; `line_minimum` finds the best: (11)
    and (12) of Strohmann, Belitski, Grudic and DeCoste 2003. Time O(1).

    Parameters
    ----------
    x, y : Moments
        In two dimensions.

    Raises
    ------
    ValueError
        For other dimensions.
    """
    _check_dimensions("two_dimensions", 2, x, y)
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


def _check_dimensions(function: str, dimensions: int, x: Moments, y: Moments) -> None:
    if not x.mean.shape == y.mean.shape == (dimensions,):
        raise ValueError(
            f"the means have shapes {x.mean.shape} and {y.mean.shape}, but {function} takes shape "
            f"({dimensions},); take full_machine for others"
        )


def line_minimum(x: Variance, y: Variance) -> float:
    r"""The t at which the sum of two standard deviations is least.

    Let u = 0 where the first deviation is least, and u = 1 where the second is. Between them the
    sum is :math:`\sqrt{r u^2 + b} + \sqrt{s (1 - u)^2 + c}`. With :math:`v = u / (1 - u)` its
    derivative vanishes at a root of the quartic

    .. math:: p v^4 + 2 p v^3 + (p - q + r - s) v^2 - 2 q v - q,
       \quad p = c\, r / s, \quad q = b\, s / r.

    Its coefficients change sign once, so it has one positive root (Descartes), which is the
    minimum. If b or c is 0, the deviation of that class has a kink at 0, which may be the minimum.

    This is the quartic of section 2.2 of the paper. The eigenvalues of the companion matrix give
    its roots more accurately than the formula of Ferrari. Time O(1).
    """
    if x.square <= 0 or y.square <= 0:  # the variance of that class is constant
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
    if p < q:  # divide by the larger coefficient, which loses less
        return [1 - u for u in _stationary(s, r, c, b)]
    middle = (p - q + r - s) / p if p else math.inf
    if not math.isfinite(middle):
        return []
    # Rounding may leave a small imaginary part.
    roots = np.roots([1.0, 2.0, middle, -2 * q / p, -q / p]).real
    return [float(v / (1 + v)) for v in roots if v > 0]
