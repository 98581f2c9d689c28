"""Gaussian bases, and the widths with which one raises the bound of the machine most."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from nzdd.formulations.learning.minimax.closed_forms import Variance, line_minimum
from nzdd.formulations.learning.minimax.hyperplane import share
from nzdd.formulations.learning.minimax.two_classes import TwoClasses
from nzdd.input.arrays import Floats

START = 0.25
"""The sum of the first widths, for columns of standard deviation 1.

Where columns are scaled like this, the mean squared distance of two rows is twice their number. The
variance of (14) begins there. The search ends at gains of 1e-6, the tolerance of Matlab's
optimisers. The paper tells neither; both were settled without its tables.
"""
LARGEST = 1e6
"""The largest width, in units of the first; there a basis is 0 except at its centre."""
ONE_WIDTH = 1e-9
"""The tolerance for a single width, which is cheap to find precisely."""
MAX_STEPS = 200
ROUNDING = 1e-9
"""A basis that differs from the present outputs by less than this is the same up to rounding."""


def gaussian(rows: Floats, centre: Floats, gamma: Floats) -> Floats:
    """Equation (18) less 1: ``exp(-sum_l gamma_l (u_l - v_l)^2) - 1``, shape (num_rows,).

    Subtracting 1 only changes the offset of the machine, and keeps all digits for small gammas:
    there a basis becomes a quadratic form, and the best machine is often close to that.
    """
    return np.expm1(-(((rows - centre) ** 2) @ gamma))


class Output(NamedTuple):
    """The values of a machine at the training rows, and m of equation (4).

    The machine is ``previous * (the machine before) + basis * (the new basis) - offset``; the first
    two are `a` of (8) and (11), the offset is `b` of (9) and (12).
    """

    values: Floats
    m: float
    previous: float
    basis: float
    offset: float


class BasisSearch:
    """The search for the widths of a candidate for the next basis, centred at a row.

    `before` has the outputs of the machine so far, shape (num_rows,); None for the first basis. An
    evaluation takes time O(rows x columns).
    """

    def __init__(self, classes: TwoClasses, centre: Floats, before: Floats | None = None) -> None:
        self._squares = (classes.rows - centre) ** 2
        self._before = before
        self._shares = classes.shares
        self._x, self._y = slice(0, classes.num_x), slice(classes.num_x, None)

    def output(self, basis: Floats) -> Output:
        """The best combination of the machine so far and a basis with these values at the rows.

        ``m`` is infinite if this is the first basis and it has the same mean in both classes.
        """
        difference = self._mean(basis, self._x) - self._mean(basis, self._y)
        if self._before is None:
            if difference == 0:
                return Output(np.zeros_like(basis), math.inf, 0.0, 0.0, 0.0)
            first, second = 0.0, 1 / difference
        else:
            # The means of `before` differ by 1, and those of `upright` are equal, so the
            # directions that satisfy the constraint in (11) are before + t upright.
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
        """The variance of ``before + t upright`` in one class."""
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
        """``arctan(m)``, which is finite even if m is not, and its gradient by gamma."""
        basis = np.expm1(-(self._squares @ gamma))
        found = self.output(basis)
        if not math.isfinite(found.m):
            return math.pi / 2, np.zeros_like(gamma)
        # At the best a, the derivative of m by the basis is that for fixed a (envelope theorem),
        # and m(a) = (sigma_x + sigma_y) / |a (mean_x - mean_y)| needs no constraint.
        slope = np.empty_like(basis)
        for part, sign in ((self._x, -1.0), (self._y, 1.0)):
            deviation = self._deviation(found.values, part)
            centred = found.values[part] - self._mean(found.values, part)
            slope[part] = sign * found.m + (centred / deviation if deviation > 0 else 0.0)
        slope *= self._shares * (basis + 1) * (-found.basis / (1 + found.m**2))
        return math.atan(found.m), slope @ self._squares

    def best_gamma(self, *, per_column: bool, min_gain: float) -> Floats:
        """The widths, at least 0, with the least m that L-BFGS-B finds, starting from small ones.

        There is a width for each column, which selects features (section 2.4), or one width
        (section 2.3). The search ends at a step that lowers ``arctan(m)`` by at most `min_gain`;
        for one width by at most `ONE_WIDTH`.
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
