"""A hyperplane between two classes, with a lower bound on its accuracy."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from nzdd.formulations.learning.minimax.moments import Moments
from nzdd.input.arrays import Floats


class Hyperplane(NamedTuple):
    """The points z with ``direction @ z == offset``; class x lies above it, class y below.

    Attributes
    ----------
    direction : ndarray of float64, shape (dimensions,)
        Scaled so that the means of the classes differ by 1 along it: the constraint in (4). All 0
        if no direction separates the means.
    offset : float
        Equation (5), by which both classes have the same bound.
    m : float
        Equation (4): the sum of the two standard deviations along the direction.
    """

    direction: Floats
    offset: float
    m: float

    @property
    def bound(self) -> float:
        """Omega: the accuracy is at least this for all distributions with these moments."""
        return accuracy_bound(self.m)


def accuracy_bound(m: float) -> float:
    """Omega of equation (3), ``1 / (1 + m^2)``; 0 for an infinite m."""
    return 1 / (1 + m * m)


def hyperplane(direction: Floats, x: Moments, y: Moments) -> Hyperplane:
    """The hyperplane with the highest bound among those orthogonal to a direction.

    x and y are the moments of the class above and of the class below. Strohmann, Belitski, Grudic
    and DeCoste 2003, (3)-(5), after Lanckriet et al. 2002 and the inequality of Marshall and Olkin
    1960. Time O(dimensions^2).
    """
    length = float(direction @ (x.mean - y.mean))
    if length == 0:
        return Hyperplane(np.zeros_like(direction), 0.0, math.inf)
    scaled = direction / length
    above, below = (math.sqrt(max(0.0, float(scaled @ of.covariance @ scaled))) for of in (x, y))
    return Hyperplane(scaled, float(scaled @ x.mean) - share(above, below), above + below)


def share(above: float, below: float) -> float:
    """The distance of the hyperplane from the mean of class x, where the means have distance 1.

    By (9) and (12) it is the share of class x in the sum of standard deviations; 1/2 if that is 0.
    """
    return above / (above + below) if above + below else 0.5
