"""Gaussian bases, and the widths of one that raise the bound of the machine most."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from nzdd.formulations.learning.minimax.closed_forms import Variance, line_minimum
from nzdd.formulations.learning.minimax.hyperplane import share
from nzdd.formulations.learning.minimax.two_classes import TwoClasses

Floats = NDArray[np.float64]

START = 0.2
"""Where the search for widths begins, over the number of columns (of standard deviation 1).

Wide: there a basis is nearly a quadratic form. With it, and with steps that end at a gain of 1e-6
(the tolerance that Matlab's optimisers come with), Omega is that of the paper's table 1 within one
percent on four of its samples; starts at narrower widths give more, on these rows only.
"""
LARGEST = 1e6
"""The largest width, in units of the first; beyond it a basis sees its own row only."""
ONE_WIDTH = 1e-9
"""The tolerance for one width, which is cheap to find to the last digit."""
MAX_STEPS = 200
ROUNDING = 1e-9
"""What is left of a basis after subtracting the outputs before, if it is only rounding."""


def gaussian(rows: Floats, centre: Floats, gamma: Floats) -> Floats:
    """Equation (18) less 1: ``exp(-sum_l gamma_l (u_l - v_l)^2) - 1``, shape (num_rows,).

    The 1 changes nothing but the offset of the machine. Without it small gammas keep all their
    digits: there a basis becomes a quadratic form, and the best machine is often close to that.

    Parameters
    ----------
    rows : ndarray of float64, shape (num_rows, columns)
    centre, gamma : ndarray of float64, shape (columns,)
    """
    return np.expm1(-(((rows - centre) ** 2) @ gamma))


class Output(NamedTuple):
    """A machine's values at the training rows, its threshold subtracted.

    Attributes
    ----------
    values : ndarray of float64, shape (num_rows,)
    m : float
        Equation (4).
    previous, basis : float
        What the outputs before and the new basis were multiplied by: `a` of (8) and (11).
    offset : float
        What was then subtracted: `b` of (9) and (12).
    """

    values: Floats
    m: float
    previous: float
    basis: float
    offset: float


class BasisSearch:
    """One candidate for the next basis: m and its gradient by gamma.

    Parameters
    ----------
    classes : TwoClasses
    centre : ndarray of float64, shape (columns,)
    before : ndarray of float64, shape (num_rows,), optional
        The outputs of the machine so far; without them this is the first basis.

    Notes
    -----
    An evaluation takes time O(rows x columns).
    """

    def __init__(self, classes: TwoClasses, centre: Floats, before: Floats | None = None) -> None:
        self._squares = (classes.rows - centre) ** 2
        self._before = before
        self._shares = classes.shares
        self._x, self._y = slice(0, classes.num_x), slice(classes.num_x, None)

    def output(self, basis: Floats) -> Output:
        """The best machine of the outputs before and a basis.

        Parameters
        ----------
        basis : ndarray of float64, shape (num_rows,)
            Its values at the rows.

        Returns
        -------
        Output
            With ``m = inf`` where there is nothing before and the basis has the same mean in both
            classes.
        """
        difference = self._mean(basis, self._x) - self._mean(basis, self._y)
        if self._before is None:
            if difference == 0:
                return Output(np.zeros_like(basis), math.inf, 0.0, 0.0, 0.0)
            first, second = 0.0, 1 / difference
        else:
            # The outputs before have means that differ by 1, and `upright` has equal means, so
            # the directions that the constraint in (11) allows are before + t upright.
            upright = basis - difference * self._before
            lines = [self._variance(upright, part) for part in (self._x, self._y)]
            noise = ROUNDING * max(np.abs(basis).max(), abs(difference * self._before).max())
            t = line_minimum(*lines) if lines[0].square + lines[1].square > noise**2 else 0.0
            first, second = 1 - t * difference, t
        values = second * basis
        if self._before is not None:
            values += first * self._before
        above, below = (self._deviation(values, part) for part in (self._x, self._y))
        offset = self._mean(values, self._x) - share(above, below)
        return Output(values - offset, above + below, first, second, offset)

    def _mean(self, values: Floats, part: slice) -> float:
        return float(self._shares[part] @ values[part])

    def _variance(self, upright: Floats, part: slice) -> Variance:
        """Of before + t upright, in one class."""
        assert self._before is not None
        shares = self._shares[part]
        before = self._before[part] - self._mean(self._before, part)
        along = upright[part] - self._mean(upright, part)
        weighted = shares * along
        return Variance(
            float(weighted @ along), float(weighted @ before), float(shares @ before**2)
        )

    def _deviation(self, values: Floats, part: slice) -> float:
        centred = values[part] - self._mean(values, part)
        return math.sqrt(float(self._shares[part] @ centred**2))

    def angle(self, gamma: Floats) -> tuple[float, Floats]:
        """``arctan(m)`` and its gradient by gamma.

        It grows with m and stays finite where m does not.
        """
        basis = np.expm1(-(self._squares @ gamma))
        found = self.output(basis)
        if not math.isfinite(found.m):
            return math.pi / 2, np.zeros_like(gamma)
        # At the best a, m changes with the basis as if a were fixed (the envelope theorem), and
        # m(a) = (sigma_x + sigma_y) / |a (mean_x - mean_y)| does not ask for the constraint.
        slope = np.empty_like(basis)
        for part, sign in ((self._x, -1.0), (self._y, 1.0)):
            deviation = self._deviation(found.values, part)
            centred = found.values[part] - self._mean(found.values, part)
            slope[part] = sign * found.m + (centred / deviation if deviation > 0 else 0.0)
        slope *= self._shares * (basis + 1) * (-found.basis / (1 + found.m**2))
        return math.atan(found.m), slope @ self._squares

    def best_gamma(self, *, per_column: bool, min_gain: float) -> Floats:
        """The widths with the least m that L-BFGS-B finds on its way from wide ones.

        Parameters
        ----------
        per_column : bool
            True: a width a column, feature selection (section 2.4). False: one width (section
            2.3).
        min_gain : float
            The search ends at a step that lowers ``arctan(m)`` by no more than this; for one width
            by no more than `ONE_WIDTH`.

        Returns
        -------
        ndarray of float64, shape (columns,)
            At least 0.
        """
        columns = self._squares.shape[1]
        start = np.full(columns, START / columns)

        def common(factor: Floats) -> tuple[float, Floats]:
            value, gradient = self.angle(factor[0] * start)
            return value, np.array([gradient @ start])

        def each(factors: Floats) -> tuple[float, Floats]:
            value, gradient = self.angle(factors * start)
            return value, gradient * start

        if per_column:
            return np.asarray(_minimum(each, columns, min_gain) * start)
        return np.asarray(_minimum(common, 1, min(min_gain, ONE_WIDTH)) * start)


def _minimum(
    function: Callable[[Floats], tuple[float, Floats]], variables: int, min_gain: float
) -> Floats:
    found = minimize(
        function,
        np.ones(variables),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, LARGEST)] * variables,
        options={"maxiter": MAX_STEPS, "ftol": min_gain, "gtol": min_gain},
    )
    return np.asarray(found.x, np.float64)
