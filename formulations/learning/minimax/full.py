"""The minimax probability machine of Lanckriet et al., in any dimension and with any kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import eigh
from scipy.optimize import minimize_scalar

from nzdd.formulations.learning.minimax.hyperplane import Hyperplane, hyperplane
from nzdd.formulations.learning.minimax.moments import Moments
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_number

Kernel = Callable[[Floats, Floats], Floats]
"""Takes tables of shape (n, columns) and (k, columns), and returns shape (n, k)."""

RANK = 1e-12
"""Eigenvalues below this share of the largest count as 0."""


def full_machine(x: Moments, y: Moments, *, ridge: float = 0.0) -> Hyperplane:
    r"""The hyperplane with the highest bound, equation (4).

    Since :math:`(\sigma + \tau)^2 = \min_\lambda \sigma^2 / \lambda + \tau^2 / (1 - \lambda)`, the
    cone program is a convex problem in the single variable lambda. For a given lambda the best
    direction is :math:`(\Sigma_x / \lambda + \Sigma_y / (1 - \lambda))^{-1} (\bar x - \bar y)`, and
    one basis diagonalises both matrices for every lambda.

    Parameters
    ----------
    x, y : Moments
    ridge : float, default 0.0
        Added to the diagonal of both covariances, as Lanckriet et al. do for kernels, where sample
        covariances overfit. The bound is then that of the changed moments.

    Returns
    -------
    Hyperplane
        With m = 0 if the means differ along a direction in which neither class varies.

    Raises
    ------
    ValueError
        If the dimensions differ, or the ridge is negative.

    Notes
    -----
    Lanckriet, El Ghaoui, Bhattacharyya and Jordan 2002, theorem 2; they alternate least squares
    instead. Time O(dimensions^3).
    """
    if x.mean.shape != y.mean.shape:
        raise ValueError(
            f"the classes have {x.mean.size} and {y.mean.size} dimensions; give both the same"
        )
    check_number("ridge", ridge)
    eye = ridge * np.eye(x.mean.size)
    x, y = Moments(x.mean, x.covariance + eye), Moments(y.mean, y.covariance + eye)
    # Without scaling, small dimensions would be lost in the rounding of the largest.
    scale = np.sqrt(np.diag(x.covariance + y.covariance))
    scale[scale == 0] = 1.0
    return hyperplane(_direction(_scaled(x, scale), _scaled(y, scale)) / scale, x, y)


def _scaled(moments: Moments, scale: Floats) -> Moments:
    return Moments(moments.mean / scale, moments.covariance / np.outer(scale, scale))


def _direction(x: Moments, y: Moments) -> Floats:
    difference = x.mean - y.mean
    values, vectors = eigh(x.covariance + y.covariance)
    kept = values > RANK * max(values[-1], 0.0)
    outside = difference - vectors[:, kept] @ (vectors[:, kept].T @ difference)
    if np.linalg.norm(outside) > 1e-6 * np.linalg.norm(difference):
        return np.asarray(outside)  # neither class varies along it
    whitening = vectors[:, kept] / np.sqrt(values[kept])
    shares, rotation = eigh(whitening.T @ x.covariance @ whitening)
    basis, shares = whitening @ rotation, np.clip(shares, 0.0, 1.0)
    along = basis.T @ difference

    def weighted(weight: float) -> Floats:
        return np.asarray(along / (shares / weight + (1 - shares) / (1 - weight)))

    found = minimize_scalar(
        lambda weight: 1 / max(float(along @ weighted(weight)), 1e-300),
        bounds=(0.0, 1.0),
        method="bounded",
        options={"xatol": 1e-12},
    )
    return np.asarray(basis @ weighted(float(found.x)))


class KernelMachine(NamedTuple):
    """A full machine over the values of a kernel at all rows, equation (6).

    Attributes
    ----------
    rows : ndarray of float64, shape (num_rows, columns)
        Those of class x, then those of class y.
    hyperplane : Hyperplane
        With a weight for each row.
    kernel : callable
    """

    rows: Floats
    hyperplane: Hyperplane
    kernel: Kernel

    @property
    def bound(self) -> float:
        """Omega, of the moments with the ridge."""
        return self.hyperplane.bound

    def decision_function(self, rows: ArrayLike) -> Floats:
        """Above 0 for class x, shape (num_rows,). Time O(rows x training rows)."""
        values = self.kernel(np.asarray(rows, np.float64), self.rows)
        return np.asarray(values @ self.hyperplane.direction - self.hyperplane.offset)


def kernel_machine(
    rows_x: ArrayLike, rows_y: ArrayLike, kernel: Kernel, *, ridge: float = 0.0
) -> KernelMachine:
    """The full machine with a kernel, for small data.

    Parameters
    ----------
    rows_x, rows_y : array_like, shapes (num_x, columns) and (num_y, columns)
    kernel : callable
        See `Kernel`.
    ridge : float, default 0.0
        See `full_machine`. With 0 and a kernel of full rank the bound is 1, which says nothing
        about other rows.

    Notes
    -----
    Time O((num_x + num_y)^3), memory O((num_x + num_y)^2).
    """
    first, second = (np.asarray(rows, np.float64) for rows in (rows_x, rows_y))
    rows = np.concatenate([first, second])
    values = kernel(rows, rows)
    moments = (Moments.of_rows(values[: len(first)]), Moments.of_rows(values[len(first) :]))
    return KernelMachine(rows, full_machine(*moments, ridge=ridge), kernel)
